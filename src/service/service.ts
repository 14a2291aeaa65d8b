import type { Settings } from '../domain/settings.ts'
import { vatRate } from '../domain/vat.ts'
import type { Counts } from '../store/engine.ts'
import { isBusy, isDiskFailure, StoreError } from '../store/errors.ts'
import type { FolderLock } from '../store/lock.ts'
import { compose, type ComposeOptions, type Rooms } from './compose.ts'
import type { Partner } from './partners.ts'
import { Invalid } from './refusal.ts'
import { unknownSources } from './mark-ups.ts'
import { lockForService, removeServerFile } from './server-file.ts'
import { StoreHealth } from './store-health.ts'
import { VERSION } from './version.ts'

/** How often a running service looks for what a command changed (local-api.md: within two seconds). */
const WATCH_MS = 1_000
/** The database tells of every transaction, our own among them: those of a moment are looked at together. */
const TOLD_MS = 50

export interface ServiceOptions extends ComposeOptions {
  /**
   * called once where another service has taken the folder, or a newer program has changed the store beside this one: it has
   * stopped transmitting, and should end
   */
  readonly onLost?: () => void
}

type Watched = Record<'settings' | 'catalogue' | 'status' | 'vat', string>

/** Everything that the product does, over one data folder. It knows neither HTTP nor Electron. */
export class Service {
  // The rooms, as compose builds them.
  declare readonly log: Rooms['log']
  declare readonly clock: Rooms['clock']
  declare readonly store: Rooms['store']
  declare readonly events: Rooms['events']
  declare readonly settings: Rooms['settings']
  declare readonly customers: Rooms['customers']
  declare readonly tokens: Rooms['tokens']
  declare readonly catalogue: Rooms['catalogue']
  declare readonly ownTariffs: Rooms['ownTariffs']
  declare readonly backups: Rooms['backups']
  declare readonly replacement: Rooms['replacement']
  declare readonly partners: Rooms['partners']
  declare readonly outbox: Rooms['outbox']
  declare readonly background: Rooms['background']
  declare readonly markUps: Rooms['markUps']
  declare readonly prices: Rooms['prices']
  declare readonly sync: Rooms['sync']
  declare readonly carts: Rooms['carts']
  declare readonly orders: Rooms['orders']
  declare readonly orderPrices: Rooms['orderPrices']
  declare readonly offers: Rooms['offers']
  declare readonly desk: Rooms['desk']
  declare readonly quotes: Rooms['quotes']
  declare readonly quoteDecisions: Rooms['quoteDecisions']
  declare readonly rehearsal: Rooms['rehearsal']
  declare readonly ordersAgain: Rooms['ordersAgain']
  declare readonly orderAddresses: Rooms['orderAddresses']
  declare readonly orderLook: Rooms['orderLook']
  declare readonly orderCancellation: Rooms['orderCancellation']
  declare readonly quoteRevisions: Rooms['quoteRevisions']
  declare readonly quoteNotes: Rooms['quoteNotes']
  declare readonly quoteChecks: Rooms['quoteChecks']
  declare readonly portable: Rooms['portable']
  declare readonly quoteExport: Rooms['quoteExport']
  declare readonly orderExport: Rooms['orderExport']
  declare readonly dashboard: Rooms['dashboard']
  declare readonly dayQueue: Rooms['dayQueue']
  declare readonly find: Rooms['find']
  declare readonly documents: Rooms['documents']
  declare readonly mail: Rooms['mail']
  declare readonly signing: Rooms['signing']
  declare readonly readiness: Rooms['readiness']
  declare readonly movedQuotes: Rooms['movedQuotes']
  declare readonly feed: Rooms['feed']
  declare readonly peers: Rooms['peers']
  declare readonly reach: Rooms['reach']
  declare readonly rates: Rooms['rates']
  declare readonly people: Rooms['people']
  declare readonly sessions: Rooms['sessions']
  declare readonly wrongSecrets: Rooms['wrongSecrets']
  declare readonly journal: Rooms['journal']
  declare readonly shelf: Rooms['shelf']
  declare readonly companies: Rooms['companies']
  declare readonly companyImport: Rooms['companyImport']
  #lock: FolderLock | null = null
  #timer: NodeJS.Timeout | null = null
  #soon: NodeJS.Timeout | null = null
  #onLost: (() => void) | undefined
  #looking = false
  /** it looks at the store no more: it closes, or has lost the folder */
  #ended = false
  /** whether the store did not answer when it was last looked at */
  #away = false
  #counts: Counts
  #refreshing: Promise<void> = Promise.resolve()
  readonly #health: StoreHealth

  private constructor(rooms: Rooms) {
    Object.assign(this, rooms)
    this.#health = new StoreHealth(rooms.store, rooms.clock)
    this.#counts = rooms.store.countsAtOpening
  }

