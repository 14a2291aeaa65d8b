/** The configurator’s prices: lead times, the curve, waiting and failing. */
import { seriousFaultsInBothThemes } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a lead time that cannot be had says why, and cannot be added', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/familles/1')
  await configurator.choose('Tissu grey-back')
  const refused = configurator.leadTimes.filter({ hasText: /au moins 3 jours|demande au moins/ }).first()
  await expect(refused).toBeVisible()
  await refused.click()
  await expect(configurator.add).toBeDisabled()
  await expect(configurator.summary).toContainText('demande au moins')
  await page.keyboard.press('End')
  await expect(configurator.add).toBeEnabled()
})

test('only the newest answer is painted, and old prices stay until it comes', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const before = await configurator.chosenLeadTime.innerText()
  const held = Promise.withResolvers<null>()
  const late = Promise.withResolvers<null>()
  let first = true
  await page.route('**/api/prices', async (route) => {
    if (!first) return route.continue()
    first = false
    await held.promise
    // The page has given this question up by now: the browser may know no more of it.
    await route.continue().catch(() => undefined)
    late.resolve(null)
  })
  await configurator.choose('Recto quadri')
  await expect(configurator.chosenLeadTime).toHaveText(before, { useInnerText: true })
  await configurator.choose('BAT papier')
  await expect(configurator.chosenLeadTime).not.toHaveText(before, { useInnerText: true })
  const newest = await configurator.chosenLeadTime.innerText()
  held.resolve(null)
  await late.promise
  await expect(configurator.chosenLeadTime).toHaveText(newest, { useInnerText: true })
})

test('estimated and observed prices never look firm', async ({ page, shell, configurator }) => {
  const price = (label: string, days: number, status: string, more: object) => ({
    label,
    days,
    delai: null,
    status,
    priceCents: 12850,
    low: null,
    high: null,
    observedAt: null,
    message: '',
    ...more,
  })
  await page.route('**/api/prices', (route) =>
    route.fulfill({
      json: {
        leadTimes: [
          price('J+2', 2, 'firm', {}),
          price('J+4', 4, 'observed', { observedAt: '2026-11-03T10:00:00Z' }),
          price('J+6', 6, 'estimated', { low: 12700, high: 13010 }),
          price('J+9', 9, 'unavailable', { priceCents: null, message: 'Jamais demandé au partenaire.' }),
        ],
      },
    }),
  )
  await shell.open()
  await shell.go('/produits/201')
  const [firm, observed, estimated, unavailable] = [0, 1, 2, 3].map((i) => configurator.leadTimes.nth(i))
  await expect(firm!).not.toContainText('Estimation')
  await expect(observed!).toContainText('Prix observé')
  await expect(observed!).toContainText('3 nov. 2026')
  await expect(estimated!).toContainText('Estimation')
  // Known to the euro, in every amount that is computed from it.
  await expect(estimated!).toContainText(/≈ 129.€/)
  await expect(estimated!).toContainText(/≈ 154.€/)
  await expect(estimated!).toContainText(/≈ 0,\d+.€/)
  await expect(estimated!).toContainText(/entre 127.€ et 131.€/)
  await expect(unavailable!).toContainText('Jamais demandé au partenaire.')
  await estimated!.click()
  await expect(configurator.summary).toContainText('≈')
})

test('the curve is drawn once in sight, in total and for each piece', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  await configurator.view('Courbe')
  await expect(page.locator('.curve canvas')).toBeVisible()
  await page.getByRole('radio', { name: 'À l’unité', exact: true }).check({ force: true })
  await expect(page.locator('.curve canvas')).toBeVisible()
  await configurator.view('Grille')
  await expect(configurator.chosenCell).toContainText(/0,0\d+/)
})

test('from a choice to its prices on the screen: marked for the benchmark', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  await page.evaluate('performance.clearMarks()')
  await configurator.choose('Recto quadri')
  await expect
    .poll(() => page.evaluate('performance.getEntriesByName("comptoir:prices-painted").length'))
    .toBe(1)
  expect(await page.evaluate('performance.getEntriesByName("comptoir:option-click").length')).toBeGreaterThan(
    0,
  )
})

