/** What a customer reads and signs is in the language of his documents; what is for who works here stays in his. */
import { expect, test } from './fixtures.ts'
import { savedQuote } from './pages/quote.ts'

test('an English customer reads English in the customer view and as he signs, and the shop its own again after that', async ({
  page,
  shell,
  service,
}) => {
  const company = { name: 'Harbour Press', language: 'en' }
  const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', company)
  const id = await savedQuote(service, { companyId })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.locator('#sent').getByRole('button', { name: 'Faire signer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/Agreed\. By signing you accept quote .*, of €[\d,.]+ including VAT/)
  await expect(dialog.getByLabel('Name of who signs')).toBeVisible()
  await expect(dialog.getByLabel('Capacity')).toBeVisible()
  await expect(dialog).toContainText('L’écran est à la vue client')
  await expect(dialog.locator('canvas').first()).not.toHaveAttribute('width', /^(0|300)$/)
  await page.screenshot({ path: test.info().outputPath('dialog.png') })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const strip = page.getByText('Vue client, en anglais : coûts, marges')
  await expect(strip).toBeVisible()
  await expect(page.locator('dl.totals').first()).toContainText('Total incl. tax')
  await page.screenshot({ path: test.info().outputPath('view.png'), fullPage: true })
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(strip).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(shell.faults).toEqual([])
})
