/**
 * One schema object an entity gives its type, its validation and its OpenAPI description. The compiled check is the
 * fast path; where it fails, {@link structureFaults} walks the same schema to name every place.
 */
import * as Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Guard } from 'typebox/guard'
import { FaultList, pointer, type Fault, type FaultSink } from './faults.ts'
import type { Right } from './shared/rights.ts'

/** The schema, or null: null in an optional field counts as absent (partner-api.md 2.2). */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** An amount that a source asks, in cents: null, too, for who may not see it. */
export const Cost = (description?: string) =>
  Type.Union([Type.Integer(), Type.Null()], {
    ...(description === undefined ? {} : { description }),
    right: 'costs' satisfies Right,
  })

/** Whether something is so, where that tells what a source asks: null for who may not see it. */
export const CostFact = (description: string) =>
  Type.Union([Type.Boolean(), Type.Null()], { description, right: 'costs' satisfies Right })

/** An optional field of a request, in which null counts as absent. */
export const Absentable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** Structural faults of a body: wrong JSON types and missing required fields. */
export type StructureFault = Fault<'field_required' | 'field_type'>

interface Node {
  readonly type?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly patternProperties?: Readonly<Record<string, Node>>
  readonly anyOf?: readonly Node[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
}

function isType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    // `1e999` is read as no number that can be kept.
    case 'number':
      return Number.isFinite(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

/** Whether a value may be what a node describes, by what it is itself: what is in it is not looked at. */
function mayBe(node: Node, value: unknown): boolean {
  if (node.anyOf) return node.anyOf.some((one) => mayBe(one, value))
  // A constant carries its JSON type, too: another text of the same type is not what it means.
  if ('const' in node) return node.const === value
  if (node.enum) return node.enum.includes(value)
  return node.type === undefined || isType(node.type, value)
}

/** Whether the walk finds nothing wrong. */
function isSound(node: Node, value: unknown): boolean {
  const faults = new FaultList<StructureFault>(0)
  new Walk('', faults).visit(node, value)
  return faults.length === 0
}

/**
 * The alternative that the value most likely meant: one that it fits, else one whose discriminating constant fits, else
 * one of its JSON type.
 */
function alternative(nodes: readonly Node[], value: unknown): Node | undefined {
  const possible = nodes.filter((node) => mayBe(node, value))
  if (possible.length < 2 || typeof value !== 'object' || value === null) return possible[0]
  const fields = value as Record<string, unknown>
  const isMeant = (node: Node) =>
    Object.entries(node.properties ?? {}).every(
      ([key, field]) => !('const' in field) || field.const === fields[key],
    )
  return possible.find((node) => isSound(node, value)) ?? possible.find(isMeant) ?? possible[0]
}

/** A walk over a body beside its schema. Its depth is the schema's: whatever a body nests deeper is never entered. */
class Walk {
  readonly #path: string
  readonly #faults: FaultSink<StructureFault>
  /** where it stands below its path: pointers are made for the faults that are listed alone */
  readonly #segments: (string | number)[] = []

  constructor(path: string, faults: FaultSink<StructureFault>) {
    this.#path = path
    this.#faults = faults
  }

  visit(node: Node, value: unknown): void {
    if (node.anyOf) {
      const chosen = alternative(node.anyOf, value)
      if (chosen) this.visit(chosen, value)
      else this.#wrongType(node)
      return
    }
    const wrong =
      (node.type !== undefined && !isType(node.type, value)) ||
      ('const' in node && node.const !== value) ||
      (node.enum !== undefined && !node.enum.includes(value))
    if (wrong) {
      this.#wrongType(node)
      return
    }
    this.fits(node, value)
    if (Array.isArray(value)) {
      if (node.items) for (let i = 0; i < value.length; i++) this.#enter(i, node.items, value[i])
      return
    }
    if (typeof value !== 'object' || value === null) return
    const fields = value as Record<string, unknown>
    if (node.required) for (const key of node.required) if (fields[key] === undefined) this.#missing(key)
    for (const key in node.properties) {
      if (fields[key] !== undefined && Object.hasOwn(fields, key))
        this.#enter(key, node.properties[key]!, fields[key])
    }
    const each = node.patternProperties && Object.values(node.patternProperties)[0]
    if (each) for (const key of Object.keys(fields)) this.#enter(key, each, fields[key])
  }

  /** A value of the node's type, wherever it stands. */
  protected fits(_node: Node, _value: unknown): void {}

  #enter(segment: string | number, node: Node, value: unknown): void {
    // What is only counted needs no place.
    if (this.#faults.full) return this.visit(node, value)
    this.#segments.push(segment)
    this.visit(node, value)
    this.#segments.pop()
  }

  #missing(key: string): void {
    if (this.#faults.full) this.#faults.count()
    else this.#faults.push({ path: pointer(this.here(), key), code: 'field_required' })
  }

  #wrongType(node: Node): void {
    if (this.#faults.full) this.#faults.count()
    else
      this.#faults.push({
        path: this.here(),
        code: 'field_type',
        params: { expected: expectation(node) },
      })
  }

