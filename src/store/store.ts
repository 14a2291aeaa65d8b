import { CatalogueTables } from './catalogue.ts'
import { CustomerTable } from './customers.ts'
import { BUSY_TIMEOUT_MS, openDatabase, type Sqlite } from './sqlite/database.ts'
import { EventTable } from './events.ts'
import { examination, type Examination } from './sqlite/examination.ts'
import { GroupCommit } from './sqlite/group-commit.ts'
import { JournalTable } from './journal.ts'
import { OrderList } from './order-list.ts'
import { OrderTables } from './orders.ts'
import { OutboxTable } from './outbox.ts'
import { PartnerTables } from './partners.ts'
import { PeopleTables } from './people.ts'
import { PriceBook } from './price-book.ts'
import { QuoteTables } from './quotes.ts'
import { SettingsTable } from './settings.ts'
import { SourceTable } from './sources.ts'
import { SqliteEngine } from './sqlite/engine.ts'
import { TokenTable } from './tokens.ts'

/** A commit of another program takes a few milliseconds: those are waited for. */
const SERVICE_BUSY_MS = 20

/** The store of a data folder. Nothing above it writes SQL. */
export class Store {
  readonly folder: string
  /** the file itself, for what only files have, and for tests */
  readonly sqlite: { readonly db: Sqlite; readonly commit: GroupCommit }
  readonly settings: SettingsTable
  readonly sources: SourceTable
  readonly partners: PartnerTables
  readonly catalogue: CatalogueTables
  readonly customers: CustomerTable
  readonly tokens: TokenTable
  readonly quotes: QuoteTables
  readonly events: EventTable
  readonly orders: OrderTables
  readonly orderList: OrderList
  readonly outbox: OutboxTable
  readonly priceBook: PriceBook
  readonly people: PeopleTables
  readonly journal: JournalTable
  /** as {@link foreignWrites} was before anything was read */
  readonly foreignWritesAtOpening: number

  private constructor(folder: string) {
    this.folder = folder
    const db = openDatabase(folder)
    this.sqlite = { db, commit: new GroupCommit(db) }
    this.foreignWritesAtOpening = this.foreignWrites()
    const engine = new SqliteEngine(db, this.sqlite.commit)
    this.settings = new SettingsTable(engine, db.name)
    this.sources = new SourceTable(engine)
    this.events = new EventTable(engine)
    this.catalogue = new CatalogueTables(engine, this.events)
    this.partners = new PartnerTables(this.settings, this.sources, this.catalogue)
    this.customers = new CustomerTable(engine, this.settings)
    this.tokens = new TokenTable(engine)
    this.quotes = new QuoteTables(engine)
    this.outbox = new OutboxTable(engine, this.events)
    this.orders = new OrderTables(engine, this.events, this.outbox)
    this.orderList = new OrderList(engine)
    this.priceBook = new PriceBook(engine)
    this.people = new PeopleTables(engine)
    this.journal = new JournalTable(engine)
  }

  /** @throws StoreError where the folder cannot be used. */
  static async open(folder: string): Promise<Store> {
    const store = new Store(folder)
    try {
      await store.refresh()
      return store
    } catch (error) {
      store.close()
      throw error
    }
  }

  /** Reads anew what is held in memory: settings and sources, which another process may have written. */
  async refresh(): Promise<void> {
    await this.settings.reload()
    await this.sources.reload()
  }

  /**
   * For a service, whose one thread answers everyone: another program's lock is not waited for by SQLite, which would
   * hold the thread. Writes wait for it beside the others.
   */
  doNotBlock(): void {
    this.sqlite.db.pragma(`busy_timeout = ${SERVICE_BUSY_MS}`)
  }

  /** While another connection of ours writes for long, writes wait for it beside the others, and hold no thread. */
  duringForeignWrite<T>(write: Promise<T>): Promise<T> {
    return this.sqlite.commit.holdDuring(write)
  }

  /** A number that changes when another connection has written. Cheap: no disk is read. */
  foreignWrites(): number {
    return this.sqlite.db.pragma('data_version', { simple: true }) as number
  }

  /** Looks for what is wrong with it: takes as long as reading it whole. */
  examine(): Promise<Examination> {
    return new Promise((resolve) => resolve(examination(this.sqlite.db, this.folder)))
  }

  close(): void {
    if (!this.sqlite.db.open) return
    this.sqlite.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    this.sqlite.commit.end()
    this.sqlite.db.close()
  }
}
