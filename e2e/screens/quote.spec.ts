import { expect, test } from './fixtures.ts'
import { ADDRESS, changeQuote } from './pages/quote.ts'
import type { DeskService } from './service.ts'

const flyers = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }

async function savedQuote(service: DeskService, more: object = {}): Promise<number> {
  const body = { reference: 'REF-1', address: ADDRESS, lines: [flyers], ...more }
  return (await service.call<{ id: number }>('POST', '/quotes', body)).id
}

test('what is written is saved by itself and survives a reload', async ({
  page,
  shell,
  configurator,
  quote,
}) => {
  await shell.open()
  await shell.go('/produits/201')
  await configurator.add.click()
  await shell.quoteChip.click()
  await quote.field('reference').fill('Salon 2026')
  await quote.field('societe').fill('Mairie de Sète')
  await expect(quote.saved).toBeVisible()
  await page.reload()
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  await shell.quoteChip.click()
  await expect(quote.field('reference')).toHaveValue('Salon 2026')
  await expect(quote.field('societe')).toHaveValue('Mairie de Sète')
  await expect(quote.lines).toHaveCount(1)
})

test('lines are edited, duplicated and removed', async ({ page, shell, service, configurator, quote }) => {
  const id = await savedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: /^Dupliquer «/ }).click()
  await expect(quote.lines).toHaveCount(2)

  await quote.lines
    .nth(1)
    .getByRole('link', { name: /^Modifier «/ })
    .click()
  await expect(page.getByText('Modification de la ligne 2')).toBeVisible()
  await configurator.choose('Recto quadri')
  await configurator.field('Repère de la ligne').fill('Stand B')
  await expect(configurator.add).toBeEnabled()
  await configurator.add.click()
  await expect(quote.lines.nth(1)).toContainText('Recto quadri')
  await expect(quote.lines.nth(1)).toContainText('Stand B')
  await expect(quote.lines.nth(0)).not.toContainText('Recto quadri')

  await quote.lines
    .nth(0)
    .getByRole('button', { name: /^Retirer «/ })
    .click()
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines.first()).toContainText('Stand B')
})

test('states follow each other; a sent quote is read only; a copy is a draft', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.send()
  await expect(page.getByText('Envoyé', { exact: true })).toBeVisible()
  await expect(quote.field('reference')).toBeDisabled()
  await expect(quote.field('societe')).toBeEnabled()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.evaluate('scrollTo(0, 0)')
  const copy = page.getByRole('button', { name: 'Copier aux prix du jour' })
  for (const seen of [quote.total, quote.order, copy]) await expect(seen).toBeInViewport({ ratio: 1 })
  const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox())!.y
  expect(await top('Marquer refusé'), 'two beside each other').toBe(await top('Marquer accepté'))
  await page.getByRole('button', { name: 'Marquer refusé' }).click()
  await quote.dialog.getByRole('button', { name: 'Marquer refusé' }).click()
  await expect(page.getByText('Refusé', { exact: true })).toBeVisible()
  await copy.click()
  await expect(quote.title).toContainText('Brouillon 2')
  await expect(quote.field('societe')).toBeEnabled()
  await expect(quote.lines).toHaveCount(1)
})

test('the customer’s discount and the address’s VAT show in the totals', async ({
  page,
  shell,
  service,
  quote,
}) => {
  await service.call('POST', '/customers', {
    name: 'Agence Calade',
    canOrder: true,
    discount: '10',
    products: null,
    families: null,
  })
  const id = await savedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByLabel('Compte (remise)').selectOption({ label: 'Agence Calade (−10 %)' })
  await expect(page.getByText('Remise grand compte')).toBeVisible()
  await quote.field('code_postal').fill('97110')
  await expect(page.getByText('TVA 8,5 %')).toBeVisible()
})

