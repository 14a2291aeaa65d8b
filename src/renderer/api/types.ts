/** The application API's wire types, by one name each. Types alone: nothing of the service is in the page. */
export type {
  CatalogueChange,
  CatalogueChoices,
  CatalogueEntry,
  CatalogueResponse,
  Customer,
  CustomerChange,
  CustomerInput,
  DeviceInfo,
  VatRegimeUse,
  FamilyDetail,
  MatrixRequest,
  MatrixResponse,
  OrderDetail,
  OrderSummary,
  OutboxEntry,
  PricesRequest,
  PricesResponse,
  ProductDetail,
  QuoteOrdered,
  QuoteSummary,
  Settings,
  SyncState,
  TokenInfo,
  PartnerChange,
  PartnerInfo,
  PartnerInput,
} from '../../http/app/schemas.ts'
export type { CancelRequest as OrderEnding, OrderAgain } from '../../http/app/order-routes.ts'
export type { Letterhead } from '../../domain/document/letterhead.ts'
export type { OpenedDraft, OpenedQuoteAnswer as OpenedQuote } from '../../http/app/portable.ts'
export type { MovedQuotes } from '../../http/app/moved-quotes.ts'
export type { Readiness } from '../../http/app/readiness.ts'
export type {
  Mail,
  MailRequest,
  MailServerAnswer as MailServer,
  MailTest,
  MailToSettle,
} from '../../http/app/mail.ts'
export type {
  GriddedItems,
  TakenBundleAnswer as TakenBundle,
  TariffGridBody as TariffGrid,
  WorkbookPreview,
} from '../../http/app/own-tariffs.ts'
export type { Backup, StoreCheck, StoreInfo } from '../../http/app/store.ts'
export type { Dashboard } from '../../http/app/dashboard.ts'
export type { DayQueue, Handover } from '../../http/app/day-queue.ts'
export type { Search } from '../../http/app/find.ts'
export type { Status } from '../../http/app/status.ts'
export type {
  JournalEntry,
  PersonChange,
  PersonInfo,
  PersonInput,
  Session,
} from '../../http/app/people-schemas.ts'
export type {
  Configuration,
  ConfigurationInput,
  Recent,
  Shelf,
  ShelfItem,
} from '../../http/app/shelf-schemas.ts'
export type {
  DiscountInput,
  FreeLineInput,
  HeadingInput,
  LineInput,
  ProductLineInput,
  SaleInput,
} from '../../domain/quote/lines.ts'
export type { LineAmounts, QuoteAmounts } from '../../domain/quote/line-amounts.ts'
export type { QuoteChoice } from '../../domain/quote/choice.ts'
export type { TotalFound, WantedTotal } from '../../domain/quote/wanted-total.ts'
export type { NamedSource } from '../../domain/source.ts'
export type { AdresseLivraison } from '../../domain/address.ts'
export type { Totals } from '../../domain/cart.ts'
export type { Area, CommandeDisplay, CommandePrint } from '../../domain/order.ts'
export type {
  PricedLeadTime,
  PriceThen,
  PriceStatus,
  Quote,
  QuoteDelivery,
  QuoteInput,
  QuoteToPreview,
  QuoteLine,
  QuoteLineInput,
  QuoteMove,
  QuoteNew,
  QuoteObstacle,
  QuoteOrder,
  MovedPrice,
  QuotePrices,
  QuoteReprice,
  QuoteState,
  QuoteUpdate,
} from '../../domain/quote/quote.ts'
export type { OrderEvent } from '../../http/app/order-history.ts'
export type { QuoteRehearsal } from '../../http/app/quote-rehearsal.ts'
export type { QuoteEvent, QuoteRevision } from '../../http/app/quote-revision-schemas.ts'
export type { Signature, SignatureInput } from '../../domain/quote/signature.ts'
export type { CheckedDocument } from '../../http/app/signatures.ts'
export type { QuoteMail } from '../../http/app/documents.ts'
export type { QuoteNotes } from '../../domain/quote/notes.ts'

/** A line as the wire carries it: its fields depend on the area. */
export type WireLine = Record<string, unknown>

export type { Company, CompanyNew, CompanySummary, CompanyUpdate } from '../../domain/company/company.ts'
export type { ImportAnswer as CompanyImport } from '../../http/app/company-import.ts'

/** A package that ships with the program, as the build noted it (scripts/licences.ts). */
export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}
export type { DesktopAnswer as Desktop } from '../../http/app/desktop.ts'
export type { LocalServerAnswer as LocalServer } from '../../http/app/local-server.ts'
export type { UpdatesAnswer as Updates } from '../../http/app/updates.ts'