test('a product without any price says so, draws nothing and stays at hand', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/1020')
  await expect(configurator.leadTimes.first()).toContainText('aucun tarif pour ce produit')
  await expect(page.getByText('Aucun prix à ces quantités')).toBeVisible()
  await expect(configurator.matrix).toHaveCount(0)
  await expect(page.locator('.curve canvas')).toHaveCount(0)
  await expect(configurator.add).toBeDisabled()
  await page.getByRole('link', { name: 'Catalogue' }).first().click()
  await expect(page.getByRole('combobox', { name: 'Chercher un produit' })).toBeVisible()
})

test('the curve outlives quantities without a price, a price of nothing and hidden series', async ({
  page,
  shell,
  configurator,
}) => {
  const price = (label: string, priceCents: number | null) => ({
    label,
    days: Number(label.slice(2)),
    delai: null,
    status: priceCents === null ? 'unavailable' : 'firm',
    priceCents,
    low: null,
    high: null,
    observedAt: null,
    message: '',
  })
  const labels = ['J+2', 'J+4']
  let cents: (row: number) => number | null = () => null
  await page.route('**/api/prices', (route) =>
    route.fulfill({ json: { leadTimes: labels.map((label) => price(label, 1000)) } }),
  )
  await page.route('**/api/price-matrix', (route) => {
    const { quantities } = route.request().postDataJSON() as { quantities: number[][] }
    const rows = quantities.map((row, i) => ({
      quantities: row,
      leadTimes: labels.map((label) => price(label, cents(i))),
      message: '',
    }))
    return route.fulfill({ json: { rows } })
  })
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenLeadTime.waitFor()
  await configurator.view('Courbe')
  await expect(page.getByText('Aucun prix à tracer')).toBeVisible()
  const cases = [
    [(row: number) => (row === 2 ? 1250 : null), /^12,50/],
    [() => 0, /^0,00/],
    [() => 1250, /^12,50/],
    [() => 9e15, /^90\s000/],
  ] as const
  for (const [i, [next, shown]] of cases.entries()) {
    cents = next
    await configurator.choose(i % 2 === 0 ? 'Recto quadri' : 'Recto-verso quadri')
    await configurator.view('Grille')
    await expect(configurator.cell(2, 0)).toHaveText(shown)
    await configurator.view('Courbe')
    await expect(page.locator('.curve canvas')).toHaveCount(1)
  }
  const series = page.getByRole('button', { name: /^Courbe de J/ })
  for (const i of [0, 1]) await series.nth(i).click()
  await expect(page.getByRole('button', { name: /^Courbe de J/, pressed: false })).toHaveCount(2)
  await expect(configurator.chosenLeadTime).toBeVisible()
})

test('a chosen cell that has no price reads as one, and is read in both themes', async ({
  page,
  shell,
  configurator,
}) => {
  const price = (label: string, days: number, priceCents: number | null) => ({
    ...{ label, days, delai: null, low: null, high: null, observedAt: null, message: '' },
    ...{ status: priceCents === null ? 'unavailable' : 'firm', priceCents },
  })
  const leadTimes = [price('J+2', 2, null), price('J+4', 4, 1000)]
  await page.route('**/api/prices', (route) => route.fulfill({ json: { leadTimes } }))
  await page.route('**/api/price-matrix', (route) => {
    const { quantities } = route.request().postDataJSON() as { quantities: number[][] }
    return route.fulfill({
      json: { rows: quantities.map((row) => ({ quantities: row, leadTimes, message: '' })) },
    })
  })
  await configurator.open(shell, '/produits/201')
  await configurator.leadTimes.first().click()
  await expect(configurator.chosenCell).toHaveText('—')
  await expect(configurator.chosenCell).toHaveCSS('background-image', /gradient/)
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
})