test('VAT that is rounded for each of several orders says so', async ({ page, shell, service, quote }) => {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  const { id: family } = entries.find(({ area }) => area === 'display')!
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/families/${family}`)
  const print = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  const lines = [print, { area: 'display', line: defaultLine, delai: null }]
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines })
  await shell.open()
  await shell.go(`/devis/${id}`)
  const rounded = 'arrondie pour chacune des 2 commandes'
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText(rounded)
  await quote.order.click()
  await expect(quote.dialog).toContainText(rounded)
  await page.keyboard.press('Escape')
  await quote.lines.last().getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByText('arrondie')).toHaveCount(0)
  const studio = { area: 'free', text: 'Maquette', quantity: 1, unitCents: 224 }
  await changeQuote(service, id, { lines: [print, studio] })
  const apart = 'arrondie séparément pour la commande et les prestations'
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText(apart)
  await quote.sending.click()
  await expect(quote.dialog).toContainText(apart)
  await page.keyboard.press('Escape')
  await changeQuote(service, id, { lines: [...lines, studio] })
  await page.getByRole('button', { name: 'Vue client' }).click()
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText(
    'arrondie séparément pour chacune des 2 commandes et pour les prestations',
  )
})

test('the order says what stays out of it, and shows the services that were sold with it: a column that adds up', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const account = { name: 'Compte', canOrder: true, discount: '12.5', products: null, families: null }
  const { id: customerId } = await service.call<{ id: number }>('POST', '/customers', account)
  const address = { ...ADDRESS, instructions: 'Sonner' }
  const text = 'Création graphique\ndeux propositions'
  const lines = [
    flyers,
    { ...flyers, role: 'alternative' },
    { area: 'free', text, quantity: 1, unitCents: 15_000, costCents: 6_000, discount: '10' },
  ]
  await quote.openSaved(shell, service, { lines, address, customerId, discount: { percent: '5' } })
  await quote.order.click()
  await expect(quote.dialog).toContainText('1 option ou variante non retenue')
  await expect(quote.dialog).toContainText(/Prestations.*Création graphique\s*128,25/)
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  const column = [
    ...[
      'Lignes HT20,66',
      '−2,58',
      'Total HT18,08',
      '3,62',
      'Total TTC21,70',
      '150,00',
      'après remises128,25',
    ],
    ...['−16,03', 'Prestations HT112,22', '22,44', 'Prestations TTC134,66', 'prestations comprises156,36'],
    'Net à payer156,36',
  ]
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText(new RegExp(column.join('.*'), 's'))
  const cost = page.getByRole('region', { name: 'Coût pour la maison' })
  await expect(cost).toContainText(/produits21,75.*prestations60,00.*Coût HT81,75.*Marge HT48,55/s)
  await expect(page.getByText('Sonner')).toHaveCount(1)
  await shell.go('/commandes')
  await expect(page.getByRole('row', { name: /^C000001/ })).toContainText(/130,30.*156,36/)
})

test('a line that the catalogue no longer has says so, in the quote and in the list', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.order).toBeEnabled()
  await service.import({ format: 'comptoir-bundle/1', delais: [] })
  await expect(quote.lines.first()).toContainText('n’existe pas')
  await expect(quote.order).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('#order-blocker')).toContainText('« Flyers A7')
  await expect(quote.lines.first()).toContainText(/[\d,]+\s€Plus de prix/)
  const totals = page.getByRole('region', { name: 'Totaux' })
  await expect(totals).toContainText('Le total viendra quand chaque ligne aura un prix.')
  await expect(totals).not.toContainText('€')
  await shell.go('/devis')
  await expect(quote.lines.first()).toContainText('À revoir')
  await expect(quote.lines.first()).not.toContainText('€')
})

test('a quote that is open changes its words with the language of the screens', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await service.import({ format: 'comptoir-bundle/1', delais: [] })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(quote.lines.first()).toContainText('« Flyers A7')
  await expect(quote.lines.first()).toContainText('n’existe pas')
  await page.getByRole('link', { name: 'Réglages' }).click()
  await page.getByRole('radio', { name: 'English' }).check({ force: true })
  await shell.quoteChip.click()
  await expect(quote.lines.first()).toContainText('“Flyers A7')
  await expect(quote.lines.first()).toContainText('does not exist')
  await expect(page.locator('main')).not.toContainText('n’existe pas')
})

test('a quote with an estimate is indicative, and says why it cannot be ordered', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  await page.route(`**/api/quotes/${id}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as {
      indicative: boolean
      uncertainty: number
      obstacles: object[]
      lines: { price: object }[]
    }
    body.indicative = true
    body.uncertainty = 400
    const message = 'Un prix estimé ne se commande pas : il faut d’abord un prix ferme.'
    body.obstacles = [{ path: '/lines/0', code: 'price_estimated', stops: 'order', message }]
    Object.assign(body.lines[0]!.price, { status: 'estimated', low: 2000, high: 2400 })
    await route.fulfill({ response, json: body })
  })
  await shell.open()
  await shell.go(`/devis/${id}`)
  await expect(page.getByText('Devis indicatif')).toBeVisible()
  await expect(quote.lines.first()).toContainText('Estimation')
  await expect(quote.order).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Un prix estimé ne se commande pas')).toBeVisible()
  await expect(quote.total).toContainText('≈')
  await expect(shell.quoteChip).toContainText('≈')
})

