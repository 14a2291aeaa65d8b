/** Turned to the customer: the same on every screen, with one way back, until it is turned again. */
import { seriousFaults } from './axe.ts'
import { ADDRESS, FLYERS } from './pages/quote.ts'
import { expect } from './fixtures.ts'
import { mixedQuote, NORTH, SOUTH, sourceIds, test, type Entry } from './sources.ts'

const INTERNAL = [
  '/tableau-de-bord',
  '/reglages',
  '/reglages/partenaires',
  '/a-traiter',
  '/devis/prix',
  '/avant-une-visite',
]
const CUSTOMERS = ['/clients', '/clients/import']

test('every screen is turned to the customer, and back, at one place', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  test.slow()
  const sources = await sourceIds(service)
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const product = entries.find(({ area, source }) => area === 'print' && source === sources[1])!
  await service.call('POST', `/quotes/${await mixedQuote(service)}/order`)
  const draft = await mixedQuote(service, sources.slice(1))
  const own = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  await service.call('POST', '/quotes', { address: ADDRESS, lines: [own] })
  const company = { name: 'Dupont', email: 'achats@dupont.fr', note: 'Paie en retard' }
  const { id: companyId } = await service.call<{ id: number }>('POST', '/companies', company)
  await service.call('POST', '/companies', { ...company, name: 'Autre client' })
  await north.prices(1.1)
  await south.offline(600_000)
  await service.call('POST', `/partners/${encodeURIComponent(SOUTH)}/check`)

  await shell.open()
  const everything = page.locator('body')
  await shell.go('/commandes/1')
  await expect(page.getByRole('region', { name: 'Transmissions' })).toBeVisible()
  await shell.go(`/devis/${draft}`)
  const moved = page.locator('#moved-prices')
  await expect(moved).toContainText('Reprendre les prix du jour')
  await expect(shell.banner).toBeVisible()
  await page.getByRole('button', { name: 'Vue client' }).click()
  const strip = page.getByText('Vue client : coûts, marges')
  await expect(moved).toHaveText('Prix à confirmer.')
  await expect(page.getByRole('main').getByText('Absorber')).toHaveCount(0)
  await expect(page.getByText('Le client se choisit hors de la vue client.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Client', exact: true })).toHaveCount(0)

  const shown = [`/devis/${draft}`, '/', `/produits/${product.id}`, '/commandes/1', `/clients/${companyId}`]
  for (const path of shown) {
    await shell.go(path)
    await expect(page.locator('h1').first()).toBeAttached()
    await expect(strip, path).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(everything, path).not.toContainText(NORTH)
    await expect(everything, path).not.toContainText(SOUTH)
    await expect(everything, path).not.toContainText(
      /Transmission|À transmettre|Transmise|Coût d’achat|Compte \(remise\)|prix qui ont changé|Note interne|Autre client/,
    )
    await expect(shell.banner, path).toHaveCount(0)
    // Prices that a partner is asked for anew are pale while they are.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect.poll(() => seriousFaults(page), { message: path }).toEqual([])
  }
  for (const path of INTERNAL) {
    await shell.go(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Masqué dans la vue client')
    await expect(strip, path).toBeVisible()
  }
  for (const path of CUSTOMERS) {
    await shell.go(path)
    await expect(page.getByRole('main'), path).toContainText(
      'La liste des clients ne se montre pas à un client.',
    )
  }
  // No customer is in hand: nobody's quotes and orders are shown.
  for (const path of ['/devis', '/commandes']) {
    await shell.go(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Masqué dans la vue client')
    await expect(page.getByRole('main'), path).toContainText('le devis en cours n’en nomme aucun')
  }
  await page.reload()
  await expect(strip).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Tout montrer' }).click()
  await expect(strip).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Masqué dans la vue client')
  await shell.go('/commandes/1')
  await expect(page.getByRole('region', { name: 'Transmissions' })).toBeVisible()
  await shell.go(`/clients/${companyId}`)
  await expect(page.getByLabel('Note interne')).toHaveValue(company.note)
})