test('a failure of the service: no price of another choice stands, and another try is at hand', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const failing = (path: string) =>
    page.route(path, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Erreur interne.', errors: [] } }),
    )
  await failing('**/api/prices')
  await configurator.choose('Recto quadri')
  await expect(configurator.problem).toContainText('Erreur interne.')
  await expect(configurator.add).toBeDisabled()
  await expect(configurator.chosenLeadTime).toContainText('Pas de prix pour ce choix pour l’instant.')
  await expect(page.locator('.board')).not.toContainText('€')
  expect(await seriousFaultsInBothThemes(page)).toEqual([])
  await page.screenshot({ path: test.info().outputPath('failed.png') })
  // Beside what is chosen now there is no amount of what was chosen before.
  await expect(configurator.summary).toContainText('en J+')
  await expect(configurator.summary).not.toContainText('€')
  await page.unroute('**/api/prices')
  await configurator.problem.getByRole('button', { name: 'Réessayer' }).click()
  await expect(configurator.problem).toBeHidden()
  await expect(configurator.add).toBeEnabled()
  await expect(configurator.summary).toContainText('€')

  // The grid by itself as well.
  await failing('**/api/price-matrix')
  await configurator.choose('Recto-verso quadri')
  await expect(configurator.problem).toContainText('Erreur interne.')
  await expect(configurator.add).toBeEnabled()
  await page.unroute('**/api/price-matrix')
  await configurator.problem.getByRole('button', { name: 'Réessayer' }).click()
  await expect(configurator.problem).toBeHidden()
})

test('the service is gone: another quantity has the prices of the grid, another choice has none', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  await configurator.cell(1, 0).locator('.figure').waitFor()
  const figure = (await configurator.cell(5, 0).locator('.figure').innerText()).trim()
  const gone = (path: string) => page.route(path, (route) => route.abort())
  await gone('**/api/prices')
  await gone('**/api/price-matrix')
  await configurator.cell(5, 0).click()
  await expect(configurator.problem).toContainText('ne répond pas')
  await expect(configurator.chosenCell).toContainText(figure)
  await expect(configurator.chosenLeadTime).toContainText(figure)
  await expect(configurator.add).toBeDisabled()
  await configurator.choose('Recto quadri')
  await expect(configurator.chosenLeadTime).toContainText('Pas de prix pour ce choix pour l’instant.')
  await expect(configurator.matrix).toHaveCount(0)
  await expect(page.locator('.prices')).not.toContainText('€')
  // It is back: so are the prices, by themselves.
  await page.unroute('**/api/prices')
  await page.unroute('**/api/price-matrix')
  await expect(configurator.chosenLeadTime).toContainText('€')
  await expect(configurator.matrix).toBeVisible()
})

test('prices of another choice are gone while an answer takes long', async ({
  page,
  shell,
  configurator,
}) => {
  await configurator.open(shell, '/produits/201')
  const held = Promise.withResolvers<null>()
  await page.route('**/api/prices', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await configurator.choose('Recto quadri')
  await expect(configurator.chosenLeadTime).toContainText('Pas de prix pour ce choix pour l’instant.')
  await expect(page.locator('.board')).not.toContainText('€')
  held.resolve(null)
  await expect(configurator.chosenLeadTime).toContainText('€')
  await expect(configurator.matrix).toBeVisible()
})

test('a wait is shown once it is felt: an answer before that changes nothing but the prices', async ({
  page,
  shell,
  configurator,
}) => {
  await page.clock.install()
  await configurator.open(shell, '/produits/201')
  const board = page.locator('.board')
  const held = Promise.withResolvers<null>()
  let hold = false
  await page.route('**/api/prices', async (route) => {
    if (hold) await held.promise
    await route.continue()
  })
  // From here on no time passes but what the test lets pass: at no speed of the machine is a wait felt.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const before = await configurator.chosenLeadTime.innerText()
  await page.evaluate(`window.waits = 0; new MutationObserver((all) => {
    for (const { target } of all) if (target.matches('.waiting, [aria-busy="true"], button:disabled')) window.waits++
  }).observe(document.querySelector('.prices'), { subtree: true, attributes: true })`)
  await configurator.choose('Recto quadri')
  await expect(configurator.chosenLeadTime).not.toHaveText(before, { useInnerText: true })
  expect(await page.evaluate('window.waits')).toBe(0)

  hold = true
  const asked = page.waitForRequest('**/api/prices')
  await configurator.choose('Recto-verso quadri')
  await asked
  await page.clock.runFor(79)
  await expect(board).toHaveAttribute('aria-busy', 'false')
  await expect(configurator.add).toBeEnabled()
  await page.clock.runFor(1)
  await expect(board).toHaveAttribute('aria-busy', 'true')
  await expect(configurator.add).toBeDisabled()
  held.resolve(null)
  await expect(configurator.chosenLeadTime).toHaveText(before, { useInnerText: true })
  await expect(board).toHaveAttribute('aria-busy', 'false')
})
