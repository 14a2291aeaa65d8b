/** VAT of lines of their own: chosen in their details, told beside them, by rate in the totals, and kept by the orders. */
import { danglingReferences, seriousFaults, seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { changeQuote, FLYERS, savedQuote } from './pages/quote.ts'

const OWN = 'TVA 5,5 % : Taux réduit (livres)'
const MENTION = 'TVA au taux réduit, article 278-0 bis A 3° du CGI'
const PRESS = {
  id: 'presse',
  name: 'Presse',
  rate: '2.1',
  mention: 'Article 298 septies du CGI',
  needsVatNumber: false,
}
const BOOK = { area: 'free', text: 'Livre d’or', quantity: 10, unitCents: 2000, id: 'book' }
const PAPER = {
  area: 'free',
  text: 'Journal du salon',
  quantity: 1,
  unitCents: 9900,
  id: 'paper',
  vatRegimeId: 'presse',
}

test('is chosen in a line’s details, told beside the line and by rate in the totals, to the customer, and on the order', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const { vatRegimes } = await service.call<{ vatRegimes: object[] }>('GET', '/settings')
  await service.call('PUT', '/settings', { vatRegimes: [...vatRegimes, PRESS] })
  const lines = [{ ...FLYERS, id: 'flyers' }, BOOK, PAPER]
  const id = await quote.openSaved(shell, service, { lines })
  const totals = page.getByRole('region', { name: 'Totaux' })
  const row = quote.lines.filter({ hasText: 'Livre d’or' })
  await expect(quote.lines.filter({ hasText: 'Journal' })).toContainText('TVA 2,1 % : Presse')
  await expect(row).not.toContainText('TVA')
  const details = row.getByRole('button', { name: 'Prix et réglages de « Livre d’or »' })
  const vat = quote.dialog.getByLabel('TVA', { exact: true })

  await details.press('Enter')
  await expect(vat.locator('option')).toHaveText([
    'Comme le devis (20 %)',
    ...['Livraison intracommunautaire (0 %)', 'Exportation (0 %)', 'Franchise en base (0 %)'],
    ...['Taux réduit (livres) (5,5 %)', 'Taux normal (TVA française) (20 %)', 'Presse (2,1 %)'],
  ])
  await vat.focus()
  await page.keyboard.type('Taux r')
  await expect(vat).toHaveValue('livres')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).press('Enter')
  await expect(quote.dialog).toHaveCount(0)
  await expect(row).toContainText(OWN)
  await expect(totals).toContainText(MENTION)
  await expect(totals).toContainText(/TVA\s5,5\s%\s:\sTaux\sréduit\s\(livres\).*sur\s200,00\s€/s)
  await expect(totals).toContainText(/TVA\s2,1\s%\s:\sPresse.*sur\s99,00\s€/s)
  await expect(totals).toContainText('TVA 20 %')
  await expect(totals).not.toContainText('arrondie')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  expect(await danglingReferences(page)).toEqual([])

  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(row).toContainText(OWN)
  await expect(totals).toContainText(/TVA\s2,1\s%\s:\sPresse.*sur\s99,00\s€/s)
  await details.click()
  await expect(quote.dialog).toBeVisible()
  await expect(vat).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Vue client' }).click()

  // A quote without VAT is so whole, and says it where a rate is chosen.
  const ofQuote = totals.getByLabel('TVA', { exact: true })
  await ofQuote.selectOption('Exportation (0 %)')
  await expect(totals).toContainText('TVA 0 % : Exportation')
  await expect(row).not.toContainText('TVA')
  await details.click()
  await expect(vat.locator('option:checked')).toHaveText('Taux réduit (livres) (5,5 %)')
  await expect(vat).toHaveAccessibleDescription(/Ce devis est sans TVA\s: toutes ses lignes le sont/)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await ofQuote.selectOption('Selon l’adresse de livraison')
  await expect(row).toContainText(OWN)

  await quote.order.click()
  await expect(quote.dialog).toContainText(/TVA\s5,5\s%\s:\sTaux\sréduit\s\(livres\).*sur\s200,00\s€/s)
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect
    .poll(async () => (await service.call<{ state: string }>('GET', `/quotes/${id}`)).state)
    .toBe('ordered')
  await shell.go('/commandes/1')
  await expect(page.getByRole('region', { name: 'Prestations' })).toContainText(OWN)
  await expect(totals).toContainText(/TVA\s2,1\s%\s:\sPresse.*sur\s99,00\s€/s)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('what another counter chooses for a line comes in by name; what is gone is told beside it, with the way there', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [{ ...FLYERS, id: 'flyers' }, BOOK]
  const id = await quote.openSaved(shell, service, { lines })
  const row = quote.lines.filter({ hasText: 'Livre d’or' })
  await changeQuote(service, id, { lines: [lines[0], { ...BOOK, vatRegimeId: 'livres' }] })
  await expect(page.locator('#news')).toContainText(`Livre d’or : TVA du devis → ${OWN}`)
  await expect(row).toContainText(OWN)
  const details = row.getByRole('button', { name: 'Prix et réglages de « Livre d’or »' })
  await details.click()
  const vat = quote.dialog.getByLabel('TVA', { exact: true })
  await expect(vat).toHaveValue('livres')
  // Chosen here, and otherwise there: both are shown.
  await vat.selectOption('Taux normal (TVA française) (20 %)')
  await changeQuote(service, id, { lines: [lines[0], { ...BOOK, vatRegimeId: null }] })
  await quote.dialog.getByRole('button', { name: /Reprendre/ }).click()
  await expect(vat).toHaveValue('')
  await page.keyboard.press('Escape')

  await changeQuote(service, id, { lines: [lines[0], { ...BOOK, vatRegimeId: 'livres' }] })
  await expect(row).toContainText(OWN)
  await service.call('PUT', '/settings', { vatRegimes: [] })
  await quote.show(shell, id)
  await expect(row).toContainText('« Taux réduit (livres) » n’est plus dans les réglages')
  await expect(row.getByRole('link', { name: /Remplacer/ })).toHaveCount(0)
  await quote.sending.click()
  await quote.dialog.getByRole('button', { name: /Livre d’or.*n’est plus dans les réglages/ }).click()
  await expect(details).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(vat.locator('option:checked')).toHaveText('Plus dans les réglages')
  await expect(vat).toHaveAccessibleDescription(/choisissez pour cette ligne la TVA du devis/)
  await vat.selectOption('Comme le devis (20 %)')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(row).not.toContainText('TVA')
})

test('a revision tells a line that is taxed otherwise beside what was sent', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [{ ...FLYERS, id: 'flyers' }, BOOK]
  const id = await savedQuote(service, { lines })
  await service.call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  await service.call('POST', `/quotes/${id}/revise`, {})
  await changeQuote(service, id, { lines: [lines[0], { ...BOOK, vatRegimeId: 'livres' }] })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const history = page.locator('.history')
  await history.locator('summary').click()
  await history.getByRole('button', { name: 'Révision 1' }).click()
  const row = quote.dialog.getByRole('row').filter({ hasText: 'Livre d’or' })
  await expect(row).toContainText('modifiée')
  await expect(row).toContainText(`TVA du devis → ${OWN}`)
  expect(await seriousFaults(page)).toEqual([])
})
