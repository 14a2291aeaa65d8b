import { completeAddress, deskAddressFaults, type AdresseLivraison } from '../../domain/address.ts'
import type { Actor } from '../../domain/people.ts'
import { amountsOfQuote } from '../../domain/quote/amounts.ts'
import type { ComparedPrices, KeptLine, QuoteFacts, TotalledLine } from '../../domain/quote/facts.ts'
import { taken } from '../../domain/quote/moved.ts'
import {
  isOpen,
  type QuoteDelivery,
  type QuoteInput,
  type QuoteNew,
  type QuoteUpdate,
  type QuoteReprice,
  type QuoteToPreview,
} from '../../domain/quote/quote.ts'
import { sameRates, type ToldTotal } from '../../domain/quote/portable-sums.ts'
import type { WantedTotal } from '../../domain/quote/wanted-total.ts'
import { quoteTextFaults } from '../../domain/quote/texts.ts'
import { ADDRESS_FIELDS, type AddressField } from '../../domain/shared/address-fields.ts'
import { addDays } from '../../domain/shared/calendar.ts'
import { inChoices } from '../../domain/shared/line-choices.ts'
import { keyFaults } from '../../domain/text.ts'
import { regimeById, type VatRegime } from '../../domain/vat-regimes.ts'
import type { ListedQuotes, QuoteFilter, QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import { noteOf, noteOfRegime } from '../notes.ts'
import { Invalid, Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import type { QuoteBook } from './book.ts'
import { addressee } from './addressee.ts'
import { asSent, dayIn, discountIn } from './input.ts'
import { askOf } from './lines.ts'
import type { QuoteNews } from './news.ts'
import type { ComingTo, Priced, QuotePricing } from './prices.ts'
import { refuseUnknown, regimeAsked, regimesOf } from './regimes.ts'
import { repriced } from './repriced.ts'

export interface QuoteServices {
  readonly quoteBook: QuoteBook
  readonly quotePricing: QuotePricing
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly settings: SettingsService
  readonly quoteNews: QuoteNews
}

/** What of a quote stays when its content is written anew. */
type Kept =
  | ('id' | 'number' | 'revision' | 'version' | 'key' | 'state' | 'createdAt' | 'validUntil')
  | (
      | 'madeBy'
      | 'collected'
      | 'buyer'
      | 'sentBy'
      | 'acceptedBy'
      | 'internalNote'
      | 'files'
      | 'notesVersion'
      | 'vatRegime'
    )

/** What a new quote has of what it is made of. */
interface MadeOf {
  /** what is noted in house, once its totals are known */
  readonly internalNote?: (totals: QuoteRecord['totals']) => string
  /** one that is asked for though the settings may not have it; null: none */
  readonly vatRegime?: VatRegime | null
  /** the same of its lines */
  readonly lineRegimes?: readonly VatRegime[]
  /** the lines that it copies, by their ids: one that cannot be had today stays what it was there */
  readonly copied?: readonly KeptLine[]
  /** what its customer was told that it comes to: its discount of the whole leads there; null: what it comes to */
  readonly total?: ToldTotal | null
}

/** Lines that were priced without being saved. */
export type PricedPreview = Omit<Priced, 'lines'> & { readonly lines: readonly TotalledLine[] }

/**
 * Quotes. A draft keeps the prices that it was saved with until a person takes today's, and is sent and ordered at
 * today's alone. What was sent is a fact: going on from it is a copy.
 */
export class QuoteService {
  readonly #with: QuoteServices
  readonly #book: QuoteBook
  readonly #pricing: QuotePricing

  constructor(services: QuoteServices) {
    this.#with = services
    this.#book = services.quoteBook
    this.#pricing = services.quotePricing
  }

  /** Prices the lines of a quote without saving anything. @param seesCosts as {@link asSent} takes it */
  async preview({ quoteId, ...input }: QuoteToPreview, seesCosts: boolean): Promise<PricedPreview> {
    const customer = await this.#book.customer(input.customerId)
    const before = typeof quoteId === 'number' ? await this.#book.stored(quoteId) : null
    const { lines } = asSent(input, seesCosts, before?.lines)
    const discount = discountIn(input)
    // One that the settings no longer have is no reason to know no price: saving says so.
    const { vatRegimes } = this.#with.settings.current
    const vatRegime = regimeById(vatRegimes, input.vatRegimeId)
    const address = this.#addressIn(input, before?.collected === true)
    const taxed = { state: 'draft' as const, address, vatRegime, discount }
    const kept = before?.lines ?? []
    // A line that the quote has as it is keeps its price, as saving it would.
    const priced = await this.#pricing.price(lines, customer, taxed, regimesOf(kept), kept)
    return { ...priced, lines: this.#book.totalled({ ...taxed, ...priced }) }
  }

  /**
   * Makes a draft; with a key that was sent before, answers the quote that it made: a lost answer makes no second.
   */
  async create(
    { key, ...input }: QuoteNew,
    by: Actor,
    seesCosts = true,
    of: MadeOf = {},
  ): Promise<QuoteFacts> {
    const faults = typeof key === 'string' ? keyFaults(key, '/key', 'key') : []
    if (faults.length > 0) throw new Invalid(faults)
    const before = key ? await this.#with.store.quotes.byKey(key) : undefined
    if (before) return this.#book.present(before)
    return this.#insert(asSent(input, seesCosts), key ?? null, by, of)
  }

  /**
   * Saves changes to a draft. Lines that stay as they were keep their prices.
   * @throws Refusal `not_found`, `quote_state`; Outdated where it is no longer the version that was changed
   */
  async update(
    id: number,
    { version, ...input }: QuoteUpdate,
    by: Actor,
    seesCosts: boolean,
  ): Promise<QuoteFacts> {
    const before = await this.#book.at(id, version)
    if (before.state !== 'draft') this.#book.refuseState(before)
    const record = await this.#record(asSent(input, seesCosts, before.lines), before, before)
    return this.#book.write(record, noteOfRegime({ by, at: record.updatedAt }, record, before.vatRegime))
  }

  /**
   * Completes the address and the note of a quote that was sent, until it is ordered; of a signed one, what is empty of its address.
   * @throws Refusal `not_found`, `quote_state`, `quote_signed`; Outdated; Invalid where the address changes the VAT that was sent
   */
  async deliver(id: number, { version, ...input }: QuoteDelivery): Promise<QuoteFacts> {
    const before = await this.#book.at(id, version)
    if (!isOpen(before) || before.state === 'draft') this.#book.refuseState(before)
    const given = completeAddress(input.address)
    const { societe, adresse1, adresse2, code_postal, ville, pays } = before.address
    // What is collected stays where it is.
    const place = before.collected ? { societe, adresse1, adresse2, code_postal, ville, pays } : {}
    const address = { ...given, ...place }
    const faults = quoteTextFaults({ note: input.note, address })
    if (faults.length > 0) throw new Invalid(faults)
    this.#refuseOtherVat(before, address)
    await this.#refuseSigned(before, address, input.note)
    return this.#book.write({ ...before, address, note: input.note, updatedAt: this.#book.now() })
  }

  /** What was signed stays as it is; what was left open there is completed. @throws Refusal `quote_signed` */
  async #refuseSigned(before: QuoteRecord, address: AdresseLivraison, note: string): Promise<void> {
    const signed = await this.#book.signed(before)
    if (!signed) return
    const isOther = (field: AddressField) =>
      !signed.open.includes(field) && before.address[field] !== address[field]
    if (note !== before.note || ADDRESS_FIELDS.some(isOther))
      throw new Refusal('quote_signed', { name: signed.name })
  }

  /** A draft of the same lines, at today's prices. */
  async duplicate(id: number, by: Actor): Promise<QuoteFacts> {
    const stored = await this.#book.stored(id)
    const { customerId, companyId, contactId, reference, note, address, collected, buyer } = stored
    const { discount, vatRegime, lines } = stored
    const input = {
      vatRegimeId: vatRegime?.id ?? null,
      customerId,
      companyId,
      contactId,
      reference,
      note,
      address,
      ...{ collected, buyer },
      discount,
      lines: lines.map(askOf),
    }
    return this.#insert(input, null, by, { vatRegime, lineRegimes: regimesOf(lines), copied: lines })
  }

  async #insert(
    input: QuoteInput,
    key: string | null,
    by: Actor,
    { internalNote = () => '', vatRegime = null, lineRegimes = [], copied = [], total = null }: MadeOf,
  ): Promise<QuoteFacts> {
    const at = this.#book.now()
    const validUntil = addDays(this.#book.today(), this.#with.settings.current.quoteValidityDays)
    const kept = {
      id: 0,
      number: null,
      revision: 1,
      version: 1,
      key,
      state: 'draft' as const,
      createdAt: at,
      validUntil,
    }
    const begun = {
      ...{ ...kept, madeBy: by.person, sentBy: null, acceptedBy: null },
      ...{ internalNote: '', files: [], notesVersion: 0, vatRegime, collected: false, buyer: null },
    }
    const priced = await this.#record(input, begun, null, lineRegimes)
    const was = new Map(copied.map((line) => [line.id, line]))
    const lines = priced.lines.map((line) => {
      const before = was.get(line.id)
      return before ? taken({ ...before, promised: null }, line) : line
    })
    const made = { ...priced, lines }
    const record = total === null ? made : await this.#atTotal(made, total)
    const written = { ...record, internalNote: internalNote(record.totals) }
    const note = (quote: number) => noteOf({ by, at }, 'quote_made', { quote })
    return this.#book.told(await this.#with.store.quotes.insert(written, note))
  }

  /**
   * Today's prices of a draft beside those that it holds, which is marked where a partner refuses a line. Those of a quote
   * that was sent do not move.
   */
  async prices(id: number): Promise<ComparedPrices> {
    const quote = await this.#book.stored(id)
    const customer = await this.#book.customer(quote.customerId)
    if (quote.state === 'draft') {
      const { prices, affirmed, marked } = await this.#pricing.compare(quote, customer)
      await this.#book.mark(quote, marked, customer)
      return { ...prices, evidence: this.#book.evidence({ ...quote, lines: affirmed }) }
    }
    const { version, lines } = quote
    const today = isOpen(quote) ? await this.#pricing.compare(quote, customer) : null
    return {
      version,
      moved: false,
      lines: lines.map(() => null),
      problems: lines.map(({ problem }) => problem),
      totals: this.#book.totals(quote),
      costMovedCents: today?.prices.costMovedCents ?? null,
      uncertainty: amountsOfQuote(quote).uncertainty,
      unanswered: today?.prices.unanswered ?? [],
      evidence: null,
    }
  }

  /**
   * Puts today's prices on a draft, or on one of its lines; absorbed, what the customer pays stays.
   * @throws Refusal `not_found`, `quote_state`, `amount_changed` where a price is none that was seen; Outdated; Invalid
   */
  async reprice(id: number, { version, how, line, seen }: QuoteReprice): Promise<QuoteFacts> {
    const before = await this.#book.at(id, version)
    if (before.state !== 'draft') this.#book.refuseState(before)
    const { version: catalogueVersion } = this.#with.catalogue.snapshot
    const customer = await this.#book.customer(before.customerId)
    const priced = await repriced(this.#pricing, before, customer, {
      how,
      line: line ?? null,
      seen: seen ?? null,
    })
    const updatedAt = this.#book.now()
    // The totals are those of the VAT that it goes by now.
    const taxed = this.#pricing.inForce({ ...before, ...priced })
    return this.#book.write({ ...taxed, catalogueVersion, updatedAt })
  }

  /**
   * The discount of the whole with which a draft comes to a total, or as near to it as cents allow; null: none is needed.
   * Nothing is written.
   * @throws Refusal `not_found`, `quote_state`; Invalid where a line has no price
   */
  async wantedTotal(id: number, { of, cents }: WantedTotal): Promise<ComingTo> {
    const quote = await this.#book.stored(id)
    if (quote.state !== 'draft') this.#book.refuseState(quote)
    const customer = await this.#book.customer(quote.customerId)
    const found = this.#pricing.comingTo(quote, customer, { of, cents })
    if (found === null)
      throw new Invalid(this.#book.obstacles(quote).filter(({ path }) => path.startsWith('/lines')))
    return found
  }

  /** A draft with the discount of the whole that brings it to what its customer was told, where its account's does not. */
  async #atTotal(draft: QuoteRecord, { ht, ttc, rates, account }: ToldTotal): Promise<QuoteRecord> {
    const isAccounts = (draft.totals?.remise_grand_compte_ht ?? 0) === account
    if (draft.totals === null || (isAccounts && account === 0)) return draft
    const customer = await this.#book.customer(draft.customerId)
    const to = (wanted: WantedTotal) => this.#pricing.comingTo(draft, customer, wanted)
    const byNet = to({ of: 'ht', cents: ht })
    const isTaxedAlike = sameRates(draft.totals.vat?.map(({ rate }) => rate) ?? [], rates)
    if (ttc === null || !isTaxedAlike || byNet?.totals.prix_final_ttc === ttc) return { ...draft, ...byNet }
    // Taxes that were rounded apart there may come to a cent more or less here.
    const byTotal = to({ of: 'ttc', cents: ttc })
    return { ...draft, ...(byTotal?.totals.prix_final_ttc === ttc ? byTotal : byNet) }
  }

  /** Deletes a draft. @throws Refusal `not_found`, `quote_state`; Outdated */
  async delete(id: number, version: number | null, by: Actor): Promise<void> {
    const before = await this.#book.at(id, version)
    if (before.state !== 'draft') this.#book.refuseState(before)
    // What was sent stays: a revision is given up, not deleted.
    if (before.revision > 1) this.#book.refuseState(before)
    const note = noteOf({ by, at: this.#book.now() }, 'quote_deleted', { quote: id })
    if (!(await this.#with.store.quotes.delete(id, before.version, note)))
      return this.#book.refuseOutdated(id)
    this.#with.quoteNews.changed(id, null)
  }

  async get(id: number): Promise<QuoteFacts> {
    return this.#book.present(await this.#book.stored(id))
  }

  /** Whether the quote's validity is over today. */
  expired(quote: Pick<QuoteRecord, 'state' | 'validUntil'>): boolean {
    return this.#book.expired(quote)
  }

  list(filter: QuoteFilter, limit: number, offset: number): Promise<ListedQuotes> {
    return this.#with.store.quotes.list(filter, limit, offset)
  }

  /** The total that was sent holds for the VAT that it was made with. */
  #refuseOtherVat(quote: QuoteRecord, address: QuoteRecord['address']): void {
    const { vat: table } = this.#with.settings.current
    const before = this.#pricing.vat(quote)
    const after = this.#pricing.vat({ ...quote, address })
    if (before.rate === after.rate) return
    if (after.reason === 'country_unknown') throw new Invalid(deskAddressFaults(address, table, '/address'))
    const abroad = before.reason === 'elsewhere' || after.reason === 'elsewhere'
    const field = abroad ? 'pays' : 'code_postal'
    const params = { before: before.rate.replace('.', ','), after: after.rate.replace('.', ',') }
    throw new Invalid([{ path: `/address/${field}`, code: 'vat_changed', params }])
  }

  /** Where it goes: what is collected to the shop. @param kept whether it was collected so far */
  #addressIn({ address, collected }: Pick<QuoteInput, 'address' | 'collected'>, kept: boolean) {
    const given = completeAddress(address)
    return (collected ?? kept) ? this.#book.collectedBy(given) : given
  }

  async #record(
    input: QuoteInput,
    kept: Pick<QuoteRecord, Kept>,
    before: QuoteRecord | null = null,
    regimes: readonly VatRegime[] = [],
  ): Promise<QuoteRecord> {
    const customer = await this.#book.customer(input.customerId)
    const { internalNote, files, notesVersion } = kept
    const { id, number, revision, version, key, state, createdAt, madeBy, sentBy, acceptedBy } = kept
    const head = {
      ...{ id, number, revision, version, key, state, createdAt, madeBy, sentBy, acceptedBy },
      ...{ internalNote, files, notesVersion, reconfirm: false },
      customerId: customer.id,
      customer: customer.name,
      ...(await addressee(this.#with.store, input, before)),
      vatRegime: await regimeAsked(this.#with, input, kept.vatRegime, before === null),
      // Read with the company.
      vatNumber: '',
      reference: input.reference ?? '',
      note: input.note ?? '',
      address: this.#addressIn(input, kept.collected),
      collected: input.collected ?? kept.collected,
      buyer: input.buyer ?? kept.buyer,
      validUntil: input.validUntil ? dayIn(input.validUntil, 'validUntil') : kept.validUntil,
      discount: discountIn(input),
      filesOn: input.filesOn ? dayIn(input.filesOn, 'filesOn') : null,
    }
    const lines = before?.lines ?? []
    const former = [...regimesOf(lines), ...regimes]
    refuseUnknown(input.lines, this.#with, former)
    const { version: catalogueVersion } = this.#with.catalogue.snapshot
    const priced = await this.#pricing.price(inChoices(input.lines), customer, head, former, lines)
    return { ...head, ...priced, catalogueVersion, updatedAt: this.#book.now() }
  }
}
