import { expect, test, vi } from 'vitest'
import type { MenuItemConstructorOptions } from 'electron'
import { menuTemplate } from './menu.ts'
import { localeOf, wordsIn } from './words.ts'

const submenus = (items: MenuItemConstructorOptions[]) =>
  items.flatMap(({ submenu }) => submenu as MenuItemConstructorOptions[])

test.each(['linux', 'win32', 'darwin'] as const)(
  'on %s everything is named in either language, and quits',
  (platform) => {
    const actions = { ask: vi.fn(), print: vi.fn() }
    const [fr, en] = (['fr', 'en'] as const).map((locale) => menuTemplate(locale, platform, actions))
    const named = (items: MenuItemConstructorOptions[]) =>
      [...items, ...submenus(items)].map(({ label, role, type }) => label ?? role ?? type)
    expect(named(fr!)).toHaveLength(named(en!).length)
    expect(named(fr!)).not.toEqual(named(en!))
    const roles = submenus(fr!).map(({ role }) => role)
    expect(roles).toContain('quit')
    for (const role of ['reload', 'forceReload', 'toggleDevTools'] as const) expect(roles).not.toContain(role)
    for (const { click } of submenus(fr!)) (click as (() => void) | undefined)?.()
    expect(actions.print).toHaveBeenCalledTimes(1)
    const asked = actions.ask.mock.calls.map(([{ go }]) => go as string)
    expect(asked.toSorted()).toEqual(['about', 'import', 'keys', 'new-quote', 'open-file', 'settings'])
  },
)

test('no two keys are the same', () => {
  const keys = submenus(menuTemplate('fr', 'linux', { ask: vi.fn(), print: vi.fn() })).flatMap(
    ({ accelerator }) => accelerator ?? [],
  )
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  [['fr-CA', 'en'], 'fr'],
  [['de-DE', 'fr'], 'fr'],
  [['en-GB', 'fr'], 'en'],
  [['frr'], 'en'],
  [[], 'en'],
])('who prefers %j is spoken to in %s', (preferred, locale) => {
  expect(localeOf(preferred)).toBe(locale)
})

test('both languages have the same words', () => {
  expect(Object.keys(wordsIn('en'))).toEqual(Object.keys(wordsIn('fr')))
})
