/** A service of one partner, and what a test does with its orders. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultDisplayLine, defaultLine } from '../partner/configurations.ts'
import { ADDRESS, Comptoir, until, type Json, type OutboxEntry } from './comptoir.ts'

export const SHAPE = { seed: 11, products: 4, families: 3 }
export const TIMEOUT_MS = 1_200
export const SETTLE_MS = 1_500

export let partner: RunningPartner
export let comptoir: Comptoir
/** what is ordered in the print area */
export let line: Json
let number = 0

export const catalogue = buildCatalogue(SHAPE)
const displayLine = () => defaultDisplayLine([...catalogue.families.values()][0]!)

/** Starts both for the tests of the file, each of which begins with a partner at its best. */
export function ordering(): void {
  beforeAll(async () => {
    partner = await startPartner(SHAPE)
    comptoir = new Comptoir({
      COMPTOIR_UPSTREAM_TIMEOUT_MS: `${TIMEOUT_MS}`,
      COMPTOIR_SETTLE_MS: `${SETTLE_MS}`,
    })
    await comptoir.setUpstream(partner)
    await comptoir.done(['sync'])
    await comptoir.makeToken()
    await comptoir.serve()
    await comptoir.hush()
    for (const product of catalogue.products.values()) {
      line = { ...defaultLine(product) }
      const cart = await comptoir.partner('POST', 'print/panier/', { lignes: [line] })
      if (cart.status === 200) break
    }
  })

  afterAll(async () => {
    await comptoir.end()
    await partner.stop()
  })

  beforeEach(async () => {
    await partner.clearFaults()
    await partner.offline(0)
    await partner.prices(1)
  })
}

/** From here on another product is ordered. */
export function orderAnother(): void {
  line = { ...defaultLine([...catalogue.products.values()].find(({ page }) => page.id !== line['produit'])!) }
}

const entries = async () => (await comptoir.desk<OutboxEntry[]>('GET', 'outbox')).body
export const statusOf = async (id: number, area = 'print') =>
  (await comptoir.partner<{ status: string }>('GET', `${area}/commande/${id}/`)).body.status
export const entryOf = async (id: number) => (await entries()).find((entry) => entry.order === id)
export const atPartner = async (devis: string) =>
  (await partner.orders()).filter(({ order }) => order.reference_client.startsWith(`${devis}-`))

/** Orders at our served API. */
export async function order(area: 'print' | 'display' = 'print', changes: Json = {}) {
  const devis = `T-${++number}`
  const body = {
    devis,
    adresse_livraison: ADDRESS,
    lignes: [{ ...(area === 'print' ? line : displayLine()), ...changes }],
  }
  const answer = await comptoir.partner<{ id: number; prix_fact_ht: number; reference_client: string }>(
    'POST',
    `${area}/panier/validate/`,
    body,
  )
  expect(answer, answer.text).toMatchObject({ status: 201 })
  expect(answer.body.reference_client, 'the user sees his own reference').toBe(devis)
  return { devis, id: answer.body.id, cents: answer.body.prix_fact_ht }
}

export const sent = (id: number, area = 'print') =>
  until(
    `order ${id} is sent`,
    () => statusOf(id, area),
    (status) => status === 'En attente de fichiers',
  )
export const inState = (id: number, state: string) =>
  until(
    `order ${id} is ${state}`,
    () => entryOf(id),
    (entry) => entry?.state === state,
  )
