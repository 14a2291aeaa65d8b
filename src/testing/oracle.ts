/**
 * Prices computed a second way, straight from the words of bundle.md and the bundle's JSON: reduced fractions at every
 * step, nothing compiled, nothing shared with the code under test. Slow, and plain to check by eye.
 */
import type { Loose } from './shop.ts'

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/** A reduced fraction with a positive denominator. */
export class Rational {
  readonly n: bigint
  readonly d: bigint
  constructor(n: bigint, d = 1n) {
    const sign = d < 0n ? -1n : 1n
    const g = gcd(n < 0n ? -n : n, d < 0n ? -d : d) || 1n
    this.n = (sign * n) / g
    this.d = (sign * d) / g
  }
  static of(value: string | number | null | undefined): Rational {
    const [whole = '0', decimals = ''] = String(value ?? 0).split('.')
    const negative = whole.startsWith('-')
    const parts = new Rational(BigInt(whole.replace('-', ''))).plus(
      new Rational(BigInt(decimals || '0'), 10n ** BigInt(decimals.length)),
    )
    return negative ? ZERO.minus(parts) : parts
  }
  plus = (o: Rational): Rational => new Rational(this.n * o.d + o.n * this.d, this.d * o.d)
  minus = (o: Rational): Rational => new Rational(this.n * o.d - o.n * this.d, this.d * o.d)
  times = (o: Rational): Rational => new Rational(this.n * o.n, this.d * o.d)
  over = (o: Rational): Rational => new Rational(this.n * o.d, this.d * o.n)
  lessThan = (o: Rational): boolean => this.n * o.d < o.n * this.d
  /** The greatest integer not above. */
  floor = (): bigint => {
    const rest = ((this.n % this.d) + this.d) % this.d
    return (this.n - rest) / this.d
  }
  /** The nearest integer, the greater of two: the greatest integer not above x + 1/2. */
  halfUp = (): bigint => this.plus(new Rational(1n, 2n)).floor()
}

const ZERO = new Rational(0n)
const ONE = new Rational(1n)
const R = Rational.of
const percent = (p: string | null | undefined) => ONE.plus(R(p).over(R(100)))

function gridPrice(lecture: string, grille: Loose[], lots: number[]): Rational | null {
  const q = lots.reduce((sum, lot) => sum + lot, 0)
  const first = grille[0]
  const last = grille[grille.length - 1]
  if (lecture === 'exacte') {
    let sum = ZERO
    for (const lot of lots) {
      const point = grille.find((p) => p.quantite === lot)
      if (!point) return null
      sum = sum.plus(R(point.prix))
    }
    return sum
  }
  if (lecture === 'unitaire') {
    const reached = grille.filter((p) => p.quantite <= q)
    return R((reached[reached.length - 1] ?? first).prix).times(R(q))
  }
  if (q <= first.quantite) return R(first.prix)
  if (q > last.quantite) return R(last.prix).times(R(q)).over(R(last.quantite))
  const next = grille.findIndex((p) => p.quantite >= q)
  const [a, b] = [grille[next - 1], grille[next]]
  const share = R(q - a.quantite).over(R(b.quantite - a.quantite))
  return R(a.prix).plus(R(b.prix).minus(R(a.prix)).times(share))
}

/** Each lead time: cents; the exclusion's own words; null where there is no price for another reason. */
export type OraclePrices = Record<string, bigint | string | null>

function atLeadTimes(
  offered: { id: number; jours: number }[],
  adjustments: Loose,
  sum: Rational | null,
  exclusions: (leadTime: { id: number; jours: number }) => Loose[],
): OraclePrices {
  return Object.fromEntries(
    offered.map((leadTime) => {
      const adjustment = adjustments?.[String(leadTime.id)]
      const total = sum?.times(percent(adjustment?.pourcentage)).plus(R(adjustment?.fixe))
      const [excluded] = exclusions(leadTime)
      const none = total === undefined || total.lessThan(ZERO)
      return [`J+${leadTime.jours}`, excluded ? excluded.message : none ? null : total.halfUp()]
    }),
  )
}

const holds = (exclusion: Loose, leadTime: { id: number }, q: number, variantes: number[]) =>
  (exclusion.delai == null || exclusion.delai === leadTime.id) &&
  (exclusion.variante == null || variantes.includes(exclusion.variante)) &&
  (exclusion.quantite_min == null || q >= exclusion.quantite_min)

