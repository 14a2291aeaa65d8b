import { expect } from './fixtures.ts'
import { pricedProduct, synced, test } from './partner.ts'

test('the catalogue leaves out what nothing is known of, and tells what the partner has answered', async ({
  page,
  shell,
  service,
  catalogue,
  partner,
}) => {
  const head = page.locator('.list .head')
  await expect
    .poll(async () => (await service.call<{ products: number }>('GET', '/status')).products)
    .toBe(30)
  await shell.open()
  await catalogue.rows.first().waitFor()
  await expect(head).toContainText('Quantités')
  await expect(head).not.toContainText('Au plus tôt')
  await expect(head).not.toContainText('Plus bas prix')
  await expect(catalogue.rows.first()).not.toContainText('—')

  // Prices come in with a sync: the open list follows.
  await synced(service)
  expect((await partner.requests()).total).toBeGreaterThan(0)
  await expect(head).toContainText('Au plus tôt')
  await expect(head).toContainText('Plus bas prix')
  const told = catalogue.rows.filter({ hasText: 'Prix observé le' }).filter({ hasText: 'vu aujourd’hui' })
  await expect(told.first()).toContainText(/J\+\d/)
  await expect(told.first()).toContainText(/\d,\d\d.€/)
})

test('what the partner has answered on a product’s page is asked for on the way back to the list', async ({
  page,
  shell,
  service,
  catalogue,
  configurator,
  partner,
}) => {
  await synced(service)
  const product = await pricedProduct(service)
  await shell.open()
  await catalogue.rows.first().waitFor()
  const known = async () => (await service.call<{ pricePoints: number }>('GET', '/status')).pricePoints
  const before = await known()
  await page.evaluate(`location.hash = '/produits/${product}'`)
  await expect(configurator.chosenCell).toHaveClass(/firm/)
  expect((await partner.requests()).total).toBeGreaterThan(0)
  await expect.poll(known).toBeGreaterThan(before)
  const told = page.waitForResponse((response) => response.url().endsWith('/api/catalogue'))
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  expect((await told).ok()).toBe(true)
  await expect(catalogue.rows.first()).toBeVisible()
})

test('a partner that refuses the token is not said to be offline', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await shell.open()
  const state = page.locator('header .state')
  await expect(state).toContainText('En ligne')
  await partner.faults({ kind: '401', times: 1000 })
  await service.call('POST', `/partners/${encodeURIComponent(new URL(partner.url).host)}/check`)
  await expect(state).toContainText('Jeton refusé')
  await expect(shell.banner).toContainText('Le partenaire refuse le jeton')
})

test('online the line itself is firm in the grid; offline each price says where it comes from', async ({
  page,
  shell,
  service,
  configurator,
  quote,
  partner,
}) => {
  await synced(service)
  const product = await pricedProduct(service)
  await configurator.open(shell, `/produits/${product}`)
  await expect(configurator.chosenLeadTime).not.toContainText('Estimation')
  await expect(configurator.chosenCell).toHaveClass(/firm/)
  await partner.offline(600_000)
  await page.reload()
  await expect(configurator.chosenLeadTime).toContainText('Prix observé', { timeout: 30_000 })
  await expect(configurator.chosenCell).toHaveClass(/observed/)
  await expect(configurator.chosenCell).toContainText(/Prix observé le .*, aujourd’hui/)
  await expect(page.getByText('prix observé auparavant')).toBeVisible()

  // Who sends what it sells is told that nobody could ask.
  await configurator.add.click()
  await shell.go('/devis/courant')
  await quote.sending.click()
  await expect(quote.dialog).toContainText('n’a pas donné ses prix du jour : ce sont les derniers connus')
  await page.screenshot({ path: test.info().outputPath('away.png') })
  await page.keyboard.press('Escape')
  await shell.go(`/produits/${product}`)

  // It answers again: so does the page, by itself.
  await partner.offline(0)
  await expect(configurator.chosenCell).toHaveClass(/firm/)
  await expect(configurator.chosenLeadTime).not.toContainText('Prix observé')
})

