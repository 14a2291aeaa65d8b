/** Prices of whole carts at a partner: by its own `panier/`, so that a cart takes few requests however many lines it has. */
import type { AdresseLivraison } from '../domain/address.ts'
import { areaOf, rulesOf, type CheckedLine } from '../domain/areas.ts'
import { leadTimeDays } from '../domain/lead-times.ts'
import type { Reason } from '../domain/reasons.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import { UpstreamError } from '../upstream/errors.ts'
import type { Logger } from './log.ts'
import type { PartnerLink } from './partner-link.ts'
import { refusal, refusedLines } from './partner-refusal.ts'
import { itemOf, type PriceBookService } from './price-book.ts'
import { Invalid, orInvalid, Refusal } from './refusal.ts'
import type { RememberedPrices } from './remembered-prices.ts'

/** A line of a cart with the id of the lead time that it asks for; null: the main one. */
export interface AskedLine {
  readonly checked: CheckedLine
  readonly delai: number | null
}

/** A cart without its lines, as a partner is sent it; the lead time of a display cart is its lines'. */
export interface CartHead {
  readonly devis: string
  readonly adresse_livraison: AdresseLivraison
}

/** The price of a line; the partner's words for one that it refuses; null for one that must be asked for by itself. */
type Answer = LeadTimePrice | Invalid | null

/** How often a cart is asked for without the lines that the partner has refused by then. */
const MOST_CARTS = 4
/** How many lines of one product are asked for by themselves, until one shows what its lead time is called. */
const MOST_TRIED = 3

export interface CartPriceServices {
  readonly link: PartnerLink
  readonly priceBook: PriceBookService
  readonly remembered: RememberedPrices
  readonly log: Logger
}

/** What of single lines a cart needs. */
interface OfLines {
  /** the label of a lead time by its id, null: of the main one; null where no answer has shown it */
  labelOf(checked: CheckedLine, delai: number | null): string | null
  /** asked of the partner. @throws Invalid where it refuses the line */
  price(line: AskedLine): Promise<LeadTimePrice | Reason>
  /** who asks does not wait until the book has it */
  keep(written: Promise<void>): void
}

interface Place extends AskedLine {
  /** in the whole cart */
  readonly i: number
  /** of its lead time; "" where several have its price */
  readonly label: string
}

export class CartPrices {
  readonly #with: CartPriceServices
  readonly #ofLines: OfLines

  constructor(services: CartPriceServices, ofLines: OfLines) {
    this.#with = services
    this.#ofLines = ofLines
  }

  /**
   * The prices of a cart's lines at the lead times that they ask for, by one request to the partner's own `panier/`; what
   * it refuses is left out and the rest is asked once more. Where no answer has shown yet what a lead time is called, one
   * line of a product shows it for all of them.
   * @param isWanted whether somebody waits for them still
   * @throws Refusal `stopping`
   */
  async of(lines: readonly AskedLine[], head: CartHead, isWanted: () => boolean): Promise<Answer[]> {
    const { client, worthAsking } = this.#with.link
    const answers: Answer[] = lines.map(() => null)
    if (!client || !worthAsking) return answers
    const places = lines.map(({ checked, delai }, i) => {
      return { checked, delai, i, label: this.#ofLines.labelOf(checked, delai) }
    })
    const isNamed = (place: (typeof places)[number]): place is Place => place.label !== null
    await this.#asked(places.filter(isNamed), head, answers)
    const unnamed = places.filter((place) => !isNamed(place))
    const alike = Map.groupBy(unnamed, ({ checked, delai }) => `${itemOf(checked).id} ${delai}`)
    const named: Place[] = []
    for (const group of alike.values()) {
      let label: string | null = null
      let next = 0
      // A price that several lead times share names none: that of another line may.
      while (next < Math.min(MOST_TRIED, group.length) && !label) {
        if (!isWanted()) return answers
        const place = group[next++]!
        const found = await orInvalid(this.#ofLines.price(place))
        if (found instanceof Invalid) {
          answers[place.i] = found
          continue
        }
        if ('code' in found || found.cents === null) break
        answers[place.i] = found
        label = this.#ofLines.labelOf(place.checked, place.delai) ?? found.leadTime.label
      }
      if (label === null) continue
      for (const other of group.slice(next)) named.push({ ...other, label })
    }
    await this.#asked(named, head, answers)
    return answers
  }

  /** Asks for lines of one area by one cart, and notes the answers at their places. */
  async #asked(places: readonly Place[], head: CartHead, answers: Answer[]): Promise<void> {
    const { client } = this.#with.link
    let open = places
    for (let round = 0; client && round < MOST_CARTS && open.length > 0; round++) {
      const lignes = open.map(({ checked, delai }) => lineOf(checked, delai))
      try {
        const area = areaOf(open[0]!.checked)
        const { delai } = open[0]!
        const ofCart = area === 'display' && delai !== null ? { delai } : {}
        const cart = await client.simulate(area, { ...head, ...ofCart, lignes })
        if (cart.lines.length !== open.length || client !== this.#with.link.client) return
        open.forEach((place, at) => {
          const cents = cart.lines[at]
          if (typeof cents === 'number') answers[place.i] = this.#inCart(place, cents)
        })
        return
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        const refused = refusedLines(error)
        const left = open.filter((_line, at) => !refused.has(at))
        if (error.kind === 'cancelled') throw new Refusal('stopping')
        if (error.kind !== 'refused')
          this.#with.log.warn({ err: error }, 'the partner gave no prices of a cart')
        if (error.kind !== 'refused' || left.length === open.length) return
        for (const [at, own] of refused) {
          const line = open[at]
          // Of a lead time alone the line's own prices say more: which it has, and why not this one.
          const isOfLine = own.places.some(({ path }) => path !== '/delai')
          if (line && isOfLine) answers[line.i] = refusal(line.checked, own)
        }
        open = left
      }
    }
  }

  /** A line's price in the partner's cart, which the price book keeps where its lead time is known. */
  #inCart({ checked, delai, label }: Place, cents: number): LeadTimePrice {
    if (label === '') return { leadTime: { id: delai, days: 0, label }, cents, reason: null }
    const days = leadTimeDays(label) ?? 0
    const { priceBook, remembered } = this.#with
    this.#ofLines.keep(priceBook.record(checked, delai, [{ label, days, cents, message: '' }]))
    return { leadTime: { id: delai ?? remembered.idOf(checked, label), days, label }, cents, reason: null }
  }
}

/** The line as the partner is asked for it. */
export function lineOf(checked: CheckedLine, delai: number | null): Record<string, unknown> {
  return rulesOf(checked).toPartner(checked.line, delai)
}
