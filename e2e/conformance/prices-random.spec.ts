import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/**
 * A second way to the same prices: the rules of the tariffs, written down once more in fractions of big integers, against
 * the service on lines and tariffs drawn at random (the seed is fixed).
 */

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

/** A fraction: numerator and denominator, the denominator positive. */
type Q = readonly [bigint, bigint]

const int = (n: number | bigint): Q => [BigInt(n), 1n]
const add = (a: Q, b: Q): Q => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]]
const mul = (a: Q, b: Q): Q => [a[0] * b[0], a[1] * b[1]]
const div = (a: Q, b: Q): Q => (b[0] < 0n ? [-a[0] * b[1], -a[1] * b[0]] : [a[0] * b[1], a[1] * b[0]])
const less = (a: Q, b: Q): boolean => a[0] * b[1] < b[0] * a[1]
const dec = (text: string | undefined): Q => {
  if (text === undefined) return int(0)
  const [whole, part = ''] = text.split('.')
  return [BigInt(whole! + part), 10n ** BigInt(part.length)]
}
const plus = (percent: string | undefined): Q => add(int(1), div(dec(percent), int(100)))

/** Half up to the whole: floor(x + 1/2), for x not negative. */
const round = (x: Q): string => String((2n * x[0] + x[1]) / (2n * x[1]))

type Grid = { quantite: number; prix: string }[]

function read(lecture: string, grid: Grid, lots: number[], area: Q): Q | null {
  const total = lots.reduce((sum, lot) => sum + lot, 0)
  if (lecture === 'exacte') {
    let sum = int(0)
    for (const lot of lots) {
      const point = grid.find(({ quantite }) => quantite === lot)
      if (!point) return null
      sum = add(sum, dec(point.prix))
    }
    return sum
  }
  if (lecture === 'unitaire') {
    const reached = grid.filter(({ quantite }) => quantite <= total)
    return mul(mul(dec((reached.at(-1) ?? grid[0]!).prix), int(total)), area)
  }
  const first = grid[0]!
  const last = grid.at(-1)!
  if (total <= first.quantite) return dec(first.prix)
  if (total > last.quantite) return div(mul(dec(last.prix), int(total)), int(last.quantite))
  const upper = grid.findIndex(({ quantite }) => quantite >= total)
  const [a, b] = [grid[upper - 1]!, grid[upper]!]
  const share = div(int(total - a.quantite), int(b.quantite - a.quantite))
  return add(dec(a.prix), mul(add(dec(b.prix), mul(int(-1), dec(a.prix))), share))
}

/** What every lead time must say: cents as digits, a message, or null for any message. */
function print(tariff: Any, product: Any, line: Any): Record<string, string | null> {
  const lots = line.quantites_multiples as number[]
  const total = lots.reduce((sum, lot) => sum + lot, 0)
  let area = int(1)
  if (tariff.surface) {
    const { largeur, hauteur, diviseur, minimum_m2 } = tariff.surface
    area = div(mul(dec(line.valeurs[largeur]), dec(line.valeurs[hauteur])), mul(dec(diviseur), dec(diviseur)))
    if (less(area, dec(minimum_m2))) area = dec(minimum_m2)
  }
  const base = read(tariff.lecture, tariff.grille, lots, area)
  const visuals = mul(dec(tariff.visuel_supplementaire), int(lots.length - 1))
  let more = int(0)
  let percent = int(0)
  for (const id of line.variantes) {
    const entry = tariff.variantes?.[id]
    if (!entry) continue
    const unit = mul(dec(entry.unitaire), int(total))
    more = add(more, add(dec(entry.fixe), entry.par_m2 ? mul(unit, area) : unit))
    percent = add(percent, dec(entry.pourcentage))
  }
  for (const [id, value] of Object.entries(line.valeurs as Record<string, string>)) {
    const entry = tariff.valeurs?.[id]
    if (entry) more = add(more, add(dec(entry.fixe), mul(mul(dec(entry.unitaire), dec(value)), int(total))))
  }
  const answers: Record<string, string | null> = {}
  for (const delai of product.delais as number[]) {
    const label = `J+${bundle.delais.find(({ id }) => id === delai)!.jours}`
    const excluded = (tariff.exclusions ?? []).find(
      (rule: Any) =>
        rule.delai === delai &&
        (rule.variante === undefined || line.variantes.includes(rule.variante)) &&
        (rule.quantite_min === undefined || total >= rule.quantite_min),
    )
    if (excluded) {
      answers[label] = excluded.message
      continue
    }
    answers[label] = finish(base, add(visuals, more), percent, tariff.delais?.[delai])
  }
  return answers
}

function finish(base: Q | null, more: Q, percent: Q, entry: Any): string | null {
  if (!base) return null
  const sum = mul(add(base, more), add(int(1), div(percent, int(100))))
  const price = add(mul(sum, plus(entry?.pourcentage)), dec(entry?.fixe))
  return less(price, int(0)) ? null : round(price)
}

