/** The partners that are set: each with its own address, token, limits, price book, sync and outbox. */
import { sourceOfLine, type CheckedLine } from '../domain/areas.ts'
import type { PartnersNow, PartnerToKeep } from '../store/partners.ts'
import type { SourceRecord } from '../store/sources.ts'
import type { Store } from '../store/store.ts'
import { isUsableToken, urlFault } from '../upstream/account.ts'
import type { CatalogueService } from './catalogue.ts'
import type { Clock } from './clock.ts'
import { refuseDemo } from './demo.ts'
import type { Events } from './events.ts'
import type { LeadTimeIds } from './lead-time-ids.ts'
import type { OwnAddress } from './own-address.ts'
import {
  atAddress,
  chosen,
  nameAmong,
  newNameAt,
  readOf,
  refuseTaken,
  renamed,
  takenAwayAt,
  type AddressedInput,
  type PartnerInput,
} from './partner-meant.ts'
import type { PartnerDuty } from './partner-duty.ts'
import type { PartnerOutbox } from './partner-outbox.ts'
import { fingerprintKey, tokenKey, type PartnerCheck, type PartnerLink } from './partner-link.ts'
import { pauseKey } from './partner-pause.ts'
import type { PartnerSync } from './partner-sync.ts'
import type { PriceBookService } from './price-book.ts'
import type { GridPrices } from './price-grid.ts'
import { refuseOvertaken } from './overtaken.ts'
import { Refusal, Unasked } from './refusal.ts'
import type { RememberedPrices } from './remembered-prices.ts'
import type { SecretBox } from './secrets.ts'
import { outcomeKey } from './sync-outcome.ts'
import type { ToldCarts } from './told-carts.ts'
import type { UpstreamPrices } from './upstream-prices.ts'

/** One partner, with all that is its own: what becomes of another takes nothing from it. */
export interface Partner {
  /** of its source */
  readonly id: number
  readonly link: PartnerLink
  readonly priceBook: PriceBookService
  readonly leadTimeIds: LeadTimeIds
  readonly remembered: RememberedPrices
  readonly prices: UpstreamPrices
  readonly grid: GridPrices
  readonly sync: PartnerSync
  readonly toldCarts: ToldCarts
  readonly outbox: PartnerOutbox
  readonly duty: PartnerDuty
}

export type { PartnerInput } from './partner-meant.ts'
export { urlFault } from '../upstream/account.ts'

export interface PartnersServices {
  readonly store: Store
  readonly catalogue: CatalogueService
  readonly secrets: SecretBox
  readonly events: Events
  readonly clock: Clock
  readonly own: OwnAddress
}

export const LONGEST_NAME = 100

/** Whether a text can name a partner: it stands in addresses, tables and command lines. */
export function isPartnerName(name: string): boolean {
  return name.trim() === name && name !== '' && name.length <= LONGEST_NAME && /^[^\p{Cc}/\\]+$/u.test(name)
}

export class Partners {
  readonly #with: PartnersServices
  readonly #make: (source: SourceRecord) => Partner
  #partners = new Map<number, Partner>()
  /** those that were taken away, while a step of theirs is under way */
  readonly #ending = new Set<Promise<void>>()
  #running = false

  /** There are none until {@link reload} has looked. @param make builds the rooms of one partner */
  constructor(services: PartnersServices, make: (source: SourceRecord) => Partner) {
    this.#with = services
    this.#make = make
  }

