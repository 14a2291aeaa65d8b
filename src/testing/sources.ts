/** The service with own tariffs and partners in memory, each with its own ids, prices and orders. */
import { onTestFinished, vi } from 'vitest'
import type { Famille } from '../domain/display/family.ts'
import type { Produit } from '../domain/print/product.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError, type RefusedPlace } from '../upstream/errors.ts'
import { world } from './app.ts'

/** A partner of one product and one family, both with id 1; what a cart of it costs, and what it was asked. */
export class MemoryPartner {
  readonly asked: { readonly what: string; readonly body: unknown }[] = []
  online = true
  /** it answers, and does not work */
  fails = false
  /** its answers wait for that */
  held: Promise<void> | null = null
  /** what it says of the lines of a cart that it refuses */
  refused: RefusedPlace[] = []
  refusesCarts = false
  readonly cents: number

  constructor(cents: number) {
    this.cents = cents
  }

  #answer<T>(what: string, body: unknown, answer: () => T): Promise<T> {
    this.asked.push({ what, body })
    if (this.fails)
      return Promise.reject(new UpstreamError('failed', { code: 'partner_failed', params: { status: 500 } }))
    if (this.online) return Promise.resolve(this.held).then(answer)
    return Promise.reject(
      new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } }),
    )
  }

  client(url: string) {
    return {
      url,
      prices: (_area: string, line: unknown) =>
        this.#answer('prix', line, () => [{ label: 'J+5', days: 5, cents: this.cents, message: '' }]),
      simulate: (_area: string, cart: { lignes: unknown[] }) =>
        this.#answer('panier', cart, () => {
          const refusal = { words: 'Non.', places: this.refused.splice(0) }
          if (refusal.places.length > 0 || this.refusesCarts) {
            const problem = { code: 'partner_refused', params: { status: 400, words: 'Non.' } } as const
            throw new UpstreamError('refused', problem, { status: 400, refusal })
          }
          const lines = cart.lignes.map(() => this.cents)
          return { prix_ht: lines.length * this.cents, lines, netCents: null }
        }),
      abandon: () => undefined,
    } as unknown as UpstreamClient
  }
}

/**
 * @param cents what each partner asks for a line
 * @param days of their lead time 9; null: they have not shown it
 * @param first what they are counted from
 */
export async function severalSources(
  cents: readonly number[] = [1000, 2000],
  days: number | null = 5,
  first = 1,
) {
  const made = await world()
  const { service } = made
  const add = async (asks: number, i: number) => {
    const name = `Partenaire ${i + first}`
    const url = `https://p${i + first}.example`
    const { id, link } = await service.partners.keep({ name, url, token: 'jeton' })
    const produit = {
      ...{
        id: 1,
        nom: `Carte ${name}`,
        nombre_visuels_min: 1,
        nombre_visuels_max: 1,
        delais: [9],
        options: [],
      },
      quantites: { range: true, min: 1 },
    }
    const element = { id: 1, nom: 'un' }
    const famille = {
      ...{ id: 1, nom_complet: `Bâche ${name}`, sans_impression_possible: true, formats: [element] },
      ...{ supports: [{ id: 1, nom_complet: 'Toile', delai_min: 0 }], impressions: [], finitions: [] },
      ...{ decoupes: [], options: [] },
    }
    await service.catalogue.load(
      {
        leadTimes: [{ id: 9, days }],
        produits: [produit as unknown as Produit],
        familles: [famille as Famille],
        ...{ printTariffs: [], displayTariffs: [] },
      },
      id,
    )
    await service.partners.reload()
    const partner = new MemoryPartner(asks)
    const client = partner.client(url)
    vi.spyOn(link, 'client', 'get').mockReturnValue(client)
    vi.spyOn(link, 'worthAsking', 'get').mockImplementation(() => partner.online)
    onTestFinished(() => void vi.restoreAllMocks())
    return { id, name, partner, base: link.block!.base, of: service.partners.byId(id)! }
  }
  const partners: Awaited<ReturnType<typeof add>>[] = []
  for (const [i, asks] of cents.entries()) partners.push(await add(asks, i))
  // Orders stay as they are placed: what becomes of them is other tests' affair.
  for (const { of } of partners) await of.outbox.stop()
  return { ...made, partners }
}
