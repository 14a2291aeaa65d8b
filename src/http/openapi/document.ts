/** The OpenAPI 3.1 document of the partner API, built from the schemas that validate and the table of operations. */
import { message, type ErrorCode, type Locale } from '../../domain/messages.ts'
import type { FaultCode } from '../../domain/faults.ts'
import { LONGEST_KEY } from '../../domain/text.ts'
import { ErrorBody, faultsBody, publicCode, STATUS } from '../errors.ts'
import { ID_EXAMPLES } from './examples.ts'
import { FRENCH } from './french.ts'
import { OPERATIONS, type HeaderName, type Operation, type ParameterName } from './operations.ts'
import { REQUEST_ID } from '../request-id.ts'
import { typescriptOf } from './samples.ts'
import { Components, type Json, type JsonObject } from './schemas.ts'

/** The interface's own version, as it stands in the paths (partner-api.md 9). */
const API_VERSION = '0.2'

const DESCRIPTION = [
  'The partner printing API, version 0.2, served by Comptoir on your own machine: a tool written for the partner works here by changing its base URL.',
  'Every request carries `Authorization: Token <token>`; a token is made with `comptoir token create` or in the settings.',
  'Errors have one form: `detail` in words, and `errors`, which lists every fault of the request with a JSON pointer into the body, a `code` that never changes and a message. Of more than 1,000 faults the first are listed; a last entry, `more_faults`, says how many more there are.',
  'Messages are in French, or in English with `Accept-Language: en`.',
  'Null in an optional field counts as absent, and unknown fields are ignored. All paths end with a slash.',
  'A method that a path does not take is answered 405 `method_not_allowed` with `Allow`.',
]

const TAGS = [
  { name: 'print', description: 'Print products.' },
  { name: 'display', description: 'Display products (point-of-sale material).' },
  { name: 'events', description: 'An extension of Comptoir.' },
]

/** Errors that any operation may answer. */
const ALWAYS: readonly ErrorCode[] = [
  'authentication_required',
  'token_invalid',
  'forbidden',
  'too_many_requests',
  'internal_error',
  'store_away',
  'store_unknown',
]

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'The request has faults',
  401: 'No token, or one that is unknown or revoked',
  403: 'Not allowed to this customer, or from this host or origin',
  404: 'There is no such thing, or it is not the customer’s',
  409: 'The key was already used with another body',
  413: 'The body is over 1 MB',
  415: 'The body is not sent as JSON',
  429: 'More requests than the settings allow to one token in a minute',
  500: 'The service failed; the request can be tried again',
  503: 'The store does not answer now; the request can be tried again after `Retry-After`. Nothing was saved, unless the words say that nobody knows: with the same Idempotency-Key an order is made once all the same',
}

const HEADERS: Readonly<
  Record<HeaderName | 'WWW-Authenticate' | 'Retry-After' | typeof REQUEST_ID, JsonObject>
> = {
  [REQUEST_ID]: {
    description: 'By which the log of the service names the request.',
    required: true,
    schema: { type: 'string' },
  },
  Link: {
    description: 'Where the list was cut: what comes next (`rel="next"`) and before (`rel="prev"`).',
    schema: { type: 'string' },
    example: '</0.2/print/produit/?limit=100&offset=100>; rel="next"',
  },
  'X-Total-Count': {
    description: 'Length of the whole list.',
    required: true,
    schema: { type: 'integer' },
    example: 109,
  },
  ETag: {
    description:
      'Of the list or its page: sent back in `If-None-Match` it is answered 304 while nothing changed.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'Where the order is read.',
    required: true,
    schema: { type: 'string' },
    example: '/0.2/print/commande/1/',
  },
  'Content-Language': {
    description: 'Language of the messages, where there are any.',
    schema: { type: 'string', enum: ['fr', 'en'] },
  },
  'Comptoir-Price-Observed': {
    description:
      'Where a price is one that the upstream partner gave earlier: when it was given (the oldest, where there are several).',
    schema: { type: 'string', format: 'date-time' },
  },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with.',
    required: true,
    schema: { type: 'string', const: 'Token' },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer' },
  },
}

/** Answers that are the same wherever they occur; 400 and 403 differ by operation. */
const SHARED_ANSWERS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedType',
  429: 'TooMany',
  500: 'Failure',
  503: 'StoreAway',
}

const ERROR_HEADERS: Readonly<Record<number, 'WWW-Authenticate' | 'Retry-After'>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
}

const PARAMETERS: Readonly<Record<ParameterName, JsonObject>> = {
  id: { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0 } },
  limit: {
    name: 'limit',
    in: 'query',
    description: 'At most so many entries; all without it.',
    schema: { type: 'integer', minimum: 1, maximum: 500 },
  },
  offset: {
    name: 'offset',
    in: 'query',
    description: 'Leaves out so many entries at the start.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of messages: French, or English with `en`.',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The customer’s own name for this request: the same key and body within 24 hours give the same order, and only one. An empty or blank one is refused.',
    schema: { type: 'string', minLength: 1, maxLength: LONGEST_KEY },
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last `id:` that the caller got: what happened since is told first.',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the answer that the caller has.',
    schema: { type: 'string' },
  },
}

export type Translate = (text: string) => string

/** Texts are written in English; French comes from a table that a test holds complete. */
export const translator = (locale: Locale): Translate =>
  locale === 'en' ? (text) => text : (text) => FRENCH[text] ?? text

