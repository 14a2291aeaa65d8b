/** Giving up a partner's part: of an order that goes on without it, and of one that ends with it. */
import { seriousFaults } from './axe.ts'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { mixedQuote, NORTH, pricedLine, SOUTH, sourceIds, test, type Entry } from './sources.ts'

const FREE = { area: 'free', text: 'Pose sur place', quantity: 1, unitCents: 10_000 }
const OWN = { area: 'print', delai: null, line: { produit: 201, quantites_multiples: [1000] } }

test('what is told is what becomes of the order: the rest goes on, or its services do with another', async ({
  page,
  shell,
  service,
  south,
}) => {
  const [, , third] = await sourceIds(service)
  const partners = await pricedLine(service, third!)
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  const family = entries.find(({ area, source }) => area === 'display' && source !== third)!
  const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/families/${family.id}`)
  const display = { area: 'display', delai: null, line: defaultLine }
  await south.offline(600_000)
  for (const lines of [
    [OWN, partners, FREE],
    [partners, display, FREE],
  ]) {
    const { id } = await service.call<{ id: number }>('POST', '/quotes', { address: ADDRESS, lines })
    await service.call('POST', `/quotes/${id}/order`)
  }
  await shell.open()
  await shell.go('/commandes/1')
  const dialog = page.getByRole('dialog')
  const card = page.getByRole('article').filter({ hasText: SOUTH })
  await card.getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }).click()
  await expect(dialog).toContainText('le reste de la commande continue')
  await dialog.getByRole('button', { name: `Renoncer à la part de ${SOUTH}` }).click()
  await expect(shell.toast(`Part de ${SOUTH} abandonnée`)).toBeVisible()
  await expect(page.getByText('Net à payer')).toBeVisible()

  await shell.go('/a-traiter')
  await page.setViewportSize({ width: 820, height: 1180 })
  await card.getByRole('button', { name: 'Annuler la commande…' }).click()
  await expect(
    dialog.getByRole('checkbox', { name: /restent dues, avec la commande C000003.*Pose sur place/ }),
  ).toBeChecked()
  expect(await seriousFaults(page, 'dialog')).toEqual([])
  await dialog.getByLabel('Motif').fill('Prix monté')
  await dialog.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await shell.go('/commandes/2')
  await expect(page.getByText('sans les prestations, passées à la commande C000003')).toBeVisible()
  await shell.go('/commandes/3')
  await expect(page.getByRole('region', { name: 'Totaux' })).toContainText('Pose sur place')
})

test('what another counter decides takes the question away, says what has changed, and leaves the keyboard on the screen', async ({
  page,
  shell,
  service,
  north,
  south,
}) => {
  const [, ...partners] = await sourceIds(service)
  const quotes: number[] = []
  for (const sources of [partners, [partners[0]!], [partners[1]!]])
    quotes.push(await mixedQuote(service, sources))
  for (const partner of [north, south]) await partner.offline(600_000)
  for (const quote of quotes) await service.call('POST', `/quotes/${quote}/order`)
  const entries = await service.call<{ id: string | number; order: number; partner: string }[]>(
    'GET',
    '/outbox',
  )
  const giveUp = (order: number, partner: string) => {
    const { id } = entries.find((entry) => entry.order === order && entry.partner === partner)!
    return service.call('POST', `/outbox/${id}/resolve`, { cancel: true, reason: 'Ailleurs' })
  }
  await shell.open()
  await shell.go('/commandes/1')
  const dialog = page.getByRole('dialog')
  const card = page.getByRole('article').filter({ hasText: `Transmission à ${NORTH}` })

  // Another part goes: what is left of the order ends with this one.
  await card.getByRole('button', { name: `Renoncer à la part d’${NORTH}` }).click()
  await expect(dialog).toContainText('le reste de la commande continue')
  await giveUp(1, SOUTH)
  await expect(dialog).toBeHidden()
  await expect(shell.toast('Commande C000001 : ce qu’il en reste a changé entre-temps')).toBeVisible()
  const ask = card.getByRole('button', { name: 'Annuler la commande…' })
  await expect(ask).toBeFocused()

  // What the customer is to pay is changed there.
  const cost = page.getByRole('region', { name: 'Coût pour la maison' })
  await cost.getByRole('button', { name: /^Faire payer/ }).click()
  await expect(dialog).toBeVisible()
  await service.call('POST', '/orders/1/reprice')
  await expect(dialog).toBeHidden()
  await expect(shell.toast('C000001 : entre-temps, le prix du client a changé. Il paie')).toBeVisible()
  await expect(cost.getByRole('heading')).toBeFocused()

  // This one goes, while a reason is typed.
  await ask.click()
  await dialog.getByLabel('Motif').fill('Prix monté')
  await giveUp(1, NORTH)
  await expect(dialog).toBeHidden()
  await expect(shell.toast(`la transmission à ${NORTH} est passée à « Annulée »`)).toBeVisible()
  await expect(card.getByRole('heading')).toBeFocused()

  // Where the card itself goes the keyboard is at the next one.
  await shell.go('/a-traiter')
  await page
    .getByRole('article')
    .filter({ hasText: NORTH })
    .getByRole('button', { name: 'Annuler la commande…' })
    .click()
  await dialog.getByLabel('Motif').fill('Prix monté')
  await giveUp(2, NORTH)
  await expect(dialog).toBeHidden()
  await expect(shell.toast(`Commande C000002 : entre-temps, la transmission à ${NORTH}`)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Commande C000003/ })).toBeFocused()
})
