/** The one form of errors (partner-api.md 7), for both parts of the interface. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { FAULT_CODES, type Fault } from '../domain/faults.ts'
import { faultMessage, message, worded, type ErrorCode, type Locale } from '../domain/messages.ts'
import { wholly } from '../domain/partner-words.ts'
import { COMMANDS } from '../domain/store-messages.ts'
import { Overtaken } from '../service/overtaken.ts'
import { CompanyOutdated, Invalid, InvalidBundle, Outdated, Refusal, Unasked } from '../service/refusal.ts'
import { SecretError } from '../service/secrets.ts'
import { hasChanged, isClosed, isStoreFailure, isUnreadable } from '../service/service.ts'
import { Quote } from '../domain/quote/quote.ts'
import { readerOf } from './app/access.ts'
import { hiderOf } from './app/hidden.ts'
import { quoteView } from './app/quote-view.ts'
import { inWords, requestLocale } from './headers.ts'
import { pathOf } from './path.ts'

export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'What is wrong, in words.' }),
    errors: Type.Array(
      Type.Object({
        path: Type.String({ description: 'JSON pointer into the request body; "" for the body itself.' }),
        code: Type.String({ description: 'Never changes.', examples: [...FAULT_CODES] }),
        message: Type.String(),
      }),
    ),
  },
  { title: 'Error' },
)

export const STATUS: Readonly<Record<ErrorCode, number>> = {
  json_malformed: 400,
  unsupported_media_type: 415,
  body_too_large: 413,
  body_too_deep: 400,
  head_too_large: 431,
  request_malformed: 400,
  authentication_required: 401,
  token_invalid: 401,
  key_required: 401,
  key_invalid: 401,
  ordering_not_allowed: 403,
  forbidden: 403,
  not_found: 404,
  missing_slash: 404,
  method_not_allowed: 405,
  idempotency_conflict: 409,
  too_many_requests: 429,
  internal_error: 500,
  store_unavailable: 500,
  store_damaged: 500,
  store_replaced: 503,
  row_unreadable: 500,
  discount_unread: 500,
  rows_unreadable: 500,
  store_away: 503,
  store_away_keyed: 503,
  store_newer_keyed: 503,
  store_unavailable_keyed: 500,
  store_unknown: 503,
  store_unknown_here: 503,
  store_newer: 503,
  quote_state: 409,
  price_changed: 409,
  totals_changed: 409,
  quote_changed: 409,
  company_changed: 409,
  fields_changed: 409,
  file_empty: 400,
  file_no_name: 400,
  file_column_twice: 400,
  file_unreadable: 400,
  file_too_many_rows: 400,
  file_too_wide: 400,
  file_too_large: 413,
  import_changed: 409,
  import_faulty: 409,
  bundle_not_text: 400,
  bundle_not_json: 400,
  tariffs_changed: 409,
  mail_not_set: 409,
  mail_moved: 409,
  workbook_unreadable: 400,
  workbook_too_large: 413,
  own_tariffs_missing: 404,
  demo_loaded: 409,
  demo_beside_data: 409,
  demo_on_server: 409,
  demo_not_loaded: 409,
  store_of_server: 409,
  store_failed: 409,
  backup_under_way: 409,
  backup_unread: 409,
  backup_too_large: 413,
  backup_stalled: 408,
  file_stalled: 408,
  store_not_replaceable: 409,
  quote_expired: 409,
  quote_signed: 409,
  documents_busy: 503,
  document_changed: 409,
  signature_expired: 409,
  quote_not_portable: 409,
  quote_too_long: 409,
  quote_number_unknown: 404,
  device_key_damaged: 500,
  device_key_unsealed: 500,
  secrets_unsealed: 409,
  secret_unusable: 500,
  device_unseen: 404,
  portable_unusable: 409,
  portable_altered: 409,
  quote_indicative: 409,
  quote_estimated: 409,
  quote_reconfirm: 409,
  reconfirm_moved: 409,
  name_taken: 409,
  name_required: 409,
  upstream_invalid: 400,
  upstream_is_self: 400,
  upstream_token_invalid: 400,
  variable_invalid: 500,
  secret_key_invalid: 500,
  order_state: 409,
  order_cancelled: 409,
  order_undecided: 409,
  outbox_state: 409,
  outbox_other_goods: 409,
  outbox_goods_unread: 409,
  outbox_other_address: 409,
  price_unmoved: 409,
  stopping: 503,
  amount_changed: 409,
  no_ids_left: 409,
  partner_name_invalid: 400,
  partner_unasked: 409,
  sync_running: 409,
  no_upstream: 409,
  sign_in_required: 401,
  sign_in_refused: 401,
  sign_in_throttled: 429,
  role_unread: 403,
  password_unread: 403,
  right_missing: 403,
  last_administrator: 409,
}

/** Codes that are words of ours for a code of the contract: `detail` differs, `code` must not. */
const PUBLIC_CODE: Partial<Record<ErrorCode, ErrorCode>> = {
  missing_slash: 'not_found',
  body_too_deep: 'json_malformed',
  head_too_large: 'json_malformed',
  request_malformed: 'json_malformed',
  store_unavailable: 'internal_error',
  store_damaged: 'internal_error',
  store_replaced: 'internal_error',
  row_unreadable: 'internal_error',
  discount_unread: 'internal_error',
  rows_unreadable: 'internal_error',
  store_away: 'internal_error',
  store_away_keyed: 'internal_error',
  store_newer_keyed: 'internal_error',
  store_unavailable_keyed: 'internal_error',
  store_unknown: 'internal_error',
  store_unknown_here: 'internal_error',
  store_newer: 'internal_error',
  stopping: 'internal_error',
  key_required: 'authentication_required',
  key_invalid: 'token_invalid',
}

