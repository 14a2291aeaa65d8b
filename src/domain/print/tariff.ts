/** Print tariffs (bundle.md): the schema of the bundle, its compiled form, and the exact price of a line. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { atScale, parseDecimal, toFraction, type Fraction } from '../decimal.ts'
import { compileGrid, Grid, Lecture, readExact, readLinear, readUnit, type CompiledGrid } from '../grid.ts'
import type { KnownLeadTime } from '../lead-times.ts'
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

export const PrintExclusion = Type.Object(exclusionFields)
export type PrintExclusion = Static<typeof PrintExclusion>

export const PrintTariff = Type.Object({
  produit: Type.Integer(),
  delai_principal: Type.Integer(),
  lecture: Lecture,
  grille: Grid,
  surface: Absentable(
    Type.Object({
      largeur: Type.Integer(),
      hauteur: Type.Integer(),
      diviseur: Type.String(),
      minimum_m2: Absentable(Type.String()),
    }),
  ),
  visuel_supplementaire: Absentable(Type.String()),
  variantes: Absentable(Type.Record(Type.String(), Supplement)),
  valeurs: Absentable(
    Type.Record(
      Type.String(),
      Type.Object({ fixe: Absentable(Type.String()), unitaire: Absentable(Type.String()) }),
    ),
  ),
  delais: Absentable(Type.Record(Type.String(), Adjustment)),
  exclusions: Absentable(Type.Array(PrintExclusion)),
})
export type PrintTariff = Static<typeof PrintTariff>

/** What is chosen, in the form that prices are computed from. */
export interface PrintConfiguration {
  readonly variants: readonly number[]
  /** option id -> value */
  readonly values: ReadonlyMap<number, Fraction>
  readonly quantities: readonly number[]
  /** sum of the quantities */
  readonly total: number
}

interface Surface {
  /** option ids of the two sides */
  readonly width: number
  readonly height: number
  readonly divisor: Fraction
  readonly minimum: Fraction
}

/** A print tariff ready to price lines; amounts are bigints of one money scale. */
export interface CompiledPrintTariff {
  readonly mainLeadTime: number
  readonly scales: Scales
  readonly grid: CompiledGrid
  readonly surface: Surface | null
  readonly extraVisual: bigint
  readonly variants: ReadonlyMap<number, CompiledSupplement>
  readonly values: ReadonlyMap<number, CompiledSupplement>
  /** one entry a lead time of the product, fastest first */
  readonly leadTimes: readonly CompiledAdjustment[]
  readonly exclusions: readonly PrintExclusion[]
}

/** @param leadTimes the product's lead times, fastest first. */
export function compilePrintTariff(
  tariff: PrintTariff,
  leadTimes: readonly KnownLeadTime[],
): CompiledPrintTariff {
  const supplements: Supplement[] = [
    ...Object.values(tariff.variantes ?? {}),
    ...Object.values(tariff.valeurs ?? {}),
  ]
  const adjustments = Object.values(tariff.delais ?? {})
  const scales = scalesOf(
    [
      ...tariff.grille.map((point) => point.prix),
      tariff.visuel_supplementaire,
      ...supplements.flatMap((s) => [s.fixe, s.unitaire]),
      ...adjustments.map((a) => a.fixe),
    ],
    [...supplements.map((s) => s.pourcentage), ...adjustments.map((a) => a.pourcentage)],
  )
  const compiled = (entries: Record<string, Supplement> | null | undefined) =>
    new Map(
      Object.entries(entries ?? {}).map(([id, entry]) => [Number(id), compileSupplement(entry, scales)]),
    )
  return {
    mainLeadTime: tariff.delai_principal,
    scales,
    grid: compileGrid(tariff.lecture, tariff.grille, scales.money),
    surface: tariff.surface
      ? {
          width: tariff.surface.largeur,
          height: tariff.surface.hauteur,
          divisor: toFraction(tariff.surface.diviseur),
          minimum: toFraction(tariff.surface.minimum_m2 ?? '0'),
        }
      : null,
    extraVisual: atScale(parseDecimal(tariff.visuel_supplementaire ?? '0'), scales.money),
    variants: compiled(tariff.variantes),
    values: compiled(tariff.valeurs),
    leadTimes: leadTimes.map((leadTime) =>
      compileAdjustment(leadTime, tariff.delais?.[String(leadTime.id)], scales),
    ),
    exclusions: tariff.exclusions ?? [],
  }
}

const ONE: Fraction = { n: 1n, d: 1n }