export function oraclePrint(bundle: Loose, line: Loose): OraclePrices {
  const produit = bundle.produits.find((p: Loose) => p.id === line.produit)
  const tariff = bundle.tarifs.print.find((t: Loose) => t.produit === line.produit)
  const lots: number[] = line.quantites_multiples
  const q = lots.reduce((sum, lot) => sum + lot, 0)
  const valeurs: Record<string, string> = line.valeurs ?? {}
  const variantes: number[] = line.variantes ?? []

  let area = ONE
  if (tariff.surface) {
    const { largeur, hauteur, diviseur, minimum_m2 } = tariff.surface
    area = R(valeurs[largeur]).times(R(valeurs[hauteur])).over(R(diviseur)).over(R(diviseur))
    if (area.lessThan(R(minimum_m2))) area = R(minimum_m2)
  }
  let sum = gridPrice(tariff.lecture, tariff.grille, lots)
  if (sum && tariff.lecture === 'unitaire') sum = sum.times(area)
  if (sum) {
    sum = sum.plus(R(tariff.visuel_supplementaire).times(R(lots.length - 1)))
    let raise = ZERO
    for (const id of variantes) {
      const entry = tariff.variantes?.[String(id)]
      if (!entry) continue
      sum = sum.plus(R(entry.fixe)).plus(
        R(entry.unitaire)
          .times(R(q))
          .times(entry.par_m2 ? area : ONE),
      )
      raise = raise.plus(R(entry.pourcentage))
    }
    for (const [id, value] of Object.entries(valeurs)) {
      const entry = tariff.valeurs?.[id]
      if (entry) sum = sum.plus(R(entry.fixe)).plus(R(entry.unitaire).times(R(value)).times(R(q)))
    }
    sum = sum.times(ONE.plus(raise.over(R(100))))
  }
  const offered = bundle.delais.filter(({ id }: Loose) => produit.delais.includes(id))
  return atLeadTimes(offered, tariff.delais, sum, (leadTime) =>
    (tariff.exclusions ?? []).filter((exclusion: Loose) => holds(exclusion, leadTime, q, variantes)),
  )
}

export function oracleDisplay(bundle: Loose, line: Loose): OraclePrices {
  const famille = bundle.familles.find((f: Loose) => f.id === line.famille)
  const tariff = bundle.tarifs.display.find((t: Loose) => t.famille === line.famille)
  const q: number = line.quantite
  const variantes: number[] = line.variantes ?? []
  const format = tariff.formats[String(line.format)]
  let sum = format ? gridPrice(format.lecture, format.grille, [q]) : null
  if (sum) {
    const entries = [
      tariff.supports?.[line.support],
      line.impression == null ? tariff.sans_impression : tariff.impressions?.[line.impression],
      tariff.finitions?.[line.finition],
      tariff.decoupes?.[line.decoupe],
      line.verification ? tariff.verification : null,
      ...variantes.map((id) => tariff.variantes?.[id]),
    ].filter((entry) => entry != null)
    let raise = ZERO
    for (const entry of entries) {
      sum = sum.plus(R(entry.fixe)).plus(R(entry.unitaire).times(R(q)))
      raise = raise.plus(R(entry.pourcentage))
    }
    sum = sum.times(ONE.plus(raise.over(R(100))))
  }
  const support = famille.supports.find((s: Loose) => s.id === line.support)
  const offered = bundle.delais.filter(({ id }: Loose) => String(id) in tariff.delais)
  const kinds = ['format', 'support', 'impression', 'finition', 'decoupe']
  return atLeadTimes(offered, tariff.delais, sum, (leadTime) => [
    ...(tariff.exclusions ?? []).filter(
      (exclusion: Loose) =>
        holds(exclusion, leadTime, q, variantes) &&
        kinds.every((kind) => exclusion[kind] == null || exclusion[kind] === line[kind]),
    ),
    ...(leadTime.jours < (support.delai_min ?? 0) ? [{ message: null }] : []),
  ])
}

/** Prices as the second computation has them, to be compared with it: whose words it does not know is null. */
export const asOracle = (
  prices: Readonly<Record<string, number | string>>,
  oracle: OraclePrices,
): OraclePrices =>
  Object.fromEntries(
    Object.entries(prices).map(([label, price]) => [
      label,
      typeof price === 'number' ? BigInt(price) : oracle[label] === null ? null : price,
    ]),
  )
