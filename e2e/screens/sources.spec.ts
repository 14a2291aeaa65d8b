/** Own tariffs and two partners on the screens: where each thing comes from, and what one partner's trouble does to the rest. */
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { mixedQuote, NORTH, SOUTH, sourceIds, test, type Entry } from './sources.ts'

const OWN = 'Nos tarifs'

test('one source alone: nothing on the screens names it', async ({ page, shell, service, catalogue }) => {
  const body = {
    lines: [{ area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }],
  }
  await service.call('POST', '/quotes', body)
  await shell.open()
  for (const path of ['/', '/produits/201', '/devis/1', '/commandes', '/a-traiter', '/reglages']) {
    await shell.go(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await expect(page.locator('.source')).toHaveCount(0)
    await expect(page.getByRole('combobox', { name: 'Source' })).toHaveCount(0)
  }
  await expect(page.getByText('Par source')).toHaveCount(0)
  await shell.go('/')
  await expect(catalogue.rows.first()).toBeVisible()
})

test('the catalogue says where each product comes from, and is filtered by it', async ({
  page,
  shell,
  service,
  catalogue,
  south: _south,
}) => {
  const [, north] = await sourceIds(service)
  await shell.open()
  const filter = page.getByRole('combobox', { name: 'Source' })
  await expect(filter.locator('option')).toHaveText([
    'Toutes les sources',
    `${OWN} (128)`,
    `${NORTH} (8)`,
    `${SOUTH} (8)`,
  ])
  await filter.selectOption(`${NORTH} (8)`)
  await expect(catalogue.rows).toHaveCount(8)
  await expect(catalogue.rows.locator('.source')).toHaveText(Array(8).fill(new RegExp(NORTH)))
  await expect(page).toHaveURL(new RegExp(`[?&]source=${north}`))

  // Found as it was left, by coming back and by the address alone.
  await catalogue.rows.first().click()
  await expect(page.locator('.options .source')).toContainText(NORTH)
  await page.getByRole('link', { name: 'Catalogue' }).first().click()
  await expect(catalogue.rows).toHaveCount(8)
  await page.goto(`${service.url}/#/?source=${north}&rayon=display`)
  await page.reload()
  await expect(catalogue.rows).toHaveCount(2)
  await expect(page.getByRole('radio', { name: /^PLV/ })).toBeChecked()
  await filter.selectOption('Toutes les sources')
  await expect(page).not.toHaveURL(/source=/)

  // Saved configurations are counted by what they are of.
  await catalogue.rows.first().click()
  await page.getByRole('button', { name: 'Enregistrer cette configuration' }).click()
  await page.keyboard.press('Enter')
  await expect(shell.toast('enregistrée')).toBeVisible()
  await page.getByRole('link', { name: 'Catalogue' }).first().click()
  await page.getByRole('radio', { name: /^Enregistrées/ }).check({ force: true })
  await expect(filter.locator('option').filter({ hasText: /\(1\)$/ })).toHaveCount(1)
})

test('an order of three sources: where each line comes from, and one transmission for each partner', async ({
  page,
  shell,
  service,
  quote,
  north,
  south,
}) => {
  const id = await mixedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.lines.locator('.source')).toHaveText([OWN, NORTH, SOUTH].map((name) => new RegExp(name)))
  await south.offline(600_000)
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  expect(await north.orders(1)).toHaveLength(1)

  const transmissions = page.getByRole('region', { name: 'Transmissions' }).getByRole('article')
  await expect(transmissions).toHaveCount(2)
  await expect(transmissions.first()).toContainText(`Transmission à ${NORTH}`)
  await expect(transmissions.first()).toContainText('partie 1 sur 2 chez des partenaires')
  await expect(transmissions.last()).toContainText(`Transmission à ${SOUTH}`)
  await expect(transmissions.last()).toContainText('À transmettre')
  // The order stands where the one furthest behind does.
  await expect(page.locator('.page-head .badge')).toHaveText('À transmettre')
  await expect(page.locator('.what .source')).toHaveText([OWN, NORTH, SOUTH].map((name) => new RegExp(name)))

  await shell.go('/a-traiter')
  await expect(page.getByRole('article')).toContainText([SOUTH])
  await expect(page.getByRole('article').filter({ hasText: SOUTH })).toContainText(
    'partie 2 sur 2 chez des partenaires',
  )

  // One asks another price: a person decides about it alone, and the other's part stays.
  await south.prices(1.4)
  await south.offline(0)
  await shell.go('/commandes/1')
  const late = transmissions.last()
  await expect(late.getByRole('button', { name: /^Accepter ce coût/ })).toBeVisible()
  await expect(transmissions.first().getByRole('button')).toHaveCount(0)
  await expect(page.locator('.page-head .badge')).toHaveText('À vérifier')
  await expect(shell.banner).toBeHidden()
  await late.getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('le reste de la commande continue')
  await dialog.getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }).click()
  await expect(shell.toast(`Part de ${SOUTH} abandonnée`)).toBeVisible()
  await expect(late).toContainText('Annulée')
  await expect(page.locator('.page-head .badge')).not.toHaveText(/Annulée|À vérifier/)
  expect(await south.orders()).toHaveLength(0)
})

