import { expect, test } from './fixtures.ts'

test('a French comma is a decimal point, and the area that is charged is shown', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/953')
  await configurator.chosenCell.waitFor()
  const width = configurator.field(/^Largeur/)
  const before = await configurator.chosenLeadTime.innerText()
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/prices'))
  await width.fill('1850,5')
  expect((await asked).postData()).toContain('"1850.5"')
  await expect(configurator.chosenLeadTime).not.toHaveText(before)
  await expect(configurator.options).toContainText(/Surface : [\d,]+ m²/)

  await width.fill('')
  await expect(configurator.options).toContainText('Cette valeur est nécessaire')
  await expect(width).toHaveAttribute('aria-invalid', 'true')
  await expect(configurator.problem).toBeVisible()
  await expect(configurator.add).toBeDisabled()
  await width.fill('12 cm')
  await expect(configurator.options).toContainText('Un nombre est attendu')
  await width.fill('900')
  await expect(configurator.problem).toBeHidden()
  await expect(configurator.add).toBeEnabled()
})

test('several visuals, each in its own quantity', async ({ page, shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.getByRole('button', { name: 'Ajouter un visuel' }).click()
  await expect(configurator.rowName(0)).toContainText('2 ×')
  await configurator.pick('Quantité du visuel 2', '500')
  await expect(configurator.rowName(0)).toContainText('+')
  // A cell sets every visual to its quantity.
  await configurator.cell(2, 1).click()
  await expect(configurator.chosenCell).toHaveCount(1)
  await expect(configurator.rowName(0)).toContainText('2 ×')
  await page.getByRole('button', { name: 'Retirer le visuel 2' }).click()
  await expect(configurator.rowName(0)).not.toContainText('×')
})

test('what may be left out and has a choice of that name is offered once', async ({
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/familles/1')
  await configurator.chosenCell.waitFor()
  await expect(configurator.variant('Sans finition')).toHaveCount(1)
  await expect(configurator.options.getByRole('radio', { checked: true })).not.toHaveCount(0)
})

test('a long list narrows as one types, without accents', async ({ shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.pick('Papier', 'recycle')
  await expect(configurator.options.getByRole('combobox', { name: 'Papier' })).toHaveValue(/Recyclé/)
})

test('a refused choice explains itself at its control', async ({ page, shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.route('**/api/prices', async (route) => {
    await route.fulfill({
      status: 400,
      json: {
        detail: 'Refusé',
        errors: [
          {
            path: '/variantes/1',
            code: 'variant_unavailable',
            message: 'Cette impression n’est plus proposée.',
          },
        ],
      },
    })
  })
  await configurator.choose('Recto quadri')
  const option = configurator.options.getByRole('group', { name: 'Impression' })
  await expect(option).toContainText('Cette impression n’est plus proposée.')
  await expect(configurator.add).toBeDisabled()
})

test('what a partner refuses without naming a field has no field before it', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  const errors = [
    { path: '/line/valeurs', code: 'upstream_refused', message: 'Valeurs refusées.' },
    { path: '', code: 'upstream_refused', message: 'Configuration refusée.' },
  ]
  await page.route('**/api/prices', (route) =>
    route.fulfill({ status: 400, json: { detail: 'Valeurs refusées. (+1)', errors } }),
  )
  await configurator.choose('Recto quadri')
  await expect(configurator.problem).toContainText('Valeurs refusées. Configuration refusée.')
  await expect(configurator.problem).not.toContainText('Quantité')
  await expect(configurator.summary).not.toContainText('Quantité')
  await expect(configurator.add).toBeDisabled()
})

test('a lead time that cannot be had says why, and cannot be added', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/familles/1')
  await configurator.chosenCell.waitFor()
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
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
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
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  await page.getByRole('heading', { name: 'Prix selon la quantité' }).scrollIntoViewIfNeeded()
  await expect(page.locator('.curve canvas')).toBeVisible()
  await page.getByRole('radio', { name: 'À l’unité', exact: true }).check({ force: true })
  await expect(configurator.chosenCell).toContainText(/0,0\d+/)
  await expect(page.locator('.curve canvas')).toBeVisible()
})

test('from a choice to its prices on the screen: marked for the benchmark', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
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
  await page.getByRole('heading', { name: 'Prix selon la quantité' }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Aucun prix à tracer')).toBeVisible()
  const cases = [(row: number) => (row === 2 ? 1250 : null), () => 0, () => 1250, () => 9e15]
  for (const [i, next] of cases.entries()) {
    cents = next
    await configurator.choose(i % 2 === 0 ? 'Recto quadri' : 'Recto-verso quadri')
    await expect(page.locator('.curve canvas')).toHaveCount(1)
  }
  const series = page.locator('.curve .u-legend .u-series')
  for (const i of [1, 2]) await series.nth(i).click()
  await expect(page.locator('.curve .u-legend .u-off')).toHaveCount(2)
  await expect(configurator.chosenLeadTime).toBeVisible()
})

test('a failure of the service: the prices stay, and another try is at hand', async ({
  page,
  shell,
  configurator,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
  const failing = (path: string) =>
    page.route(path, (route) =>
      route.fulfill({ status: 500, json: { detail: 'Erreur interne.', errors: [] } }),
    )
  await failing('**/api/prices')
  await configurator.choose('Recto quadri')
  await expect(configurator.problem).toContainText('Erreur interne.')
  await expect(configurator.add).toBeDisabled()
  await page.unroute('**/api/prices')
  await configurator.problem.getByRole('button', { name: 'Réessayer' }).click()
  await expect(configurator.problem).toBeHidden()
  await expect(configurator.add).toBeEnabled()

  // The grid by itself as well.
  await failing('**/api/price-matrix')
  await configurator.choose('Recto-verso quadri')
  await expect(configurator.problem).toContainText('Erreur interne.')
  await expect(configurator.add).toBeEnabled()
  await page.unroute('**/api/price-matrix')
  await configurator.problem.getByRole('button', { name: 'Réessayer' }).click()
  await expect(configurator.problem).toBeHidden()
})

test('a fault that is off the screen leads to its control', async ({ page, shell, configurator }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await shell.open()
  await shell.go('/produits/953')
  await configurator.chosenCell.waitFor()
  const width = configurator.field(/^Largeur/)
  await width.fill('')
  await expect(configurator.summary).toContainText('Largeur : Cette valeur est nécessaire')
  await configurator.problem.scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: /^Largeur :/ }).click()
  await expect(width).toBeFocused()
  await expect(width).toBeInViewport()
})

test('a wait is shown once it is felt: an answer before that changes nothing but the prices', async ({
  page,
  shell,
  configurator,
}) => {
  await page.clock.install()
  await shell.open()
  await shell.go('/produits/201')
  await configurator.chosenCell.waitFor()
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

test('twenty visuals stay within the grid and the form', async ({ page, shell, configurator }) => {
  await shell.open()
  await shell.go('/produits/101')
  await configurator.chosenCell.waitFor()
  const add = page.getByRole('button', { name: 'Ajouter un visuel' })
  for (let i = 1; i < 20; i++) await add.click()
  await expect(add).toBeHidden()
  await expect(configurator.matrix.locator('tr.chosen').getByRole('rowheader')).toContainText(/20 × [\d\s]+=/)
  await configurator.pick('Quantité du visuel 20', '1000')
  await expect(configurator.rowName(0)).toContainText('20 visuels')
  await expect(configurator.summary).toContainText('20 visuels')
  for (const width of [1280, 420]) {
    await page.setViewportSize({ width, height: 800 })
    // Names end where the first prices begin, and nothing widens the page.
    const [name, price] = [configurator.rowName(0), configurator.cell(0, 0)]
    const [left, right] = [await name.boundingBox(), await price.boundingBox()]
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x + 1)
    const { scrollWidth, clientWidth } = await name.evaluate((cell) => ({
      scrollWidth: cell.scrollWidth,
      clientWidth: cell.clientWidth,
    }))
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth + 1)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
})

test.describe('a line of a quote whose paper was withdrawn', () => {
  test.use({ stocked: false })
  const bundle = (papers: object[], more: object[]) => ({
    format: 'comptoir-bundle/1',
    delais: [{ id: 1, jours: 2 }],
    produits: [
      {
        id: 1,
        nom: 'Cartes',
        delais: [1],
        quantites: { range: false, available: [100, 200] },
        options: [{ id: 5, nom: 'Papier', type: 'variante', variantes: papers }, ...more],
      },
    ],
    tarifs: {
      print: [
        {
          produit: 1,
          delai_principal: 1,
          lecture: 'exacte',
          grille: [
            { quantite: 100, prix: '1000' },
            { quantite: 200, prix: '1500' },
          ],
        },
      ],
    },
  })

  test('opens with the paper named, the field marked, and no way to add it as it is', async ({
    page,
    shell,
    service,
    configurator,
  }) => {
    const [coated, kraft] = [
      { id: 51, nom: 'Couché 350 g' },
      { id: 52, nom: 'Kraft 300 g' },
    ]
    const varnish = { id: 6, nom: 'Vernis', type: 'variante', variantes: [{ id: 61, nom: 'Sélectif' }] }
    await service.import(bundle([coated, kraft], [varnish]))
    const line = { produit: 1, variantes: [52, 61], quantites_multiples: [100] }
    const { id } = await service.call<{ id: number }>('POST', '/quotes', {
      lines: [{ area: 'print', line, delai: 1 }],
    })
    await service.import(bundle([coated], []))
    await shell.open()
    await shell.go(`/devis/${id}`)
    await page.getByRole('link', { name: /^Modifier « Cartes/ }).click()
    await expect(configurator.options).toContainText('« Kraft 300 g » n’est plus proposé')
    await expect(configurator.options).toContainText('« Vernis : Sélectif » n’est plus proposé')
    await expect(configurator.add).toBeDisabled()
    await expect(configurator.summary).toContainText('« Kraft 300 g » n’est plus proposé')
    await configurator.choose('Couché 350 g')
    await expect(configurator.add).toBeEnabled()
    await configurator.add.click()
    await expect(page.getByText('Papier : Couché 350 g')).toBeVisible()
  })
})

test('what is left out is said in the words of its kind', async ({ shell, configurator }) => {
  await shell.open()
  await shell.go('/familles/1')
  await configurator.chosenCell.waitFor()
  await expect(configurator.options.getByRole('group', { name: 'Finition' })).toContainText('Sans finition')
  await expect(configurator.options).not.toContainText('Aucun')
})
