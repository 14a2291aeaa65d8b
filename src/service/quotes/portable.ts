/** Quotes as signed files: written of what was sent, and opened, wherever they come from. */
import { createHash } from 'node:crypto'
import { AREAS, type CheckedLine } from '../../domain/areas.ts'
import { contactName } from '../../domain/company/company.ts'
import { companyKey } from '../../domain/company/search.ts'
import { euros } from '../../domain/euros.ts'
import type { Fault } from '../../domain/faults.ts'
import { message, worded, type Locale } from '../../domain/messages.ts'
import type { Actor } from '../../domain/people.ts'
import { offerOf, type Offer, type QuoteFacts } from '../../domain/quote/facts.ts'
import type { LineInput } from '../../domain/quote/lines.ts'
import { ownVatOf, portableOf, type PortableQuote } from '../../domain/quote/portable.ts'
import {
  contradictionsIn,
  discountOn,
  sameRates,
  toldTotal,
  type ToldTotal,
} from '../../domain/quote/portable-sums.ts'
import {
  fileText,
  lineAmong,
  lineInputOf,
  openFile,
  type OpenedFile,
} from '../../domain/quote/portable-file.ts'
import { basesOf } from '../../domain/shared/line-roles.ts'
import { ITEM_FIELDS, itemOf } from '../../domain/shared/quote-lines.ts'
import { hasFile } from '../../domain/shared/quote-states.ts'
import { draftIn, writtenQuoteNumber } from '../../domain/shared/numbers.ts'
import type { Vat } from '../../domain/vat.ts'
import { regimeById, type VatRegime } from '../../domain/vat-regimes.ts'
import type { QuoteRecord } from '../../store/quotes.ts'
import type { Store } from '../../store/store.ts'
import type { CatalogueService } from '../catalogue.ts'
import type { Clock } from '../clock.ts'
import { isSigned, type DeviceKey } from '../device-key.ts'
import type { OfferService } from '../offers.ts'
import type { PriceService } from '../prices.ts'
import { Invalid, Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import type { Signer, Signers } from '../signers.ts'
import type { QuoteService } from './quotes.ts'
import { sourceMark, withSourceNames } from './source-marks.ts'

export interface PortableServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly settings: SettingsService
  readonly clock: Clock
  readonly deviceKey: DeviceKey
  readonly signers: Signers
  readonly quotes: QuoteService
  readonly offers: OfferService
  readonly prices: PriceService
}

/** What a line of a file is here. */
export interface LineHere {
  /** `fits`; `other`: its ids name something else here; `unfit`: this catalogue does not have it so; null: no product */
  readonly fit: 'fits' | 'other' | 'unfit' | null
  readonly faults: readonly Fault[]
  /** what its ids name here, where that is something else */
  readonly name: string | null
  /** the line by the ids of this store, where it fits */
  readonly line: PortableQuote['lines'][number]
  /** what it costs here today, as far as is known without asking anybody */
  readonly price: Offer | null
}

export interface OpenedQuote {
  readonly file: OpenedFile
  readonly signer: Signer | null
  readonly lines: readonly LineHere[]
  /** the amounts of the file that contradict others, by JSON pointers into its quote */
  readonly contradictions: readonly string[]
  /** the quote of that number in this store; null: none */
  readonly here: number | null
}

/** How a file is taken over. */
export interface Taking {
  /** one whose signature does not hold, too */
  readonly altered: boolean
  /**
   * `today`: this catalogue's, without the discounts that went with others; `customer`: each product fixed at what the file
   * says, before discounts, which stay
   */
  readonly prices: 'today' | 'customer'
}

/** Those of one name are looked for among so many that have its words. */
const MOST_OF_A_NAME = 100

type ProductOfFile = Extract<PortableQuote['lines'][number], { readonly line: unknown }>

const NOT_A_PRODUCT = { fit: null, faults: [], name: null, price: null } as const

export class PortableQuotes {
  readonly #with: PortableServices

  constructor(services: PortableServices) {
    this.#with = services
  }

  /**
   * The id of the quote that a person names by its number, whole or, where it is that of one alone, in part; or a draft as it
   * is called.
   * @throws Refusal `quote_number_unknown`
   */
  async byNumber(number: string): Promise<number> {
    const { quotes } = this.#with.store
    const id = await quotes.idOfNumber(writtenQuoteNumber(number))
    if (id !== null) return id
    const draft = await quotes.byId(draftIn(number))
    if (draft?.state === 'draft') return draft.id
    const part = plainNumber(number)
    const { entries: found } = await quotes.list(
      { search: number.trim(), companyId: null, state: null },
      MOST_OF_A_NAME,
      0,
    )
    const named = found.filter((quote) => quote.number !== null && plainNumber(quote.number).includes(part))
    const only = named.find((quote) => plainNumber(quote.number!) === part) ?? named[0]
    const isOnly = only && (named.length === 1 || plainNumber(only.number!) === part)
    if (!isOnly || part === '') throw new Refusal('quote_number_unknown', { number })
    return only.id
  }

