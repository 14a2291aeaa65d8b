import type { Settings } from '../domain/settings.ts'
import { errorCode, isBusy, isDiskFailure } from '../store/errors.ts'
import { lockFolder, type FolderLock } from '../store/lock.ts'
import { Store } from '../store/store.ts'
import { Background } from './background/background.ts'
import { CartService } from './carts.ts'
import { CatalogueService } from './catalogue.ts'
import { systemClock, type Clock } from './clock.ts'
import { CustomerService } from './customers.ts'
import { DeskService } from './desk.ts'
import { EventFeed } from './event-feed.ts'
import { Events } from './events.ts'
import { LeadTimeIds } from './lead-time-ids.ts'
import type { Logger } from './log.ts'
import { MarkUpService } from './mark-ups.ts'
import { OfferService } from './offers.ts'
import { OrderPriceService } from './order-prices.ts'
import { OrderService } from './orders.ts'
import { OutboxService } from './outbox.ts'
import { PriceBookService } from './price-book.ts'
import { GridPrices } from './price-grid.ts'
import { PriceService } from './prices.ts'
import { QuoteService } from './quotes.ts'
import { RememberedPrices } from './remembered-prices.ts'
import { KeyFileBox, type SecretBox } from './secrets.ts'
import { removeServerFile } from './server-file.ts'
import { overridesOf, SettingsService, type Environment } from './settings.ts'
import { SyncService } from './sync.ts'
import { UpstreamPrices } from './upstream-prices.ts'
import { UpstreamService } from './upstream.ts'
import { VERSION } from './version.ts'

/** How often a running service looks for what a command changed (contract.md: within 2 seconds). */
const WATCH_MS = 500
const HEALTH_MS = 1_000

export interface ServiceOptions {
  /** the data folder */
  readonly folder: string
  readonly log: Logger
  readonly clock?: Clock
  readonly environment?: Environment
  /** where secrets are sealed; a key file in the folder by default */
  readonly secrets?: SecretBox
  /** called once where another service has taken the folder: this one has stopped transmitting, and should end */
  readonly onLost?: () => void
}

/** Everything that the product does, over one data folder. It knows neither HTTP nor Electron. */
export class Service {
  readonly log: Logger
  readonly clock: Clock
  readonly store: Store
  readonly events = new Events()
  readonly settings: SettingsService
  readonly customers: CustomerService
  readonly catalogue: CatalogueService
  readonly upstream: UpstreamService
  readonly outbox: OutboxService
  readonly background: Background
  readonly priceBook: PriceBookService
  readonly leadTimeIds: LeadTimeIds
  readonly remembered: RememberedPrices
  readonly upstreamPrices: UpstreamPrices
  readonly markUps: MarkUpService
  readonly prices: PriceService
  readonly sync: SyncService
  readonly carts: CartService
  readonly orders: OrderService
  readonly orderPrices: OrderPriceService
  readonly grid: GridPrices
  readonly offers: OfferService
  readonly desk: DeskService
  readonly quotes: QuoteService
  readonly feed: EventFeed
  #lock: FolderLock | null = null
  #timer: NodeJS.Timeout | null = null
  #foreignWrites = 0
  #health: { readonly at: number; readonly answer: Promise<string | null> } | null = null

  /** Opens the store for one command. @throws StoreError */
  constructor({ folder, log, clock = systemClock, environment = {}, secrets }: ServiceOptions) {
    this.log = log
    this.clock = clock
    // What cannot be is refused before a store is opened, or made.
    overridesOf(environment)
    this.store = new Store(folder)
    this.settings = new SettingsService(this.store, environment)
    this.catalogue = new CatalogueService(this.store, clock)
    this.customers = new CustomerService(this.store, this.catalogue, clock)
    this.upstream = new UpstreamService(
      this.store,
      secrets ?? new KeyFileBox(folder),
      this.settings,
      this.events,
      clock,
    )
    this.outbox = new OutboxService(this)
    this.background = new Background()
    this.priceBook = new PriceBookService(this.store, clock, this.background, this.upstream)
    this.leadTimeIds = new LeadTimeIds(this.catalogue, this.upstream)
    this.remembered = new RememberedPrices(this)
    this.upstreamPrices = new UpstreamPrices(this)
    this.markUps = new MarkUpService(this.settings)
    this.prices = new PriceService(this)
    this.sync = new SyncService(this)
    this.carts = new CartService(this.catalogue, this.prices, this.settings)
    this.orders = new OrderService(
      this.store,
      this.catalogue,
      this.carts,
      this.settings,
      clock,
      this.events,
      this.outbox,
    )
    this.orderPrices = new OrderPriceService(this)
    this.grid = new GridPrices(this)
    this.offers = new OfferService(this.catalogue, this.prices, this.grid)
    this.desk = new DeskService(this)
    this.quotes = new QuoteService(this)
    this.feed = new EventFeed(this.store, clock, this.catalogue, this.events)
  }

