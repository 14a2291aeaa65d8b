/** Orders of several sources on the screens: who gets what, before it is ordered, on its way and ever after. */
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { mixedQuote, NORTH, SOUTH, sourceIds, test, type Entry } from './sources.ts'

const OWN = 'Nos tarifs'
const GONE = `${SOUTH}, retiré`
const own = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }

test('the dialog that orders says who gets which lines', async ({ page, shell, service, quote, south }) => {
  const made = await mixedQuote(service)
  await south.offline(600_000)
  const { id } = await service.call<{ id: number }>('POST', `/quotes/${made}/duplicate`)
  await shell.open()
  await shell.go(`/devis/${id}`)
  await quote.order.click()
  const parts = quote.dialog.getByRole('heading', { level: 3 })
  await expect(parts.filter({ hasText: OWN })).toContainText('1 ligne, qui reste chez nous')
  await expect(parts.filter({ hasText: NORTH })).toContainText('1 ligne, transmise à ce partenaire')
  await expect(parts.filter({ hasText: SOUTH })).toContainText('1 ligne, transmise à ce partenaire')
  const part = quote.dialog.locator('section').filter({ hasText: SOUTH })
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByRole('listitem')).toContainText('(sud)')
  // It is said who is away, and whose prices are remembered ones.
  await expect(part).toContainText('la transmission attend son retour')
  await expect(part.getByRole('listitem')).toContainText('Prix observé')
  await expect(quote.dialog.getByText('la transmission attend son retour')).toHaveCount(1)
  await expect(quote.dialog.getByText('Prix observé')).toHaveCount(1)
  await expect(quote.dialog.getByRole('listitem').first()).toContainText('Prix HT')
  await expect(quote.dialog.locator('.totals').getByRole('term')).toHaveText([
    'Total HT',
    'TVA 20 %',
    'Total TTC',
  ])

  // What waits says what it is.
  await quote.dialog.getByRole('button', { name: 'Commander' }).click()
  await expect(page).toHaveURL(/commandes\/1$/)
  const sent = page.getByRole('article').filter({ hasText: NORTH })
  await expect(sent.getByRole('list', { name: 'Lignes' })).toContainText('(nord)')
  await shell.go('/a-traiter')
  const waiting = page.getByRole('article').filter({ hasText: SOUTH })
  await expect(waiting.getByRole('list', { name: 'Lignes' })).toHaveText(/^\d[\d\s]* × .*\(sud\)/)
  await expect(waiting.getByRole('definition').first()).toHaveText('aucun')
})

test('where an order’s lines come from stays told when a partner is taken away', async ({
  page,
  shell,
  service,
  quote,
  south: _south,
}) => {
  const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines: [own] })
  await service.call('POST', `/quotes/${id}/order`)
  const kept = await mixedQuote(service)
  await service.call('POST', `/quotes/${await mixedQuote(service)}/order`)
  await shell.open()
  await shell.go('/commandes')
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows.nth(0).locator('.source')).toHaveText([OWN, NORTH, SOUTH].map((name) => new RegExp(name)))
  await expect(rows.nth(1).locator('.source')).toHaveText([new RegExp(OWN)])

  await service.call('DELETE', `/partners/${encodeURIComponent(SOUTH)}`)
  await page.reload()
  const filter = page.getByRole('combobox', { name: 'Source' })
  await expect(filter.locator('option')).toHaveText(['Toutes les sources', OWN, NORTH, GONE])
  await filter.selectOption(GONE)
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('.source').last()).toContainText(GONE)

  // The lines of a quote, too, tell whose they were.
  await shell.go(`/devis/${kept}`)
  await expect(quote.lines.locator('.source')).toHaveText([OWN, NORTH, GONE].map((name) => new RegExp(name)))
  // With the own tariffs alone left beside it, too.
  await service.call('DELETE', `/partners/${encodeURIComponent(NORTH)}`)
  await shell.go('/commandes')
  await expect(rows.nth(1).locator('.source')).toHaveText([new RegExp(OWN)])
  await expect(filter.locator('option')).toHaveText(['Toutes les sources', OWN, `${NORTH}, retiré`, GONE])
})

