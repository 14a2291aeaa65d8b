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
  await quote.field('signer').fill('王小明')
  await expect(told).toContainText('2 textes ont des caractères')
  await expect(told).toContainText('« 王小明 »')
  await quote.field('signer').fill('Wang Xiaoming')
  await expect(told).toContainText('Un texte a des caractères')
})
