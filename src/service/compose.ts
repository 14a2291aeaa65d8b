/** Builds the service's rooms in their order, each with what it needs by name. What one tells another goes by events. */
import type { SourceRecord } from '../store/sources.ts'
import { Store } from '../store/store.ts'
import { Asking } from './asking.ts'
import { Background } from './background/background.ts'
import { CartService } from './carts.ts'
import { CatalogueService } from './catalogue.ts'
import { systemClock, type Clock } from './clock.ts'
import { CompanyService } from './companies.ts'
import { CompanyImport } from './company-import.ts'
import { CompanyNews } from './company-news.ts'
import { CustomerService } from './customers.ts'
import { DashboardService } from './dashboard.ts'
import { DayQueueService } from './day-queue.ts'
import { DeskService } from './desk.ts'
import { DeviceKey } from './device-key.ts'
import { DocumentService } from './documents/documents.ts'
import { MailOutbox } from './mail/outbox.ts'
import { SigningService } from './documents/signing.ts'
import { EventFeed } from './event-feed.ts'
import { Events } from './events.ts'
import { OrderAddressService } from './order-address.ts'
import { FindService } from './find.ts'
import { OrderCancellation } from './order-cancellation.ts'
import { OrderExport } from './export/orders.ts'
import { QuoteExport } from './export/quotes.ts'
import { JournalService } from './journal.ts'
import { LeadTimeIds } from './lead-time-ids.ts'
import type { Logger } from './log.ts'
import { keepOutOfLogs, keepPasswordOutOfLogs } from './log-secrets.ts'
import { MarkUpService } from './mark-ups.ts'
import { OfferService } from './offers.ts'
import { OrderLook } from './order-look.ts'
import { OrderPriceService } from './order-prices.ts'
import { OrderService } from './orders.ts'
import { OutboxMoves } from './outbox-moves.ts'
import { OutboxService } from './outbox.ts'
import { OwnTariffs } from './own-tariffs.ts'
import { OwnAddress } from './own-address.ts'
import { PartnerDuty } from './partner-duty.ts'
import { PartnerLink } from './partner-link.ts'
import { PartnerOutbox } from './partner-outbox.ts'
import { PartnerSync } from './partner-sync.ts'
import { Partners, type Partner } from './partners.ts'
import type { PasswordCost } from './passwords.ts'
import { PeopleService } from './people.ts'
import { Peers } from './peers.ts'
import { PriceBookService } from './price-book.ts'
import { GridPrices } from './price-grid.ts'
import { PriceService } from './prices.ts'
import { Queue } from './queue.ts'
import { OrdersAgain } from './quotes/again.ts'
import { QuoteBook } from './quotes/book.ts'
import { MovedQuotes } from './quotes/moved-quotes.ts'
import { QuoteChecks } from './quotes/checks.ts'
import { QuoteDecisions } from './quotes/decisions.ts'
import { QuoteNews } from './quotes/news.ts'
import { QuoteNotesService } from './quotes/notes.ts'
import { PortableQuotes } from './quotes/portable.ts'
import { QuoteRehearsal } from './quotes/rehearsal.ts'
import { QuotePricing } from './quotes/prices.ts'
import { QuoteRevisionService } from './quotes/revisions.ts'
import { QuoteService } from './quotes/quotes.ts'
import { ReachNews } from './reach-news.ts'
import { ReadinessService } from './readiness/readiness.ts'
import { RequestRates } from './request-rates.ts'
import { RememberedPrices } from './remembered-prices.ts'
import { givenSecretKey } from './secret-key.ts'
import { SECRET_KEY_VARIABLE, secretBox, type SecretBox } from './secrets.ts'
import { SessionService } from './sessions.ts'
import { WrongSecrets } from './wrong-secrets.ts'
import { overridesOf, SettingsService, type Environment } from './settings.ts'
import { ShelfService } from './shelf.ts'
import { Signers } from './signers.ts'
import { SyncNews } from './sync-news.ts'
import { SyncService } from './sync.ts'
import { ToldCarts } from './told-carts.ts'
import { TokenService } from './tokens.ts'
import { Backups } from './upkeep/backups.ts'
import { StoreReplacement, type ReplacementServices } from './upkeep/replacement.ts'
import { upgradeStore, type UpgradeListener } from './upgrade.ts'
import { UpstreamPrices } from './upstream-prices.ts'

