/** fast-check generators: a product or family with its tariff, and lines that fit it. */
import fc from 'fast-check'
import type { Loose } from './shop.ts'

const sum = (a: number, b: number) => a + b

/** Money or percentages as text: whole, with decimals, sometimes negative, often at exact halves. */
export const amount = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min, max }).map(String),
    fc
      .tuple(fc.integer({ min: min * 1000, max: max * 1000 }), fc.integer({ min: 1, max: 3 }))
      .map(([n, places]) => (n / 1000).toFixed(places)),
    fc.integer({ min: min * 2, max: max * 2 }).map((n) => (n / 2).toFixed(1)),
  )

const supplement = fc.record(
  { fixe: amount(-500, 2000), unitaire: amount(-2, 40), pourcentage: amount(-40, 60) },
  { requiredKeys: [] },
)

const grille = fc
  .uniqueArray(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 6 })
  .chain((quantities) =>
    fc.tuple(
      fc.constant([...quantities].sort((a, b) => a - b)),
      fc.array(amount(1, 90_000), { minLength: quantities.length, maxLength: quantities.length }),
    ),
  )
  .map(([quantities, prices]) => quantities.map((quantite, i) => ({ quantite, prix: prices[i]! })))

const delais = [
  { id: 1, jours: 3 },
  { id: 2, jours: 1 },
  { id: 9, jours: 10 },
]

const optionalRecord = <T>(keys: readonly number[], value: fc.Arbitrary<T>) =>
  fc
    .tuple(...keys.map(() => fc.option(value, { nil: undefined })))
    .map((values) =>
      Object.fromEntries(
        keys.flatMap((key, i) => (values[i] === undefined ? [] : [[String(key), values[i]]])),
      ),
    )

const exclusion = (extra: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    {
      delai: fc.constantFrom(1, 2, 9),
      quantite_min: fc.integer({ min: 1, max: 5000 }),
      message: fc.string({ minLength: 1, maxLength: 8 }),
      ...extra,
    },
    { requiredKeys: ['message'] },
  )

