import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { codes, expectErrorForm } from './errors.ts'
import type { Answer } from './http.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/**
 * Thousands of bodies that nobody would send: bytes, broken JSON, and good bodies with something changed. Never a 5xx, and
 * whatever is refused is refused in the error form, with codes of the contract.
 */

const program = new Program()
let server: Server
let token: string

beforeAll(async () => {
  await program.import(bundle)
  token = await program.token({ customer: 'Essais', canOrder: true, discount: '7.25' })
  server = await program.serve()
})
afterAll(() => program.end())

const printLine = {
  label: 'a',
  produit: 101,
  variantes: [10012, 10022],
  valeurs: {},
  quantites_multiples: [100, 250],
  delai: 2,
}
const surfaceLine = {
  produit: 103,
  variantes: [10312],
  valeurs: { '44': '1000', '45': '500.5', '46': '8' },
  quantites_multiples: [2, 3],
  delai: 1,
}
const displayLine = {
  label: 'b',
  famille: 201,
  format: 11,
  support: 21,
  impression: 31,
  finition: 41,
  decoupe: 51,
  quantite: 3,
  variantes: [612],
  verification: true,
}
const cart = (...lignes: object[]) => ({ devis: 'F', adresse_livraison: paris, lignes })

const targets: { path: string; bodies: object[]; runs: number }[] = [
  { path: 'print/prix/', bodies: [printLine, surfaceLine], runs: 1100 },
  { path: 'print/panier/', bodies: [cart(printLine, surfaceLine)], runs: 800 },
  { path: 'print/panier/validate/', bodies: [cart(surfaceLine, printLine)], runs: 600 },
  { path: 'display/prix/', bodies: [displayLine], runs: 1100 },
  { path: 'display/panier/', bodies: [{ ...cart(displayLine, displayLine), delai: 1 }], runs: 800 },
  { path: 'display/panier/validate/', bodies: [{ ...cart(displayLine), delai: 1 }], runs: 600 },
]

/** Values that have broken programs before. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    '0',
    '-0',
    '1e309',
    '00000000000000000000001',
    '9'.repeat(400),
    `0.${'1'.repeat(300)}`,
    '\u0000',
    '\ud800',
    '\u202e',
    '__proto__',
    'constructor',
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    1e21,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 1,
    1_000_000_000,
    1_000_000_001,
    101,
    201,
    10012,
    [],
    {},
    [[]],
    [null],
    { length: 3 },
    { toString: 1 },
    { toJSON: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.array(fc.integer({ min: -2, max: 1_100 }), { maxLength: 40 }),
)

type Path = (string | number)[]

/** Every place in a body. */
function places(value: unknown, at: Path = []): Path[] {
  const here = [at]
  if (Array.isArray(value)) value.forEach((item, index) => here.push(...places(item, [...at, index])))
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) here.push(...places(item, [...at, key]))
  return here
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

type Change = { pick: number; kind: 'set' | 'remove' | 'add' | 'double'; value: unknown; key: string }

const change: fc.Arbitrary<Change> = fc.record({
  pick: fc.nat(1_000_000),
  kind: fc.constantFrom('set', 'set', 'set', 'remove', 'add', 'double'),
  value: odd,
  key: fc.oneof(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'produit',
      'delai',
      'valeurs',
      'variantes',
      '44',
      '1001',
      'a/b~c',
      '',
    ),
    fc.string({ maxLength: 12 }),
  ),
})

function changed(body: object, changes: Change[]): unknown {
  let root: Any = structuredClone(body)
  for (const { pick, kind, value, key } of changes) {
    const all = places(root)
    const path = all[pick % all.length]!
    if (path.length === 0) {
      if (kind === 'set') root = value
      continue
    }
    let parent = root
    for (const step of path.slice(0, -1)) parent = parent[step]
    const last = path.at(-1)!
    if (kind === 'set') parent[last] = value
    else if (kind === 'remove') {
      if (Array.isArray(parent)) parent.splice(Number(last), 1)
      else Reflect.deleteProperty(parent, last)
    } else if (kind === 'double' && Array.isArray(parent))
      parent.push(structuredClone(parent[last as number]))
    else if (Array.isArray(parent)) parent.push(value)
    else Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true })
  }
  return root
}

