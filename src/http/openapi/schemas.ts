/** The schemas that validate, as the document's components: a schema with a title stands there once, by its title. */
import * as Type from 'typebox'
import type { TSchema } from 'typebox'

const Prix = Type.Object(
  {
    Message: Type.String({ description: 'Empty when there is a price; otherwise why there is none.' }),
    PrixHT: Type.String({
      pattern: '^\\d*$',
      description: 'Euro cents excluding tax, as a decimal-digit string; empty when there is no price.',
    }),
  },
  { title: 'Prix' },
)

/** The price response (partner-api.md 2.3), by lead-time label. */
export const PrixReponse = Type.Record(Type.String({ pattern: '^J\\+\\d+$' }), Prix, {
  title: 'PrixReponse',
  description: 'Every lead time of the product or family, fastest first, keyed `J+<working days>`.',
})

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const COMPONENT_NAME = /^[A-Z]\w*$/
/** The pattern of a record whose keys may be anything. */
const ANY_KEY = '^.*$'

/** Gathers components while the document refers to them. */
export class Components {
  readonly schemas: JsonObject = {}
  readonly #translate: (text: string) => string

  constructor(translate: (text: string) => string) {
    this.#translate = translate
  }

  /** The schema as the document writes it: a reference where it has a name. */
  refer(schema: TSchema): Json {
    return this.#place(JSON.parse(JSON.stringify(schema)) as Json)
  }

  #place(node: Json): Json {
    if (Array.isArray(node)) return node.map((item) => this.#place(item))
    if (typeof node !== 'object' || node === null) return node
    const { title, ...rest } = node
    const placed: JsonObject = {}
    for (const [keyword, value] of Object.entries(rest)) {
      if (keyword === 'description') placed[keyword] = this.#translate(String(value))
      else if (keyword === 'properties') placed[keyword] = this.#each(value as JsonObject)
      else if (keyword === 'patternProperties') Object.assign(placed, this.#record(value as JsonObject))
      else placed[keyword] = this.#place(value)
    }
    if (typeof title !== 'string' || !COMPONENT_NAME.test(title)) return placed
    const known = this.schemas[title]
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(placed)) {
      throw new Error(`two different schemas have the title ${title}`)
    }
    this.schemas[title] = placed
    return { $ref: `#/components/schemas/${title}` }
  }

  /** A record: most generators know no `patternProperties`, and would drop the types of what it holds. */
  #record(patterns: JsonObject): JsonObject {
    const [[pattern, schema] = [], ...others] = Object.entries(patterns)
    if (pattern === undefined || others.length > 0) throw new Error('a record has keys of one pattern')
    return {
      additionalProperties: this.#place(schema!),
      ...(pattern === ANY_KEY ? {} : { propertyNames: { pattern } }),
    }
  }

  /** Schemas under names of their own, which are no keywords whatever they are. */
  #each(schemas: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, this.#place(schema)]))
  }
}
