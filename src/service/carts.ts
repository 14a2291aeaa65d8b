import { AREAS, rulesOf, type CheckedLine } from '../domain/areas.ts'
import { cartTotals, type CartTotals } from '../domain/cart.ts'
import type { CartPurpose, CheckedCart } from '../domain/cart-check.ts'
import type { AdresseLivraison } from '../domain/address.ts'
import type { LigneDisplay } from '../domain/display/line.ts'
import { FaultList, type Fault } from '../domain/faults.ts'
import type { OfferedLeadTime } from '../domain/lead-times.ts'
import type { Area } from '../domain/order.ts'
import type { LignePrint } from '../domain/print/line.ts'
import { costOf, type LeadTimePrice } from '../domain/tariff.ts'
import type { Reason } from '../domain/reasons.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Customer } from './customers.ts'
import type { PriceService } from './prices.ts'
import { Invalid } from './refusal.ts'
import type { SettingsService } from './settings.ts'

/** A line of a priced cart: as it is answered, at its lead time. */
export interface CartLine {
  readonly line: LignePrint | LigneDisplay
  readonly name: string
  readonly leadTime: OfferedLeadTime
  /** what the customer pays before his discount, cents excluding tax */
  readonly cents: number
  /** what the source asks */
  readonly costCents: number
}

/** A cart of either area, checked and priced. */
export interface PricedCart {
  readonly area: Area
  readonly devis: string
  readonly address: AdresseLivraison
  /** of a display cart: the lead time asked for, else the one that its lines share */
  readonly delai: number | null
  readonly lines: readonly CartLine[]
  readonly totals: CartTotals
}

/** A cart whose lines are being priced: what was found of each so far, null for one with a fault. */
interface OpenCart {
  readonly area: Area
  readonly customer: Customer
  readonly cart: CheckedCart<CheckedLine>
  readonly faults: FaultList
  readonly answers: (CartLine | Reason | Invalid | null)[]
}

/** Why a partner's line has no price that only its lead time is to blame for. */
const NO_SUCH_LEAD_TIME: ReadonlySet<string> = new Set(['lead_time_not_answered', 'lead_time_not_known'])

/** Carts: never stored. They are checked, priced, answered and forgotten, or become an order. */
export class CartService {
  readonly #catalogue: CatalogueService
  readonly #prices: PriceService
  readonly #settings: SettingsService

  constructor(catalogue: CatalogueService, prices: PriceService, settings: SettingsService) {
    this.#catalogue = catalogue
    this.#prices = prices
    this.#settings = settings
  }

  /**
   * Checks and prices a cart (partner-api.md 2.5, 2.10; tariffs.md, "Cart totals"): at once where the tariffs are ours.
   * @throws Invalid with every fault, those of lines without a price among them.
   */
  price(
    area: Area,
    body: unknown,
    customer: Customer,
    purpose: CartPurpose,
  ): PricedCart | Promise<PricedCart> {
    const faults = new FaultList()
    const { snapshot } = this.#catalogue
    const cart = AREAS[area].checkCart(body, snapshot, customer.visibility, purpose, faults)
    const open: OpenCart = { area, customer, cart, faults, answers: [] }
    if (this.#prices.asksCarts && faults.length === 0) return this.#whole(open)
    for (const line of cart.delaiRefused ? [] : cart.lines) {
      const answer = line && this.#line(line, cart.delai)
      if (answer instanceof Promise) return this.#inTurn(open, answer)
      open.answers.push(answer)
    }
    return this.#priced(open)
  }

  /** A sound cart, asked of the partner at once; what that does not tell is asked line by line. */
  async #whole(open: OpenCart): Promise<PricedCart> {
    const { devis, address, delai, lines } = open.cart
    const asked = lines.map((checked) => ({
      checked: checked!,
      delai: rulesOf(checked!).leadTimeOf(checked!, delai),
    }))
    const head = { devis, ...(delai !== null && { delai }), adresse_livraison: address }
    const prices = await this.#prices.ofCart(asked, head)
    for (const [i, checked] of lines.entries()) {
      const price = prices[i] ?? null
      const line = price ? cartLine(checked!, price) : this.#line(checked!, delai)
      open.answers.push(await orRefused(line))
    }
    return this.#priced(open)
  }

  /** The lines from the one whose price is waited for, one after the other. */
  async #inTurn(open: OpenCart, awaited: Promise<CartLine | Reason>): Promise<PricedCart> {
    const { cart, answers } = open
    answers.push(await orRefused(awaited))
    for (const line of cart.lines.slice(answers.length)) {
      answers.push(line && (await orRefused(this.#line(line, cart.delai))))
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
    if (!Object.values(totals).every(Number.isSafeInteger)) {
      throw new Invalid([{ path: '/lignes', code: 'price_unavailable', reason: { code: 'price_too_large' } }])
    }
    return {
      area,
      devis: cart.devis,
      address: cart.address,
      delai: area === 'print' ? null : (cart.delai ?? shared(lines.map((line) => line.leadTime.id))),
      lines,
      totals,
    }
  }

  #line(checked: CheckedLine, cartDelai: number | null): CartLine | Reason | Promise<CartLine | Reason> {
    const price = this.#prices.at(checked, rulesOf(checked).leadTimeOf(checked, cartDelai))
    return price instanceof Promise
      ? price.then((known) => cartLine(checked, known))
      : cartLine(checked, price)
  }
}

/** What becomes of a line: one that the partner refuses is a fault among the others. */
async function orRefused(
  line: CartLine | Reason | Promise<CartLine | Reason>,
): Promise<CartLine | Reason | Invalid> {
  try {
    return await line
  } catch (error) {
    if (error instanceof Invalid) return error
    throw error
  }
}

/** A checked line at the price of its lead time, or why it has none. */
function cartLine(checked: CheckedLine, price: LeadTimePrice | Reason): CartLine | Reason {
  if ('code' in price) return price
  if (price.cents === null) return price.reason ?? { code: 'no_lead_time' }
  const name = rulesOf(checked).itemName(checked)
  return { line: checked.line, name, leadTime: price.leadTime, cents: price.cents, costCents: costOf(price)! }
}

/** The value that all share, or null. */
function shared(values: readonly (number | null)[]): number | null {
  const [first] = values
  return first !== undefined && values.every((value) => value === first) ? first : null
}
