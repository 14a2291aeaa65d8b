/** `/docs/` in a browser: it shows the whole document, tries a call, keeps the token for the visit, and asks for nothing outside. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { seriousFaults } from './axe.ts'

const call = (page: Page, name: string) => page.getByRole('link', { name }).first()
const token = (page: Page) => page.getByRole('textbox', { name: /^(Valeur|Value)$/ }).first()

/** Opens the form of a call from the page's side. */
async function tried(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`(Tester la requête|Test Request).*${path}`) }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

test('the documentation shows every call, in four languages of code, and tries one', async ({
  page,
  service,
}) => {
  test.slow()
  const secret = (await service.run('token', 'create', '--customer', 'Outil', '--discount', '5')).trim()
  const outside: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !/^(data|blob):/.test(request.url()))
      outside.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))

  await page.goto(`${service.url}/docs/`)
  await expect(page).toHaveTitle('Comptoir : API partenaire')
  for (const group of ['display', 'events'])
    await page.getByRole('button', { name: `Ouvrir le groupe - ${group}` }).click()
  await expect(page.locator('.sidebar-heading-type')).toHaveCount(19)

  // The name of the token's form is whole, at the usual width of a window.
  const head = page.getByText('Authentification', { exact: true }).first()
  const covered = await head.evaluate((name) => {
    const { right } = name.getBoundingClientRect()
    return right - name.closest('button')!.getBoundingClientRect().right
  })
  expect(covered).toBeLessThanOrEqual(0)

  // The token alone: the page adds the scheme's word. A token just made counts within two seconds.
  await token(page).fill(secret)
  await call(page, 'Prix d’une ligne print, par délai').click()
  await page.getByRole('button', { name: 'Shell Curl' }).nth(2).click()
  await expect(page.getByRole('option')).toHaveText(['TypeScript', 'Fetch', 'Requests', 'Curl'])
  await page.keyboard.press('Escape')
  await tried(page, '/0.2/print/prix/')
  const answer = page.getByRole('dialog')
  await expect(async () => {
    await answer
      .getByRole('button', { name: /^Envoyer/ })
      .first()
      .click()
    await expect(answer).toContainText('"PrixHT": "11486"', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  expect(await seriousFaults(page, '[role=dialog]')).toEqual([])

  // For this visit, and no longer.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(secret)
  await page.goto(`${service.url}/docs/?lang=en`)
  await expect(page).toHaveTitle('Comptoir: partner API')
  await expect(page.getByRole('link', { name: /^One product page/ })).toBeVisible()
  await expect(token(page)).toHaveValue(`Token ${secret}`)
  expect(outside).toEqual([])
  expect(faults.filter((fault) => !/401/.test(fault))).toEqual([])
})