  /**
   * The file of a quote that was sent.
   * @throws Refusal `not_found`, `quote_not_portable`, `quote_too_long`; what {@link DeviceKey.sign} throws
   */
  async write(
    id: number,
  ): Promise<{ readonly text: string; readonly name: string; readonly number: string }> {
    const { clock, quotes } = this.#with
    const quote: QuoteFacts = await quotes.get(id)
    if (!hasFile(quote.state)) throw new Refusal('quote_not_portable', { state: quote.state })
    const { text, name } = await this.fileOf(quote, clock.now().toISOString())
    return { text, name, number: quote.number ?? '' }
  }

  /**
   * The file of a quote as it is given. @param at when it is written, ISO
   * @throws Refusal `quote_too_long`; what {@link DeviceKey.sign} throws
   */
  async fileOf(quote: QuoteFacts, at: string): Promise<{ readonly text: string; readonly name: string }> {
    const { store, deviceKey } = this.#with
    const device = await store.device.code()
    const told = portableOf(quote, { device, at, sources: store.sources.all(), markOf: sourceMark })
    const text = fileText(await deviceKey.sign(Buffer.from(JSON.stringify(told))))
    // What this program would not open itself is not handed on.
    if (openFile(Buffer.from(text), isSigned).verdict !== 'intact') throw new Refusal('quote_too_long')
    return { text, name: `${told.number.replace(/[^\w-]/g, '_')}.comptoir` }
  }