export interface ComposeOptions extends Pick<ReplacementServices, 'onReplace' | 'replaced'> {
  /** the data folder */
  readonly folder: string
  /** the database of a shared store; the folder holds the store without one */
  readonly url?: string | null | undefined
  readonly log: Logger
  readonly clock?: Clock | undefined
  readonly environment?: Environment | undefined
  /** where secrets are sealed; by default with the environment's key, else with a key file in the folder */
  readonly secrets?: SecretBox | undefined
  /** told how far a file is that an earlier program left, while it is brought to today's schema in a thread of its own */
  readonly onUpgrade?: UpgradeListener | undefined
  /** what a hash of a password costs; tests need less of it */
  readonly passwordCost?: PasswordCost | undefined
}

export type Rooms = Awaited<ReturnType<typeof compose>>

/** @throws StoreError; Refusal `variable_invalid`, `secret_key_invalid` before a store is opened, or made */
export async function compose({
  folder,
  url = null,
  log,
  clock = systemClock,
  environment = {},
  ...given
}: ComposeOptions) {
  overridesOf(environment)
  const key = givenSecretKey(environment)
  if (url === null && given.onUpgrade) await upgradeStore(folder, given.onUpgrade)
  keepOutOfLogs(environment[SECRET_KEY_VARIABLE]?.trim() ?? '')
  if (url !== null) keepPasswordOutOfLogs(url)
  const store = await Store.open({ folder, url })
  const secrets = given.secrets ?? secretBox(folder, key)
  const events = new Events()
  const background = new Background()
  const settings = new SettingsService(store, environment)
  const own = new OwnAddress()
  const people = await PeopleService.open({ store, clock, events, passwordCost: given.passwordCost })
  const peers = new Peers({ store, log })
  const sessions = new SessionService({ store, people, peers, clock, log })
  const wrongSecrets = new WrongSecrets({ clock, log })
  const base = { store, secrets, events, background, settings, clock, log, own }
  const catalogue = await CatalogueService.open(base)
  const journal = new JournalService({ store, clock, catalogue })
  const customers = new CustomerService({ ...base, catalogue })
  const tokens = new TokenService({ ...base, customers })
  await customers.reload()
  await tokens.reload()
  const asking = new Asking(peers)
  const news = new SyncNews(peers)
  const reach = new ReachNews({ events, peers })
  const quoteNews = new QuoteNews({ events, peers })
  const moves = new OutboxMoves({ ...base, quoteNews })
  const loads = new Queue()
  const partners = new Partners({ ...base, catalogue }, (source) =>
    partnerOf(source, { ...base, asking, reach, catalogue, moves, loads, news }),
  )
  await partners.reload()
  const ownTariffs = new OwnTariffs({ ...base, catalogue, partners, journal, loads })
  const backups = new Backups({ ...base, keeping: new Background() })
  const replacement = new StoreReplacement({ store, clock, ...given })
  const outbox = new OutboxService({ store, catalogue, partners, moves, peers })
  const orderLook = new OrderLook({ store, partners, peers })
  const sync = new SyncService({ partners })
  const markUps = new MarkUpService(settings)
  const prices = new PriceService({ partners, markUps })
  const carts = new CartService({ catalogue, prices, settings })
  const orders = new OrderService({ ...base, catalogue, carts, outbox })
  const orderPrices = new OrderPriceService({ ...base, orders, customers, markUps })
  const orderAddresses = new OrderAddressService({ ...base, orders, outbox })
  const offers = new OfferService({ catalogue, prices })
  const shelf = new ShelfService({ store, clock, catalogue, offers, prices })
  const companyNews = new CompanyNews({ events, peers })
  const companies = new CompanyService({ ...base, companyNews })
  const find = new FindService({ ...base, companies })
  const companyImport = new CompanyImport({ store, clock, companyNews })
  const desk = new DeskService({ store, catalogue, partners, markUps, settings, clock })
  const quotePricing = new QuotePricing({ ...base, catalogue, offers, prices })
  const orderCancellation = new OrderCancellation({ ...base, orders, quoteNews })
  const quoteBook = new QuoteBook({ ...base, customers, quotePricing, people, quoteNews })
  const quotes = new QuoteService({ ...base, catalogue, quoteBook, quotePricing, quoteNews })
  const ordering = { catalogue, offers, prices, orders, quoteBook, quotePricing }
  const quoteDecisions = new QuoteDecisions(ordering)
  const rehearsal = new QuoteRehearsal({ ...ordering, outbox, partners, settings })
  const ordersAgain = new OrdersAgain({ store, catalogue, customers, offers, orders, quotes })
  const quoteNotes = new QuoteNotesService({ store, quoteBook, quoteNews })
  const quoteRevisions = new QuoteRevisionService({ store, settings, people, quoteBook })
  const quoteExport = new QuoteExport({ store, people, quoteBook })
  const orderExport = new OrderExport({ store, people })
  const dashboard = new DashboardService(base)
  const dayQueue = new DayQueueService({ ...base, orders, people, quoteNews })
  const deviceKey = new DeviceKey(base)
  const signers = new Signers({ ...base, deviceKey })
  const portable = new PortableQuotes({ ...base, catalogue, deviceKey, signers, quotes, offers, prices })
  const printing = new Background()
  const documents = new DocumentService({ store, events, quotes, quoteRevisions, portable, printing })
  const mail = new MailOutbox({ ...base, quotes, documents, journal, secrets })
  const signing = new SigningService({ ...base, quoteBook, documents, deviceKey, signers, people })
  const quoteChecks = new QuoteChecks({ ...base, quotePricing, quoteBook })
  const visits = { catalogue, offers, shelf, partners, customers }
  const readiness = new ReadinessService({ ...base, ...visits })
  const movedQuotes = new MovedQuotes({ ...base, ...visits, prices, quotePricing, quoteBook })
  const rates = new RequestRates({ ...base, peers })
  const feed = new EventFeed({ ...base, catalogue })
  // Open quotes are held against every catalogue that comes into force.
  events.on('catalogue', () => void quoteChecks.run())
  return {
    ...base,
    ...{ catalogue, customers, tokens, partners, outbox, sync, markUps, prices, carts, orders, orderPrices },
    ...{ offers, desk, quotes, quoteDecisions, rehearsal, quoteRevisions, quoteChecks, readiness, portable },
    ...{ quoteNotes, movedQuotes, quoteExport, orderExport, documents, mail, signing, orderAddresses },
    ...{ orderCancellation, orderLook },
    ...{ dashboard, dayQueue, find, ordersAgain, ownTariffs, replacement, backups },
    ...{
      feed,
      peers,
      reach,
      rates,
      people,
      sessions,
      wrongSecrets,
      journal,
      shelf,
      companies,
      companyImport,
    },
  }
}