  /** Those that are set, in the order in which they came. */
  all(): Partner[] {
    return [...this.#partners.values()]
  }

  byId(id: number): Partner | undefined {
    return this.#partners.get(id)
  }

  /** @throws Refusal `not_found` */
  byName(name: string): Partner {
    const partner = this.all().find(({ link }) => link.source.name === name)
    if (!partner) throw new Refusal('not_found', { what: 'partner', id: name })
    return partner
  }

  /** The partner of a line's product or family; null where it is of our own tariffs, or its partner is set no more. */
  ofLine(line: CheckedLine): Partner | null {
    const source = sourceOfLine(line)
    return source.kind === 'tariffs' ? null : (this.#partners.get(source.id) ?? null)
  }

  /** Sets a partner, and tries to reach it: it is kept whatever comes of that, because a shop may be offline. @throws Refusal as `keep` */
  async set(input: PartnerInput): Promise<{ readonly partner: Partner; readonly check: PartnerCheck }> {
    const partner = await this.keep(input)
    return { partner, check: await partner.link.check() }
  }

  /**
   * Sets a partner without asking it; it may be asked at once, whatever it asked for. One that was taken away and has the same address is there again, with its ids.
   * @throws Refusal `upstream_invalid` for an address that is not https (or loopback), `upstream_is_self` for our own,
   * `upstream_token_invalid` for a token that cannot stand in a header, `partner_name_invalid`, `name_taken`,
   * `name_required` where none is named and several have the address, `not_found` where it is set no more; Unasked where a
   * token of the store was sealed with another key than this service's; Overtaken; Refusal `demo_loaded` beside the demo
   */
  async keep(input: PartnerInput): Promise<Partner> {
    const { url, token } = input
    const { store, clock, own } = this.#with
    refuseDemo(store)
    if (url !== null) {
      refuseAddress(url)
      if (own.isAt(url)) throw new Refusal('upstream_is_self', { url })
    }
    if (token !== null) {
      refuseToken(token)
      this.#refuseOwnKey()
    }
    const decide = (now: PartnersNow) => this.#toKeep(now, atAddress(now, input))
    const { id, back } = await store.partners.keep(decide, clock.now().toISOString())
    await (back ? this.#reloadOffers() : this.reload())
    const partner = this.#partners.get(id)
    // Taken away again by now.
    if (!partner) throw new Refusal('not_found', { what: 'partner', id: input.rename ?? input.name ?? url! })
    // Its name and limits are told by nothing else.
    this.#with.events.emit('status')
    await partner.link.resume()
    partner.outbox.partnerSet()
    return partner
  }

  /** Sealed with another key than the others', a token would be lost to the store's other services. @throws Unasked */
  #refuseOwnKey(): void {
    const locked = this.all().find(({ link }) => link.isLocked)
    if (locked) throw new Unasked(locked.link.problem!)
  }

  /** What is written of a partner, by what is there. @throws Refusal */
  #toKeep(now: PartnersNow, input: AddressedInput): PartnerToKeep {
    const { url, token, rename, limits } = input
    const sources = now.sources.filter(({ kind }) => kind === 'partner')
    const present = sources.filter(({ removed }) => !removed)
    const name = nameAmong(sources, present, input)
    const takenAway = takenAwayAt(sources, name, url)
    const known = chosen(present, name, url, takenAway !== undefined)
    if (known) refuseOvertaken(input.before, { name: rename, url, limits }, readOf(known))
    const before = known ?? takenAway ?? null
    const called = rename ?? (known ? renamed(known, name, url) : (name ?? newNameAt(sources, url)))
    if (!isPartnerName(called)) throw new Refusal('partner_name_invalid')
    // A name that it has already stays its own, whatever else is called like that by now.
    if (before?.removed !== false || called !== before.name) {
      refuseTaken(
        called,
        present.filter(({ id: other }) => other !== before?.id),
      )
    }
    const settings = (id: number) => this.#tokenOf(id, now, token, known?.url ?? null, url)
    return { before, name: called, url, limits: limits ?? before?.limits ?? {}, settings }
  }

  /** What becomes of the token that is kept of a partner. @param before the address that it was set with */
  #tokenOf(id: number, { setting }: PartnersNow, token: string | null, before: string | null, url: string) {
    const { secrets } = this.#with
    const sealed = setting(tokenKey(id))
    if (token !== null) {
      // The same token again stays sealed as it is: orders under way know their account by it.
      const same = typeof sealed === 'string' && this.#opens(sealed, token)
      return same
        ? new Map<string, unknown>()
        : new Map<string, unknown>([
            [tokenKey(id), secrets.seal(token)],
            [fingerprintKey(id), secrets.fingerprint(token)],
          ])
    }
    // A token is for the partner that gave it: another never gets to see it.
    const isAnother = before === null || new URL(before).origin !== new URL(url).origin
    return new Map<string, unknown>((isAnother ? tokenKeys(id) : []).map((key) => [key, undefined]))
  }