  /** Opens the store for one command. @throws StoreError; Refusal `variable_invalid` */
  static async open(options: ComposeOptions): Promise<Service> {
    return new Service(await compose(options))
  }

  /**
   * Opens the store as the one running service of its folder, and keeps up with what commands change there.
   * @throws StoreError `locked` where another service runs on the folder
   */
  static async start(options: ServiceOptions): Promise<Service> {
    const lock = lockForService(options.folder)
    try {
      const service = await Service.open(options)
      service.#lock = lock
      service.#onLost = options.onLost
      // Of one that was killed; who listens writes his own.
      removeServerFile(options.folder)
      await service.store.listen({
        written: () => service.#lookSoon(),
        message: (text) => service.peers.receive(text),
        missed: () => {
          service.#lookSoon()
          service.events.emit('missed')
        },
      })
      service.#watch()
      service.reach.start(service.partners.all().map(({ id }) => id))
      service.partners.start()
      service.feed.start()
      service.backups.start()
      service.mail.start()
      return service
    } catch (error) {
      lock.release()
      throw error
    }
  }

  #watch(): void {
    this.#timer = setInterval(() => {
      if (this.#keepsFolder()) this.#look()
      else this.#lose('another service has taken the data folder; this one ends')
    }, WATCH_MS).unref()
  }

  #lookSoon(): void {
    if (this.#ended) return
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      // What is being read now may be from before.
      if (this.#looking) this.#lookSoon()
      else this.#look()
    }, TOLD_MS).unref()
  }

  /** It cannot go on. @param why for the log */
  #lose(why: string): void {
    if (this.#ended) return
    this.#stopLooking()
    this.log.fatal(why)
    void this.partners.stop().finally(this.#onLost)
  }

  #stopLooking(): void {
    this.#ended = true
    if (this.#timer) clearInterval(this.#timer)
    if (this.#soon) clearTimeout(this.#soon)
  }

  /** Looks at what others have written, where nobody waits for it. */
  #look(): void {
    if (this.#looking) return
    this.#looking = true
    this.refresh()
      .then(() => this.#found(false))
      .catch((error: unknown) => {
        if (error instanceof StoreError && error.code === 'newer') {
          this.#lose(`${error.message}; this service ends`)
          return
        }
        // A database that is away is looked at again in a moment; who asks it is told.
        if (isStoreFailure(error)) this.#found(true, error)
        else this.log.error({ err: error }, 'reading the changed store failed')
      })
      .finally(() => {
        this.#looking = false
      })
  }

  /** Who has a window open is told without asking; who reads the log, once for each time. */
  #found(away: boolean, why?: unknown): void {
    if (this.#away === away) return
    this.#away = away
    if (away) this.log.warn({ err: why }, 'the store does not answer')
    else this.log.info('the store answers again')
    this.events.emit('store')
  }

  /** Whether the folder is still ours: its lock file may have been removed by hand. */
  #keepsFolder(): boolean {
    try {
      return this.#lock?.keep() ?? true
    } catch (error) {
      this.log.error({ err: error }, 'the lock of the data folder cannot be looked at')
      return true
    }
  }

  /** Takes over what other processes have written since the last time. */
  refresh(): Promise<void> {
    const mine = this.#refreshing.then(() => this.#refresh())
    this.#refreshing = mine.catch(() => undefined)
    return mine
  }

  async #refresh(): Promise<void> {
    const before = this.#counts
    const counts = await this.store.counts()
    if (counts.images === before.images && counts.events === before.events) return
    if (counts.images !== before.images) await this.#reload()
    this.#counts = counts
    this.outbox.kick()
    this.mail.kick()
    this.orders.reload()
    if (counts.events !== before.events) this.events.emit('ordersElsewhere')
    this.events.emit('status')
  }

  /** Reads anew what is held in memory. */
  async #reload(): Promise<void> {
    await this.store.refresh()
    await this.people.reload()
    const before = this.#watched()
    this.settings.reload()
    await this.customers.reload()
    await this.tokens.reload()
    await this.partners.reload()
    await this.catalogue.reload()
    this.#tellSettings(before)
  }

  /** What of the settings is watched, by the event that tells that it is another. */
  #watched(): Watched {
    const { markUps, vat, vatRegimes, calendar } = this.settings.current
    const { current: letterhead, told } = this.documents.letterhead
    const shop = [told, this.mail.server.isSet]
    return {
      settings: JSON.stringify([this.settings.current, letterhead]),
      // Who watches the catalogue for its prices hears of mark-ups, too.
      catalogue: JSON.stringify(markUps),
      status: JSON.stringify([vat, vatRegimes, calendar, shop]),
      // What totals depend on.
      vat: JSON.stringify([vat, vatRegimes]),
    }
  }

  #tellSettings(before: Watched): void {
    const now = this.#watched()
    if (now.settings !== before.settings) this.events.emit('settings')
    if (now.catalogue !== before.catalogue)
      this.events.emit('catalogue', { version: this.catalogue.snapshot.version })
    if (now.status !== before.status) this.events.emit('status')
    if (now.vat !== before.vat) this.events.emit('vat')
  }

  /**
   * Changes settings; where mark-ups are among them, prices may have changed for everyone, and the screens are told of
   * another VAT. @throws Invalid, Overtaken
   */
  async changeSettings(changes: unknown): Promise<Settings> {
    const before = this.#watched()
    const unknown = unknownSources(changes, new Set(this.store.sources.all().map(({ id }) => id)))
    if (unknown.length > 0) throw new Invalid(unknown)
    const settings = await this.settings.update(changes)
    if (this.#watched().catalogue !== before.catalogue) {
      const { version } = this.catalogue.snapshot
      await this.store.events.tell(null, 'catalogue', { version }, this.clock.now().toISOString())
    }
    this.#tellSettings(before)
    return settings
  }

  /** How the service stands, for the screens (local-api.md, "What the screens call"). */
  async status() {
    const { snapshot } = this.catalogue
    const { waiting, attention, noted } = await this.outbox.counts()
    const partners = await Promise.all(this.partners.all().map((partner) => this.#partnerStatus(partner)))
    const troubled = partners.find(({ online }) => !online)
    return {
      version: VERSION,
      ...this.replacement.status,
      online: partners.length === 0 ? null : troubled === undefined,
      trouble: troubled?.trouble ?? null,
      upstream: partners.length === 1 ? partners[0]!.url : null,
      lastSync: this.sync.lastSync,
      ownTariffs: this.catalogue.hasOwn,
      ...{ mail: this.mail.server.isSet, mailProblem: this.mail.server.problem },
      ...{ products: snapshot.productCount, families: snapshot.familyCount },
      unreadableItems: snapshot.unreadable.products.size + snapshot.unreadable.families.size,
      pricePoints: partners.reduce((sum, { pricePoints }) => sum + pricePoints, 0),
      outbox: waiting,
      needsAttention: attention + noted + (await this.mail.troubled()).length,
      dashboard: await this.store.dashboard.tells(),
      calendar: this.settings.current.calendar,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      vatRate: vatRate(this.settings.current.vat, { pays: '', code_postal: '' }),
      vatRegimes: this.settings.current.vatRegimes,
      ...this.documents.letterhead.told,
      partners,
    }
  }

  async #partnerStatus({ id, link, sync, priceBook }: Partner) {
    const { products, families } = this.catalogue.snapshot.countsOf(id)
    return {
      id,
      name: link.source.name,
      url: link.url,
      online: link.online,
      trouble: link.trouble,
      failing: link.failing,
      pausedUntil: link.pausedUntil,
      problem: link.problem ?? sync.state.error,
      lastSync: sync.lastSync,
      hasToken: link.hasToken,
      ...{ products, families },
      pricePoints: priceBook.points,
      outbox: (await this.store.outbox.counts(id)).waiting,
    }
  }

  /**
   * Gives up what waits for others, so that {@link close} need not: the partner's answers, and work in the background.
   * An order whose answer is given up is in doubt, and looked up at the next start.
   */
  abandon(): void {
    this.partners.abandon()
    this.mail.abandon()
    void this.background.end()
    void this.documents.end()
  }

  /** As {@link StoreHealth.problem}. */
  health(): Promise<string | null> {
    return this.#health.problem()
  }

  async close(): Promise<void> {
    this.#stopLooking()
    this.feed.stop()
    const mailed = this.mail.stop()
    await Promise.all([this.readiness.stop(), this.movedQuotes.stop()])
    await this.partners.stop()
    // Whoever still waits for a partner has gone: nothing is asked, and nothing written, once the store is closed.
    this.partners.abandon()
    await Promise.all(this.partners.all().map(({ prices }) => prices.kept()))
    await this.background.end()
    await mailed
    await Promise.all([this.documents.end(), this.backups.stop()])
    await this.quoteChecks.ended()
    // What is being read anew reads to its end.
    await this.#refreshing
    await this.catalogue.ended()
    await this.sessions.close()
    await this.tokens.close()
    await this.store.close()
    if (this.#lock) removeServerFile(this.store.folder)
    this.#lock?.release()
  }
}

/**
 * Whether an error is the disk's (full, read-only or failing) or another program's that holds the store. The request
 * can be tried again; nothing was saved.
 */
export function isStoreFailure(error: unknown): boolean {
  return isDiskFailure(error) || isBusy(error)
}

export { isClosed, isUnreadable } from '../store/errors.ts'
export { hasChanged, watchingChanges } from '../store/changed.ts'