test('orders by source, and what is on its way by partner', async ({
  page,
  shell,
  service,
  north: _north,
  south,
}) => {
  const own = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines: [own] })
  await service.call('POST', `/quotes/${id}/order`)
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  await shell.open()
  await shell.go('/commandes')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(2)
  await page.getByRole('combobox', { name: 'Source' }).selectOption(SOUTH)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('MIXTE-1')
  await expect(page).toHaveURL(/source=\d+/)
  await page.getByRole('combobox', { name: 'Source' }).selectOption(OWN)
  await expect(rows).toHaveCount(2)

  // The settings lead to what waits for one partner.
  await shell.go('/reglages/partenaires')
  const card = page.getByRole('article', { name: SOUTH })
  await card.getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(/partenaire=/)
  await expect(page.getByRole('combobox', { name: 'Partenaire' })).toHaveValue(SOUTH)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText(SOUTH)
})

test('mark-ups by source, between the general one and the products’ own', async ({
  page,
  shell,
  service,
  south: _south,
}) => {
  const [, north] = await sourceIds(service)
  await shell.open()
  await shell.go('/reglages')
  const markUps = page.locator('section', { has: page.getByRole('heading', { name: 'Majorations' }) })
  const percent = (name: string) => markUps.getByLabel(`${name} : Majoration, en %`)
  const rounding = (name: string) => markUps.getByLabel(`${name} : Arrondi`)
  await expect(rounding(NORTH)).toBeDisabled()
  await percent(NORTH).fill('abc')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(percent(NORTH)).toHaveAccessibleDescription(/nombre/)
  await percent(NORTH).fill('12,5')
  await rounding(NORTH).selectOption('ninety')
  await percent(OWN).fill('3')
  await percent(OWN).fill('')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await expect(shell.toast('Réglages enregistrés')).toBeVisible()
  const { markUps: saved } = await service.call<{ markUps: { sources: object[] } }>('GET', '/settings')
  expect(saved.sources).toEqual([{ source: north, percent: '12.5', rounding: 'ninety' }])
  await page.reload()
  await expect(percent(NORTH)).toHaveValue('12,5')
  await expect(percent(SOUTH)).toHaveValue('')

  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const { id, name } = entries.find(({ source, area }) => source === north && area === 'print')!
  // A product’s own begins with what applies to it until then, its source’s.
  await markUps.getByRole('combobox', { name: 'Produit à majoration propre' }).fill(name)
  await page.getByRole('option').filter({ hasText: name }).first().click()
  await markUps.getByRole('button', { name: 'Ajouter' }).click()
  const own = markUps.locator('[data-row]')
  await expect(own.getByRole('textbox')).toHaveValue('12,5')
  await expect(own.getByRole('combobox')).toHaveValue('ninety')
  await page.getByRole('button', { name: 'Enregistrer' }).click()
  await shell.go(`/produits/${id}`)
  await expect(page.getByText(/,90\s€/).first()).toBeVisible()

  // The mark-up of a partner that was taken away keeps its name.
  await service.call('DELETE', `/partners/${encodeURIComponent(NORTH)}`)
  await shell.go('/reglages')
  await expect(percent(`${NORTH}, retiré`)).toHaveValue('12,5')
})

test('one partner of two is away: it is named, and the other’s prices are as ever', async ({
  page,
  shell,
  service,
  north: _north,
  south,
}) => {
  await shell.open()
  const state = page.locator('header .state')
  await expect(state).toContainText('En ligne')
  await south.offline(600_000)
  await service.call('POST', `/partners/${encodeURIComponent(SOUTH)}/check`)
  await expect(state).toContainText(`1 sur 2 hors ligne : ${SOUTH}`)
  await expect(shell.banner).toContainText(`${SOUTH} : injoignable`)
  await expect(shell.banner).not.toContainText(NORTH)
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const ids = await sourceIds(service)
  const first = (source: number | undefined) =>
    entries.find((entry) => entry.source === source && entry.area === 'print')!
  await shell.go(`/produits/${first(ids[2]).id}`)
  await expect(page.locator('.options .source')).toContainText(`${SOUTH}, hors ligne`)
  await shell.go(`/produits/${first(ids[1]).id}`)
  await expect(page.locator('.options .source')).toHaveText(new RegExp(`${NORTH}$`))

  await south.offline(0)
  await service.call('POST', `/partners/${encodeURIComponent(SOUTH)}/check`)
  await expect(shell.banner).toBeHidden()
  await south.faults({ kind: '401', times: 1000 })
  await service.call('POST', `/partners/${encodeURIComponent(SOUTH)}/check`)
  await expect(state).toContainText(`Jeton à revoir : ${SOUTH}`)
  await expect(shell.banner).toContainText(`${SOUTH} : jeton manquant ou refusé`)
})
