/**
 * The one place where the screens meet the service. Relative addresses, so that the same page works in a browser and
 * through the desktop's own scheme.
 */
import { FetchError, ofetch, type FetchOptions } from 'ofetch'
import { reactive } from 'vue'
import { hashIn } from '../lib/digest'
import { isBook } from '../lib/tariff-files'
import { ApiError, STORE_AWAY, STORE_LOST, type FieldError } from './api-error'
import type { DocumentChoices, SavedFile } from './files'
import { pageOf, type Page } from './page'
import type * as T from './types'

export * from './api-error'
export type { DocumentChoices, Page, SavedFile }

/** How the service stands, as the last call found it. */
export const connection = reactive({
  /** False once a call got no answer; true again with the next answer. */
  reachable: true,
  /** The service answers, but its database does not (503): nothing can be saved, and most lists not be read. */
  away: false,
  /** The service asks for its key: only the address that it printed opens it. */
  locked: false,
  /** The service asks who one is: nobody has signed in here, or the session is over. */
  signedOut: false,
})

/** Whether what is asked now can be expected to be answered, as far as is known. */
export const answers = () => connection.reachable && !connection.away && !connection.signedOut

/** What a proxy answers in the place of a service that it does not reach, or that is too slow for it. */
const PROXY_ALONE: ReadonlySet<number> = new Set([502, 503, 504])

let language = 'fr'
export function setRequestLanguage(locale: string): void {
  language = locale
}

/** Calls that were cancelled by their caller are no failures: they are recognised by this. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

const http = ofetch.create({
  baseURL: '/api',
  retry: 0,
  onRequest({ options }) {
    options.headers.set('Accept-Language', language)
  },
})

type Options = FetchOptions<'json'> | FetchOptions<'blob'>
type Query = Readonly<Record<string, string | number>>
/** The ways to the spreadsheets of the lists. */
export type ExportPath = 'quotes/export' | 'quotes/export/lines' | 'orders/export'

interface ErrorBody {
  readonly detail?: string
  readonly errors?: FieldError[]
  readonly present?: unknown
  readonly right?: string
  readonly doubt?: boolean
  readonly lasting?: boolean
}

/** What the service said; null where an answer is not its own. */
function bodyOf({ data }: FetchError): ErrorBody | null {
  return typeof data === 'object' && data !== null && 'detail' in data ? (data as ErrorBody) : null
}

function readError(error: unknown, signal: AbortSignal | undefined): Error {
  if (signal?.aborted) return new DOMException('Aborted', 'AbortError')
  if (!(error instanceof FetchError)) return error instanceof Error ? error : new Error(String(error))
  const body = bodyOf(error)
  const answered = error.response?.status ?? 0
  // A store whose file was taken away is not back by itself: what is to be done is said, in the service's words.
  const told = body?.lasting ? STORE_LOST : answered
  const status = body === null && PROXY_ALONE.has(answered) ? 0 : told
  connection.reachable = status !== 0
  if (status === STORE_AWAY) connection.away = true
  const code = body?.errors?.[0]?.code
  if (code === 'sign_in_required') connection.signedOut = true
  else if (status === 401 && code !== 'sign_in_refused') connection.locked = true
  const retryAfter = Number(error.response?.headers.get('Retry-After') ?? 0)
  return new ApiError(
    status,
    body?.detail ?? '',
    body?.errors ?? [],
    body?.present ?? null,
    retryAfter,
    body?.right ?? null,
    body?.doubt ?? false,
  )
}

async function call<R>(path: string, options: Options = {}): Promise<R> {
  return (await answer<R>(path, options))._data as R
}

async function answer<R>(path: string, options: Options) {
  // What is left of one person's work does not go out with the next one's session, which begins with a page of its own.
  if (connection.signedOut && path !== '/session')
    throw new ApiError(401, '', [{ path: '', code: 'sign_in_required', message: '' }])
  try {
    const response = await http.raw<R>(path, options as FetchOptions<'json'>)
    connection.reachable = true
    connection.locked = false
    return response
  } catch (error) {
    throw readError(error, options.signal ?? undefined)
  }
}

