/** The service over a new store, beside a partner in memory that has one product and one family. */
import { vi } from 'vitest'
import type { Famille } from '../domain/display/family.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import { BY_KEY } from '../domain/people.ts'
import type { Produit } from '../domain/print/product.ts'
import { Invalid } from '../service/refusal.ts'
import { upstreamCart } from '../service/outbox-cart.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { ADDRESS } from './app.ts'
import { besidePartner, PARTNER_URL } from './beside-partner.ts'

/** What the partner knows and its catalogue hides: the days of each id, the price at each number of days. */
export interface Truth {
  readonly days: ReadonlyMap<number, number>
  readonly cents: ReadonlyMap<number, number>
  readonly main: number
}

/** A partner of that truth, within reach until it is said to be away. */
export async function partnerShop({ days, cents, main }: Truth) {
  const ids = [...days.keys()]
  const print = { id: 1, nom: 'Carte', delais: ids, quantites: { range: true, min: 1 } }
  const element = (id: number) => ({ id, nom: `${id}` })
  const family = { id: 2, formats: [element(1)], supports: [element(1)], nom_complet: 'Bâche', nom: 'Bâche' }
  const full = { nombre_visuels_min: 1, nombre_visuels_max: 1, options: [] }
  const none = { impressions: [], finitions: [], decoupes: [], options: [] }
  const partner = { online: true }
  const within = <T>(answer: () => T): Promise<T> =>
    partner.online
      ? Promise.resolve(answer())
      : Promise.reject(new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } }))
  const priceOf = (id: number | undefined) => cents.get(days.get(id ?? main)!)!
  const client = {
    url: PARTNER_URL,
    prices: () =>
      within(() =>
        [...new Set(days.values())]
          .sort((a, b) => a - b)
          .map((n) => ({ label: leadTimeLabel(n), days: n, cents: cents.get(n)!, message: '' })),
      ),
    simulate: (area: string, cart: { delai?: number; lignes: { delai?: number }[] }) =>
      within(() => {
        const lines = cart.lignes.map((line) => priceOf(area === 'print' ? line.delai : cart.delai))
        return { prix_ht: lines.reduce((sum, line) => sum + line, 0), lines }
      }),
  }
  const { service, partner: of } = await besidePartner(() => client as unknown as UpstreamClient)
  const { id: sourceId, link } = of
  await service.catalogue.load(
    {
      leadTimes: ids.map((id) => ({ id, days: null })),
      produits: [{ ...print, ...full } as Produit],
      familles: [{ ...family, ...none } as unknown as Famille],
      printTariffs: [],
      displayTariffs: [],
    },
    sourceId,
  )
  await service.partners.reload()
  vi.spyOn(link, 'worthAsking', 'get').mockImplementation(() => partner.online)
  const customer = service.customers.byId((await service.customers.ensure('Atelier', { canOrder: true })).id)!
  const line = { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [100] }
  const displayLine = { famille: 2, format: 1, support: 1, quantite: 5 }
  return {
    service,
    /** the partner's rooms */
    of,
    partner,
    line,
    displayLine,
    customer,
    /** An order at a lead time, as it is stored and as it is sent; null where the cart is refused. */
    async order(area: 'print' | 'display', delai: number | undefined) {
      const body =
        area === 'print'
          ? { adresse_livraison: ADDRESS, lignes: [{ ...line, delai }] }
          : { adresse_livraison: ADDRESS, delai, lignes: [displayLine] }
      try {
        const stored = await service.orders.validate(area, body, customer, null)
        const sent = upstreamCart(stored, { sourceId, parts: 1, devis: 'X' }) as {
          delai?: number
          lignes: { delai?: number }[]
        }
        return {
          stored: stored.lines[0]!.delai,
          sent: area === 'print' ? sent.lignes[0]!.delai : sent.delai,
          cents: stored.prix_ht,
        }
      } catch (error) {
        if (error instanceof Invalid) return null
        throw error
      }
    },
    async quoted(area: 'print' | 'display', delai: number) {
      const input = { area, line: area === 'print' ? line : displayLine, delai }
      const quote = await service.quotes.create({ address: ADDRESS, lines: [input] }, BY_KEY)
      if (quote.lines[0]!.price.priceCents === null) return null
      const { orders } = await service.quoteDecisions.order(quote.id, {}, BY_KEY)
      return upstreamCart(await service.orders.detail(orders[0]!), { sourceId, parts: 1, devis: 'X' }) as {
        delai?: number
        lignes: { delai?: number }[]
      }
    },
  }
}