function display(tariff: Any, family: Any, line: Any): Record<string, string | null> {
  const grid = tariff.formats[line.format]
  const base = grid ? read(grid.lecture, grid.grille, [line.quantite], int(1)) : null
  const chosen: Any[] = [
    tariff.supports?.[line.support],
    line.impression === undefined ? tariff.sans_impression : tariff.impressions?.[line.impression],
    line.finition === undefined ? undefined : tariff.finitions?.[line.finition],
    line.decoupe === undefined ? undefined : tariff.decoupes?.[line.decoupe],
    line.verification ? tariff.verification : undefined,
    ...line.variantes.map((id: number) => tariff.variantes?.[id]),
  ]
  let more = int(0)
  let percent = int(0)
  for (const entry of chosen) {
    if (!entry) continue
    more = add(more, add(dec(entry.fixe), mul(dec(entry.unitaire), int(line.quantite))))
    percent = add(percent, dec(entry.pourcentage))
  }
  const support = family.supports.find(({ id }: Any) => id === line.support)
  const answers: Record<string, string | null> = {}
  for (const [delai, entry] of Object.entries(tariff.delais)) {
    const { jours } = bundle.delais.find(({ id }) => id === Number(delai))!
    const excluded = (tariff.exclusions ?? []).find(
      (rule: Any) =>
        rule.delai === Number(delai) &&
        ['support', 'impression', 'finition', 'decoupe'].every(
          (kind) => rule[kind] === undefined || rule[kind] === line[kind],
        ) &&
        (rule.variante === undefined || line.variantes.includes(rule.variante)) &&
        (rule.quantite_min === undefined || line.quantite >= rule.quantite_min),
    )
    if (excluded) answers[`J+${jours}`] = excluded.message
    else answers[`J+${jours}`] = jours < support.delai_min ? null : finish(base, more, percent, entry)
  }
  return answers
}

const money = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.constantFrom('', '', '.5', '.25', '.125', '.05', '.0005', '.333'))
    .map(([whole, part]) => `${whole}${part}`)
const percent = fc.constantFrom('0', '5', '-10', '2.5', '12.5', '33.333', '0.05', '-0.5', '100', '-30')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const surcharge = fc.record(
  { fixe: money(-50, 900), unitaire: money(-1, 20), pourcentage: percent },
  { requiredKeys: [] },
)
const grid = (points: number[]) =>
  fc
    .tuple(fc.subarray(points, { minLength: 1 }), fc.array(money(1, 9000), { minLength: 9, maxLength: 9 }))
    .map(([chosen, prices]) => chosen.map((quantite, index) => ({ quantite, prix: prices[index]! })))
const forDelay = optional(fc.record({ pourcentage: percent, fixe: money(-200, 300) }, { requiredKeys: [] }))
const keyed = (ids: number[], value: fc.Arbitrary<unknown>) =>
  fc
    .tuple(...ids.map(() => optional(value)))
    .map((values) =>
      Object.fromEntries(
        ids.flatMap((id, index) => (values[index] === undefined ? [] : [[id, values[index]]])),
      ),
    )

const exclusion = (delais: number[], conditions: Record<string, number[]>) =>
  fc
    .record({
      delai: fc.constantFrom(...delais),
      message: fc.constantFrom('premier motif', 'deuxième motif', 'troisième motif'),
      quantite_min: optional(fc.integer({ min: 1, max: 400 })),
      ...Object.fromEntries(
        Object.entries(conditions).map(([name, ids]) => [name, optional(fc.constantFrom(...ids))]),
      ),
    })
    .map((rule) => JSON.parse(JSON.stringify(rule)) as object)

/** A printed product of each reading, and a family, with tariffs drawn at random. */
const options = bundle.produits[2]!.options
const products = ['exacte', 'lineaire', 'unitaire', 'unitaire'].map((lecture, index) => ({
  id: 501 + index,
  nom: `${lecture} ${index}`,
  nombre_visuels_min: 1,
  nombre_visuels_max: 4,
  delais: [1, 2, 3],
  quantites: { range: true, min: 1, max: 1000 },
  options,
}))
const points = [1, 2, 3, 5, 10, 37, 100, 333, 1000]

