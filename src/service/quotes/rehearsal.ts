/** What ordering a quote would send, tried at each partner's own `panier/`: nothing is ordered, and its prices are kept. */
import type { Coded } from '../../domain/messages.ts'
import type { Area } from '../../domain/order.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { OrderRecord } from '../../store/orders.ts'
import type { OutboxRecord } from '../../store/outbox.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import type { AnsweredCart } from '../../upstream/read.ts'
import type { PricedCart } from '../carts.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { OfferService } from '../offers.ts'
import type { OrderService } from '../orders.ts'
import { linesOf, upstreamCart } from '../outbox-cart.ts'
import type { OutboxService } from '../outbox.ts'
import type { PartnerLink } from '../partner-link.ts'
import { refusedLines } from '../partner-refusal.ts'
import type { Partners } from '../partners.ts'
import type { PriceService } from '../prices.ts'
import type { SettingsService } from '../settings.ts'
import type { QuoteBook } from './book.ts'
import { cartsOf } from './carts.ts'
import { isAskedAnew, refuseOld } from './old-prices.ts'
import type { QuotePricing } from './prices.ts'

/** A person reads beside it, and may order without waiting for it. */
const LONGEST_MS = 10_000

/** What a partner says of a line: another price, or that it refuses it. */
export interface RehearsedLine {
  /** its place in the quote, from 0 */
  readonly line: number
  /** what the quote holds that it costs, cents */
  readonly quotedCents: number
  /** null: refused, or not told */
  readonly askedCents: number | null
  /** the partner's own words; "" where its price is another */
  readonly words: string
}

/** A transmission that ordering would make. Amounts are what the partner asks, before its discount, euro cents. */
export interface RehearsedPart {
  readonly partner: string
  readonly area: Area
  readonly lineCount: number
  /**
   * `waits`: the partner cannot be asked now, and what is ordered is sent by itself once it can; `stuck`: a person must set
   * something first
   */
  readonly state: 'agreed' | 'moved' | 'refused' | 'waits' | 'stuck'
  readonly quotedCents: number
  readonly askedCents: number | null
  /** what is left of `askedCents` after the discount of our account there; null where it takes none off, or did not say */
  readonly netCents: number | null
  /** why it waits, is stuck or is refused; null: it is not, or is only out of reach */
  readonly why: Coded | null
  /** ISO: not before then; null: as soon as it answers */
  readonly leavesAt: string | null
  readonly lines: readonly RehearsedLine[]
}

export interface Rehearsal {
  /** of the quote that was read */
  readonly version: number
  /** how often a partner that is away is tried again, milliseconds */
  readonly retryMs: number
  readonly parts: readonly RehearsedPart[]
}

interface Services {
  readonly quoteBook: QuoteBook
  readonly quotePricing: QuotePricing
  readonly catalogue: CatalogueService
  readonly offers: OfferService
  readonly prices: PriceService
  readonly orders: OrderService
  readonly outbox: OutboxService
  readonly partners: Partners
  readonly settings: SettingsService
}

export class QuoteRehearsal {
  readonly #with: Services

  constructor(services: Services) {
    this.#with = services
  }

  /**
   * Asks every partner that has lines of a quote what it asks for them now, all at once, for some seconds at most.
   * @throws Refusal `not_found`; Invalid where a lead time has no known id, or a price is from before its partner moved others
   */
  async of(quoteId: number): Promise<Rehearsal> {
    const { quoteBook, quotePricing, orders, outbox, settings } = this.#with
    const quote = await quoteBook.stored(quoteId)
    const customer = await quoteBook.customer(quote.customerId)
    const carts = await cartsOf(quote, customer, quotePricing, this.#with)
    const parts = carts.flatMap((cart) => {
      const order = orders.unplaced(cart, customer, quote)
      return outbox.transmissionsOf(order).map((part) => this.#part(order, part, placesOf(cart, quote)))
    })
    const told = await Promise.all(parts)
    // Of a partner who answers, the cart has told what it costs.
    const isAway = told.some(({ state }) => state === 'waits')
    if (isAway && isAskedAnew(quote)) refuseOld(quote, await quotePricing.compare(quote, customer))
    return { version: quote.version, retryMs: settings.current.retryMs, parts: told }
  }

  /** @param places of the order's lines in the quote */
  async #part(order: OrderRecord, part: OutboxRecord, places: readonly number[]): Promise<RehearsedPart> {
    const partner = this.#with.partners.byId(part.sourceId)!
    const { link } = partner
    const ordered = linesOf(order, part)
    const lines = ordered.map(({ id, costCents }) => ({ line: places[id]!, costCents }))
    const { client, pausedUntil } = link
    const head = {
      partner: link.source.name,
      area: part.area,
      lineCount: lines.length,
      quotedCents: part.acceptedCents,
      ...{ askedCents: null, netCents: null, why: null, leavesAt: pausedUntil, lines: [] },
    }
    if (!client) return { ...head, state: 'stuck', why: link.problem }
    if (!link.worthAsking) return { ...head, state: 'waits' }
    const ask = async () => {
      const cart = await client.simulate(
        part.area,
        upstreamCart(order, part),
        AbortSignal.timeout(LONGEST_MS),
      )
      await partner.toldCarts.keep(client, part.area, ordered, cart)
      return cart
    }
    return { ...head, ...(await this.#asked(link, ask, lines)) }
  }

  /** @param ask its answer to the cart. @throws UpstreamError */
  async #asked(
    link: PartnerLink,
    ask: () => Promise<AnsweredCart>,
    lines: readonly { readonly line: number; readonly costCents: number }[],
  ): Promise<Partial<RehearsedPart> & Pick<RehearsedPart, 'state'>> {
    try {
      const { prix_ht, netCents, lines: asked } = await ask()
      const quoted = lines.reduce((sum, { costCents }) => sum + costCents, 0)
      const moved = lines.flatMap(({ line, costCents }, i) => {
        const cents = asked[i] ?? null
        const isMoved = cents !== null && cents !== costCents
        return isMoved ? [{ line, quotedCents: costCents, askedCents: cents, words: '' }] : []
      })
      return { state: prix_ht === quoted ? 'agreed' : 'moved', askedCents: prix_ht, netCents, lines: moved }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind !== 'refused')
        return {
          state: 'waits',
          leavesAt: link.pausedUntil,
          why: error.kind === 'cancelled' ? null : error.problem,
        }
      const refused = [...refusedLines(error)].flatMap(([at, { places, words }]) => {
        const own = lines[at]
        const said = places.map(({ message }) => message).join(' ') || words || ''
        return own ? [{ line: own.line, quotedCents: own.costCents, askedCents: null, words: said }] : []
      })
      return { state: 'refused', why: error.problem, lines: refused }
    }
  }
}

/** The places of a cart's lines in its quote. */
function placesOf(cart: PricedCart, { lines }: QuoteRecord): number[] {
  return cart.lines.map(({ quoteLine }) => lines.findIndex(({ id }) => id === quoteLine))
}
