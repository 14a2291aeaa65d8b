/** A line of a quote and the alternatives to it, whatever is done to the lines. */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { FLYERS, flyersAt } from './pages/quote.ts'

const flyers = (quantity: number, more: object = {}) => ({
  ...FLYERS,
  line: { ...FLYERS.line, quantites_multiples: [quantity] },
  ...more,
})
const design = { area: 'free', text: 'Création graphique', quantity: 1, unitCents: 15_000 }

test('alternatives stay with their line as it is moved, removed and brought back, and are told apart', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const alternatives = [2500, 5000].map((count) => flyers(count, { role: 'alternative' }))
  const id = await quote.openSaved(shell, service, { lines: [design, flyers(1000), ...alternatives] })
  const stored = async () => {
    const { lines } = await service.call<{ lines: { role: string; name: string; alternativeTo: unknown }[] }>(
      'GET',
      `/quotes/${id}`,
    )
    return lines.map(({ role, alternativeTo }) => `${role} ${String(alternativeTo)}`)
  }
  const button = (what: string, count: RegExp) =>
    page.getByRole('button', { name: new RegExp(`^${what} « .*, ${count.source} ex\\. »$`) })
  await expect(quote.lines.nth(3)).toContainText(/Au lieu de\s: .*, 1\s000 ex\./)
  const before = await quote.total.textContent()

  // The line that counts takes them along; one of them stays among them.
  await button('Déplacer', /1\s000/).press('Alt+ArrowUp')
  await expect(quote.lines.nth(3)).toContainText('Création graphique')
  await expect(button('Déplacer', /1\s000/)).toBeFocused()
  await button('Déplacer', /2\s500/).press('Alt+ArrowUp')
  await button('Déplacer', /2\s500/).press('Alt+ArrowDown')
  await expect(quote.lines.nth(2)).toContainText(/2\s500/)
  const whole = ['included null', 'alternative 0', 'alternative 0', 'included null']
  await expect.poll(stored).toEqual(whole)

  await button('Retirer', /1\s000/).click()
  await expect(
    page.getByText(/Ligne retirée\s: «\s.*, 1\s000 ex\.\s»\s; «\s.*, 5\s000 ex\.\s» est retenu à sa place/),
  ).toBeVisible()
  await expect(quote.lines.nth(1)).toContainText(/Variante.*Au lieu de\s: .*, 5\s000 ex\./)
  await expect(quote.total).not.toHaveText(before!)
  await expect.poll(stored).toEqual(['included null', 'alternative 0', 'included null'])
  await page.locator('h1').click()
  await page.keyboard.press('Control+z')
  await expect(quote.lines.nth(1)).toContainText(/Au lieu de\s: .*, 1\s000 ex\./)
  await expect(quote.total).toHaveText(before!)
  await expect.poll(stored).toEqual(whole)

  // Outside of the total there are lines, and prices.
  await quote.lines
    .nth(3)
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.dialog.getByText('Option', { exact: true }).click()
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  for (const at of [2, 1, 0])
    await quote.lines
      .nth(at)
      .getByRole('button', { name: /^Retirer/ })
      .click()
  await expect(page.getByText('Aucune ligne n’est comprise dans le total')).toBeVisible()
})

test('an alternative is put under another line where it is set, and stays under its own where it is dropped elsewhere', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const other = flyers(2500, { role: 'alternative' })
  const id = await quote.openSaved(shell, service, { lines: [flyers(1000), design, other] })
  const stored = async () => {
    const { lines } = await service.call<{ lines: { name: string; alternativeTo: unknown }[] }>(
      'GET',
      `/quotes/${id}`,
    )
    return lines.map(({ alternativeTo }) => alternativeTo)
  }
  await expect(quote.lines.nth(2)).toContainText(/Au lieu de\s: Création graphique/)
  await quote.lines
    .nth(2)
    .getByRole('button', { name: /^Déplacer/ })
    .dragTo(quote.lines.nth(0))
  await expect(page.getByText(/La variante reste sous «\sCréation graphique\s»/)).toBeVisible()
  await quote.lines
    .nth(2)
    .getByRole('button', { name: /^Prix et réglages/ })
    .click()
  await quote.dialog.getByLabel('Au lieu de').selectOption({ label: await baseName(quote.dialog) })
  await quote.dialog.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(quote.lines.nth(1)).toContainText(/Au lieu de\s: .*, 1\s000 ex\./)
  await expect.poll(stored).toEqual([null, 0, null])
})

/** The name of the product among the lines that an alternative may stand for. */
const baseName = async (dialog: Locator) =>
  (await dialog.getByRole('option', { name: /1\s000/ }).textContent()) ?? ''

test('lines of one name are told apart, each at what the customer pays for it, where their prices moved or they are in the way', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const lines = [flyers(1000, { discount: '5' }), flyers(2500, { role: 'alternative' })]
  const id = await quote.openSaved(shell, service, { lines })
  await flyersAt(service, 5000)
  const moved = page.locator('#moved-prices').getByRole('listitem')
  await expect(moved).toHaveText(/, 1\s000 ex\./)
  const amounts = /[\d,]+\s€\s*→\s*[\d,]+\s€/
  const told = amounts.exec((await moved.textContent())!)![0]

  await shell.go('/devis/prix')
  const row = page.locator('li.quote').getByRole('listitem')
  await expect(row).toHaveText(/, 1\s000 ex\./)
  const reported = amounts.exec((await row.textContent())!)![0]
  expect(reported.replace(/\s/g, '')).toBe(told.replace(/\s/g, ''))

  await service.import({ format: 'comptoir-bundle/1', delais: [] })
  await quote.show(shell, id)
  await quote.sending.click()
  const obstacles = quote.dialog.getByRole('listitem').getByRole('button')
  await expect(obstacles).toHaveText([/, 1\s000 ex\.\s:/, /, 2\s500 ex\.\s:/])
})
