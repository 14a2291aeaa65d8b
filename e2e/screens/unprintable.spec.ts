/** Characters that no font of the documents has are told while something can be done about them. */
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'

test('what the document cannot print is said before it is sent, looked at and signed', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const told = quote.dialog.getByText(/caractères que le document ne peut pas imprimer/)
  const id = await quote.openSaved(shell, service, { reference: 'Merci 🙏', lines: [FLYERS] })
  await page.getByRole('button', { name: 'Aperçu' }).click()
  await expect(told).toContainText('« Merci 🙏 »')
  await page.keyboard.press('Escape')
  await quote.sending.click()
  await expect(told).toContainText('à leur place on lit □ : « Merci 🙏 ».')
  await page.screenshot({ path: test.info().outputPath('unprintable.png') })
  await quote.dialog.getByRole('button', { name: 'Envoyer', exact: true }).click()
  await expect.poll(() => service.call('GET', `/quotes/${id}`)).toMatchObject({ state: 'sent' })
  await page.getByRole('button', { name: 'Faire signer' }).click()
  // The screen is the customer's then: what is the house's to mend is told to the house.
  await quote.field('signer').fill('王小明')
  await expect(quote.dialog.getByText('L’écran est à la vue client')).toBeVisible()
  await expect(quote.dialog).toContainText('imprimera □ à la place de caractères de « 王小明 ».')
  await expect(quote.dialog).not.toContainText('Merci 🙏')
  await expect(told).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('signer.png') })
})

test('a validity that is over is said beside its field', async ({ shell, service, quote }) => {
  await quote.openSaved(shell, service, { validUntil: '2030-06-30', lines: [FLYERS] })
  const until = quote.field('validUntil')
  await expect(until).not.toHaveAttribute('aria-invalid', 'true')
  await until.fill('01/01/2020')
  await until.press('Enter')
  await expect(until).toHaveAttribute('aria-invalid', 'true')
  await expect(until).toHaveAccessibleDescription(/La validité est passée/)
  await until.fill('30/06/2030')
  await until.press('Enter')
  await expect(until).not.toHaveAttribute('aria-invalid', 'true')
})
