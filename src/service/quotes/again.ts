/** An order made again: a draft of what was ordered, at today's prices, which names what of it cannot be taken over. */
import { completeAddress, type AdresseLivraison } from '../../domain/address.ts'
import { faultsMessage, message, worded, type Coded, type Locale } from '../../domain/messages.ts'
import { orderNumber } from '../../domain/order.ts'
import type { Actor } from '../../domain/people.ts'
import type { QuoteFacts } from '../../domain/quote/facts.ts'
import type { DiscountInput, LineInput, ProductLineInput } from '../../domain/quote/lines.ts'
import { quoteTextFaults } from '../../domain/quote/texts.ts'
import type { AddressField } from '../../domain/shared/address-fields.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { OrderLineRecord, OrderRecord } from '../../store/orders.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Customer, CustomerService } from '../customers.ts'
import type { OfferService } from '../offers.ts'
import type { OrderService } from '../orders.ts'
import { Invalid } from '../refusal.ts'
import { partOf, type QuotePart } from './carts.ts'
import { askOf } from './lines.ts'
import { bodyOf, namedOf } from './prices.ts'
import type { QuoteService } from './quotes.ts'
import { regimesOf } from './regimes.ts'

interface Services {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly customers: CustomerService
  readonly offers: OfferService
  readonly orders: OrderService
  readonly quotes: QuoteService
}

/** What came of an order that is made again. */
interface Again {
  readonly quote: QuoteFacts
  /** what cannot be taken over, in words */
  readonly left: string[]
  /** what the order came to with its services, excluding tax */
  readonly beforeCents: number
}

/** What an address or a reference lacks of what it was. */
interface Texts {
  readonly reference: string
  readonly address: AdresseLivraison
  readonly left: readonly Coded[]
}

export class OrdersAgain {
  readonly #with: Services

  constructor(services: Services) {
    this.#with = services
  }

  /**
   * A draft of an order, however that was made: its lines and services, for whom and where to; of one that was made of a quote
   * sold as they were there, with their discounts. What cannot be taken over is noted in house of the draft, and so is a fixed
   * price, which is none of today.
   * @throws Refusal `not_found`
   */
  async draft(id: number, by: Actor, locale: Locale): Promise<Again> {
    const { store, customers, orders, quotes } = this.#with
    const order = await orders.detail(id)
    const customer = customers.byId(order.customerId)!
    const of = order.quoteId === null ? null : ((await store.quotes.byId(order.quoteId)) ?? null)
    const part = of && partOf(of, order, await store.orders.ofQuote(of.id), store.sources.all())
    const lines = order.lines.map((line, i) => ({
      ...this.#line(order, line, customer, locale),
      sold: part?.products[i],
    }))
    const products = lines.flatMap(({ input, sold }) =>
      input
        ? [
            {
              ...{ ...input, sale: sold?.sale ?? null, discount: sold?.discount ?? null },
              vatRegimeId: sold?.vatRegime?.id ?? null,
            },
          ]
        : [],
    )
    const fixed = lines.flatMap(({ input, sold }): Coded[] =>
      input && sold?.sale?.by === 'fixed'
        ? [{ code: 'again_fixed', params: { name: sold.name, cents: sold.sale.cents } }]
        : [],
    )
    const { reference, address, left: fields } = textsOf(order, of)
    const left = [...lines.flatMap((line) => line.left), ...fields].map((each) => worded(each, locale))
    const before = order.total_ht + (order.services?.totals.prix_total_ht ?? 0)
    const told = (after: number | undefined) => [
      message('again_from', locale, { number: orderNumber(id) }),
      ...(after === undefined || after === before ? [] : [message('again_total', locale, { before, after })]),
      ...fixed.map((each) => worded(each, locale)),
      ...left,
    ]
    const kept = lines.flatMap(({ input, sold }) => (input && sold ? [sold] : []))
    const quote = await quotes.create(
      {
        ...{ reference, address, customerId: order.customerId, collected: of?.collected ?? false },
        buyer: of?.buyer ?? null,
        ...(await this.#addressee(of)),
        vatRegimeId: order.vatRegime?.id ?? null,
        discount: part && discountOf(part, kept),
        lines: [...products, ...(part ? servicesAgain(part) : [])],
      },
      by,
      true,
      {
        internalNote: (totals) => told(totals?.prix_total_ht).join('\n'),
        vatRegime: order.vatRegime,
        lineRegimes: part ? regimesOf([...part.products, ...part.services]) : [],
      },
    )
    return { quote, left, beforeCents: before }
  }

  /** For whom its quote was, as far as that is known here still. */
  async #addressee(of: QuoteRecord | null) {
    const { companies } = this.#with.store
    const { companyId = null, contactId = null } = of ?? {}
    if (companyId === null || !(await companies.byId(companyId))) return { companyId: null, contactId: null }
    const contact = contactId === null ? undefined : await companies.contact(contactId)
    return { companyId, contactId: contact?.companyId === companyId ? contactId : null }
  }

  /** A line as it is asked for again; null where its product is there no more. */
  #line(
    { area }: OrderRecord,
    { body, delai, leadTime, name }: OrderLineRecord,
    customer: Customer,
    locale: Locale,
  ): { input: ProductLineInput | null; left: Coded[] } {
    const { offers, catalogue } = this.#with
    const line = JSON.parse(body) as Record<string, unknown>
    const input: ProductLineInput = { area, line, delai, leadTimeLabel: leadTime }
    if (catalogue.snapshot.nameOf(area, itemOf(input)) === undefined)
      return { input: null, left: [{ code: 'again_gone', params: { name } }] }
    const left: Coded[] = []
    try {
      offers.checkFor(area, bodyOf({ line, delai }), customer)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      const faults = namedOf(error.faults, { names: {}, leadTimeLabel: leadTime })
      left.push({ code: 'again_unfit', params: { name, why: faultsMessage(faults, locale) } })
    }
    return { input, left }
  }
}

/** What was sold with it and is nobody's to make, at its price of then: no tariff has another. */
const servicesAgain = ({ services }: QuotePart): LineInput[] =>
  services.map((line) => ({ ...askOf(line), id: null }))

/**
 * The discount of the whole: the same percentage, of an amount what the lines had of it that are taken over.
 * @param kept the products that are
 */
function discountOf({ discount, services }: QuotePart, kept: QuotePart['products']): DiscountInput | null {
  if (discount === null || 'percent' in discount) return discount
  const cents = [...kept, ...services].reduce((sum, { wholeCents }) => sum + wholeCents, 0)
  return cents > 0 ? { cents } : null
}

/** What a quote may say of where it goes and what it is called: a tool may have ordered with more than that. */
function textsOf(order: OrderRecord, of: QuoteRecord | null): Texts {
  // An order without a reference of its own has its quote's number, which is another's by then.
  const reference = order.reference === of?.number ? '' : order.reference
  const address = completeAddress(JSON.parse(order.address))
  const paths = new Set(quoteTextFaults({ reference, address }).map(({ path }) => path))
  const kept = { ...address }
  for (const path of paths) if (path.startsWith('/address/')) kept[path.slice(9) as AddressField] = ''
  return {
    reference: paths.has('/reference') ? '' : reference,
    address: kept,
    left: [...paths].map((path) => ({
      code: 'again_field' as const,
      params: { field: path.slice(path.lastIndexOf('/') + 1) },
    })),
  }
}
