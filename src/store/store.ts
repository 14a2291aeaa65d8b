import { CatalogueTables } from './catalogue.ts'
import { CustomerTable } from './customers.ts'
import { BUSY_TIMEOUT_MS, openDatabase, type Sqlite } from './sqlite/database.ts'
import { EventTable } from './events.ts'
import { GroupCommit } from './sqlite/group-commit.ts'
import { JournalTable } from './journal.ts'
import { OrderList } from './order-list.ts'
import { OrderTables } from './orders.ts'
import { OutboxTable } from './outbox.ts'
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
  readonly db: Sqlite
  readonly settings: SettingsTable
  readonly sources: SourceTable
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
  /** Durable writes that arrive together share one commit. */
  readonly commit: GroupCommit

  /** @throws StoreError where the folder cannot be used. */
  constructor(folder: string) {
    this.folder = folder
    this.db = openDatabase(folder)
    this.commit = new GroupCommit(this.db)
    const engine = new SqliteEngine(this.db, this.commit)
    this.settings = new SettingsTable(this.db)
    this.sources = new SourceTable(this.db)
    this.events = new EventTable(engine)
    this.catalogue = new CatalogueTables(this.db)
    this.customers = new CustomerTable(this.db)
    this.tokens = new TokenTable(this.db)
    this.quotes = new QuoteTables(engine)
    this.outbox = new OutboxTable(engine, this.events)
    this.orders = new OrderTables(engine, this.events, this.outbox)
    this.orderList = new OrderList(engine)
    this.priceBook = new PriceBook(engine, this.db)
    this.people = new PeopleTables(engine)
    this.journal = new JournalTable(engine)
  }

  /**
   * For a service, whose one thread answers everyone: another program's lock is not waited for by SQLite, which would
   * hold the thread. Writes that are submitted, and what awaits {@link writable}, wait for it beside the others.
   */
  doNotBlock(): void {
    this.db.pragma(`busy_timeout = ${SERVICE_BUSY_MS}`)
  }

  /** Resolves once no other program holds the store; rejects with SQLite's own error where that lasts for seconds. */
  writable(): Promise<void> {
    return this.commit.submit(() => undefined)
  }

  /** A number that changes when another connection has written. Cheap: no disk is read. */
  foreignWrites(): number {
    return this.db.pragma('data_version', { simple: true }) as number
  }

  /** Runs `work` in one transaction. */
  transaction<T>(work: () => T): T {
    return this.db.transaction(work).immediate()
  }

  close(): void {
    if (!this.db.open) return
    this.db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    this.commit.end()
    this.db.close()
  }
}
