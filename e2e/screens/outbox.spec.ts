import type { RunningPartner } from '../partner/client.ts'
import { expect } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import { synced, test } from './partner.ts'
import type { DeskService } from './service.ts'

/** A quote for the first product that the partner prices as it stands, at a lead time whose id is known. */
async function pricedQuote(service: DeskService): Promise<number> {
  const { entries } = await service.call<{ entries: { area: string; id: number }[] }>('GET', '/catalogue')
  for (const { area, id } of entries) {
    if (area !== 'print') continue
    const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${id}`)
    const line = { area, line: defaultLine, delai: null }
    const quote = await service.call<{
      id: number
      totals: object | null
      lines: { delai: number | null }[]
    }>('POST', '/quotes', {
      reference: 'CMD-7',
      address: ADDRESS,
      lines: [line],
    })
    if (quote.totals && quote.lines[0]?.delai) return quote.id
    await service.call('DELETE', `/quotes/${quote.id}`)
  }
  throw new Error('The partner prices no product as it stands.')
}

const TERMS = ['Dernière synchronisation', 'Imprimés', 'PLV', 'Prix connus', 'À transmettre']

/** Orders while the partner is away, then lets it come back. */
async function orderedOffline(service: DeskService, partner: RunningPartner): Promise<void> {
  const id = await pricedQuote(service)
  await partner.offline(60_000)
  await service.call('POST', `/quotes/${id}/order`)
}

test('the partner is set and its catalogue fetched, with progress', async ({
  page,
  shell,
  catalogue,
  partner,
}) => {
  await shell.open()
  // The address that it had while there could be one alone.
  await shell.go('/reglages/partenaire')
  await expect(page).toHaveURL(/\/reglages\/partenaires$/)
  const card = page.getByRole('article')
  await expect(card).toContainText(partner.url)
  await expect(card).toContainText('En ligne')
  await expect(card.getByRole('term')).toHaveText(TERMS)
  await expect(card.getByRole('definition').nth(1)).toHaveText('30')
  await expect(card.getByRole('definition').nth(2)).toHaveText('4')
  await expect(page.getByRole('button', { name: 'Tout synchroniser' })).toHaveCount(0)
  await shell.go('/')
  await expect(catalogue.rows.first()).toHaveAttribute('aria-setsize', '34')
})

test('an order waits for the partner, says so, and goes out by itself', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  await orderedOffline(service, partner)
  await shell.open()
  await shell.go('/a-traiter')
  await expect(page.getByRole('heading', { name: 'En attente de transmission' })).toBeVisible()
  await expect(page.getByText('CMD-7')).toBeVisible()
  await partner.offline(0)
  expect(await partner.orders(1)).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'En attente de transmission' })).toBeHidden()
})

test('another price waits for a person, who sends at the new one', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  await orderedOffline(service, partner)
  await partner.prices(1.4)
  await shell.open()
  await shell.go('/a-traiter')
  await partner.offline(0)
  await expect(page.getByRole('heading', { name: 'Demande une décision' })).toBeVisible()
  await expect(page.getByText('Le partenaire demande maintenant un autre total')).toBeVisible()
  await expect(page.getByRole('link', { name: 'À traiter' })).toContainText('1')
  await expect(shell.banner).toBeHidden()
  await page.getByRole('button', { name: /^Accepter ce coût/ }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('Le prix du client ne change pas')
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  expect(await partner.orders(1)).toHaveLength(1)
  await expect(page.getByRole('heading', { name: 'Demande une décision' })).toBeHidden()
  await shell.go('/commandes/1')
  await expect(page.getByText('Coût HT d’abord')).toBeVisible()
  await expect(page.getByText(/^Accepté le/)).toBeVisible()
  await expect(page.getByText(/^livraison \S/)).toBeVisible()
  await expect(page.getByText('Net à payer')).toBeVisible()
})

test('an order whose cart cannot be read is not said to have been received', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  const id = await pricedQuote(service)
  await partner.faults({ path: 'print/panier/$', kind: 'malformed-json', times: 1000 })
  await service.call('POST', `/quotes/${id}/order`)
  await shell.open()
  await shell.go('/a-traiter')
  await expect(page.getByText('Cette commande n’a pas été envoyée')).toBeVisible()
  await expect(page.getByText('peut-être déjà reçu')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible()
  await expect(page.getByText(/la réponse du partenaire n’est pas du JSON lisible/)).toBeVisible()
})

test('another price waits for a person, who gives the order up', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  await orderedOffline(service, partner)
  await partner.prices(1.4)
  await partner.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  await expect(page.getByRole('heading', { name: 'Demande une décision' })).toBeVisible()
  await expect(shell.banner).toBeHidden()
  await page.getByRole('button', { name: 'Annuler la commande…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Elle ne sera pas envoyée au partenaire. Rien n’en sera fabriqué ni dû')
  await expect(dialog.getByRole('button', { name: 'Annuler', exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Donnez un motif')
  await dialog.getByLabel('Motif').fill('Prix monté')
  await dialog.getByRole('button', { name: 'Annuler la commande' }).click()
  await expect(shell.toast('Commande C000001 annulée')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await shell.go('/commandes/1')
  await expect(page.getByRole('region', { name: 'Histoire de la commande' })).toContainText(
    'Commande C000001 annulée : Prix monté',
  )
  await expect(page.getByText('Annulée').first()).toBeVisible()
  await expect(page.getByText('Net à payer')).toBeHidden()
  expect(await partner.orders()).toHaveLength(0)
})

test('what another counter gives up while its card has the keyboard says what became of it', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  await orderedOffline(service, partner)
  await partner.prices(1.4)
  await partner.offline(0)
  await shell.open()
  await shell.go('/a-traiter')
  await expect(page.getByRole('heading', { name: 'Demande une décision' })).toBeVisible()
  const giveUp = async () => {
    const [entry] = await service.call<{ id: string | number }[]>('GET', '/outbox')
    await service.call('POST', `/outbox/${entry!.id}/resolve`, { cancel: true, reason: 'Ailleurs' })
  }
  const button = page.getByRole('button', { name: 'Annuler la commande…' })
  await button.focus()
  await giveUp()
  await expect(shell.toast('C000001 : entre-temps, la transmission à')).toContainText(
    'est passée à « Annulée »',
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a number that the partner’s list does not show is told, put right, and seen', async ({
  page,
  shell,
  service,
  partner,
  people,
}) => {
  await synced(service)
  await service.call('POST', `/quotes/${await pricedQuote(service)}/order`)
  await partner.orders(1)
  await partner.listLag(3_600_000)
  await partner.faults({ method: 'POST', path: 'panier/validate/$', kind: 'drop-after-commit' })
  await service.call('POST', `/quotes/${await pricedQuote(service)}/order`)
  await shell.open()
  await shell.go('/a-traiter')
  const card = page.getByRole('article').filter({ hasText: 'C000002' })
  const number = card.getByLabel('N° chez le partenaire')
  await number.fill('999')
  await card.getByRole('button', { name: 'C’est cette commande' }).click()
  await expect(card).toContainText('ne montre pas le numéro 999')
  await expect(card.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
  await number.fill('998')
  await card.getByRole('button', { name: 'Corriger le numéro' }).click()
  await expect(card).toContainText('ne montre pas le numéro 998')
  // Nothing of it is offered to who may not decide.
  await people.set()
  await people.enter('Zoé Martin')
  await shell.go('/a-traiter')
  await expect(card).toContainText('ne montre pas le numéro 998')
  await expect(card.getByRole('button')).toHaveCount(0)
  await people.leave()
  await people.enter('Max')
  await shell.go('/a-traiter')
  await card.getByRole('button', { name: 'C’est vu' }).click()
  await expect(shell.toast('C’est noté')).toBeVisible()
  await expect(page.getByText('Rien à traiter')).toBeVisible()
  await shell.go('/commandes/2')
  await expect(page.getByText('Chez le partenaire', { exact: true }).locator('..')).toContainText('998')
})

test('what a partner has come to count for an order that it has is what that costs, once it is accepted', async ({
  page,
  shell,
  service,
  partner,
}) => {
  await synced(service)
  await service.call('POST', `/quotes/${await pricedQuote(service)}/order`)
  const { order } = (await partner.orders(1))[0]!
  await partner.status(order.id, 'En production', order.prix_fact_ht + 1000)
  await shell.open()
  await shell.go('/a-traiter')
  const card = page.getByRole('article')
  await expect(card).toContainText('+10,00 €')
  await expect(card.getByRole('button', { name: 'C’est vu' })).toBeVisible()
  await card.getByRole('button', { name: /^Accepter ce coût/ }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('devient ce que coûte la commande')
  await expect(dialog).toContainText('Le prix du client ne change pas')
  await page.screenshot({ path: test.info().outputPath('raised.png') })
  await dialog.getByRole('button', { name: /^Accepter ce coût/ }).click()
  await expect(page.getByText('Rien à traiter')).toBeVisible()
  await shell.go('/commandes/1')
  await expect(page.getByText('Coût HT d’abord')).toBeVisible()
  await expect(page.getByText(/^Accepté le/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Histoire de la commande' })).toContainText('accepté')
})