async function page<R>(path: string, query: Record<string, string | number>): Promise<Page<R>> {
  return pageOf(await answer<R[]>(path, { query }))
}

const send = <R>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object, signal?: AbortSignal) =>
  call<R>(path, { method, ...(body ? { body } : {}), ...(signal ? { signal } : {}) })

const CSV_FILE = 'text/csv'
const sendFile = <R>(path: string, file: Blob, type = CSV_FILE) =>
  call<R>(path, { method: 'POST', body: file, headers: { 'Content-Type': type } })

/** A file that broke off before its end: what came of it is none. */
export class FileCut extends Error {}

/** Reads a file whole. @param body what it is made of @throws FileCut */
async function wholeFile(path: string, query: Query, signal: AbortSignal, body?: object): Promise<SavedFile> {
  try {
    const response = await answer<Blob>(path, {
      ...(body && { method: 'POST', body: { ...body } }),
      query,
      signal,
      responseType: 'blob',
      onResponse: inWords,
    })
    const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
    return { file: response._data!, name: name ?? '', hash: hashIn(response.headers) }
  } catch (error) {
    if (error instanceof ApiError || isAborted(error)) throw error
    throw new FileCut()
  }
}

/** A refusal is words, also where a file was asked for. */
async function inWords({ response }: { response: { ok: boolean; _data?: unknown } }): Promise<void> {
  if (response.ok || !(response._data instanceof Blob)) return
  const text = await response._data.text()
  response._data = text.startsWith('{') ? JSON.parse(text) : text
}

/** What is read as it is: byte for byte as it was signed. */
const AS_TEXT = { parseResponse: (text: string) => text }
const QUOTE_FILE = 'application/vnd.comptoir.quote+json'
const XLSX_FILE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const bookType = ({ name }: File) => (/\.(csv|txt)$/i.test(name) ? CSV_FILE : XLSX_FILE)
const BACKUP_FILE = 'application/vnd.sqlite3'
const BUNDLE_FILE = 'application/vnd.comptoir.bundle+json'