test('a slow partner holds nothing back: what is known is shown at once, as that, and can be added; its answer replaces it', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  test.slow()
  await synced(service, 900)
  const product = await pricedProduct(service)
  await configurator.open(shell, `/produits/${product}`)
  await expect(configurator.chosenCell).toHaveClass(/firm/)
  const slow = () => partner.faults({ kind: 'delay', path: 'prix', ms: 8_000, times: 1000 })
  await slow()
  await page.reload()
  await expect(configurator.chosenLeadTime).toContainText('Prix observé', { timeout: 6_000 })
  await expect(page.locator('.asking')).toContainText('En attendant, ceux que l’on connaît.')
  await expect(configurator.add).toHaveAttribute('aria-disabled', 'false')
  await expect(configurator.chosenCell).toHaveClass(/firm/, { timeout: 20_000 })
  await expect(page.locator('.asking')).toBeEmpty()

  // Another quantity: no amount of the one before stands as its own meanwhile.
  await partner.clearFaults()
  await slow()
  const row = configurator.matrix.getByRole('row').last()
  const quantity = await row.getByRole('rowheader').innerText()
  await row.getByRole('gridcell').first().click()
  await expect(configurator.summary).toContainText(quantity)
  await expect(page.locator('.asking')).toContainText('Prix demandés')
  await expect(configurator.chosenLeadTime).toHaveClass(/observed|estimated/, { timeout: 6_000 })
  await expect(page.locator('.scroll.waiting, .ideas ul.outrun')).toHaveCount(0)
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('1 ligne', { timeout: 6_000 })
  await partner.clearFaults()
})

test('prices that are found to have moved are asked for in the whole grid, also before the customer', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const product = await pricedProduct(service)
  await configurator.open(shell, `/produits/${product}`)
  const cells = page.getByRole('grid').getByRole('gridcell')
  const amounts = async () =>
    (await cells.locator('.figure').allInnerTexts()).map((text) =>
      Number(text.replace(/[^\d,]/g, '').replace(',', '.')),
    )
  await expect(page.getByRole('grid')).not.toContainText(/≈|—/)
  const before = await amounts()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vue client')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vue client : coûts')).toBeVisible()
  await partner.prices(2)
  await cells.last().click()
  await expect.poll(async () => (await amounts()).every((amount, i) => amount > before[i]! * 1.5)).toBe(true)
})

test('prices of before the partner moved another of the product say so, and no idea is made of them', async ({
  page,
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service)
  const product = await pricedProduct(service)
  await configurator.open(shell, `/produits/${product}`)
  const grid = page.getByRole('grid')
  await expect(grid.locator('td.firm, td.observed').nth(8)).toBeVisible()
  await partner.prices(1.5)
  const { defaultLine: line } = await service.call<{ defaultLine: object }>('GET', `/products/${product}`)
  await service.call('POST', '/prices', { area: 'print', line })
  await partner.offline(600_000)
  await page.reload()
  await expect(configurator.chosenCell).toHaveClass(/observed/, { timeout: 30_000 })
  await expect(configurator.chosenCell).not.toContainText('avant un changement')
  const old = grid.locator('td', { hasText: 'avant un changement de prix' })
  await expect(old.first()).toBeVisible()
  await expect(page.locator('.legend')).toContainText('avant un changement de prix')
  await expect(page.locator('.ideas li')).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('moved.png') })
})

test('a product that nobody has chosen a lead time of opens at the cheapest', async ({
  shell,
  service,
  configurator,
  partner: _partner,
}) => {
  await synced(service)
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const found = []
  for (const { area, id } of entries) {
    if (area !== 'print' || found.length > 0) continue
    const { defaultLine: line } = await service.call<{ defaultLine: object }>('GET', `/products/${id}`)
    const { leadTimes } = await service.call<{ leadTimes: { label: string; priceCents: number | null }[] }>(
      'POST',
      '/prices',
      { area, line },
    )
    const priced = leadTimes.filter(({ priceCents }) => priceCents !== null)
    const [least] = priced.toSorted((a, b) => a.priceCents! - b.priceCents!)
    if (least && priced[0] !== least) found.push({ produit: id, least })
  }
  const { produit, least } = found[0]!
  await shell.open()
  await shell.go(`/produits/${produit}`)
  await expect(configurator.chosenLeadTime).toContainText(least.label)
})

test('offline a product opens at the nearest quantity that has a price, where the first has none', async ({
  shell,
  service,
  configurator,
  partner,
}) => {
  await synced(service, 0)
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const known: { produit: number; copies: number }[] = []
  for (const { area, id } of entries) {
    if (area !== 'print' || known.length > 0) continue
    const { product, defaultLine } = await service.call<{
      product: { quantites: { available?: number[] } }
      defaultLine: { quantites_multiples: number[] }
    }>('GET', `/products/${id}`)
    const first = defaultLine.quantites_multiples[0]!
    const copies = product.quantites.available?.find((each) => each > first)
    if (copies === undefined) continue
    const line = { ...defaultLine, quantites_multiples: [copies] }
    const answer = await service
      .call<{ leadTimes: { priceCents: number | null }[] }>('POST', '/prices', { area, line })
      .catch(() => null)
    if (answer?.leadTimes.some(({ priceCents }) => priceCents !== null)) known.push({ produit: id, copies })
  }
  const { produit, copies } = known[0]!
  await partner.offline(600_000)
  await shell.open()
  await shell.go(`/produits/${produit}`)
  await expect(configurator.chosenCell).toHaveClass(/observed/)
  await expect(configurator.summary).toContainText(copies.toLocaleString('fr-FR'))
})