  /** What a file says, by whom it was signed, and what of it there is here. No partner is asked. */
  async open(bytes: Uint8Array): Promise<OpenedQuote> {
    const { store } = this.#with
    const read = openFile(bytes, isSigned)
    if (!('quote' in read) || !read.quote)
      return { file: read, signer: null, lines: [], contradictions: [], here: null }
    const file = { ...read, quote: withSourceNames(read.quote, store.sources.all()) }
    const { quote, signed } = file
    const signer = await this.#with.signers.told(signed.publicKey, quote.device, file.verdict === 'intact')
    const lines = await Promise.all(quote.lines.map((line) => this.#found(line)))
    const here = await store.quotes.idOfNumber(quote.number)
    return { file, signer, lines, contradictions: contradictionsIn(quote), here }
  }

  /** Gives who signed a file the name that he is known by here. @throws Refusal `device_unseen` */
  async nameDevice(publicKey: string, name: string): Promise<void> {
    if (!(await this.#with.store.seenDevices.rename(publicKey, name))) throw new Refusal('device_unseen')
  }

  /**
   * A new draft of what fits of a file, for the customer of its name where there is one alone.
   * @returns the draft, the places of the lines that were left out, and what is told of its total, in the reader's words
   * @throws Refusal `portable_unusable`, `portable_altered`
   */
  async draft(bytes: Uint8Array, { altered, prices }: Taking, by: Actor, locale: Locale) {
    const opened = await this.open(bytes)
    const { file, lines, signer } = opened
    if (!('quote' in file) || !file.quote || !signer) throw new Refusal('portable_unusable')
    if (file.verdict !== 'intact' && !altered) throw new Refusal('portable_altered')
    const { quote } = file
    const left = lines.flatMap(({ fit }, i) => (fit === null || fit === 'fits' ? [] : [i]))
    const { reference, note, address } = quote
    const discount = prices === 'today' ? null : discountOn(quote, new Set(left))
    const params = { number: quote.number, code: signer.code, fingerprint: signer.fingerprint }
    const taken = quote.lines.filter((_line, i) => !left.includes(i))
    const services = taken.flatMap((line) => (line.area === 'free' ? [nameOf(line).split('\n', 1)[0]!] : []))
    const vatRegime = quote.vat.reason === 'regime' ? this.#regime(quote.vat) : null
    const lineRegimes = quote.lines.map((line) => {
      const vat = ownVatOf(line)
      return vat ? this.#regime(vat) : null
    })
    const total = prices === 'today' ? null : toldTotal(quote, new Set(left))
    const part = prices === 'today' ? [] : partWords(quote.discount, discount, locale)
    const told = [
      message(file.verdict === 'intact' ? 'portable_from' : 'portable_from_altered', locale, params),
      message(prices === 'today' ? 'portable_at_today' : 'portable_at_customer', locale),
      ...(services.length > 0
        ? [message('portable_costs_unknown', locale, { names: services.join(', ') })]
        : []),
      ...this.#unknown([vatRegime, ...lineRegimes.filter((_, i) => !left.includes(i))]).map(
        ({ name, rate }) => message('portable_vat_unknown', locale, { regime: name, rate }),
      ),
      ...left.map((i) => `${message('portable_left', locale)} ${nameOf(quote.lines[i]!)}`),
    ]
    const draft = await this.#with.quotes.create(
      {
        ...{ reference, note, address, discount, vatRegimeId: vatRegime?.id ?? null },
        ...(await this.#customer(quote)),
        lines: takenOf(
          lines.map(({ line }) => line),
          new Set(left),
          prices,
          lineRegimes.map((regime) => regime?.id ?? null),
        ),
      },
      by,
      true,
      {
        vatRegime,
        lineRegimes: lineRegimes.flatMap((regime) => regime ?? []),
        total,
        internalNote: (totals) => [...told, ...part, ...totalWords(quote, total, totals, locale)].join('\n'),
      },
    )
    return { draft, left, told: [...part, ...totalWords(quote, total, draft.totals, locale)] }
  }

  /**
   * What the VAT of a file, or of a line of it, goes by, as the settings here have it in the same words. One that they do not
   * have is the draft's as the file says it, which keeps it from being sent until a person has chosen.
   */
  #regime({ rate, name = '', mention = '' }: Pick<Vat, 'rate' | 'name' | 'mention'>): VatRegime {
    const same = this.#with.settings.current.vatRegimes.find(
      (each) => each.name === name && each.rate === rate && each.mention === mention,
    )
    const words = createHash('sha256')
      .update(JSON.stringify([name, rate, mention]))
      .digest('hex')
    return same ?? { id: `fichier-${words.slice(0, 16)}`, name, rate, mention, needsVatNumber: false }
  }

  /** Those of some that the settings do not have, each once. */
  #unknown(regimes: readonly (VatRegime | null)[]): VatRegime[] {
    const byId = new Map(regimes.flatMap((regime) => (regime ? [[regime.id, regime] as const] : [])))
    return [...byId.values()].filter(({ id }) => !regimeById(this.#with.settings.current.vatRegimes, id))
  }

  /** The customer of the name that the file says, and the contact of its name there, each where it is exactly one. */
  async #customer({
    company,
    contact,
  }: PortableQuote): Promise<Partial<Record<'companyId' | 'contactId', number>>> {
    const { companies } = this.#with.store
    if (!company || companyKey(company) === '') return {}
    const found = await companies.list({ search: company, archived: false }, MOST_OF_A_NAME, 0)
    const same = found.companies.filter(({ name }) => companyKey(name) === companyKey(company))
    const [only] = same
    if (!only || same.length > 1) return {}
    const { contacts = [] } = (await companies.byId(only.id)) ?? {}
    const people = contacts.filter((person) => companyKey(contactName(person)) === companyKey(contact ?? ''))
    const [person] = people
    return { companyId: only.id, ...(contact && person && people.length === 1 && { contactId: person.id }) }
  }

  /** A line in the catalogue here: by the ids that its source has here, else by those that the file says. */
  async #found(line: PortableQuote['lines'][number]): Promise<LineHere> {
    if (!('line' in line)) return { ...NOT_A_PRODUCT, line }
    const { store, catalogue } = this.#with
    const sources = store.sources.all()
    const one = lineAmong(line, sources) ?? line
    const found = await this.#here(one)
    if (found.fit === 'fits') return found
    // What is wrong with the product that has these ids here says nothing of one that is not here.
    const isOfHere =
      line.source === null || sources.some(({ name, removed }) => !removed && name === line.source)
    const isSame = catalogue.snapshot.nameOf(one.area, itemOf(one)) === line.name
    if (isSame || (isOfHere && found.fit === 'other')) return found
    const code = line.area === 'print' ? 'product_unknown' : 'family_unknown'
    const unknown = { path: `/${ITEM_FIELDS[line.area]}`, code, params: { name: line.name } } as const
    return { ...NOT_A_PRODUCT, line, fit: 'unfit', faults: [unknown] }
  }

  async #here(line: ProductOfFile): Promise<LineHere> {
    const rules = AREAS[line.area]
    const body = { ...line.line, delai: line.area === 'print' ? line.delai : null }
    let checked: CheckedLine
    try {
      checked = this.#with.offers.check(line.area, body)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      return { ...NOT_A_PRODUCT, line, fit: 'unfit', faults: error.faults }
    }
    const name = rules.itemName(checked)
    const parts = rules.describe(checked).map((part) => worded(part, 'fr'))
    // The same ids may be something else in another shop.
    const same =
      name === line.name && parts.join('\n') === line.parts.map((part) => worded(part, 'fr')).join('\n')
    if (!same) return { ...NOT_A_PRODUCT, line, fit: 'other', name: [name, ...parts].join(', ') }
    const [prices = []] = await this.#with.prices.ofAll([checked])
    const offers = prices.map(offerOf)
    const label = line.price?.label || line.leadTimeLabel
    const price =
      offers.find(({ delai }) => line.delai !== null && delai === line.delai) ??
      offers.find((offer) => offer.label === label)
    return { fit: 'fits', faults: [], name: null, line, price: price ?? null }
  }
}

