/** The screens of several sources: for readers in both themes, and on a narrow screen. */
import type { Page } from '@playwright/test'
import { danglingReferences, seriousFaultsInBothThemes } from './axe.ts'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, SOUTH, test } from './sources.ts'

const SCREENS = [
  ['catalogue', '/', '[role="option"] .source'],
  ['quotes', '/devis/1', '.what .source'],
  ['orders', '/commandes', 'tbody'],
  ['order', '/commandes/1', 'article'],
  ['outbox', '/a-traiter', 'article'],
  ['mark-ups', '/reglages', '#mark-up-sources'],
  ['partners', '/reglages/partenaires', 'article'],
] as const

async function faultless(page: Page, name: string): Promise<void> {
  await expect.poll(() => seriousFaultsInBothThemes(page), { message: name }).toEqual([])
  await expect.poll(() => danglingReferences(page), { message: name }).toEqual([])
}

test('every screen of several sources, and its dialogs', async ({
  page,
  shell,
  service,
  north: _north,
  south,
}) => {
  test.slow()
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await service.call('POST', `/partners/${encodeURIComponent(SOUTH)}/sync`)
  await shell.open()
  for (const [name, path, ready] of SCREENS) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await shell.go(path)
    await page.locator(ready).first().waitFor()
    await faultless(page, name)
    await page.setViewportSize({ width: 380, height: 780 })
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: name })
      .toBeLessThanOrEqual(380)
  }
  const card = page.getByRole('article', { name: NORTH })
  await card.getByRole('button', { name: /^Modifier/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Requêtes : limites propres').click()
  await dialog.getByLabel('À la fois').fill('99')
  await dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(dialog.locator('.fault')).toBeVisible()
  await faultless(page, 'a partner')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('n’est pas enregistré')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card.getByRole('button', { name: /^Modifier/ })).toBeFocused()
  await card.getByRole('button', { name: /^Retirer/ }).click()
  await expect(dialog).toBeVisible()
  await faultless(page, 'removal')
})