  protected here(): string {
    return this.#segments.reduce<string>(pointer, this.#path)
  }
}

function expectation(node: Node): string {
  if (node.anyOf) return node.anyOf.map(expectation).join(' | ')
  if ('const' in node) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  return node.type ?? 'value'
}

/** What bounds a value of the right type, by its keyword: whether it is kept, and in words. */
const LIMITS: Readonly<
  Record<
    string,
    {
      isKept(value: unknown, limit: number): boolean
      words(limit: number): { readonly kind: string; readonly kindEn: string }
    }
  >
> = {
  minimum: {
    isKept: (value, limit) => typeof value !== 'number' || value >= limit,
    words: (limit) => ({ kind: `${limit} au moins`, kindEn: `at least ${limit}` }),
  },
  maximum: {
    isKept: (value, limit) => typeof value !== 'number' || value <= limit,
    words: (limit) => ({ kind: `${limit} au plus`, kindEn: `at most ${limit}` }),
  },
  minLength: {
    isKept: (value, limit) => typeof value !== 'string' || Guard.IsMinLength(value, limit),
    words: (limit) => ({
      kind: `un texte de ${limit} caractère(s) au moins`,
      kindEn: `a text of ${limit} character(s) at least`,
    }),
  },
  maxLength: {
    isKept: (value, limit) => typeof value !== 'string' || Guard.IsMaxLength(value, limit),
    words: (limit) => ({
      kind: `un texte de ${limit} caractères au plus`,
      kindEn: `a text of ${limit} characters at most`,
    }),
  },
  minItems: {
    isKept: (value, limit) => !Array.isArray(value) || value.length >= limit,
    words: (limit) => ({
      kind: `une liste de ${limit} élément(s) au moins`,
      kindEn: `a list of ${limit} item(s) at least`,
    }),
  },
  maxItems: {
    isKept: (value, limit) => !Array.isArray(value) || value.length <= limit,
    words: (limit) => ({
      kind: `une liste de ${limit} éléments au plus`,
      kindEn: `a list of ${limit} items at most`,
    }),
  },
}

/** The same walk, for the bounds that a value of the right types breaks. */
class LimitWalk extends Walk {
  readonly #broken: FaultList

  constructor(broken: FaultList) {
    super('', new FaultList())
    this.#broken = broken
  }

  protected override fits(node: Node, value: unknown): void {
    for (const [keyword, { isKept, words }] of Object.entries(LIMITS)) {
      const limit = node[keyword as keyof Node]
      if (typeof limit === 'number' && !isKept(value, limit)) this.#tell(words(limit))
    }
    const { pattern } = node
    if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern, 'u').test(value))
      this.#tell({ kind: `un texte de la forme ${pattern}`, kindEn: `a text of the form ${pattern}` })
  }

  #tell(words: { readonly kind: string; readonly kindEn: string }): void {
    if (this.#broken.full) {
      this.#broken.count()
      return
    }
    const path = this.here()
    // What has a number alone is of a list: the list has the name.
    const parameter = path.split('/').findLast((segment) => !/^\d*$/.test(segment)) ?? ''
    this.#broken.push({ path, code: 'value_invalid', params: { parameter, ...words } })
  }
}

/**
 * The bounds of a schema that a value of the right types breaks. Every one, as it was meant: of a union the compiled
 * check names the faults of each form, and of all no more than a few.
 */
export function limitFaults(schema: TSchema, value: unknown): FaultList {
  const broken = new FaultList()
  new LimitWalk(broken).visit(schema as Node, value)
  return broken
}

/** A compiled structure: a fast yes or no, and every fault where the answer is no. */
export interface Structure<T> {
  readonly schema: TSchema
  is(value: unknown): value is T
  /** Every wrong type and missing field, each by its pointer; none where the value fits. */
  faults(value: unknown): FaultList<StructureFault>
  /** Reports the same, by pointers below `path`. @returns whether the value fits */
  report(value: unknown, faults: FaultSink<StructureFault>, path?: string): value is T
}

/**
 * Compiles a schema on its first use, so that starting the program does not pay for schemas that it does not meet.
 */
export function structure<T extends TSchema>(schema: T): Structure<Static<T>> {
  let compiled: { Check(value: unknown): boolean } | undefined
  const is = (value: unknown): value is Static<T> => (compiled ??= Compile(schema)).Check(value)
  const report = (value: unknown, faults: FaultSink<StructureFault>, path = ''): value is Static<T> => {
    if (is(value)) return true
    new Walk(path, faults).visit(schema as Node, value)
    return false
  }
  return {
    schema,
    is,
    report,
    faults(value) {
      const faults = new FaultList<StructureFault>()
      report(value, faults)
      return faults
    },
  }
}

/** Reads of a body whose structure has been reported already: a value of the wrong type counts as absent. */
export const read = {
  object: (value: unknown): Record<string, unknown> | undefined =>
    isType('object', value) ? (value as Record<string, unknown>) : undefined,
  array: (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined),
  integer: (value: unknown): number | undefined => (Number.isInteger(value) ? (value as number) : undefined),
  string: (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined),
  boolean: (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined),
}