  /**
   * Opens the store as the one running service of its folder, and keeps up with what commands change there.
   * @throws StoreError `locked` where another service runs on the folder
   */
  static start(options: ServiceOptions): Service {
    const lock = lockFolder(options.folder)
    try {
      const service = new Service(options)
      service.#lock = lock
      // Of one that was killed; who listens writes his own.
      removeServerFile(options.folder)
      service.store.doNotBlock()
      service.#watch(options.onLost)
      service.outbox.start()
      service.sync.start()
      service.feed.start()
      return service
    } catch (error) {
      lock.release()
      throw error
    }
  }

  #watch(onLost?: () => void): void {
    this.#foreignWrites = this.store.foreignWrites()
    this.#timer = setInterval(() => {
      if (!this.#keepsFolder()) {
        clearInterval(this.#timer!)
        this.log.fatal('another service has taken the data folder; this one ends')
        void Promise.allSettled([this.outbox.stop(), this.sync.stop()]).then(onLost)
        return
      }
      this.refresh().catch((error: unknown) =>
        this.log.error({ err: error }, 'reading the changed store failed'),
      )
    }, WATCH_MS).unref()
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
  async refresh(): Promise<void> {
    const writes = this.store.foreignWrites()
    if (writes === this.#foreignWrites) return
    this.#foreignWrites = writes
    this.settings.reload()
    this.customers.reload()
    this.upstream.reload()
    this.outbox.kick()
    this.priceBook.reload()
    this.orders.reload()
    const { version } = this.catalogue.snapshot
    await this.catalogue.reload()
    if (this.catalogue.snapshot.version !== version) this.catalogueChanged()
    this.events.emit('status')
  }

  /** Follows a change of the catalogue: open quotes are held against it, and the screens are told. */
  catalogueChanged(): void {
    this.quotes.checkAll('fr')
    this.events.emit('catalogue', { version: this.catalogue.snapshot.version })
  }

  /** Changes settings; where mark-ups are among them, prices may have changed for everyone. @throws Invalid */
  changeSettings(changes: unknown): Settings {
    const before = JSON.stringify(this.settings.current.markUps)
    const settings = this.settings.update(changes)
    if (JSON.stringify(settings.markUps) !== before) {
      const { version } = this.catalogue.snapshot
      this.store.events.add(null, 'catalogue', { version }, this.clock.now().toISOString())
      this.events.emit('catalogue', { version })
    }
    return settings
  }

  /** How the service stands, for the screens (contract.md, `GET /api/status`). */
  status() {
    const { productCount, familyCount } = this.catalogue.snapshot
    const { waiting, attention } = this.outbox.counts()
    return {
      version: VERSION,
      online: this.upstream.online,
      trouble: this.upstream.trouble,
      upstream: this.upstream.url,
      lastSync: this.sync.lastSync,
      products: productCount,
      families: familyCount,
      pricePoints: this.priceBook.points,
      outbox: waiting,
      needsAttention: attention,
    }
  }

  /**
   * Gives up what waits for others, so that {@link close} need not: the partner's answers, and work in the background.
   * An order whose answer is given up is in doubt, and looked up at the next start.
   */
  abandon(): void {
    this.upstream.abandon()
    void this.background.stop()
  }

  /**
   * Whether the store can be written, by writing to it: the code of what refuses, null where nothing does. Who asks
   * needs no key, so it is written once a second at most.
   */
  health(): Promise<string | null> {
    const now = performance.now()
    if (this.#health === null || now - this.#health.at > HEALTH_MS) {
      const answer = this.store.commit
        .submit(() => this.store.settings.set('health_checked_at', this.clock.now().toISOString()))
        .then(
          () => null,
          (error: unknown) => errorCode(error) || String(error),
        )
      this.#health = { at: now, answer }
    }
    return this.#health.answer
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.feed.stop()
    await this.sync.stop()
    await this.outbox.stop()
    await this.grid.stop()
    // Whoever still waits for the partner has gone: nothing is asked, and nothing written, once the store is closed.
    this.upstream.abandon()
    await this.upstreamPrices.kept()
    await this.background.stop()
    this.customers.close()
    this.store.close()
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
