/** What several partners beside each other need: ids in common, tokens of their own, lists that lag. */
import { afterEach, expect, it } from 'vitest'
import { buildCatalogue } from './catalogue.ts'
import { startPartner, type RunningPartner, type StartOptions } from './client.ts'
import { defaultLine } from './configurations.ts'
import type { Commande } from './wire.ts'

const SIZE = { products: 4, families: 3 }
const catalogue = buildCatalogue({ seed: 1, ...SIZE })
const address = { nom: 'Martin', adresse1: '3 rue des Lices', code_postal: '35000', ville: 'Rennes' }
const cart = {
  devis: 'Q',
  adresse_livraison: address,
  lignes: [defaultLine([...catalogue.products.values()][0]!)],
}

const started: RunningPartner[] = []
async function start(options: StartOptions): Promise<RunningPartner> {
  const partner = await startPartner({ seed: 1, ...SIZE, ...options })
  started.push(partner)
  return partner
}
afterEach(async () => {
  await Promise.all(started.splice(0).map((partner) => partner.stop()))
})

const list = async (partner: RunningPartner, token = partner.token): Promise<Commande[]> => {
  const headers = { authorization: `Token ${token}` }
  const answer = await fetch(`${partner.url}/0.2/print/commande/`, { headers })
  return (await answer.json()) as Commande[]
}

it('the same ids stand for other names, prices and days', () => {
  const other = buildCatalogue({ seed: 2, ids: 1, mark: '(B)', ...SIZE })
  for (const kind of ['products', 'families'] as const) {
    expect([...other[kind].keys()]).toEqual([...catalogue[kind].keys()])
  }
  const names = [...other.products.values()].map(({ page }) => page.nom)
  expect(names.every((name) => name.endsWith(' (B)'))).toBe(true)
  expect([...other.leadTimes]).not.toEqual([...catalogue.leadTimes])
})

it('each token has its own orders, and the requests say whose they are', async () => {
  const partner = await start({ otherTokens: ['autre'] })
  const made = await partner.send('POST', '/0.2/print/panier/validate/', cart)
  expect(made.status).toBe(201)
  expect(await list(partner)).toHaveLength(1)
  expect(await list(partner, 'autre')).toEqual([])
  expect(await partner.orders()).toMatchObject([{ account: 0, sent: cart }])
  const { requests } = await partner.requests()
  expect(requests.map(({ account }) => account)).toEqual([0, 0, 1])
  expect(JSON.parse(requests[0]!.body)).toEqual(cart)
})

it('a list that lags shows an order later', async () => {
  const partner = await start({})
  await partner.listLag(60_000)
  await partner.send('POST', '/0.2/print/panier/validate/', cart)
  expect(await list(partner)).toEqual([])
  await partner.listLag(0)
  expect(await list(partner)).toHaveLength(1)
})

it('a product is served and priced under its new number', async () => {
  const partner = await start({})
  const [line] = cart.lignes
  await partner.catalogue({ op: 'renumber', id: line!.produit, to: 30_000_000_000 })
  const price = (produit: number) => partner.send('POST', '/0.2/print/prix/', { ...line, produit })
  expect((await price(30_000_000_000)).status).toBe(200)
  expect((await price(line!.produit)).status).toBe(400)
  expect((await partner.send('GET', '/0.2/print/produit/30000000000/')).status).toBe(200)
})