/** The code that a refusal is answered with. */
export const publicCode = (code: ErrorCode): ErrorCode => PUBLIC_CODE[code] ?? code

const hideOfQuote = hiderOf(Quote)!

/** Sends a refusal in the contract's form. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const locale = requestLocale(request)
  const { code } = refusal
  const params = refusal instanceof Unasked ? { why: problemWords(refusal, request) } : refusal.params
  const text = message(code, locale, params)
  inWords(reply, locale)
  const status = STATUS[code]
  if (status === 401) reply.header('WWW-Authenticate', /^(key|sign_in)/.test(code) ? 'Bearer' : 'Token')
  if (code === 'method_not_allowed') reply.header('Allow', String(params?.['allow']))
  if (status === 503) reply.header('Retry-After', String(AWAY_SECONDS))
  if (status === 429) reply.header('Retry-After', String(params?.['seconds'] ?? 1))
  const places = refusal instanceof Overtaken ? Object.keys(refusal.present).map((key) => `/${key}`) : ['']
  const errors = places.map((path) => ({ path, code: publicCode(code), message: text }))
  const present = presentOf(refusal, request)
  const right = code === 'right_missing' ? { right: params?.['right'] } : {}
  const doubt = code === 'store_unknown_here' ? { doubt: true } : {}
  // No waiting mends it: a screen says so in these words, and not that it will be back.
  const lasting = code === 'store_replaced' && isOfApi(request) ? { lasting: true } : {}
  return sendError(reply, status, { detail: text, errors, ...present, ...right, ...doubt, ...lasting })
}

/** Why a partner could not be asked: in its own words, whole, for who may see costs. */
function problemWords({ problem }: Unasked, request: FastifyRequest): string {
  const seesCosts = readerOf(request).rights.has('costs')
  return worded(seesCosts ? wholly(problem) : problem, requestLocale(request))
}

/** How it stands now, of what was changed meanwhile. */
function presentOf(refusal: Refusal, request: FastifyRequest): { present?: unknown } {
  if (refusal instanceof CompanyOutdated || refusal instanceof Overtaken) return { present: refusal.present }
  if (!(refusal instanceof Outdated)) return {}
  const view = quoteView(refusal.present, requestLocale(request))
  return { present: hideOfQuote(view, readerOf(request).rights) }
}

/** What an answer may have said of itself before it failed. */
const OF_THE_ANSWER = ['Content-Encoding', 'ETag', 'Last-Modified', 'Link', 'X-Total-Count', 'Cache-Control']

/** Sends an error in the one form, whatever was begun before it. */
function sendError(reply: FastifyReply, status: number, body: Static<typeof ErrorBody>): FastifyReply {
  for (const name of OF_THE_ANSWER) reply.removeHeader(name)
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/** Codes of Fastify's own errors, as the contract names them. */
const FRAMEWORK_CODES: ReadonlyMap<unknown, ErrorCode> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'body_too_large'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'json_malformed'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'json_malformed'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'json_malformed'],
  ['FST_ERR_BAD_URL', 'not_found'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
  ['FST_ERR_NOT_FOUND', 'not_found'],
])