  #opens(sealed: string, token: string): boolean {
    try {
      return this.#with.secrets.open(sealed) === token
    } catch {
      return false
    }
  }

  /**
   * Takes a partner away: its products are offered no more, orders on their way to it wait until it is set again.
   * @throws Refusal `not_found`
   */
  async remove(name: string): Promise<void> {
    const { store, clock } = this.#with
    const { id } = this.byName(name)
    const forgotten = [...tokenKeys(id), outcomeKey(id), pauseKey(id)]
    const removed = await store.partners.remove(id, clock.now().toISOString(), forgotten)
    if (!removed) throw new Refusal('not_found', { what: 'partner', id: name })
    await this.#reloadOffers()
  }

  /** What partners offer goes with them, and comes back: who is answered finds it so. */
  async #reloadOffers(): Promise<void> {
    await Promise.all([this.reload(), this.#with.catalogue.reload()])
  }

  /**
   * Says where this service listens: a partner at that address would be itself, and is neither asked nor sent anything.
   * @param listening `http://HOST:PORT`; null: nowhere
   */
  servedAt(listening: string | null, publicly: string | null = null): void {
    this.#with.own.listening = listening
    this.#with.own.publicly = publicly
    this.#takeOver()
  }

  /** Takes over what is stored, as far as the store's sources and settings know it here. */
  async reload(): Promise<void> {
    this.#takeOver()
    await Promise.all(this.all().map(({ priceBook }) => priceBook.reload()))
  }

  #takeOver(): void {
    const before = this.#partners
    const partners = new Map<number, Partner>()
    for (const source of this.#with.store.sources.all()) {
      if (source.kind !== 'partner' || source.removed) continue
      const known = before.get(source.id)
      const partner = known ?? this.#make(source)
      known?.link.reload(source)
      known?.sync.reload()
      partners.set(source.id, partner)
    }
    this.#partners = partners
    for (const [id, partner] of partners) if (this.#running && !before.has(id)) partner.duty.start()
    for (const [id, partner] of before) {
      if (partners.has(id)) continue
      partner.link.abandon()
      const ended = end(partner).finally(() => this.#ending.delete(ended))
      this.#ending.add(ended)
    }
    if (partners.size !== before.size) this.#with.events.emit('status')
  }

  /** Begins to sync and to transmit, with those that are set and those that will be. */
  start(): void {
    this.#running = true
    for (const { duty } of this.all()) duty.start()
  }

  /** Stops, after the steps under way. */
  async stop(): Promise<void> {
    this.#running = false
    await Promise.all([...this.#ending, ...this.all().map(end)])
  }

  /** Ends every request to a partner. */
  abandon(): void {
    for (const { link } of this.all()) link.abandon()
  }
}

async function end({ duty, grid, prices }: Partner): Promise<void> {
  await duty.stop()
  await grid.stop()
  await prices.kept()
}

const tokenKeys = (id: number) => [tokenKey(id), fingerprintKey(id)]

/** @throws Refusal `upstream_invalid`, with what is wrong with an address */
function refuseAddress(url: string): void {
  const fault = urlFault(url)
  if (fault) throw new Refusal('upstream_invalid', { fault })
}

/** @throws Refusal `upstream_token_invalid` for one that cannot stand in a header */
export function refuseToken(token: string): void {
  if (!isUsableToken(token)) throw new Refusal('upstream_token_invalid')
}