const tariffs = fc.record({
  print: fc.tuple(
    ...products.map((product, index) =>
      fc.record({
        produit: fc.constant(product.id),
        delai_principal: fc.constant(1),
        lecture: fc.constant(product.nom.split(' ')[0]!),
        grille: grid(points),
        ...(index === 3
          ? {
              surface: fc.record({
                largeur: fc.constant(44),
                hauteur: fc.constant(45),
                diviseur: fc.constantFrom('1000', '100', '3', '0.7'),
                minimum_m2: fc.constantFrom('0', '0.5', '1.333'),
              }),
            }
          : {}),
        visuel_supplementaire: money(0, 700),
        variantes: keyed(
          [10311, 10312, 10313],
          fc.tuple(surcharge, fc.boolean()).map(([entry, par_m2]) => ({ ...entry, par_m2 })),
        ),
        valeurs: keyed(
          [46, 47],
          fc.record({ fixe: money(0, 100), unitaire: money(0, 3) }, { requiredKeys: [] }),
        ),
        delais: fc
          .tuple(forDelay, forDelay)
          .map(([two, three]) => JSON.parse(JSON.stringify({ 2: two, 3: three })) as object),
        exclusions: fc.array(exclusion([1, 2, 3], { variante: [10311, 10312, 10313] }), { maxLength: 4 }),
      }),
    ),
  ),
  display: fc.record({
    famille: fc.constant(201),
    delai_principal: fc.constant(1),
    delais: fc
      .tuple(forDelay, forDelay, forDelay)
      .map(([one, two, four]) => ({ 1: one ?? {}, 2: two ?? {}, 4: four ?? {} })),
    formats: fc.tuple(grid(points), grid(points), grid(points)).map(([a, b, c]) => ({
      11: { lecture: 'unitaire', grille: a },
      12: { lecture: 'lineaire', grille: b },
      13: { lecture: 'exacte', grille: c },
    })),
    supports: keyed([21, 22, 23], surcharge),
    impressions: keyed([31, 32], surcharge),
    finitions: keyed([41], surcharge),
    decoupes: keyed([51], surcharge),
    variantes: keyed([611, 612, 621], surcharge),
    sans_impression: surcharge,
    verification: surcharge,
    exclusions: fc.array(
      exclusion([1, 2, 4], {
        support: [21, 22, 23],
        impression: [31, 32],
        finition: [41],
        decoupe: [51],
        variante: [611, 612, 621],
      }),
      { maxLength: 5 },
    ),
  }),
})

const quantity = fc.oneof(fc.constantFrom(...points), fc.integer({ min: 1, max: 1000 }))
const side = fc.constantFrom('0', '1', '33.3', '500', '1000', '1234.5', '0.001')
const printLine = fc.record({
  produit: fc.constantFrom(...products.map(({ id }) => id)),
  quantites_multiples: fc.array(quantity, { minLength: 1, maxLength: 4 }),
  variantes: fc.subarray([10311, 10312, 10313], { maxLength: 1 }),
  valeurs: fc
    .record({ 44: side, 45: side, 46: optional(fc.constantFrom('0', '4', '17')), 47: optional(side) })
    .map((values) => JSON.parse(JSON.stringify(values)) as Record<string, string>),
})
const displayLine = fc
  .record({
    famille: fc.constant(201),
    format: fc.constantFrom(11, 12, 13, 14),
    support: fc.constantFrom(21, 22, 23),
    impression: optional(fc.constantFrom(31, 32)),
    finition: optional(fc.constant(41)),
    decoupe: optional(fc.constant(51)),
    quantite: quantity,
    variantes: fc
      .tuple(fc.constantFrom([], [611], [612]), fc.constantFrom([], [621]))
      .map(([a, b]) => [...a, ...b]),
    verification: fc.boolean(),
  })
  .map((line) => JSON.parse(JSON.stringify(line)) as Any)

const seed = 20_250_202
const program = new Program()
let server: Server
let token: string
let drawn: Any

beforeAll(async () => {
  // Of a few drawn tariffs the one with the most to it.
  drawn = fc
    .sample(tariffs, { numRuns: 40, seed })
    .sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0]
  await program.import({
    format: 'comptoir-bundle/1',
    delais: bundle.delais,
    produits: products,
    familles: [bundle.familles[0]],
    tarifs: { print: drawn.print, display: [drawn.display] },
  })
  token = await program.token({ customer: 'A' })
  server = await program.serve()
})
afterAll(() => program.end())

async function compare(area: string, line: object, expected: Record<string, string | null>): Promise<void> {
  const answer = await server.ask(`/0.2/${area}/prix/`, { token, json: line })
  expect(answer.status, answer.text).toBe(200)
  const prices = answer.json() as Record<string, { Message: string; PrixHT: string }>
  const seen = Object.fromEntries(
    Object.entries(prices).map(([label, { Message, PrixHT }]) => [
      label,
      PrixHT !== '' ? PrixHT : expected[label] === null && Message !== '' ? null : Message,
    ]),
  )
  expect(seen).toEqual(expected)
}

test('print: 1,000 lines', () =>
  fc.assert(
    fc.asyncProperty(printLine, (line) => {
      const product = products.find(({ id }) => id === line.produit)!
      const tariff = drawn.print.find(({ produit }: Any) => produit === line.produit)
      return compare('print', line, print(tariff, product, line))
    }),
    { numRuns: 1000, seed },
  ))

test('display: 1,000 lines', () =>
  fc.assert(
    fc.asyncProperty(displayLine, (line) =>
      compare('display', line, display(drawn.display, bundle.familles[0], line)),
    ),
    { numRuns: 1000, seed },
  ))