/** Step 1: the area in square metres, never below the tariff's minimum. */
function areaOf(surface: Surface | null, values: ReadonlyMap<number, Fraction>): Fraction {
  if (!surface) return ONE
  const width = values.get(surface.width) ?? { n: 0n, d: 1n }
  const height = values.get(surface.height) ?? { n: 0n, d: 1n }
  const { n, d } = surface.divisor
  const area = { n: width.n * height.n * d * d, d: width.d * height.d * n * n }
  return area.n * surface.minimum.d < surface.minimum.n * area.d ? surface.minimum : area
}

function exclusionHolds(
  exclusion: PrintExclusion,
  configuration: PrintConfiguration,
  leadTime: number,
): boolean {
  return (
    (exclusion.delai ?? leadTime) === leadTime &&
    (typeof exclusion.variante !== 'number' || configuration.variants.includes(exclusion.variante)) &&
    configuration.total >= (exclusion.quantite_min ?? 0)
  )
}

/** What a line comes to before its lead time: the exact sum, or why its grid has no price for it. */
interface PrintSum {
  readonly sum: Sum
  readonly noPrice: Reason | null
}

/** Steps 1 to 5 (bundle.md, "How a print price is found"). */
function sumOf(tariff: CompiledPrintTariff, configuration: PrintConfiguration): PrintSum {
  const { grid, scales } = tariff
  const { total } = configuration
  const quantity = BigInt(total)

  let noPrice: Reason | null = null
  const area = areaOf(tariff.surface, configuration.values)
  let n = 0n
  let d = area.d
  if (grid.lecture === 'unitaire') {
    n = readUnit(grid, total) * quantity * area.n
  } else {
    const base =
      grid.lecture === 'exacte' ? readExact(grid, configuration.quantities) : readLinear(grid, total)
    if (base) {
      n = base.n * area.d
      d = base.d * area.d
    } else {
      const missing = configuration.quantities.find((lot) => !grid.exact?.has(lot))
      noPrice = { code: 'no_grid_price', params: { quantity: missing ?? total } }
    }
  }

  // Amounts that do not depend on the area are counted apart: one multiplication by the denominator for all of them.
  let flat = tariff.extraVisual * BigInt(configuration.quantities.length - 1)
  let perArea = 0n
  let percent = 0n
  for (const variant of configuration.variants) {
    const supplement = tariff.variants.get(variant)
    if (!supplement) continue
    flat += supplement.fixed
    if (supplement.perArea) perArea += supplement.unit * quantity
    else flat += supplement.unit * quantity
    percent += supplement.percent
  }
  n += flat * d
  if (perArea !== 0n) n += perArea * area.n * (d / area.d)
  if (tariff.values.size > 0) {
    for (const [option, value] of configuration.values) {
      const supplement = tariff.values.get(option)
      if (!supplement) continue
      n = (n + supplement.fixed * d) * value.d + supplement.unit * value.n * quantity * d
      d *= value.d
    }
  }

  return { sum: raise(n, d, percent, scales), noPrice }
}

/** Steps 6 and 7, and what stands in the way of this lead time. */
function atLeadTime(
  tariff: CompiledPrintTariff,
  configuration: PrintConfiguration,
  { sum, noPrice }: PrintSum,
  adjustment: CompiledAdjustment,
): LeadTimePrice {
  const { leadTime } = adjustment
  for (const exclusion of tariff.exclusions) {
    if (exclusionHolds(exclusion, configuration, leadTime.id)) {
      return { leadTime, cents: null, reason: { code: 'excluded', text: exclusion.message || undefined } }
    }
  }
  return noPrice ? { leadTime, cents: null, reason: noPrice } : priceAt(sum, adjustment, tariff.scales)
}

/**
 * The price of a line at every lead time of its product, fastest first: exact, in whole cents excluding tax, or the
 * reason why there is none (bundle.md, "How a print price is found").
 */
export function pricePrint(tariff: CompiledPrintTariff, configuration: PrintConfiguration): LeadTimePrice[] {
  const sum = sumOf(tariff, configuration)
  return tariff.leadTimes.map((adjustment) => atLeadTime(tariff, configuration, sum, adjustment))
}

/** The same at one lead time, by its id; undefined where the product does not offer it. */
export function pricePrintAt(
  tariff: CompiledPrintTariff,
  configuration: PrintConfiguration,
  leadTime: number,
): LeadTimePrice | undefined {
  const adjustment = tariff.leadTimes.find((offered) => offered.leadTime.id === leadTime)
  return adjustment && atLeadTime(tariff, configuration, sumOf(tariff, configuration), adjustment)
}