/** The whole document. @param server where the API is, seen from the document's own place */
export function openApiDocument(locale: Locale, server = '/', t: Translate = translator(locale)): JsonObject {
  const components = new Components(t)
  const error = components.refer(ErrorBody)
  const responses: JsonObject = {}
  const translated = (parts: Readonly<Record<string, JsonObject>>): JsonObject =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        'description' in part ? { ...part, description: t(String(part['description'])) } : part,
      ]),
    )
  const paths: Record<string, JsonObject> = {}
  for (const operation of OPERATIONS) {
    ;(paths[operation.path] ??= {})[operation.method] = describe(operation, {
      ...{ components, responses, error, locale, server, t },
    })
  }
  return {
    openapi: '3.1.0',
    info: {
      title: t('Comptoir: partner printing API'),
      version: API_VERSION,
      summary: t('Print and display products: catalogue, prices, carts and orders.'),
      description: DESCRIPTION.map(t).join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server, description: t('The service that answered this document.') }],
    security: [{ token: [] }],
    tags: TAGS.map(({ name, description }) => ({ name, description: t(description) })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: t('`Token <token>`: the word, a space and the token.'),
        },
      },
      parameters: translated({
        ...Object.fromEntries(Object.entries(PARAMETERS).filter(([name]) => name !== 'id')),
        'Accept-Language': { ...PARAMETERS['Accept-Language'], example: locale },
      }),
      headers: translated(HEADERS),
      responses,
      schemas: components.schemas,
    },
  }
}

interface Context {
  readonly components: Components
  /** takes the answers that are shared */
  readonly responses: JsonObject
  readonly error: Json
  readonly locale: Locale
  readonly server: string
  readonly t: Translate
}

const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
const headerRefs = (names: readonly string[]): JsonObject =>
  Object.fromEntries([...names, REQUEST_ID].map((name) => [name, { $ref: `#/components/headers/${name}` }]))

function describe(operation: Operation, context: Context): JsonObject {
  const { t, components } = context
  const { answer, request } = operation
  return {
    operationId: operation.id,
    tags: [operation.tag],
    'x-codeSamples': [
      { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(operation, context.server) },
    ],
    summary: t(operation.summary),
    ...(operation.description === undefined ? {} : { description: t(operation.description) }),
    parameters: operation.parameters.map((name): JsonObject =>
      name === 'id'
        ? { ...PARAMETERS.id, example: ID_EXAMPLES[operation.path] ?? 1 }
        : { $ref: `#/components/parameters/${name}` },
    ),
    ...(request === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: components.refer(request.schema),
                examples: Object.fromEntries(
                  Object.entries(request.examples).map(([name, { summary, value }]) => [
                    name,
                    { summary: t(summary), value: jsonOf(value) },
                  ]),
                ),
              },
            },
          },
        }),
    responses: {
      [answer.status]: {
        description: t(answer.description),
        headers: headerRefs(answer.headers),
        content: {
          [answer.type ?? 'application/json']: {
            schema: components.refer(answer.schema),
            example: jsonOf(answer.example),
          },
        },
      },
      ...(operation.cacheable
        ? {
            304: {
              description: t('The caller has the list already.'),
              headers: headerRefs(['ETag', 'X-Total-Count', 'Link']),
            },
          }
        : {}),
      ...errorAnswers(operation, context),
    },
  }
}

/** The error answers of an operation, one a status, with the codes that each may carry. */
function errorAnswers(operation: Operation, context: Context): JsonObject {
  const codes = new Map<number, (FaultCode | ErrorCode)[]>()
  if (operation.faults.length > 0) codes.set(400, [...operation.faults])
  for (const code of [...operation.errors, ...ALWAYS]) {
    const of = codes.get(STATUS[code])
    if (of) of.push(code)
    else codes.set(STATUS[code], [code])
  }
  const answers: JsonObject = {}
  for (const [status, of] of [...codes].sort(([a], [b]) => a - b)) {
    const answer = errorAnswer(status, of, operation, context)
    const shared = SHARED_ANSWERS[status]
    if (shared !== undefined) context.responses[shared] = answer
    answers[status] = shared === undefined ? answer : { $ref: `#/components/responses/${shared}` }
  }
  return answers
}

/** The contract's own code for one of ours. */
const toldAs = (code: FaultCode | ErrorCode) => publicCode(code as ErrorCode)

function errorAnswer(
  status: number,
  codes: readonly (FaultCode | ErrorCode)[],
  { refused }: Operation,
  { error, locale, t }: Context,
): JsonObject {
  const header = ERROR_HEADERS[status]
  const examples =
    status === 400 && refused !== undefined
      ? { refused: { value: jsonOf(faultsBody(refused.faults, locale)) } }
      : Object.fromEntries(
          codes.map((code) => {
            const text = message(code, locale)
            const answered = toldAs(code)
            return [code, { value: { detail: text, errors: [{ path: '', code: answered, message: text }] } }]
          }),
        )
  const told = [...new Set(codes.map(toldAs))]
  return {
    description: `${t(STATUS_TEXTS[status]!)}${locale === 'fr' ? ' :' : ':'} ${told.map((code) => `\`${code}\``).join(', ')}`,
    headers: headerRefs(['Content-Language', ...(header === undefined ? [] : [header])]),
    'x-codes': told,
    content: { 'application/json': { schema: error, examples } },
  }
}
