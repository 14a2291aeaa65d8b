import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultDisplayLine, defaultLine } from '../partner/configurations.ts'
import { ADDRESS, Comptoir, until } from './comptoir.ts'

// A rep's machine takes from the shop's, which takes from the partner: the protocol is the same.
const SHAPE = { seed: 51, products: 4, families: 2 }

let partner: RunningPartner
let shop: Comptoir
let rep: Comptoir

beforeAll(async () => {
  partner = await startPartner(SHAPE)
  shop = new Comptoir()
  rep = new Comptoir()
  await shop.setUpstream(partner)
  await shop.done(['sync'])
  await shop.makeToken()
  await shop.serve()
  await shop.hush()
  await rep.setUpstream(shop)
  await rep.done(['sync'])
  await rep.makeToken()
  await rep.serve()
  await rep.hush()
})
afterAll(async () => {
  await rep.end()
  await shop.end()
  await partner.stop()
})

const catalogue = buildCatalogue(SHAPE)

it('shows the same catalogue', async () => {
  for (const path of ['print/produit/', 'display/famille/']) {
    expect((await rep.partner('GET', path)).body).toEqual((await shop.partner('GET', path)).body)
  }
})

it.each([
  ['print', defaultLine([...catalogue.products.values()][0]!)],
  ['display', defaultDisplayLine([...catalogue.families.values()][0]!)],
] as const)('hands an order of the %s area on to the end', async (area, line) => {
  const prices = await partner.send('POST', `/0.2/${area}/prix/`, line)
  expect((await rep.partner('POST', `${area}/prix/`, line)).body).toEqual(await prices.json())
  const body = { devis: `Chaîne-${area}`, adresse_livraison: ADDRESS, lignes: [line] }
  const order = await rep.partner<{ id: number; prix_fact_ht: number }>(
    'POST',
    `${area}/panier/validate/`,
    body,
  )
  expect(order.status, order.text).toBe(201)
  const [made] = await until(
    'the partner has it',
    () => partner.orders(),
    (orders) =>
      orders.some(({ order: { reference_client } }) => reference_client.startsWith(`Chaîne-${area}`)),
  ).then((orders) => orders.filter(({ area: where }) => where === area))
  expect(made!.order.prix_fact_ht).toBe(order.body.prix_fact_ht)
  expect(made!.order.reference_client, 'a suffix of each').toMatch(/^Chaîne-\w+-[0-9a-f]{10}-[0-9a-f]{10}$/)
  await partner.status(made!.order.id, 'En production')
  await until(
    'the status comes back through both',
    () => rep.partner<{ status: string }>('GET', `${area}/commande/${order.body.id}/`),
    ({ body: { status } }) => status === 'En production',
  )
  expect(await partner.orders()).toHaveLength(area === 'print' ? 1 : 2)
})
