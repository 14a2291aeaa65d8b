import fc from 'fast-check'
import * as Type from 'typebox'
import type { TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { faultList } from '../testing/catalogue.ts'
import { FaultList, FAULTS_LISTED } from './faults.ts'
import { Absentable, limitFaults, Nullable, structure } from './schema.ts'

const Shape = Type.Union([
  Type.Object({ range: Type.Literal(false), available: Type.Array(Type.Integer()) }),
  Type.Object({ range: Type.Literal(true), max: Absentable(Type.Integer()) }),
])
const body = structure(
  Type.Object({
    id: Type.Integer(),
    word: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Literal('c')]),
    shape: Shape,
    state: Type.Enum(['x', 'y']),
    note: Absentable(Type.String()),
    size: Absentable(Type.Number()),
    values: Absentable(Type.Record(Type.String(), Nullable(Type.String()))),
  }),
)
const sound = { id: 1, word: 'b', shape: { range: true }, state: 'y' }

const KEYS = ['a', 'b'] as const
const leaf = fc.constantFrom<TSchema>(
  Type.Integer(),
  Type.Number(),
  Type.String(),
  Type.Boolean(),
  Type.Null(),
  Type.Unknown(),
  Type.Literal('x'),
  Type.Literal(1),
  Type.Enum(['x', 'y']),
)
const { schema: anySchema } = fc.letrec<{ schema: TSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((nodes) => Type.Union(nodes)),
    fc
      .record({ a: tie('schema'), b: tie('schema') })
      .map(({ a, b }) => Type.Object({ a, b: Type.Optional(b) })),
    tie('schema').map((items) => Type.Array(items)),
    tie('schema').map((values) => Type.Record(Type.String(), values)),
  ),
}))
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('x', 'y', '', 0, 1, 1.5, Infinity, true, null),
    fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
}))

/** A value of a schema. */
function valueOf(schema: TSchema): fc.Arbitrary<unknown> {
  if (Type.IsUnion(schema)) return fc.oneof(...schema.anyOf.map(valueOf))
  if (Type.IsArray(schema)) return fc.array(valueOf(schema.items), { maxLength: 2 })
  if (Type.IsRecord(schema)) {
    const [values] = Object.values(schema.patternProperties)
    return fc.dictionary(fc.constantFrom(...KEYS), valueOf(values!), { noNullPrototype: true })
  }
  if (Type.IsObject(schema)) {
    const { a, b } = schema.properties
    return fc.record({ a: valueOf(a!), b: valueOf(b!) }, { requiredKeys: ['a'] })
  }
  return anyValue.filter((value) => structure(schema).is(value))
}

const schemaAndValue = anySchema.chain((schema) =>
  fc.tuple(fc.constant(schema), fc.oneof(valueOf(schema), anyValue)),
)

describe('faults of structure', () => {
  test.each([
    ['sound', sound],
    ['null in optional fields', { ...sound, note: null, values: null }],
    ['null among values', { ...sound, values: { a: null, b: '1' } }],
    ['a key with a line break', { ...sound, values: { 'a\nb': '1' } }],
  ])('%s: none', (_what, value) => {
    expect(body.is(value)).toBe(true)
    expect(body.faults(value).length).toBe(0)
  })

  test.each([
    ['a missing field', { ...sound, id: undefined }, '/id field_required'],
    ['a float', { ...sound, id: 1.5 }, '/id field_type'],
    ['not a number', { ...sound, id: NaN }, '/id field_type'],
    ['a number beyond all', { ...sound, size: Infinity }, '/size field_type'],
    ['the same below all', { ...sound, size: -Infinity }, '/size field_type'],
    ['null where a value is required', { ...sound, id: null }, '/id field_type'],
    ['a word that is none of the constants', { ...sound, word: 'd' }, '/word field_type'],
    ['a word of another type', { ...sound, word: 1 }, '/word field_type'],
    ['none of an enumeration', { ...sound, state: 'z' }, '/state field_type'],
    [
      'the field that the chosen form lacks',
      { ...sound, shape: { range: false } },
      '/shape/available field_required',
    ],
    ['a field of the chosen form', { ...sound, shape: { range: true, max: '1' } }, '/shape/max field_type'],
    [
      'an entry deep inside',
      { ...sound, shape: { range: false, available: [1, '2'] } },
      '/shape/available/1 field_type',
    ],
    ['a value among values', { ...sound, values: { 'a/b': 1 } }, '/values/a~1b field_type'],
  ])('%s, and nothing else', (_what, value, fault) => {
    expect(body.is(value)).toBe(false)
    expect(faultList(body.faults(value).listed)).toEqual([fault])
  })

  test.each([
    [{ ...sound, id: 'x' }, 'integer'],
    [{ ...sound, word: 'd' }, '"a" | "b" | "c"'],
    [{ ...sound, state: 'z' }, '"x" | "y"'],
    [{ ...sound, note: 1 }, 'string | null'],
  ])('a wrong type comes with what was expected: %j', (value, expected) => {
    expect(body.faults(value).listed).toMatchObject([{ params: { expected } }])
  })

  test('a later constant of a union is no fault beside another fault', () => {
    expect(faultList(body.faults({ ...sound, id: 'x', word: 'c' }).listed)).toEqual(['/id field_type'])
  })

  test('what an alternative of several takes is no fault beside another fault', () => {
    const line = Type.Union([
      Type.Object({ area: Type.Literal('free'), role: Absentable(Type.Enum(['option', 'included'])) }),
      Type.Object({ size: Nullable(Type.Union([Type.Literal(1), Type.Object({ of: Type.Integer() })])) }),
    ])
    const quote = structure(Type.Object({ reference: Type.String(), lines: Type.Array(line) }))
    const lines = [{ area: 'free', role: 'option' }, { size: 1 }, { size: { of: 2 } }, { size: null }]
    expect(faultList(quote.faults({ reference: 5, lines }).listed)).toEqual(['/reference field_type'])
    expect(faultList(quote.faults({ reference: '', lines: [{ area: 'free', role: 'x' }] }).listed)).toEqual([
      '/lines/0/role field_type',
    ])
  })

  test('what the compiled check takes is no fault, and what it does not take is one', () => {
    fc.assert(
      fc.property(schemaAndValue, ([schema, value]) => {
        const beside = structure(Type.Object({ wrong: Type.Integer(), it: schema }))
        const faults = faultList(beside.faults({ wrong: 'x', it: value }).listed)
        expect(faults.slice(0, 1)).toEqual(['/wrong field_type'])
        expect(faults.length === 1).toBe(structure(schema).is(value))
      }),
    )
  })

  test('pointers begin where they are told to', () => {
    const faults = new FaultList()
    body.report({ ...sound, id: 'x' }, faults, '/lignes/3')
    expect(faultList(faults.listed)).toEqual(['/lignes/3/id field_type'])
  })

  test('of very many the first are listed and all are counted, of structure and of meaning', () => {
    const list = structure(Type.Array(Type.Object({ id: Type.Integer(), word: Type.String() })))
    const value = Array.from({ length: 3000 }, () => ({ id: 'x' }))
    const faults = list.faults(value)
    expect(faults.listed).toHaveLength(FAULTS_LISTED)
    expect(faults.length).toBe(6000)
    expect(faultList(faults.listed.slice(-2))).toEqual(['/499/word field_required', '/499/id field_type'])
  })
})