export const api = {
  licences: () => call<T.Licence[]>('/licences.json', { baseURL: '/' }),
  /** Whether the service answers and its store can be written; a missing answer is no error here. */
  healthy: () =>
    fetch('/health').then(
      ({ ok }) => ok,
      () => false,
    ),
  session: () => call<T.Session>('/session'),
  signIn: (name: string, password: string) => send<T.Session>('POST', '/session', { name, password }),
  signOut: () => send<unknown>('DELETE', '/session'),
  changePassword: (old: string, wanted: string) =>
    send<T.Session>('PUT', '/session/password', { old, new: wanted }),
  people: () => call<T.PersonInfo[]>('/people'),
  addPerson: (person: T.PersonInput) => send<T.PersonInfo>('POST', '/people', person),
  changePerson: (id: number, change: T.PersonChange) => send<T.PersonInfo>('PUT', `/people/${id}`, change),
  setPassword: (id: number, password: string) =>
    send<T.PersonInfo>('PUT', `/people/${id}/password`, { password }),
  journal: (query: { person: string; timeZone: string; limit: number; offset: number }) =>
    page<T.JournalEntry>('/journal', query),

  localServer: () => call<T.LocalServer>('/local-server'),
  setLocalServer: (choice: Pick<T.LocalServer, 'on' | 'port' | 'network'>) =>
    send<T.LocalServer>('PUT', '/local-server', choice),
  desktop: () => call<T.Desktop>('/desktop'),
  setDesktop: (choices: Omit<T.Desktop, 'hasKeyring'>) => send<T.Desktop>('PUT', '/desktop', choices),
  updates: () => call<T.Updates>('/updates'),
  setUpdates: (choice: Pick<T.Updates, 'on' | 'url'>) => send<T.Updates>('PUT', '/updates', choice),
  updatesStep: (step: 'look' | 'download' | 'install') => send<T.Updates>('POST', `/updates/${step}`),
  status: () => call<T.Status>('/status'),
  store: () => call<T.StoreInfo>('/store'),
  makeBackup: () => send<T.Backup>('POST', '/store/backups'),
  backupFile: (name: string, signal: AbortSignal) => wholeFile(`/store/backups/${name}`, {}, signal),
  giveBackup: (file: File) =>
    sendFile<T.Backup>(`/store/backups/given?name=${encodeURIComponent(file.name)}`, file, BACKUP_FILE),
  restoreBackup: (name: string, as = '') => send<T.StoreInfo>('POST', `/store/backups/${name}/restore${as}`),
  deleteBackup: (name: string) => send<T.StoreInfo>('DELETE', `/store/backups/${name}`),
  diagnostics: (signal: AbortSignal) => wholeFile('/diagnostics', {}, signal),
  checkStore: () => send<T.StoreCheck>('POST', '/store/check'),
  wipeDemo: () => send<T.StoreInfo>('POST', '/store/wipe'),
  loadDemo: () => send<T.TakenBundle>('POST', '/tariffs/demo'),
  /** A bundle, or a workbook that is all there is, in the place of what was loaded. */
  loadTariffs: (file: File, digest = '') =>
    isBook(file.name)
      ? sendFile<T.TakenBundle>(`/tariffs/workbook?whole=true&digest=${digest}`, file, bookType(file))
      : sendFile<T.TakenBundle>(`/tariffs/bundle?digest=${digest}`, file, BUNDLE_FILE),
  previewTariffs: (file: File) =>
    isBook(file.name)
      ? sendFile<T.WorkbookPreview>('/tariffs/workbook/preview?whole=true', file, bookType(file))
      : sendFile<T.WorkbookPreview>('/tariffs/bundle/preview', file, BUNDLE_FILE),
  modelWorkbook: () => wholeFile('/tariffs/workbook/model', {}, new AbortController().signal),
  workbook: (format: 'xlsx' | 'csv', signal: AbortSignal) =>
    wholeFile('/tariffs/workbook', { format }, signal),
  previewWorkbook: (file: File) =>
    sendFile<T.WorkbookPreview>('/tariffs/workbook/preview', file, bookType(file)),
  loadWorkbook: (file: File, digest: string) =>
    sendFile<T.TakenBundle>(`/tariffs/workbook?digest=${digest}`, file, bookType(file)),
  grids: () => call<T.GriddedItems>('/tariffs/grids'),
  grid: (of: T.GriddedItems[number], signal?: AbortSignal) =>
    call<T.TariffGrid>(`/tariffs/grids/${of.area}/${of.id}`, signal ? { signal } : {}),
  previewGrid: (of: T.GriddedItems[number], grid: T.TariffGrid) =>
    send<T.WorkbookPreview>('POST', `/tariffs/grids/${of.area}/${of.id}/preview`, grid),
  loadGrid: (of: T.GriddedItems[number], grid: T.TariffGrid, digest: string) =>
    send<T.TakenBundle>('POST', `/tariffs/grids/${of.area}/${of.id}?digest=${digest}`, grid),
  catalogue: () => call<T.CatalogueResponse>('/catalogue'),
  catalogueChoices: () => call<T.CatalogueChoices>('/catalogue/choices'),
  product: (id: number) => call<T.ProductDetail>(`/products/${id}`),
  family: (id: number) => call<T.FamilyDetail>(`/families/${id}`),
  shelf: () => call<T.Shelf>('/shelf'),
  setFavourite: (item: T.ShelfItem, favourite: boolean) =>
    send<T.ShelfItem[]>('PUT', '/shelf/favourites', { area: item.area, id: item.id, favourite }),
  configured: (line: T.QuoteLineInput) => send<T.Recent[]>('POST', '/shelf/recents', line),
  saveConfiguration: (configuration: T.ConfigurationInput) =>
    send<T.Configuration>('POST', '/shelf/configurations', configuration),
  renameConfiguration: (id: number, name: string) =>
    send<T.Configuration>('PUT', `/shelf/configurations/${id}`, { name }),
  deleteConfiguration: (id: number) => send<unknown>('DELETE', `/shelf/configurations/${id}`),
  restoreConfiguration: (id: number) => send<T.Configuration>('POST', `/shelf/configurations/${id}/restore`),
  prices: (body: T.PricesRequest, signal: AbortSignal) =>
    send<T.PricesResponse>('POST', '/prices', body, signal),
  matrix: (body: T.MatrixRequest, signal: AbortSignal) =>
    send<T.MatrixResponse>('POST', '/price-matrix', body, signal),

  companies: (query: { search: string; archived: string; near?: 'true'; limit: number; offset: number }) =>
    page<T.CompanySummary>('/companies', query),
  company: (id: number) => call<T.Company>(`/companies/${id}`),
  createCompany: (company: T.CompanyNew) => send<T.Company>('POST', '/companies', company),
  saveCompany: (id: number, company: T.CompanyUpdate) => send<T.Company>('PUT', `/companies/${id}`, company),
  previewCompanies: (file: Blob) => sendFile<T.CompanyImport>('/companies/import/preview', file),
  importCompanies: (file: Blob, digest: string) =>
    sendFile<T.CompanyImport>(`/companies/import?digest=${digest}`, file),
  archiveCompany: (id: number, version: number, archived: boolean) =>
    send<T.Company>('PUT', `/companies/${id}/archived`, { version, archived }),

  quotes: (query: { search: string; state: string; company?: number; limit: number; offset: number }) =>
    page<T.QuoteSummary>('/quotes', query),
  previewQuote: (quote: T.QuoteToPreview) => send<{ lines: T.QuoteLine[] }>('POST', '/quotes/price', quote),
  quote: (id: number) => call<T.Quote>(`/quotes/${id}`),
  spreadsheet: (path: ExportPath, query: Query, signal: AbortSignal) => wholeFile(`/${path}`, query, signal),
  /** The document of a quote. @throws FileCut */
  quotePdf: (id: number, query: Query, signal: AbortSignal) =>
    wholeFile(`/quotes/${id}/document`, { ...query, download: '1' }, signal),
  signature: (id: number, revision: number) =>
    call<T.Signature | null>(`/quotes/${id}/signature?revision=${revision}`),
  signQuote: (id: number, signed: T.SignatureInput) =>
    send<T.Quote>('POST', `/quotes/${id}/signature`, signed),
  checkDocument: (file: Blob) => sendFile<T.CheckedDocument>('/documents/check', file, 'application/pdf'),
  mailServer: () => call<T.MailServer>('/mail'),
  setMailServer: (server: object) => send<T.MailServer>('PUT', '/mail', server),
  testMail: (to: string) => send<T.MailTest>('POST', '/mail/test', { to }),
  mailsToSettle: () => call<T.MailToSettle[]>('/mails'),
  mails: (quoteId: number) => call<T.Mail[]>(`/quotes/${quoteId}/mails`),
  sendMail: (quoteId: number, mail: T.MailRequest) => send<T.Mail>('POST', `/quotes/${quoteId}/mails`, mail),
  mailAgain: (key: string) => send<T.Mail>('POST', `/mails/${key}/again`),
  cancelMail: (key: string) => send<T.Mail>('POST', `/mails/${key}/cancel`),
  quoteMail: (id: number) => call<T.QuoteMail>(`/quotes/${id}/mail`),
  quoteFile: async (id: number) =>
    new Blob([await call<string>(`/quotes/${id}/file`, AS_TEXT)], { type: QUOTE_FILE }),
  openQuoteFile: (file: Blob) => sendFile<T.OpenedQuote>('/quotes/opened', file, QUOTE_FILE),
  draftOfFile: (file: Blob, prices: 'today' | 'customer', altered: boolean) =>
    sendFile<T.OpenedDraft>(
      `/quotes/opened/draft?prices=${prices}${altered ? '&altered=1' : ''}`,
      file,
      QUOTE_FILE,
    ),
  nameSigner: (publicKey: string, name: string) =>
    send<{ name: string }>('PUT', '/quotes/devices', { publicKey, name }),
  device: () => call<T.DeviceInfo>('/device'),
  nameDevice: (code: string) => send<T.DeviceInfo>('PUT', '/device', { code }),
  createQuote: (quote: T.QuoteNew) => send<T.Quote>('POST', '/quotes', quote),
  saveQuote: (id: number, quote: T.QuoteUpdate) => send<T.Quote>('PUT', `/quotes/${id}`, quote),
  deliverQuote: (id: number, delivery: T.QuoteDelivery) =>
    send<T.Quote>('PUT', `/quotes/${id}/delivery`, delivery),
  quoteNotes: (id: number) => call<T.QuoteNotes>(`/quotes/${id}/notes`),
  saveNotes: (id: number, notes: T.QuoteNotes) => send<T.QuoteNotes>('PUT', `/quotes/${id}/notes`, notes),
  deleteQuote: (id: number, version: number) => send<unknown>('DELETE', `/quotes/${id}?version=${version}`),
  quotePrices: (id: number) => call<T.QuotePrices>(`/quotes/${id}/prices`),
  repriceQuote: (id: number, wanted: T.QuoteReprice) =>
    send<T.Quote>('POST', `/quotes/${id}/reprice`, wanted),
  wantedTotal: (id: number, wanted: T.WantedTotal) =>
    send<T.TotalFound>('POST', `/quotes/${id}/wanted-total`, wanted),
  movedQuotes: (query: { limit: number; offset: number }) => call<T.MovedQuotes>('/quotes/moved', { query }),
  lookAtMoved: () => send<T.MovedQuotes>('POST', '/quotes/moved/look'),
  stopLookingAtMoved: () => send<T.MovedQuotes>('DELETE', '/quotes/moved/look'),
  duplicateQuote: (id: number) => send<T.Quote>('POST', `/quotes/${id}/duplicate`),
  search: (q: string, signal: AbortSignal) => call<T.Search>('/search', { query: { q }, signal }),
  dashboard: () => call<T.Dashboard>('/dashboard'),
  day: () => call<T.DayQueue>('/day'),
  handover: (id: number) => call<T.Handover>(`/orders/${id}/handover`),
  handOver: (id: number, done: boolean) => send<T.Handover>('PUT', `/orders/${id}/handover`, { done }),
  chooseOfQuote: (id: number, choice: T.QuoteChoice, signal: AbortSignal) =>
    send<T.Quote>('POST', `/quotes/${id}/choice`, choice, signal),
  moveQuote: (id: number, move: T.QuoteMove) => send<T.Quote>('PUT', `/quotes/${id}/state`, move),
  reviseQuote: (id: number, version: number) => send<T.Quote>('POST', `/quotes/${id}/revise`, { version }),
  giveUpRevision: (id: number, version: number) =>
    send<T.Quote>('POST', `/quotes/${id}/give-up`, { version }),
  quoteHistory: (id: number, signal?: AbortSignal) =>
    call<T.QuoteEvent[]>(`/quotes/${id}/history`, { signal: signal ?? null }),
  quoteRevisions: (id: number) => call<T.QuoteRevision[]>(`/quotes/${id}/revisions`),
  quoteRevision: (id: number, revision: number) => call<T.Quote>(`/quotes/${id}/revisions/${revision}`),
  rehearseOrder: (id: number, signal: AbortSignal) =>
    call<T.QuoteRehearsal>(`/quotes/${id}/order`, { signal }),
  orderQuote: (id: number, order: T.QuoteOrder) => send<T.QuoteOrdered>('POST', `/quotes/${id}/order`, order),

  orders: (query: {
    search: string
    area: string
    status: string
    quote: string
    source: string
    company?: number
    limit: number
    offset: number
  }) => page<T.OrderSummary>('/orders', query),
  sources: () => call<T.NamedSource[]>('/sources'),
  orderSources: () => call<T.NamedSource[]>('/orders/sources'),
  orderStatuses: () => call<string[]>('/orders/statuses'),
  order: (id: number) => call<T.OrderDetail>(`/orders/${id}`),
  orderHistory: (id: number, signal: AbortSignal) =>
    call<T.OrderEvent[]>(`/orders/${id}/history`, { signal }),
  readdressOrder: (id: number, change: { address: object; before: object }) =>
    send<T.OrderDetail>('PUT', `/orders/${id}/address`, change),
  orderAgain: (id: number) => send<T.OrderAgain>('POST', `/orders/${id}/again`),
  cancelOrder: (id: number, how: T.OrderEnding) => send<T.OrderDetail>('POST', `/orders/${id}/cancel`, how),
  /** Has its partners asked what has become of it. */
  lookAtOrder: (id: number) => send<T.OrderDetail>('POST', `/orders/${id}/look`),
  repriceOrder: (id: number, totalCents: number) =>
    send<T.OrderDetail>('POST', `/orders/${id}/reprice`, { totalCents }),

  customers: () => call<T.Customer[]>('/customers'),
  createCustomer: (customer: T.CustomerInput) => send<T.Customer>('POST', '/customers', customer),
  saveCustomer: (id: number, change: T.CustomerChange) => send<T.Customer>('PUT', `/customers/${id}`, change),
  tokens: () => call<T.TokenInfo[]>('/tokens'),
  createToken: (customerId: number) =>
    send<{ id: number; token: string }>('POST', `/customers/${customerId}/tokens`),
  revokeToken: (id: number) => send<unknown>('DELETE', `/tokens/${id}`),

  settings: () => call<T.Settings>('/settings'),
  letterhead: () => call<T.Letterhead>('/letterhead'),
  saveLetterhead: (change: Partial<T.Letterhead> & { readonly before?: Partial<T.Letterhead> }) =>
    send<T.Letterhead>('PUT', '/letterhead', change),
  /** A made-up quote under a letterhead as it is being written. @throws FileCut */
  specimen: (letterhead: T.Letterhead, choices: DocumentChoices, signal: AbortSignal) =>
    wholeFile('/letterhead/specimen', { ...choices }, signal, letterhead),
  vatRegimeUse: (id: string) => call<T.VatRegimeUse>('/vat-regimes/use', { query: { id } }),
  saveSettings: (change: Partial<T.Settings> & { readonly before?: Partial<T.Settings> }) =>
    send<T.Settings>('PUT', '/settings', change),
  partners: () => call<T.PartnerInfo[]>('/partners'),
  addPartner: (partner: T.PartnerInput) => send<T.PartnerInfo>('POST', '/partners', partner),
  savePartner: (name: string, partner: T.PartnerChange) =>
    send<T.PartnerInfo>('PUT', `/partners/${encodeURIComponent(name)}`, partner),
  checkPartner: (name: string) => send<T.PartnerInfo>('POST', `/partners/${encodeURIComponent(name)}/check`),
  syncPartner: (name: string, prices: number) =>
    send<T.PartnerInfo>('POST', `/partners/${encodeURIComponent(name)}/sync`, { prices }),
  stopPartnerSync: (name: string) =>
    send<T.PartnerInfo>('DELETE', `/partners/${encodeURIComponent(name)}/sync`),
  removePartner: (name: string) => send<T.PartnerInfo[]>('DELETE', `/partners/${encodeURIComponent(name)}`),

  sync: () => call<T.SyncState>('/sync'),
  startSync: (prices: number) => send<unknown>('POST', '/sync', { prices }),
  cancelSync: () => send<unknown>('DELETE', '/sync'),
  changes: (limit: number) => call<T.CatalogueChange[]>('/changes', { query: { limit } }),

  readiness: () => call<T.Readiness>('/readiness'),
  prepare: () => send<T.Readiness>('POST', '/readiness'),
  stopPreparing: () => send<T.Readiness>('DELETE', '/readiness'),
  outbox: () => page<T.OutboxEntry>('/outbox', {}),
  /** @param how `to`: the address that it goes to, where that is another than it was made for */
  retryOrder: (id: T.OutboxEntry['id'], how: { acceptCents: number | null; to: string | null }) =>
    send<unknown>('POST', `/outbox/${id}/retry`, how),
  resolveOrder: (id: T.OutboxEntry['id'], as: { upstreamId: string } | { acceptCents: number }) =>
    send<unknown>('POST', `/outbox/${id}/resolve`, as),
  /** @param how where the order ends with it */
  giveUpPart: (id: T.OutboxEntry['id'], how?: T.OrderEnding) =>
    send<unknown>('POST', `/outbox/${id}/resolve`, { cancel: true, ...how }),
}