test('of a line that only has no price while its source is away nothing is offered in the place of what is there', async ({
  page,
  shell,
  service,
  quote,
}) => {
  const id = await savedQuote(service)
  const message = 'Le partenaire est injoignable.'
  await page.route(`**/api/quotes/${id}/order`, (route) =>
    route.fulfill({
      status: 400,
      json: { detail: message, errors: [{ path: '/lignes/0', code: 'price_unavailable', message }] },
    }),
  )
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(quote.lines.first()).toContainText(message)
  await expect(quote.lines.first().getByRole('link', { name: /^Modifier «/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Remplacer ce qui manque/ })).toHaveCount(0)
})

test('the list searches and filters', async ({ page, shell, service, quote }) => {
  await savedQuote(service, { reference: 'Salon du livre' })
  const sent = await savedQuote(service, { reference: 'Vitrine' })
  await service.call('PUT', `/quotes/${sent}/state`, { state: 'sent' })
  await shell.open()
  await shell.go('/devis')
  await expect(quote.lines).toHaveCount(2)
  await page.getByRole('searchbox').fill('salon')
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines.first()).toContainText('Salon du livre')
  await page.getByRole('searchbox').fill('')
  await page.getByLabel('État').selectOption('sent')
  await expect(quote.lines).toHaveCount(1)
  await expect(quote.lines.first()).toContainText('Vitrine')
})

test('a draft is deleted after a question', async ({ page, shell, service, quote }) => {
  const id = await savedQuote(service)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await page.getByRole('button', { name: 'Supprimer' }).click()
  await quote.dialog.getByRole('button', { name: 'Supprimer' }).click()
  await expect(page.getByRole('heading', { name: 'Aucun devis' })).toBeVisible()
})

test('a new quote that was made, though no answer came, takes what was added since', async ({
  page,
  shell,
  service,
  configurator,
}) => {
  await configurator.open(shell, '/produits/203')
  let [lost, away] = [false, false]
  await page.route('**/api/**', (route) => (away ? route.abort() : route.fallback()))
  await page.route('**/api/quotes', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    ;[lost, away] = [true, true]
    await route.fetch()
    await route.abort()
  })
  await configurator.add.click()
  await expect(shell.toast('Pas encore enregistré')).toBeVisible()
  await configurator.add.click()
  await expect(shell.quoteChip).toContainText('2 lignes')
  away = false
  await expect(shell.quoteChip).toContainText('Brouillon 1')
  await expect(shell.quoteChip).toContainText('2 lignes')
  expect(await service.call('GET', '/quotes/1')).toMatchObject({ lines: [{}, {}] })
})
