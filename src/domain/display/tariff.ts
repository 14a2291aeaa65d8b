/** Display tariffs (bundle.md): the schema of the bundle, its compiled form, and the exact price of a line. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { ratio } from '../decimal.ts'
import { compileGrid, Grid, Lecture, readExact, readLinear, readUnit, type CompiledGrid } from '../grid.ts'
import { byDays, type KnownLeadTime } from '../lead-times.ts'
import { Absentable } from '../schema.ts'
import {
  Adjustment,
  compileAdjustment,
  compileSupplement,
  exclusionFields,
  priceAt,
  raise,
  scalesOf,
  Supplement,
  type CompiledAdjustment,
  type CompiledSupplement,
  type LeadTimePrice,
  type Scales,
  type Sum,
} from '../tariff.ts'
import type { Reason } from '../reasons.ts'
import { ELEMENT_KINDS, type ElementKind, type Support } from './family.ts'

export const DisplayExclusion = Type.Object({
  ...exclusionFields,
  format: Absentable(Type.Integer()),
  support: Absentable(Type.Integer()),
  impression: Absentable(Type.Integer()),
  finition: Absentable(Type.Integer()),
  decoupe: Absentable(Type.Integer()),
})
export type DisplayExclusion = Static<typeof DisplayExclusion>

const Supplements = Absentable(Type.Record(Type.String(), Supplement))

export const DisplayTariff = Type.Object({
  famille: Type.Integer(),
  delai_principal: Type.Integer(),
  delais: Type.Record(Type.String(), Adjustment),
  formats: Type.Record(Type.String(), Type.Object({ lecture: Lecture, grille: Grid })),
  supports: Supplements,
  impressions: Supplements,
  finitions: Supplements,
  decoupes: Supplements,
  variantes: Supplements,
  sans_impression: Absentable(Supplement),
  verification: Absentable(Supplement),
  exclusions: Absentable(Type.Array(DisplayExclusion)),
})
export type DisplayTariff = Static<typeof DisplayTariff>

/** What is chosen, in the form that prices are computed from. */
export interface DisplayConfiguration {
  readonly format: number
  readonly support: number
  readonly impression: number | null
  readonly finition: number | null
  readonly decoupe: number | null
  readonly quantity: number
  readonly variants: readonly number[]
  readonly verification: boolean
}

type Supplements = ReadonlyMap<number, CompiledSupplement>

/** A display tariff ready to price lines; amounts are bigints of one money scale. */
export interface CompiledDisplayTariff {
  readonly mainLeadTime: number
  readonly scales: Scales
  readonly grids: ReadonlyMap<number, CompiledGrid>
  readonly elements: Readonly<Record<Exclude<ElementKind, 'format'>, Supplements>>
  readonly variants: Supplements
  readonly withoutPrinting: CompiledSupplement | null
  readonly verification: CompiledSupplement | null
  /** the lead times offered, fastest first */
  readonly leadTimes: readonly CompiledAdjustment[]
  readonly exclusions: readonly DisplayExclusion[]
}

const PRICED_KINDS = ['support', 'impression', 'finition', 'decoupe'] as const

/** @param leadTimes every lead time of the catalogue; the tariff offers those that its `delais` names. */
export function compileDisplayTariff(
  tariff: DisplayTariff,
  leadTimes: ReadonlyMap<number, KnownLeadTime>,
): CompiledDisplayTariff {
  const lists = [...PRICED_KINDS.map((kind) => tariff[ELEMENT_KINDS[kind]]), tariff.variantes]
  const supplements = [
    ...lists.flatMap((list) => Object.values(list ?? {})),
    ...[tariff.sans_impression, tariff.verification].filter((supplement) => supplement != null),
  ]
  const adjustments = Object.values(tariff.delais)
  const scales = scalesOf(
    [
      ...Object.values(tariff.formats).flatMap((format) => format.grille.map((point) => point.prix)),
      ...supplements.flatMap((s) => [s.fixe, s.unitaire]),
      ...adjustments.map((a) => a.fixe),
    ],
    [...supplements.map((s) => s.pourcentage), ...adjustments.map((a) => a.pourcentage)],
  )
  const compiled = (entries: Record<string, Supplement> | null | undefined): Supplements =>
    new Map(
      Object.entries(entries ?? {}).map(([id, entry]) => [Number(id), compileSupplement(entry, scales)]),
    )
  const optional = (entry: Supplement | null | undefined) => (entry ? compileSupplement(entry, scales) : null)
  return {
    mainLeadTime: tariff.delai_principal,
    scales,
    grids: new Map(
      Object.entries(tariff.formats).map(([id, format]) => [
        Number(id),
        compileGrid(format.lecture, format.grille, scales.money),
      ]),
    ),
    elements: {
      support: compiled(tariff.supports),
      impression: compiled(tariff.impressions),
      finition: compiled(tariff.finitions),
      decoupe: compiled(tariff.decoupes),
    },
    variants: compiled(tariff.variantes),
    withoutPrinting: optional(tariff.sans_impression),
    verification: optional(tariff.verification),
    leadTimes: Object.entries(tariff.delais)
      .flatMap(([id, adjustment]) => {
        const leadTime = leadTimes.get(Number(id))
        return leadTime ? [compileAdjustment(leadTime, adjustment, scales)] : []
      })
      .sort((a, b) => byDays(a.leadTime, b.leadTime)),
    exclusions: tariff.exclusions ?? [],
  }
}