/** A good body with up to four changes, as JSON. */
const mutated = (bodies: object[]) =>
  fc
    .tuple(fc.constantFrom(...bodies), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([body, changes]) => Buffer.from(JSON.stringify(changed(body, changes)) ?? ''))

/** A good body with its text cut, a part doubled, or bytes put in. */
const torn = (bodies: object[]) =>
  fc
    .tuple(
      fc.constantFrom(...bodies),
      fc.constantFrom('cut', 'double', 'insert', 'replace'),
      fc.nat(10_000),
      fc.nat(200),
      fc.uint8Array({ maxLength: 8 }),
    )
    .map(([body, how, start, length, bytes]) => {
      const text = Buffer.from(JSON.stringify(body))
      const from = start % text.length
      const to = Math.min(from + length, text.length)
      if (how === 'cut') return Buffer.concat([text.subarray(0, from), text.subarray(to)])
      if (how === 'double') return Buffer.concat([text.subarray(0, to), text.subarray(from)])
      return Buffer.concat([
        text.subarray(0, from),
        bytes,
        text.subarray(how === 'insert' ? from : from + bytes.length),
      ])
    })

/** Anything at all. */
const anything = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => Buffer.from('['.repeat(depth))),
  fc
    .integer({ min: 1, max: 5_000 })
    .map((depth) => Buffer.from('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))),
  fc.integer({ min: 1, max: 5_000 }).map((depth) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(text)),
)

function held(answer: Answer, path: string): void {
  expect(answer.status, answer.text).toBeLessThan(500)
  if (answer.status === 200 || answer.status === 201) {
    const body = answer.json()
    expect(body).toBeTypeOf('object')
    if (path.endsWith('prix/'))
      for (const price of Object.values(body as Record<string, { Message: string; PrixHT: string }>)) {
        expect(price.PrixHT === '' ? 'none' : 'some').toBe(price.Message === '' ? 'some' : 'none')
        if (price.PrixHT !== '') expect(price.PrixHT).toMatch(/^(0|[1-9]\d*)$/)
      }
    return
  }
  expect(answer.status, answer.text).toBe(400)
  for (const fault of expectErrorForm(answer)) expect(codes[fault.code], fault.code).toBe(400)
}

test.each(targets)(
  '$path: $runs bodies',
  async ({ path, bodies, runs }) => {
    for (const body of bodies) {
      const answer = await server.ask(`/0.2/${path}`, { token, json: body })
      expect(answer.status, `the body before any change: ${answer.text}`).toBeLessThan(300)
    }
    const answered = { taken: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          { weight: 6, arbitrary: mutated(bodies) },
          { weight: 2, arbitrary: torn(bodies) },
          { weight: 2, arbitrary: anything },
        ),
        async (raw) => {
          const answer = await server.ask(`/0.2/${path}`, { token, raw })
          held(answer, path)
          answered[answer.status < 300 ? 'taken' : 'refused']++
        },
      ),
      { numRuns: runs, seed: 20_250_101, endOnFailure: false },
    )
    // The changes reach behind the first check: some bodies are still good, most are not.
    expect(answered.taken + answered.refused).toBe(runs)
    expect(answered.taken).toBeGreaterThan(runs / 50)
    expect(answered.refused).toBeGreaterThan(runs / 2)
  },
  60_000,
)

test('after all that the service still gives the right price', async () => {
  const json = { produit: 101, quantites_multiples: [100] }
  const answer = await server.ask('/0.2/print/prix/', { token, json })
  expect(answer.json()).toMatchObject({ 'J+5': { Message: '', PrixHT: '2150' } })
})