/** A product with options 100 (two variants), 101 (three), 102 (integer) and 103 (decimal), its tariff, and a valid line. */
export const printCase = fc
  .record({
    lecture: fc.constantFrom('exacte', 'lineaire', 'unitaire'),
    grille,
    withSurface: fc.boolean(),
    range: fc.boolean(),
    visuals: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ lecture, grille: points, withSurface, range, visuals }) => {
    const surface = withSurface && lecture === 'unitaire'
    const quantites = range
      ? { range: true, min: 1, max: 20_000 }
      : { range: false, available: points.map((point) => point.quantite) }
    const produit = {
      id: 5,
      nom: 'Produit',
      nombre_visuels_min: 1,
      nombre_visuels_max: visuals,
      delais: [9, 1, 2],
      quantites,
      options: [
        { id: 100, nom: 'A', type: 'variante', variantes: [id(1001), id(1002)] },
        { id: 101, nom: 'B', type: 'variante', variantes: [id(1011), id(1012), id(1013)] },
        { id: 102, nom: 'C', type: 'integer', variantes: [] },
        { id: 103, nom: 'D', type: 'decimal', variantes: [] },
      ],
    }
    const tariff = fc
      .record(
        {
          visuel_supplementaire: amount(0, 900),
          variantes: optionalRecord(
            [1001, 1002, 1011, 1012, 1013],
            fc.tuple(supplement, fc.boolean()).map(([s, par_m2]) => ({ ...s, par_m2 })),
          ),
          valeurs: optionalRecord(
            [102, 103],
            fc.record({ fixe: amount(0, 900), unitaire: amount(0, 9) }, { requiredKeys: [] }),
          ),
          delais: optionalRecord(
            [1, 2, 9],
            fc.record({ pourcentage: amount(-50, 90), fixe: amount(-300, 900) }, { requiredKeys: [] }),
          ),
          exclusions: fc.array(exclusion({ variante: fc.constantFrom(1001, 1012) }), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      )
      .map((rest) => ({
        produit: 5,
        delai_principal: 1,
        lecture,
        grille: points,
        ...(surface ? { surface: { largeur: 102, hauteur: 103, diviseur: '1000', minimum_m2: '0.25' } } : {}),
        ...rest,
      }))
    const quantity = range
      ? fc.oneof(
          fc.constantFrom(...points.map((point) => point.quantite)),
          fc.integer({ min: 1, max: 20_000 }),
        )
      : fc.constantFrom(...points.map((point) => point.quantite))
    const decimal = fc.integer({ min: 0, max: 3_000_000 }).map((n) => (n / 1000).toFixed(3))
    const values = fc.record(
      { '102': fc.integer({ min: 0, max: 5000 }).map(String), '103': decimal },
      { requiredKeys: surface ? ['102', '103'] : [] },
    )
    const line = fc.record(
      {
        label: fc.string({ maxLength: 10 }),
        produit: fc.constant(5),
        variantes: fc
          .tuple(
            fc.option(fc.constantFrom(1001, 1002), { nil: undefined }),
            fc.option(fc.constantFrom(1011, 1012, 1013), { nil: undefined }),
            fc.boolean(),
          )
          .map(([a, b, turned]) => {
            const chosen = [a, b].filter((variant) => variant !== undefined)
            return turned ? chosen.reverse() : chosen
          }),
        valeurs: values,
        quantites_multiples: fc.array(quantity, { minLength: 1, maxLength: visuals }),
        delai: fc.constantFrom(1, 2, 9),
      },
      { requiredKeys: ['produit', 'quantites_multiples', ...(surface ? (['valeurs'] as const) : [])] },
    )
    return fc.record({ tariff, line }).map((made) => ({
      bundle: {
        format: 'comptoir-bundle/1',
        delais,
        produits: [produit],
        tarifs: { print: [made.tariff] },
      } as Loose,
      line: made.line as Loose,
    }))
  })

const id = (number: number) => ({ id: number, nom: `n${number}` })

/** A family with two of each element and an option of two variants, its tariff, and a valid line. */
export const displayCase = fc
  .record({ lecture: fc.constantFrom('exacte', 'lineaire', 'unitaire'), grille, bare: fc.boolean() })
  .chain(({ lecture, grille: points, bare }) => {
    const famille = {
      id: 6,
      nom_complet: 'Famille',
      sans_impression_possible: bare,
      formats: [id(11), id(12)],
      supports: [
        { id: 21, nom_complet: 's21' },
        { id: 22, nom_complet: 's22', delai_min: 3 },
      ],
      impressions: [id(31), id(32)],
      finitions: [id(41), id(42)],
      decoupes: [id(51), id(52)],
      options: [{ id: 60, nom: 'O', variantes: [id(61), id(62)] }],
    }
    const adjustment = fc.record(
      { pourcentage: amount(-50, 90), fixe: amount(-300, 900) },
      { requiredKeys: [] },
    )
    const tariff = fc
      .record(
        {
          supports: optionalRecord([21, 22], supplement),
          impressions: optionalRecord([31, 32], supplement),
          finitions: optionalRecord([41, 42], supplement),
          decoupes: optionalRecord([51, 52], supplement),
          variantes: optionalRecord([61, 62], supplement),
          sans_impression: supplement,
          verification: supplement,
          exclusions: fc.array(
            exclusion({
              support: fc.constantFrom(21, 22),
              impression: fc.constantFrom(31, 32),
              finition: fc.constantFrom(41, 42),
              decoupe: fc.constantFrom(51, 52),
              variante: fc.constantFrom(61, 62),
            }),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: [] },
      )
      .chain((rest) =>
        fc
          .record({ 1: adjustment, 2: adjustment, 9: adjustment }, { requiredKeys: ['1'] })
          .map((offered) => ({
            famille: 6,
            delai_principal: 1,
            delais: offered,
            formats: { 11: { lecture, grille: points } },
            ...rest,
          })),
      )
    const line = fc.record(
      {
        label: fc.string({ maxLength: 10 }),
        famille: fc.constant(6),
        format: fc.constantFrom(11, 11, 11, 12),
        support: fc.constantFrom(21, 22),
        impression: fc.constantFrom(31, 32),
        finition: fc.constantFrom(41, 42),
        decoupe: fc.constantFrom(51, 52),
        quantite: fc.oneof(
          fc.constantFrom(...points.map((point) => point.quantite)),
          fc.integer({ min: 1, max: 20_000 }),
        ),
        variantes: fc.constantFrom([], [61], [62]),
        verification: fc.boolean(),
      },
      {
        requiredKeys: [
          'famille',
          'format',
          'support',
          'quantite',
          ...(bare ? [] : (['impression'] as const)),
        ],
      },
    )
    return fc.record({ tariff, line }).map((made) => ({
      bundle: {
        format: 'comptoir-bundle/1',
        delais,
        familles: [famille],
        tarifs: { display: [made.tariff] },
      } as Loose,
      line: made.line as Loose,
    }))
  })

export const total = (line: Loose): number => (line.quantites_multiples as number[]).reduce(sum, 0)
