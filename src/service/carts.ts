import { AREAS, rulesOf, sourceOfLine, type CheckedLine } from '../domain/areas.ts'
import { amountsOf, cartTotals, type Totals } from '../domain/cart.ts'
import type { CartPurpose, CheckedCart } from '../domain/cart-check.ts'
import type { AdresseLivraison } from '../domain/address.ts'
import type { LigneDisplay } from '../domain/display/line.ts'
import { FaultList, type Fault } from '../domain/faults.ts'
import type { OfferedLeadTime } from '../domain/lead-times.ts'
import type { Area } from '../domain/order.ts'
import type { LignePrint } from '../domain/print/line.ts'
import { costOf, type LeadTimePrice } from '../domain/tariff.ts'
import type { Reason } from '../domain/reasons.ts'
import type { VatRegime } from '../domain/vat-regimes.ts'
import { findLeadTime } from './cart-lead-time.ts'
import type { CatalogueService } from './catalogue.ts'
import { refuseUnreadDiscount, type Customer } from './customers.ts'
import type { PriceService } from './prices.ts'
import { Invalid, orInvalid, Refusal } from './refusal.ts'
import type { SettingsService } from './settings.ts'
import type { AskedLine } from './upstream-cart-prices.ts'

/** A line of a priced cart: as it is answered, at its lead time. */
export interface CartLine {
  readonly line: LignePrint | LigneDisplay
  readonly name: string
  /** as it was checked: its source, and what was chosen, are told of it where it is ordered */
  readonly checked: CheckedLine
  /** the id of the lead time that it asks for, as its source knows it; null: the main one */
  readonly asked: number | null
  readonly leadTime: OfferedLeadTime
  /** what the customer pays before his discount, cents excluding tax */
  readonly cents: number
  /** what the source asks */
  readonly costCents: number
  /** whether that is a price that a person agreed, not what the mark-ups make of the cost */
  readonly agreed?: boolean
  /** id of the quote's line that it is of; absent: of no quote */
  readonly quoteLine?: string
  /** what its VAT goes by in the place of the cart's; null or absent: nothing */
  readonly vatRegime?: VatRegime | null
}

/** A cart of either area, checked and priced. */
export interface PricedCart {
  readonly area: Area
  readonly devis: string
  readonly address: AdresseLivraison
  /** of a display cart: the lead time asked for, else the one that its lines share */
  readonly delai: number | null
  readonly lines: readonly CartLine[]
  readonly totals: Totals
  /** of lines without VAT of their own, a percentage as a decimal string; absent: that of all */
  readonly vatRate?: string
}

/** A cart whose lines are being priced: what was found of each so far, null for one with a fault. */
interface OpenCart {
  readonly area: Area
  readonly customer: Customer
  readonly cart: CheckedCart<CheckedLine>
  readonly faults: FaultList
  readonly answers: (CartLine | Reason | Invalid | null)[]
  /** whether somebody waits for them still */
  readonly isWanted: () => boolean
}

/** Why a partner's line has no price that only its lead time is to blame for. */
const NO_SUCH_LEAD_TIME: ReadonlySet<string> = new Set(['lead_time_not_answered', 'lead_time_not_known'])

export interface CartServices {
  readonly catalogue: CatalogueService
  readonly prices: PriceService
  readonly settings: SettingsService
}

/** Carts: never stored. They are checked, priced, answered and forgotten, or become an order. */
export class CartService {
  readonly #catalogue: CatalogueService
  readonly #prices: PriceService
  readonly #settings: SettingsService

  constructor({ catalogue, prices, settings }: CartServices) {
    this.#catalogue = catalogue
    this.#prices = prices
    this.#settings = settings
  }

  /**
   * Checks and prices a cart (partner-api.md 2.5, 2.10; bundle.md, "Carts"): at once where the tariffs are ours.
   * @param isWanted whether who asked waits still: partners are not asked for anybody who has gone
   * @throws Invalid with every fault, those of lines without a price among them; Refusal `stopping` where nobody waits, `discount_unread`
   */
  price(
    area: Area,
    body: unknown,
    customer: Customer,
    purpose: CartPurpose,
    isWanted = () => true,
  ): PricedCart | Promise<PricedCart> {
    refuseUnreadDiscount(customer)
    const check = () => this.#checked(area, body, customer, purpose, isWanted)
    const open = check()
    const { cart, faults } = open
    if (cart.delaiRefused && faults.length === 1) {
      const found = findLeadTime(cart, this.#catalogue, this.#prices)
      if (found) return found.then(() => this.#answered(check()))
    }
    return this.#answered(open)
  }

  #checked(
    area: Area,
    body: unknown,
    customer: Customer,
    purpose: CartPurpose,
    isWanted: () => boolean,
  ): OpenCart {
    const faults = new FaultList()
    const { snapshot } = this.#catalogue
    const cart = AREAS[area].checkCart(body, snapshot, customer.visibility, purpose, faults)
    return { area, customer, cart, faults, answers: [], isWanted }
  }

  /** Prices a cart that was checked. @throws Invalid */
  #answered(open: OpenCart): PricedCart | Promise<PricedCart> {
    const { cart, faults } = open
    const isAsked = (line: CheckedLine | null) => line !== null && this.#prices.asksCartOf(line)
    if (!cart.delaiRefused && cart.lines.some(isAsked))
      return faults.length === 0 ? this.#whole(open) : this.#refused(open)
    for (const line of cart.delaiRefused ? [] : cart.lines) {
      const answer = line && this.#line(line, cart.delai)
      if (answer instanceof Promise) return this.#inTurn(open, answer)
      open.answers.push(answer)
    }
    return this.#priced(open)
  }

