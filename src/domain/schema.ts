/**
 * One schema object an entity gives its type, its validation and its OpenAPI description. The compiled check is the
 * fast path; where it fails, {@link structureFaults} walks the same schema to name every place.
 */
import Type, { type Static, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
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
}

function isType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
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

  #enter(segment: string | number, node: Node, value: unknown): void {
    // What is only counted needs no place.
    if (this.#faults.full) return this.visit(node, value)
    this.#segments.push(segment)
    this.visit(node, value)
    this.#segments.pop()
  }

  #missing(key: string): void {
    if (this.#faults.full) this.#faults.count()
    else this.#faults.push({ path: pointer(this.#here(), key), code: 'field_required' })
  }

  #wrongType(node: Node): void {
    if (this.#faults.full) this.#faults.count()
    else
      this.#faults.push({
        path: this.#here(),
        code: 'field_type',
        params: { expected: expectation(node) },
      })
  }

  #here(): string {
    return this.#segments.reduce<string>(pointer, this.#path)
  }
}

function expectation(node: Node): string {
  if (node.anyOf) return node.anyOf.map(expectation).join(' | ')
  if ('const' in node) return JSON.stringify(node.const)
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(' | ')
  return node.type ?? 'value'
}

const WORDS_OF_LIMIT: Readonly<Record<string, (limit: number) => { kind: string; kindEn: string }>> = {
  minimum: (limit) => ({ kind: `${limit} au moins`, kindEn: `at least ${limit}` }),
  maximum: (limit) => ({ kind: `${limit} au plus`, kindEn: `at most ${limit}` }),
  minLength: (limit) => ({
    kind: `un texte de ${limit} caractère(s) au moins`,
    kindEn: `a text of ${limit} character(s) at least`,
  }),
  maxLength: (limit) => ({
    kind: `un texte de ${limit} caractères au plus`,
    kindEn: `a text of ${limit} characters at most`,
  }),
  minItems: (limit) => ({
    kind: `une liste de ${limit} élément(s) au moins`,
    kindEn: `a list of ${limit} item(s) at least`,
  }),
  maxItems: (limit) => ({
    kind: `une liste de ${limit} éléments au plus`,
    kindEn: `a list of ${limit} items at most`,
  }),
}

/** The bounds of a schema that a value of the right types breaks. */
export function limitFaults(schema: TSchema, value: unknown): Fault[] {
  return Compile(schema)
    .Errors(value)
    .flatMap(({ keyword, instancePath, params }) => {
      const words = WORDS_OF_LIMIT[keyword]?.((params as { limit: number }).limit)
      if (!words) return []
      const parameter = instancePath.split('/').at(-1) ?? ''
      return [{ path: instancePath, code: 'value_invalid' as const, params: { parameter, ...words } }]
    })
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
