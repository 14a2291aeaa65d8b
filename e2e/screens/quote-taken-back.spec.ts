/** What a person sets of the lines at once is told, and taken back as lines that are removed are. */
import { expect, test } from './fixtures.ts'
import { FLYERS } from './pages/quote.ts'

const flyers = (quantity: number, more: object = {}) => ({
  ...FLYERS,
  line: { ...FLYERS.line, quantites_multiples: [quantity] },
  ...more,
})
interface Stored {
  lines: { sale: unknown; role: string }[]
}

test('prices of all lines are taken back by one key, each to its own', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [flyers(1000, { sale: { by: 'markup', percent: '50' } }), flyers(2500)]
  const id = await quote.openSaved(shell, service, { lines })
  const sales = async () => (await service.call<Stored>('GET', `/quotes/${id}`)).lines.map(({ sale }) => sale)
  const before = await sales()
  const total = (await quote.total.textContent())!
  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await page.getByLabel('Coût + marge').check()
  await quote.field('sale-percent').fill('60')
  await quote.dialog.getByRole('button', { name: 'Appliquer à toutes' }).click()
  await expect(page.getByText('Prix de 2 produits changés.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remettre les prix' })).toBeFocused()
  await expect(quote.total).not.toHaveText(total)
  await page.screenshot({ path: test.info().outputPath('changed.png') })
  const after = (await quote.total.textContent())!
  const turned = page.getByRole('button', { name: 'Vue client' })
  await turned.click()
  await expect(page.getByText('Prix de 2 produits changés.'), 'nothing for the customer').toHaveCount(0)
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await turned.click()
  await expect(page.getByText('Prix de 2 produits changés.')).toBeVisible()
  await expect(quote.total).toHaveText(after)
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await expect(quote.total).toHaveText(total)
  await expect.poll(sales).toEqual(before)
  await expect(page.getByText('Prix de 2 produits changés.')).toHaveCount(0)
})

test('a line that leaves the total says which alternative counts in its place', async ({
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, {
    lines: [flyers(1000), flyers(2500, { role: 'alternative' })],
  })
  await quote.lines
    .first()
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.dialog.getByText('Option', { exact: true }).click()
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(
    shell.toast(/1\s000 ex\.\s» ne compte plus dans le total.*2\s500 ex\.\s» est retenu à sa place/),
  ).toBeVisible()
  await expect
    .poll(async () => (await service.call<Stored>('GET', `/quotes/${id}`)).lines.map(({ role }) => role))
    .toEqual(['included', 'option'])
})

test('a reference that is too long is marked at its field, and named at the top; a heading’s pencil says what it does', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await quote.openSaved(shell, service, { lines: [{ area: 'heading', text: 'Salon' }, FLYERS] })
  await expect(page.getByRole('button', { name: 'Modifier « Salon »' })).toBeVisible()
  await quote.field('reference').fill('x'.repeat(201))
  await expect(page.locator('main .notice.magenta')).toContainText('Référence : Texte trop long')
  await expect(quote.field('reference')).toHaveAttribute('aria-invalid', 'true')
  await quote.field('reference').fill('Salon')
  await expect(page.locator('main .notice.magenta')).toHaveCount(0)
})

test('what was changed of other lines since stays, where a line comes back, or prices of all are taken back', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await quote.openSaved(shell, service, { lines: [flyers(1000), flyers(2500), flyers(5000)] })
  const sales = async () => (await service.call<Stored>('GET', `/quotes/${id}`)).lines.map(({ sale }) => sale)
  const fix = async (at: number, euros: string) => {
    await quote.lines
      .nth(at)
      .getByRole('button', { name: /^Prix et réglages/ })
      .click()
    await page.getByLabel('Prix fixé').check()
    await quote.field('sale-cents').fill(euros)
    await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
    await expect(quote.dialog).toBeHidden()
  }
  const fixed = (cents: number) => ({ by: 'fixed', cents })
  await quote.lines
    .nth(1)
    .getByRole('button', { name: /^Retirer «/ })
    .click()
  await expect(quote.lines).toHaveCount(2)
  await fix(0, '90')
  await page.getByRole('button', { name: 'Remettre', exact: true }).click()
  await expect(quote.lines).toHaveCount(3)
  await expect.poll(sales).toMatchObject([fixed(9000), null, null])

  await page.getByRole('button', { name: 'Prix de toutes les lignes' }).click()
  await page.getByLabel('Coût + marge').check()
  await quote.field('sale-percent').fill('60')
  await quote.dialog.getByRole('button', { name: 'Appliquer à toutes' }).click()
  await expect(page.getByRole('button', { name: 'Remettre les prix' })).toBeVisible()
  await fix(2, '500')
  await page.getByRole('button', { name: 'Remettre les prix' }).click()
  await expect.poll(sales).toMatchObject([fixed(9000), null, fixed(50_000)])
})