test('a decision leaves the keyboard on the screen', async ({ page, shell, service, north, south }) => {
  const settings = await service.call<object>('GET', '/settings')
  await service.call('PUT', '/settings', { ...settings, retryMs: 3_600_000 })
  const quotes = [await mixedQuote(service), await mixedQuote(service), await mixedQuote(service)]
  await south.offline(600_000)
  for (const quote of quotes) await service.call('POST', `/quotes/${quote}/order`)
  expect(await north.orders(3)).toHaveLength(3)
  await shell.open()
  await shell.go('/a-traiter')
  const cards = page.getByRole('article').filter({ hasText: SOUTH })
  await expect(cards).toHaveCount(3)
  const giveUp = async (
    button = cards.first().getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }),
  ) => {
    await button.focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Renoncer à la part de ${SOUTH}` })
      .focus()
    await page.keyboard.press('Enter')
  }
  await giveUp()
  await expect(cards).toHaveCount(2)
  await expect(page.getByRole('link', { name: /^Commande C000002/ })).toBeFocused()
  await cards.last().getByRole('button', { name: 'Réessayer' }).focus()
  await page.keyboard.press('Enter')
  await expect(shell.toast(`Les lignes destinées à ${SOUTH} repartent`)).toBeVisible()
  await expect(cards.last().locator(':focus')).toHaveCount(1)
  await giveUp(cards.last().getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }))
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^Commande C000002/ })).toBeFocused()

  await shell.go('/commandes/2')
  const card = page.getByRole('article').filter({ hasText: SOUTH })
  await giveUp(card.getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }))
  await expect(card).toContainText('Annulée')
  await expect(card.getByRole('heading')).toBeFocused()
  await shell.go('/a-traiter')
  await expect(page.getByText('Rien à traiter')).toBeVisible()
})

test('each cost that was accepted is its partner’s', async ({ page, shell, service, north, south }) => {
  const quote = await mixedQuote(service)
  for (const partner of [north, south]) await partner.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  for (const partner of [north, south]) {
    await partner.prices(1.5)
    await partner.offline(0)
  }
  await shell.open()
  await shell.go('/commandes/1')
  // Both have answered: the page stands still.
  await expect(page.getByRole('button', { name: /^Accepter ce coût/ })).toHaveCount(2)
  await expect(shell.banner).toBeHidden()
  const accept = async (name: string) => {
    const card = page.getByRole('article').filter({ hasText: name })
    await card.getByRole('button', { name: /^Accepter ce coût/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toHaveText(new RegExp(`HT, demandés par ${name} ?`))
    await expect(dialog).toContainText(`Les lignes destinées à ${name} partent aussitôt à ce coût`)
    await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
    await expect(shell.toast(`Les lignes destinées à ${name} repartent`)).toBeVisible()
  }
  await accept(SOUTH)
  await accept(NORTH)
  const terms = page.getByRole('region', { name: 'Coût pour la maison' }).getByRole('term')
  const of = (name: string) => [name, 'Coût HT d’abord', 'Demandé par le partenaire', /^Accepté le/]
  await expect(terms).toHaveText([...of(SOUTH), ...of(NORTH), 'Toute la commande', 'Coût HT', 'Marge HT'])
})

test('what is still paid for a part that was given up is said, until it is corrected', async ({
  page,
  shell,
  service,
  south,
}) => {
  const quote = await mixedQuote(service)
  await south.offline(600_000)
  await service.call('POST', `/quotes/${quote}/order`)
  const { lineCents } = await service.call<{ lineCents: number[] }>('GET', '/orders/1')
  const total = lineCents.reduce((sum, cents) => sum + cents, 0)
  const euros = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')
  await shell.open()
  await shell.go('/commandes/1')
  const action = `Renoncer à la part de ${SOUTH}`
  // What comes by itself moves the page, which a click would miss: one partner has its part, the other is away.
  await expect(shell.banner).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: NORTH })).toContainText('Chez le partenaire')
  await expect(page.getByRole('article').filter({ hasText: SOUTH })).toContainText('Prochain essai')
  await page.getByRole('button', { name: action }).click()
  await expect(page.getByRole('dialog')).toContainText(`${SOUTH} ne recevra pas ses lignes`)
  await expect(page.getByRole('dialog')).toContainText('Le total du client reste le même')
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
  const cost = page.getByRole('region', { name: 'Coût pour la maison' })
  await expect(cost).toContainText(
    new RegExp(`paie ${euros(total)}\\s€ HT, dont ${euros(lineCents[2]!)}\\s€ HT annulés`),
  )
  const struck = page.locator('.given-up')
  const name = (await struck.locator('strong').first().boundingBox())!
  const badge = (await struck.locator('.badge').boundingBox())!
  expect(badge.x - name.x - name.width).toBeGreaterThanOrEqual(4)
  const correct = cost.getByRole('button', { name: /^Faire payer/ })
  await expect(correct).toHaveClass(/primary/)
  await correct.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Changer son prix' }).click()
  await expect(shell.toast('Prix du client changé')).toBeVisible()
  await expect(page.locator('dl.totals')).toContainText(euros(total - lineCents[2]!))
  await expect(cost).not.toContainText('annulés')
  // The list of orders tells it apart, too.
  await shell.go('/commandes')
  await expect(page.locator('tbody .source').filter({ hasText: 'annulée' })).toContainText(SOUTH)
  await expect(page.locator('tbody .source s')).toHaveText([SOUTH])
})

test('products are found by their partner’s name, below those that are called so', async ({
  shell,
  service,
  catalogue,
  south: _south,
}) => {
  const [, , south] = await sourceIds(service)
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const theirs = entries.filter(({ source }) => source === south)
  await shell.open()
  await catalogue.search.fill('reliure')
  await expect(catalogue.rows.last().locator('.source')).toContainText(SOUTH)
  await expect(catalogue.rows.filter({ hasText: '(sud)' })).toHaveCount(theirs.length)
  const [word] = theirs[0]!.name.split(' ')
  await catalogue.search.fill(`${word} reliure`)
  await expect(catalogue.rows.first()).toContainText(word!)
  await expect(catalogue.rows.locator('.source').first()).toContainText(SOUTH)
})

test.describe('in an English browser', () => {
  test.use({ locale: 'en-GB' })

  test('lead times and transmissions read as elsewhere in English', async ({
    page,
    shell,
    service,
    quote,
    south,
  }) => {
    const id = await mixedQuote(service)
    await south.offline(600_000)
    await shell.open()
    await shell.go(`/devis/${id}`)
    await quote.order.click()
    await expect(quote.dialog.getByRole('listitem').first()).toContainText(/D\+\d/)
    await expect(quote.dialog).not.toContainText('J+')
    await expect(quote.dialog).toContainText('which stays in the shop')
    await quote.dialog.getByRole('button', { name: 'Order' }).click()
    await expect(page).toHaveURL(/commandes\/1$/)
    await expect(page.locator('tbody')).toContainText(/D\+\d/)
    await expect(page.locator('tbody')).not.toContainText('J+')
    const late = page.getByRole('article').filter({ hasText: SOUTH })
    await expect(late.getByRole('term').first()).toHaveText('Times sent')
    await expect(late.getByRole('definition').first()).toHaveText('never')
  })
})
