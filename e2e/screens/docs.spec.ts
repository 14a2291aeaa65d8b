/** `/docs/` in a browser: it shows the whole document, tries a call, and asks for nothing outside. */
import { expect, test } from './fixtures.ts'

test('the documentation shows every call and tries one', async ({ page, service }) => {
  const token = (await service.run('token', 'create', '--customer', 'Outil', '--discount', '5')).trim()
  const outside: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      outside.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))

  await page.goto(`${service.url}/docs/`)
  await expect(page).toHaveTitle('Comptoir : API partenaire')
  await expect(page.locator('.opblock')).toHaveCount(19)

  // The token alone: the page adds the scheme's word. A token just made counts within two seconds.
  await page.getByRole('button', { name: 'Authorize' }).click()
  await page.locator('.auth-container input').fill(token)
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.btn-done').click()

  const prices = page.locator('#operations-print-printPrix')
  await prices.locator('.opblock-summary-control').click()
  await prices.locator('.try-out__btn').click()
  const answer = prices.locator('.live-responses-table')
  await expect(async () => {
    await prices.locator('.execute').click()
    await expect(answer.locator('tbody .response-col_status')).toContainText('200', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await expect(answer.locator('.highlight-code').first()).toContainText('"PrixHT": "11486"')

  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveTitle('Comptoir: partner API')
  await expect(page.getByText('One product page', { exact: true })).toBeVisible()
  expect(outside).toEqual([])
  expect(faults.filter((fault) => !/401/.test(fault))).toEqual([])
})