test('a service that is away is told to whoever looks', async ({ page, shell, service, context }) => {
  const { id } = await service.call<{ id: number }>('POST', '/companies', { name: 'Menuiserie Kervella' })
  const quote = await service.call<{ id: number }>('POST', '/quotes', { companyId: id, lines: [] })
  await shell.open()
  await shell.go(`/devis/${quote.id}`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('vue client')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Vue client : coûts, marges')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Devis', exact: true }).click()
  await expect(shell.banner).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('Vue client : coûts, marges')).toBeHidden()
})

test('a line that has a price of its own is configured anew without the catalogue’s beside it', async ({
  page,
  shell,
  service,
  quote,
  configurator,
}) => {
  const fixed = { ...FLYERS, sale: { by: 'fixed', cents: 123400 } }
  await quote.openSaved(shell, service, { lines: [fixed, FLYERS] })
  await expect(quote.lines.first(), 'set apart from the price').toContainText(/\sprix fixé/)
  await page.getByRole('button', { name: 'Vue client' }).click()
  const edit = page.getByRole('link', { name: /^Modifier «/ })
  await edit.first().click()
  const prices = page.getByRole('region', { name: 'Prix par délai' })
  await expect(prices).toContainText('Le prix de cette ligne se lit sur le devis.')
  await expect(configurator.add).toBeEnabled()
  await expect(page.getByRole('main')).not.toContainText('€')
  expect(await seriousFaults(page)).toEqual([])
  await prices.getByRole('radio').last().check()
  await configurator.add.click()
  await expect(quote.lines.first()).toContainText('1 234,00')
  await expect(page.getByText(/Le prix a changé entre-temps/)).toHaveCount(0)

  await edit.last().click()
  await expect(configurator.chosenCell).toBeVisible()
  await page.goBack()
  await edit.first().click()
  await expect(configurator.add).toBeEnabled()
  await expect(configurator.chosenCell).toHaveCount(0)
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(configurator.chosenCell).toBeVisible()
})

test('lists and the search show what is the customer’s in hand, and say so', async ({
  page,
  shell,
  service,
}) => {
  const own = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  const quoteOf = async (name: string) => {
    const { id } = await service.call<{ id: number }>('POST', '/companies', { name })
    const body = { companyId: id, address: { ...ADDRESS, societe: name }, lines: [own], reference: 'Affiche' }
    const ordered = await service.call<{ id: number }>('POST', '/quotes', body)
    await service.call('POST', `/quotes/${ordered.id}/order`)
    return (await service.call<{ id: number }>('POST', '/quotes', body)).id
  }
  await quoteOf('Boulangerie Loulou')
  const mine = await quoteOf('Menuiserie Kervella')
  await shell.open()
  await shell.go(`/devis/${mine}`)
  await page.getByRole('button', { name: 'Vue client' }).click()
  for (const [path, rows] of [
    ['/devis', 2],
    ['/commandes', 1],
  ] as const) {
    await shell.go(path)
    await expect(page.locator('main tbody tr'), path).toHaveCount(rows)
    const main = page.getByRole('main')
    await expect(main, path).toContainText('Vue client : seulement ce qui est à Menuiserie Kervella.')
    await expect(main, path).not.toContainText('Loulou')
    expect(await seriousFaults(page), path).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`${rows}.png`) })
  }
  await page.keyboard.press('Control+k')
  const palette = shell.palette
  await palette.getByRole('combobox').fill('loulou')
  await expect(palette).toContainText('devis et commandes d’autres clients ne se cherchent pas')
  await expect(palette.getByRole('option')).toHaveCount(0)
  await palette.getByRole('combobox').fill('affiche')
  await expect(palette.getByRole('group', { name: 'Devis', exact: true }).getByRole('option')).toHaveCount(2)
  await expect(
    palette.getByRole('group', { name: 'Commandes', exact: true }).getByRole('option'),
  ).toHaveCount(1)
  await page.keyboard.press('Escape')
  await shell.go('/devis')
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await expect(page.locator('main tbody tr')).toHaveCount(4)
})