test('bounds that are broken are each told by what they ask for', () => {
  const Bounded = Type.Object({
    count: Type.Integer({ minimum: 1, maximum: 9 }),
    text: Type.String({ minLength: 1, maxLength: 3 }),
    list: Type.Array(Type.Integer(), { minItems: 1 }),
  })
  const told = (value: object) =>
    limitFaults(Bounded, value).listed.map(
      ({ path, params }) => `${path} ${params!['parameter']}: ${params!['kindEn']}`,
    )
  expect(told({ count: 9, text: 'abc', list: [0] })).toEqual([])
  expect(told({ count: 0, text: '', list: [] }).sort()).toEqual([
    '/count count: at least 1',
    '/list list: a list of 1 item(s) at least',
    '/text text: a text of 1 character(s) at least',
  ])
  expect(told({ count: 10, text: 'abcd', list: [0] }).sort()).toEqual([
    '/count count: at most 9',
    '/text text: a text of 3 characters at most',
  ])
})

test('of a list that is too long or holds too much, the list is named, each by its place', () => {
  const Lists = Type.Object({ words: Type.Array(Type.Array(Type.String({ maxLength: 2 }), { maxItems: 2 })) })
  const found = limitFaults(Lists, { words: [['a'], ['abc', 'b', 'abcd']] }).listed
  expect(found.map(({ path, params }) => `${path} ${params!['parameter']}`)).toEqual([
    '/words/1 words',
    '/words/1/0 words',
    '/words/1/2 words',
  ])
})

test('a bound of one form of several is told, however many faults the value has as the others', () => {
  const other = { a: Type.String(), b: Type.String(), c: Nullable(Type.String()), d: Nullable(Type.String()) }
  const Forms = Type.Union([
    Type.Object({ form: Type.Literal('other'), ...other }),
    Type.Object({ form: Type.Literal('another'), ...other }),
    Type.Object({ form: Type.String(), days: Nullable(Type.Integer({ minimum: 0 })) }),
  ])
  const found = limitFaults(Forms, { form: 'x', days: -1, a: 1, b: 1, c: 1, d: 1 })
  expect(faultList(found.listed)).toEqual(['/days value_invalid'])
})

test('what the compiled check does not take has a fault, of structure or of a bound', () => {
  const bounded = fc.constantFrom<TSchema>(
    Type.Integer({ minimum: 1 }),
    Type.Number({ maximum: 1 }),
    Type.String({ minLength: 1, maxLength: 2 }),
    Type.Array(Type.String({ maxLength: 1 }), { minItems: 1, maxItems: 1 }),
  )
  const schemas = fc
    .array(fc.oneof(bounded, anySchema), { minLength: 1, maxLength: 3 })
    .map((nodes) => Type.Object({ a: Type.Union(nodes) }))
  fc.assert(
    fc.property(schemas, fc.oneof(anyValue, fc.string(), fc.array(fc.string())), (schema, a) => {
      const of = structure(schema)
      const told = [...of.faults({ a }).listed, ...limitFaults(schema, { a }).listed]
      if (!of.is({ a })) expect(told).not.toEqual([])
    }),
  )
})