function exclusionHolds(
  exclusion: DisplayExclusion,
  configuration: DisplayConfiguration,
  leadTime: number,
): boolean {
  const names = (kind: ElementKind) =>
    typeof exclusion[kind] !== 'number' || exclusion[kind] === configuration[kind]
  return (
    (exclusion.delai ?? leadTime) === leadTime &&
    names('format') &&
    PRICED_KINDS.every(names) &&
    (typeof exclusion.variante !== 'number' || configuration.variants.includes(exclusion.variante)) &&
    configuration.quantity >= (exclusion.quantite_min ?? 0)
  )
}

/** What a line comes to before its lead time: the exact sum, or why its grid has no price for it. */
interface DisplaySum {
  readonly sum: Sum
  readonly noPrice: Reason | null
}

/** Steps 1 to 5 (bundle.md, "How a display price is found"). */
function sumOf(tariff: CompiledDisplayTariff, configuration: DisplayConfiguration): DisplaySum {
  const quantity = BigInt(configuration.quantity)
  const grid = tariff.grids.get(configuration.format)
  const base = grid ? readGrid(grid, configuration.quantity) : null
  const noPrice: Reason | null = base
    ? null
    : { code: 'no_grid_price', params: { quantity: configuration.quantity } }

  let added = 0n
  let percent = 0n
  const add = (supplement: CompiledSupplement | null | undefined) => {
    if (!supplement) return
    added += supplement.fixed + supplement.unit * quantity
    percent += supplement.percent
  }
  for (const kind of PRICED_KINDS) {
    const chosen = configuration[kind]
    if (chosen !== null) add(tariff.elements[kind].get(chosen))
  }
  if (configuration.impression === null) add(tariff.withoutPrinting)
  if (configuration.verification) add(tariff.verification)
  for (const variant of configuration.variants) add(tariff.variants.get(variant))

  const d = base?.d ?? 1n
  return { sum: raise((base?.n ?? 0n) + added * d, d, percent, tariff.scales), noPrice }
}

/** Steps 6 and 7, and what stands in the way of this lead time. */
function atLeadTime(
  tariff: CompiledDisplayTariff,
  configuration: DisplayConfiguration,
  support: Support | undefined,
  { sum, noPrice }: DisplaySum,
  adjustment: CompiledAdjustment,
): LeadTimePrice {
  const { leadTime } = adjustment
  const unpriced = (reason: Reason): LeadTimePrice => ({ leadTime, cents: null, reason })
  for (const exclusion of tariff.exclusions) {
    if (exclusionHolds(exclusion, configuration, leadTime.id)) {
      return unpriced({ code: 'excluded', text: exclusion.message || undefined })
    }
  }
  if (support && leadTime.days < support.delai_min) {
    return unpriced({
      code: 'support_lead_time',
      params: { support: support.nom_complet, days: support.delai_min },
    })
  }
  return noPrice ? unpriced(noPrice) : priceAt(sum, adjustment, tariff.scales)
}

/**
 * The price of a display line at every lead time that the tariff offers, fastest first: exact, in whole cents
 * excluding tax, or the reason why there is none (bundle.md, "How a display price is found").
 *
 * @param support the chosen support: a lead time below its `delai_min` has no price.
 */
export function priceDisplay(
  tariff: CompiledDisplayTariff,
  configuration: DisplayConfiguration,
  support: Support | undefined,
): LeadTimePrice[] {
  const sum = sumOf(tariff, configuration)
  return tariff.leadTimes.map((adjustment) => atLeadTime(tariff, configuration, support, sum, adjustment))
}

/** The same at one lead time, by its id; undefined where the tariff does not offer it. */
export function priceDisplayAt(
  tariff: CompiledDisplayTariff,
  configuration: DisplayConfiguration,
  support: Support | undefined,
  leadTime: number,
): LeadTimePrice | undefined {
  const adjustment = tariff.leadTimes.find((offered) => offered.leadTime.id === leadTime)
  return adjustment && atLeadTime(tariff, configuration, support, sumOf(tariff, configuration), adjustment)
}

/** What a format costs before all else, in cents; Infinity where it has no price for so many. */
export function baseCents(
  { grids, scales }: CompiledDisplayTariff,
  format: number,
  quantity: number,
): number {
  const grid = grids.get(format)
  const base = grid ? readGrid(grid, quantity) : null
  return base ? ratio(base) / 10 ** scales.money : Infinity
}

function readGrid(grid: CompiledGrid, quantity: number) {
  switch (grid.lecture) {
    case 'exacte':
      return readExact(grid, [quantity])
    case 'lineaire':
      return readLinear(grid, quantity)
    case 'unitaire':
      return { n: readUnit(grid, quantity) * BigInt(quantity), d: 1n }
  }
}
