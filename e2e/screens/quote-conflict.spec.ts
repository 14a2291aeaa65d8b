/** Two who wrote on the same line: which of several of one name it is, and what of it is other. */
import { expect, test } from './fixtures.ts'
import { changeQuote, FLYERS } from './pages/quote.ts'

test('lines of one name are told apart where two wrote on one of them, and what each made of it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const other = { ...FLYERS, line: { ...FLYERS.line, label: 'Lot 2' } }
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, other, FLYERS] })
  const held = Promise.withResolvers<null>()
  await page.route(`**/api/quotes/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-discount').fill('5')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const { lines } = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  const fixed = { ...lines[0], sale: { by: 'fixed', cents: 5000 } }
  await changeQuote(service, id, { lines: [fixed, ...lines.slice(1)] })
  held.resolve(null)
  const conflict = page.locator('#conflict')
  await expect(conflict).toBeVisible()
  const cells = conflict.getByRole('row', { name: /^Lignes/ }).getByRole('cell')
  for (const [side, told] of [
    ['mine', /ligne 1.*prix du catalogue, remise 5\s%.*Lot 2.*ligne 2.*ligne 3/],
    ['theirs', /ligne 1.*prix fixé, sans remise.*50,00.*Lot 2.*ligne 2.*ligne 3/],
  ] as const) {
    const cell = cells.nth(side === 'mine' ? 0 : 1)
    await expect(cell).toHaveText(told)
    await expect(cell.locator('.badge.yellow')).toHaveCount(1)
  }
  await page.screenshot({ path: test.info().outputPath('conflict.png') })
})
