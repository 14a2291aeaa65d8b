/** Carts of many lines at a partner, and who leaves before they are answered. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine } from '../partner/configurations.ts'
import { ADDRESS, Comptoir } from './comptoir.ts'

const SHAPE = { seed: 1, products: 12, families: 2 }
const products = [...buildCatalogue(SHAPE).products.values()]
let partner: RunningPartner
let comptoir: Comptoir

beforeAll(async () => {
  partner = await startPartner(SHAPE)
  comptoir = new Comptoir({ COMPTOIR_UPSTREAM_RATE: '1000' })
  await comptoir.setUpstream(partner)
  await comptoir.done(['sync'])
  await comptoir.makeToken()
  await comptoir.serve()
  await comptoir.hush()
})
afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})

const truth = async (path: string, body: unknown) =>
  (await (await partner.send('POST', `/0.2/print/${path}`, body)).json()) as Record<
    string,
    { PrixHT: string }
  >
const cartOf = (lignes: unknown[]) => ({ devis: 'D', adresse_livraison: ADDRESS, lignes })

it('what no price shows the lead time of takes no more requests for a hundred lines than for three', async () => {
  let told = 0
  for (const product of products) {
    const line = defaultLine(product)
    const prices = Object.values(await truth('prix/', line)).map(({ PrixHT }) => PrixHT)
    // Two lead times of one price: none of them can be told to be the main one.
    if (new Set(prices).size === prices.length) continue
    const { quantites } = product.page
    const quantities = quantites.range ? line.quantites_multiples : quantites.available.slice(0, 4)
    const lignes = Array.from({ length: 100 }, (_, i) => ({
      ...{ ...line, label: `Ligne ${i}` },
      quantites_multiples: line.quantites_multiples.map(() => quantities[i % quantities.length]!),
    }))
    const { prix_ht } = (await truth('panier/', cartOf(lignes))) as unknown as { prix_ht: number }
    await partner.clearRequests()
    const answer = await comptoir.partner<{ prix_ht: number }>('POST', 'print/panier/', cartOf(lignes))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.prix_ht).toBe(prix_ht)
    // Of each that is tried its prices, and its cart; then the cart of the others.
    expect((await partner.requests()).total).toBeLessThanOrEqual(8)
    told += 1
  }
  expect(told).toBeGreaterThan(0)
})

it('with a fault that is seen here no line is asked for by itself', async () => {
  const [product] = products
  const line = defaultLine(product!)
  const lignes = [
    ...Array.from({ length: 30 }, (_, i) => ({ ...line, label: `${i}` })),
    { ...line, variantes: [1] },
  ]
  await partner.clearRequests()
  for (const path of ['print/panier/', 'print/panier/validate/'] as const) {
    const answer = await comptoir.partner<{ errors: { path: string }[] }>('POST', path, cartOf(lignes))
    expect(answer.status, answer.text).toBe(400)
    expect(new Set(answer.body.errors.map((error) => error.path.split('/')[2]))).toEqual(new Set(['30']))
  }
  // One cart tells what the partner alone knows to be wrong.
  expect((await partner.requests()).total).toBeLessThanOrEqual(8)
})

it('ends while a price is asked for somebody who has left', async () => {
  const [product] = products
  await partner.clearRequests()
  await partner.faults({ path: 'prix/', kind: 'delay', ms: 60_000, times: 50 })
  const left = new AbortController()
  const answer = fetch(`${comptoir.url}/0.2/print/panier/`, {
    method: 'POST',
    signal: left.signal,
    headers: { authorization: `Token ${comptoir.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(cartOf([defaultLine(product!)])),
  })
  await partner.requests(1)
  left.abort()
  await expect(answer).rejects.toThrow()
  expect(await comptoir.stop()).toBe(0)
  expect(comptoir.log).not.toContain('not open')
})
