/** The screens as the desktop application has them: what its shell asks for, told by a stand-in of its door. */
import { expect, test } from './fixtures.ts'
import type { DesktopCommand } from '../../src/preload/api.ts'
import type { Page } from '@playwright/test'

/** The page as the shell's preload script makes it. */
const inDesktop = (page: Page) =>
  page.addInitScript(`
    window.languages = []
    window.comptoirDesktop = {
      platform: 'linux',
      onCommand: (listener) => { window.follow = listener },
      setLanguage: (locale) => window.languages.push(locale),
    }
  `)
const ask = async (page: Page, command: DesktopCommand) => {
  await page.waitForFunction('window.follow')
  await page.evaluate(`window.follow(${JSON.stringify(command)})`)
}

test('the menu goes to its screens, and speaks their language', async ({ page, shell }) => {
  await inDesktop(page)
  await shell.open()
  for (const [go, title] of [
    ['settings', 'Réglages'],
    ['about', 'À propos'],
    ['import', 'Partenaires'],
    ['new-quote', 'Brouillon'],
  ] as const) {
    await ask(page, { go })
    await expect(page).toHaveTitle(new RegExp(title === 'Brouillon' ? 'Devis' : title))
  }
  await ask(page, { go: 'keys' })
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate('window.languages')).toEqual(['fr'])
})

test('a link opens its quote; a number that there is not, and a file that cannot be read, are said', async ({
  page,
  shell,
  service,
}) => {
  await inDesktop(page)
  const made = await service.call<{ id: number }>('POST', '/quotes', { lines: [] })
  const line = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
  const { version } = await service.call<{ version: number }>('GET', `/quotes/${made.id}`)
  await service.call('PUT', `/quotes/${made.id}`, { version, lines: [line], name: 'Ada' })
  await service.call('PUT', `/quotes/${made.id}/state`, { state: 'sent' })
  const { number } = await service.call<{ number: string }>('GET', `/quotes/${made.id}`)
  await shell.open()
  await ask(page, { quote: number.toLowerCase() })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await ask(page, { quote: 'D2026-K4-99999' })
  await expect(shell.toast('D2026-K4-99999')).toBeVisible()
  await ask(page, { unread: { name: 'devis.pdf', why: 'fichier trop grand' } })
  await expect(shell.toast('devis.pdf ne peut pas être ouvert')).toBeVisible()
  const text = JSON.stringify(await service.call('GET', `/quotes/${made.id}/file`))
  await page.waitForFunction('window.follow')
  await page.evaluate(
    `window.follow({ file: { name: 'a.comptoir', bytes: new TextEncoder().encode(${JSON.stringify(text)}) } })`,
  )
  await expect(page.getByRole('main')).toContainText('a.comptoir')
  await expect(page.getByRole('main')).toContainText(number)
})