interface PartnerBase {
  readonly store: Store
  readonly secrets: SecretBox
  readonly events: Events
  readonly background: Background
  readonly settings: SettingsService
  readonly clock: Clock
  readonly log: Logger
  readonly own: OwnAddress
  readonly asking: Asking
  readonly reach: ReachNews
  readonly catalogue: CatalogueService
  readonly moves: OutboxMoves
  readonly loads: Queue
  readonly news: SyncNews
}

/** The rooms of one partner. */
function partnerOf(source: SourceRecord, base: PartnerBase): Partner {
  const { store, clock, background, catalogue } = base
  const link = new PartnerLink(source, base)
  const priceBook = new PriceBookService(store, clock, background, link)
  const leadTimeIds = new LeadTimeIds(catalogue, link)
  const remembered = new RememberedPrices({ ...base, priceBook, leadTimeIds })
  const prices = new UpstreamPrices({ ...base, link, priceBook, leadTimeIds, remembered })
  const grid = new GridPrices({ ...base, link, prices, priceBook })
  const sync = new PartnerSync({ ...base, link, prices, priceBook })
  const toldCarts = new ToldCarts({ ...base, link, priceBook })
  const outbox = new PartnerOutbox({ ...base, link, toldCarts })
  const duty = new PartnerDuty({ store, events: base.events, link, outbox, sync })
  const known = { link, priceBook, leadTimeIds, remembered, prices, grid, toldCarts }
  return { id: source.id, ...known, sync, outbox, duty }
}