/** A number as it is compared: `d2026-k7-0012` is `D2026K70012`. */
const plainNumber = (number: string) => number.replace(/[\s-]/g, '').toUpperCase()

/** What the lines that are taken keep of a fixed discount, where others were left out with their part of it. */
function partWords(
  whole: PortableQuote['discount'],
  part: PortableQuote['discount'],
  locale: Locale,
): string[] {
  if (!whole || !('cents' in whole)) return []
  const kept = part && 'cents' in part ? part.cents : 0
  const params = { whole: euros(whole.cents, locale), part: euros(kept, locale) }
  return kept === whole.cents ? [] : [message('portable_discount_part', locale, params)]
}

/**
 * What is told of the total of a draft at the customer's prices: what the discount of his account has become, and where it
 * does not come to what the file says, both and why.
 * @param told null: at today's prices, or none was told
 */
function totalWords(
  { totals: said }: PortableQuote,
  told: ToldTotal | null,
  is: QuoteRecord['totals'],
  locale: Locale,
): string[] {
  if (!told || !said) return []
  const money = (cents: number) => euros(cents, locale)
  if (!is) {
    const left = { amount: money(told.account) }
    return [
      message('portable_unpriced', locale, { total: money(said.prix_final_ttc) }),
      ...(told.account !== 0 ? [message('portable_account_left', locale, left)] : []),
    ]
  }
  const isMet = is.prix_total_ht === told.ht
  const account = { amount: money(told.account) }
  const here = { amount: money(is.remise_grand_compte_ht) }
  const [before, after] = [said, is].map(({ vat = [] }) => vat.map(({ rate }) => rate))
  const totals = { before: money(said.prix_final_ttc), after: money(is.prix_final_ttc) }
  const isOther = said.prix_final_ttc !== is.prix_final_ttc
  return [
    ...(told.account !== 0 && isMet ? [message('portable_account_taken', locale, account)] : []),
    ...(told.account !== 0 && !isMet ? [message('portable_account_left', locale, account)] : []),
    ...(is.remise_grand_compte_ht !== 0 && !isMet ? [message('portable_account_here', locale, here)] : []),
    ...(isOther && !sameRates(before!, after!)
      ? [message('portable_other_vat', locale, { before: before!.join(' + '), after: after!.join(' + ') })]
      : []),
    ...(isOther ? [message('portable_other_total', locale, totals)] : []),
  ]
}

const nameOf = (line: PortableQuote['lines'][number]) => ('name' in line ? line.name : line.text)

/**
 * What is taken of the lines. An alternative becomes an option where it would stand for another line than it did, for that was
 * left out; one that stands for none is one, as in every draft.
 * @param regimes of each line the id of what its VAT goes by; null: its quote's
 */
function takenOf(
  lines: PortableQuote['lines'],
  left: ReadonlySet<number>,
  prices: Taking['prices'],
  regimes: readonly (string | null)[],
): LineInput[] {
  const places = lines.flatMap((_line, i) => (left.has(i) ? [] : [i]))
  const inputs = places.map((i): LineInput => {
    const input = lineInputOf(lines[i]!)
    return input.area === 'heading' ? input : { ...input, vatRegimeId: regimes[i] ?? null }
  })
  const bases = basesOf(inputs)
  return inputs.map((input, at): LineInput => {
    const line = lines[places[at]!]!
    if (line.area === 'heading' || input.area === 'heading') return input
    const base = bases[at] ?? null
    const isOther = line.role === 'alternative' && base !== null && places[base] !== line.alternativeTo
    const standing = isOther ? { ...input, role: 'option' as const } : input
    if (!('line' in line) || !('line' in standing)) return standing
    if (prices === 'today') return { ...standing, discount: null }
    return line.price ? { ...standing, sale: { by: 'fixed', cents: line.price.listCents } } : standing
  })
}
