/** Answers held against the OpenAPI document that the service itself gives. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { Operation } from '../http/openapi/operations.ts'

interface Answer {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
  readonly 'x-codes'?: readonly string[]
  readonly $ref?: string
}
/** What the tests read of the document. */
export interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Answer> }>>>>
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
    readonly responses: Readonly<Record<string, Answer>>
    readonly schemas: Readonly<Record<string, Schema>>
  }
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly additionalProperties?: unknown
}

/** Headers of HTTP itself, which any answer has. */
const TRANSPORT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
])

/** Holds answers against what a document says of them: status, headers both ways, body, codes. */
export function holding(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'openapi', ...exact(document) })
  return (
    operation: Operation,
    answer: { statusCode: number; body: string; headers: Record<string, unknown> },
  ) => expectDocumented(document, ajv, operation, answer)
}

function expectDocumented(
  document: Document,
  ajv: Ajv2020,
  operation: Operation,
  answer: { statusCode: number; body: string; headers: Record<string, unknown> },
) {
  const answers = document.paths[operation.path]![operation.method]!.responses
  const found = answers[answer.statusCode]
  expect(found, `${answer.statusCode} of ${operation.path} is documented: ${answer.body}`).toBeDefined()
  const shared = found!.$ref?.split('/').at(-1)
  const described = shared === undefined ? found! : document.components.responses[shared]!
  const documented = Object.keys(described.headers ?? {}).map((name) => name.toLowerCase())
  for (const name of Object.keys(answer.headers))
    if (!TRANSPORT.has(name)) expect(documented, `${answer.statusCode} of ${operation.path}`).toContain(name)
  for (const name of Object.keys(described.headers ?? {})) {
    if (document.components.headers[name]!.required)
      expect(answer.headers).toHaveProperty([name.toLowerCase()])
  }
  if (!described.content) {
    expect(answer.body).toBe('')
    return
  }
  const escape = (segment: string) => encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
  const at =
    shared === undefined
      ? `paths/${escape(operation.path)}/${operation.method}/responses/${answer.statusCode}`
      : `components/responses/${shared}`
  const validate = ajv.compile({ $ref: `openapi#/${at}/content/application~1json/schema` })
  const body = JSON.parse(answer.body) as { errors?: { code: string }[] }
  expect(validate(body), `${answer.body}\n${JSON.stringify(validate.errors)}`).toBe(true)
  if (described['x-codes']) {
    for (const { code } of body.errors!) expect(described['x-codes']).toContain(code)
  }
}

/** "Responses have exactly the documented fields": objects of the document take no others here. */
function exact(node: unknown): object {
  return JSON.parse(JSON.stringify(node), (_key, value: unknown) => {
    const schema = value as Schema | null
    const isObject =
      typeof schema === 'object' && schema !== null && 'properties' in schema && 'type' in schema
    return isObject ? { additionalProperties: false, ...schema } : value
  }) as object
}