/** What became of a request that threw: refusals in words, defects in the log and, without their inside, in words. */
export function handleError(
  this: unknown,
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // The framework would close under a client that is still sending; what it sends is read to its end (body.ts).
  reply.removeHeader('connection')
  if (error instanceof Invalid) {
    const locale = requestLocale(request)
    inWords(reply, locale)
    return sendError(reply, 400, faultsBody(error.faults, locale))
  }
  if (error instanceof Refusal) return sendRefusal(request, reply, error)
  if (isClosed(error)) return sendRefusal(request, reply, storeRefusal(error, request))
  if (error instanceof InvalidBundle) {
    const detail = summary(error.faults, error.faults.length)
    return sendError(reply, 400, { detail, errors: [...error.faults] })
  }
  const code = 'code' in error ? FRAMEWORK_CODES.get(error.code) : undefined
  if (code) return sendRefusal(request, reply, new Refusal(code))
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status !== undefined && status >= 400 && status < 500) {
    const read = request.method === 'GET' || request.method === 'HEAD'
    return sendRefusal(request, reply, new Refusal(read ? 'not_found' : 'json_malformed'))
  }
  // Who goes away in the middle of his request reads no answer, and is no failure of ours.
  if (request.raw.destroyed && !request.raw.complete)
    return sendRefusal(request, reply, new Refusal('json_malformed'))
  const path = pathOf(request.url)
  request.log.error({ err: error, request: request.id, method: request.method, path }, 'request failed')
  return sendRefusal(request, reply, failureRefusal(error, request))
}

/** A database that does not answer is most often back by then. */
const AWAY_SECONDS = 5

function failureRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (isStoreFailure(error)) return storeRefusal(error, request)
  if (error instanceof SecretError)
    return new Refusal('secret_unusable', { why: worded(error.problem, requestLocale(request)) })
  if (isUnreadable(error)) return new Refusal('row_unreadable', isOfApi(request) ? {} : { ...COMMANDS })
  return new Refusal('internal_error')
}

/** In the words of who asks: a program that can send a request again under its key, or a person at a screen. */
function storeRefusal(error: unknown, request: FastifyRequest): Refusal {
  const code = hasChanged() ? 'commit_unknown' : ((error as NodeJS.ErrnoException).code ?? '')
  const keyed = request.headers['idempotency-key'] !== undefined
  if (code === 'closed') return new Refusal('stopping')
  const lost = lostStore(code)
  if (lost) return new Refusal(lost, isOfApi(request) ? {} : { ...COMMANDS })
  if (code === 'away' || code === 'busy') return new Refusal(keyed ? 'store_away_keyed' : 'store_away')
  if (code === 'newer') return new Refusal(keyed ? 'store_newer_keyed' : 'store_newer')
  if (code === 'commit_unknown')
    return new Refusal(!keyed && isOfApi(request) ? 'store_unknown_here' : 'store_unknown')
  // Whoever runs a tool of the partner API is told as on the command line, a person at a screen by its screens.
  const params = { cause: code, ...(!isOfApi(request) && COMMANDS) }
  return new Refusal(keyed ? 'store_unavailable_keyed' : 'store_unavailable', params)
}

/** What is said of a store's file that is there no more as it was opened. */
export const lostStore = (code: string) =>
  code === 'damaged' ? 'store_damaged' : code === 'replaced' ? 'store_replaced' : null

const isOfApi = ({ url }: FastifyRequest) => url.startsWith('/api/')

/** A request's faults as they are answered. */
export function faultsBody(faults: readonly Fault[], locale: Locale): Static<typeof ErrorBody> {
  const errors = faults.map((fault) => ({
    path: fault.path,
    code: fault.code,
    message: faultMessage(fault, locale),
  }))
  const more = faults.at(-1)?.code === 'more_faults' ? Number(faults.at(-1)!.params?.['count']) - 1 : 0
  return { detail: summary(errors, errors.length + more), errors }
}

/** The first message, and how many more there are. */
function summary(errors: readonly { readonly message: string }[], count: number): string {
  const [first] = errors
  return count > 1 ? `${first?.message} (+${count - 1})` : (first?.message ?? '')
}
