import { CatalogueTables } from './catalogue.ts'
import { CompanyTables } from './companies.ts'
import { CustomerTable } from './customers.ts'
import type { Counts, Engine, Heard } from './engine.ts'
import { DashboardTables } from './dashboard.ts'
import { DayQueueTables } from './day-queue.ts'
import { FindTables } from './find.ts'
import { Device } from './device.ts'
import { DeviceKeyPlace } from './device-key.ts'
import { SeenDevices } from './seen-devices.ts'
import { EventTable } from './events.ts'
import { makeFolder } from './folder.ts'
import { holdsWork } from './made.ts'
import { JournalTable } from './journal.ts'
import { OrderEvents } from './order-events.ts'
import { OrderList } from './order-list.ts'
import { OrderTables } from './orders.ts'
import { OutboxTable } from './outbox.ts'
import { PartnerTables } from './partners.ts'
import { PeopleTables } from './people.ts'
import { PriceBook } from './price-book.ts'
import { QuoteRevisions } from './quote-revisions.ts'
import { QuoteTables, updateQuote } from './quotes.ts'
import { SettingsTable } from './settings.ts'
import { ChosenTables } from './chosen.ts'
import { ShelfTables } from './shelf.ts'
import { SourceTable } from './sources.ts'
import type { PostgresEngine } from './postgres/engine.ts'
import type { ServiceSeen } from './postgres/examination.ts'
import { SqliteEngine } from './sqlite/engine.ts'
import { examination, type Examination } from './sqlite/examination.ts'
import { surveyOf, type Survey } from './sqlite/survey.ts'
import { MailTable } from './mails.ts'
import { SignatureTable } from './signatures.ts'
import { TokenTable } from './tokens.ts'

/** Where a store is. */
export interface StorePlace {
  /** the data folder: of the embedded store, and in any case of the process's own files */
  readonly folder: string
  /** a PostgreSQL database's address; null: the store is a file of the folder */
  readonly url: string | null
}

/** A store. Nothing above it writes SQL, or knows which database it is in. */
export class Store {
  readonly at: StorePlace
  readonly engine: Engine
  readonly settings: SettingsTable
  readonly sources: SourceTable
  readonly partners: PartnerTables
  readonly catalogue: CatalogueTables
  readonly customers: CustomerTable
  readonly companies: CompanyTables
  readonly tokens: TokenTable
  readonly quotes: QuoteTables
  readonly events: EventTable
  readonly orders: OrderTables
  readonly orderList: OrderList
  readonly orderEvents: OrderEvents
  readonly dashboard: DashboardTables
  readonly dayQueue: DayQueueTables
  readonly find: FindTables
  readonly outbox: OutboxTable
  readonly priceBook: PriceBook
  readonly people: PeopleTables
  readonly journal: JournalTable
  readonly shelf: ShelfTables
  readonly chosen: ChosenTables
  readonly device: Device
  readonly revisions: QuoteRevisions
  readonly mails: MailTable
  readonly signatures: SignatureTable
  readonly deviceKey: DeviceKeyPlace
  readonly seenDevices: SeenDevices
  /** the engine, where the store is a database and not a file */
  readonly #database: PostgresEngine | null
  #countsAtOpening: Counts = { images: -1, events: -1 }

  private constructor(at: StorePlace, engine: Engine, database: PostgresEngine | null) {
    this.at = at
    this.engine = engine
    this.#database = database
    this.settings = new SettingsTable(engine)
    this.sources = new SourceTable(engine)
    this.events = new EventTable(engine)
    this.catalogue = new CatalogueTables(engine, this.events)
    this.partners = new PartnerTables(this.settings, this.sources, this.catalogue)
    this.customers = new CustomerTable(engine, this.settings)
    this.companies = new CompanyTables(engine)
    this.tokens = new TokenTable(engine)
    this.quotes = new QuoteTables(engine)
    this.outbox = new OutboxTable(engine, this.events)
    this.orders = new OrderTables(engine, this.events, this.outbox)
    this.orderList = new OrderList(engine)
    this.orderEvents = new OrderEvents(engine)
    this.dashboard = new DashboardTables(engine)
    this.dayQueue = new DayQueueTables(engine)
    this.find = new FindTables(engine)
    this.priceBook = new PriceBook(engine)
    this.people = new PeopleTables(engine)
    this.journal = new JournalTable(engine)
    this.shelf = new ShelfTables(engine)
    this.chosen = new ChosenTables(engine)
    this.revisions = new QuoteRevisions(engine, updateQuote)
    this.mails = new MailTable(engine)
    this.signatures = new SignatureTable(engine, updateQuote)
    this.device = new Device(at, engine, this.settings)
    this.deviceKey = new DeviceKeyPlace(at, this.settings)
    this.seenDevices = new SeenDevices(engine)
  }

  /** Opens a store, making it where it is missing. @throws StoreError where the place cannot be used */
  static async open(at: StorePlace): Promise<Store> {
    const database = at.url === null ? null : await databaseAt(at.url, at.folder)
    const store = new Store(at, database ?? new SqliteEngine(at.folder), database)
    const { engine } = store
    try {
      store.#countsAtOpening = await engine.counts()
      await store.refresh()
      return store
    } catch (error) {
      await store.close()
      throw error
    }
  }

  get folder(): string {
    return this.at.folder
  }

  /** The embedded store's file, for tests. */
  get sqlite(): SqliteEngine {
    if (this.engine instanceof SqliteEngine) return this.engine
    throw new Error('the store is not a file')
  }

  /** Reads anew what is held in memory: settings and sources, which another process may have written. */
  async refresh(): Promise<void> {
    await this.settings.reload()
    await this.sources.reload()
  }

  /** As {@link counts} were before anything was read. */
  get countsAtOpening(): Counts {
    return this.#countsAtOpening
  }

  /** As {@link Engine.counts}. */
  counts(): Promise<Counts> {
    return this.engine.counts()
  }

  /** As {@link Engine.listen}: of a service, beside which others write. */
  listen(heard: Heard): Promise<void> {
    return this.engine.listen(heard)
  }

  /** As {@link Engine.duringForeignWrite}. */
  duringForeignWrite<T>(write: Promise<T>): Promise<T> {
    return this.engine.duringForeignWrite(write)
  }

  /** Looks for what is wrong with it: takes as long as reading it whole. */
  async examine(): Promise<Examination> {
    if (this.#database === null) return examination(this.sqlite.db, this.folder)
    const { examinationOf } = await import('./postgres/examination.ts')
    return examinationOf(this.#database)
  }

  /** How much it holds, never what. */
  async survey(): Promise<Survey> {
    if (this.#database === null) return surveyOf(this.folder)
    const { surveyOfDatabase } = await import('./postgres/survey.ts')
    return surveyOfDatabase(this.#database)
  }

  /** As {@link holdsWork}. */
  holdsWork(): Promise<boolean> {
    return holdsWork(this.engine)
  }

  /** The services that share the store; null: it is a file, which one service has at most, with its folder's lock. */
  async services(): Promise<ServiceSeen[] | null> {
    if (this.#database === null) return null
    const { servicesOf } = await import('./postgres/examination.ts')
    return servicesOf(this.#database)
  }

  close(): Promise<void> {
    return this.engine.close()
  }
}

/**
 * The process's own files, the key of its secrets among them, are in the folder all the same. Whose store is a file never
 * loads what speaks to a database.
 */
async function databaseAt(url: string, folder: string): Promise<PostgresEngine> {
  makeFolder(folder)
  const { PostgresEngine } = await import('./postgres/engine.ts')
  return PostgresEngine.open(url)
}
