/** Two who wrote on the same line: which of several of one name it is, and what of it is other. */
import { seriousFaults } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { changeQuote, FLYERS, savesHeld } from './pages/quote.ts'

const free = (text: string, cents = 1000) => ({ area: 'free', text, quantity: 1, unitCents: cents })

test('lines of one name are told apart where two wrote on one of them, and what each made of it', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const other = { ...FLYERS, line: { ...FLYERS.line, label: 'Lot 2' } }
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, other, FLYERS] })
  const release = await savesHeld(page)
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-discount').fill('5')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const { lines } = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  const fixed = { ...lines[0], sale: { by: 'fixed', cents: 5000 } }
  await changeQuote(service, id, { lines: [fixed, ...lines.slice(1)] })
  release()
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

test('of several lines that both changed each is chosen by itself; what the other added beside is told', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: [FLYERS, free('Pose'), free('Maquette')] })
  const release = await savesHeld(page)
  await page.getByRole('button', { name: 'Retirer « Pose »' }).click()
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.field('line-discount').fill('5')
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  const theirs = [
    { ...FLYERS, discount: '10' },
    free('Pose', 2000),
    free('Maquette'),
    free('Livraison', 1500),
  ]
  await changeQuote(service, id, { lines: theirs })
  release()
  const conflict = page.locator('#conflict')
  const row = (name: RegExp) => conflict.getByRole('row', { name })
  await expect(row(/^Ligne « Flyers/).getByRole('cell')).toHaveText([/remise 5\s%/, /remise 10\s%/])
  await expect(row(/^Ligne « Pose/).getByRole('cell')).toHaveText([/retirée/, /Pose.*20,00/])
  await expect(row(/^Lignes/)).toHaveCount(0)
  const save = conflict.getByRole('button', { name: 'Enregistrer ce choix' })
  await row(/^Ligne « Flyers/)
    .getByRole('radio')
    .first()
    .check()
  await expect(save).toBeDisabled()
  await row(/^Ligne « Pose/)
    .getByRole('radio')
    .last()
    .check()
  await page.screenshot({ path: test.info().outputPath('lines.png') })
  expect(await seriousFaults(page)).toEqual([])
  await save.click()
  await expect(conflict).toHaveCount(0)
  await expect(quote.saved).toBeVisible()
  await expect(page.locator('#news')).toContainText(/Lignes \(Livraison ajouté/)
  await page.screenshot({ path: test.info().outputPath('news.png') })
  const { lines } = await service.call<{ lines: object[] }>('GET', `/quotes/${id}`)
  expect(lines).toMatchObject([
    { discount: '5' },
    { text: 'Pose', unitCents: 2000 },
    { text: 'Maquette' },
    { text: 'Livraison' },
  ])
})