  /** A sound cart, asked of each partner as a whole; what that does not tell is asked line by line. */
  async #whole(open: OpenCart): Promise<PricedCart> {
    const { devis, address, delai: cartDelai, lines } = open.cart
    const asked = lines.map((checked) => ({
      checked: checked!,
      delai: rulesOf(checked!).leadTimeOf(checked!, cartDelai),
    }))
    const prices = await this.#prices.ofCart(asked, { devis, adresse_livraison: address }, open.isWanted)
    /** what lines that are asked for by themselves came to: the same is not asked twice */
    const alone = new Map<string, LeadTimePrice | Reason | Invalid>()
    for (const [i, line] of asked.entries()) {
      let price: LeadTimePrice | Reason | Invalid | undefined = prices[i] ?? undefined
      if (!price) {
        const key = JSON.stringify(
          rulesOf(line.checked).toPartner({ ...line.checked.line, label: '' }, line.delai),
        )
        refuseUnwanted(open)
        price = alone.get(key) ?? (await orInvalid(this.#prices.at(line.checked, line.delai)))
        alone.set(key, price)
      }
      open.answers.push(price instanceof Invalid ? price : cartLine(line, price))
    }
    return this.#priced(open)
  }

  /**
   * A cart that is refused anyway: of what only its partners know is wrong with the other lines is told what one cart to each
   * tells. No line is asked for by itself.
   */
  async #refused(open: OpenCart): Promise<PricedCart> {
    const { devis, address, delai, lines } = open.cart
    const asked = lines.flatMap((checked, i) =>
      checked && this.#prices.asksCartOf(checked)
        ? [{ checked, delai: rulesOf(checked).leadTimeOf(checked, delai), i }]
        : [],
    )
    const prices = await this.#prices.ofCart(asked, { devis, adresse_livraison: address }, open.isWanted)
    const found = new Map(asked.map(({ i }, at) => [i, prices[at] instanceof Invalid ? prices[at] : null]))
    for (const [i, line] of lines.entries())
      open.answers.push(found.has(i) ? found.get(i)! : line && (await orInvalid(this.#line(line, delai))))
    return this.#priced(open)
  }

  /** The lines from the one whose price is waited for, one after the other. */
  async #inTurn(open: OpenCart, awaited: Promise<CartLine | Reason>): Promise<PricedCart> {
    const { cart, answers } = open
    answers.push(await orInvalid(awaited))
    for (const line of cart.lines.slice(answers.length)) {
      refuseUnwanted(open)
      answers.push(line && (await orInvalid(this.#line(line, cart.delai))))
    }
    return this.#priced(open)
  }

  #priced({ area, customer, cart, faults, answers }: OpenCart): PricedCart {
    const lines: CartLine[] = []
    // That of a display cart is one fault, however many lines cannot have it.
    let leadTime: Fault | null = null
    for (let i = 0; i < answers.length; i++) {
      const answer = answers[i]
      if (!answer) continue
      if (answer instanceof Invalid) {
        for (const fault of answer.faults) faults.push({ ...fault, path: `/lignes/${i}${fault.path}` })
      } else if ('cents' in answer) lines.push(answer)
      else if (area === 'display' && cart.delai !== null && NO_SUCH_LEAD_TIME.has(answer.code)) {
        leadTime ??= { path: '/delai', code: 'lead_time_unavailable', reason: answer }
      } else faults.push({ path: `/lignes/${i}`, code: 'price_unavailable', reason: answer })
    }
    if (leadTime) faults.push(leadTime)
    if (faults.length > 0) throw new Invalid(faults)
    const totals = cartTotals(
      lines.map((line) => line.cents),
      customer.discount,
      this.#settings.current.vat,
      cart.address,
    )
    if (!Object.values(amountsOf(totals)).every(Number.isSafeInteger)) {
      throw new Invalid([{ path: '/lignes', code: 'price_unavailable', reason: { code: 'price_too_large' } }])
    }
    return {
      area,
      devis: cart.devis,
      address: cart.address,
      delai: area === 'print' ? null : (cart.delai ?? shared(lines)),
      lines,
      totals,
    }
  }

  #line(checked: CheckedLine, cartDelai: number | null): CartLine | Reason | Promise<CartLine | Reason> {
    const asked = { checked, delai: rulesOf(checked).leadTimeOf(checked, cartDelai) }
    const price = this.#prices.at(checked, asked.delai)
    return price instanceof Promise ? price.then((known) => cartLine(asked, known)) : cartLine(asked, price)
  }
}

/** @throws Refusal where who asked has gone: nobody reads it */
function refuseUnwanted({ isWanted }: OpenCart): void {
  if (!isWanted()) throw new Refusal('stopping')
}

/** A checked line at the price of its lead time, or why it has none. */
function cartLine({ checked, delai }: AskedLine, price: LeadTimePrice | Reason): CartLine | Reason {
  if ('code' in price) return price
  if (price.cents === null) return price.reason ?? { code: 'no_lead_time' }
  const name = rulesOf(checked).itemName(checked)
  const { leadTime, cents } = price
  return {
    line: checked.line,
    name,
    checked,
    asked: delai,
    leadTime,
    cents,
    costCents: costOf(price)!,
  }
}

/** The lead time that all lines share, as the first one's source knows it; null where they do not. */
function shared(lines: readonly CartLine[]): number | null {
  const [first] = lines
  if (!first) return null
  const source = sourceOfLine(first.checked)
  const same = ({ checked, leadTime }: CartLine) =>
    sourceOfLine(checked) === source
      ? leadTime.id === first.leadTime.id
      : leadTime.label === first.leadTime.label && leadTime.id !== null
  return lines.every(same) ? first.leadTime.id : null
}
