/** What a configurator begins with: the quantities that are worth showing, and a line that is sensible for most. */
import { ratio, type Fraction } from './decimal.ts'
import type { CompiledFamily } from './display/line.ts'
import { LARGEST_QUANTITY, type CompiledProduct } from './print/line.ts'

/** A side of a product sold by the square metre, where its tariff says nothing of its usual size. */
const DEFAULT_SIDE_METRES = 1
const STEPS = [1, 2, 5]

/** The offered quantities; of a free range the tariff's own points, else a 1-2-5 series. */
export function productSteps(product: CompiledProduct): number[] {
  if (product.available) return [...product.available].sort((a, b) => a - b)
  const within = (quantity: number) => quantity >= product.min && quantity <= product.max
  const points = (product.tariff?.grid.quantities ?? []).filter(within)
  const series = points.length >= 4 ? points : [...points, ...seriesBetween(product.min, product.max)]
  return [...new Set(series)].sort((a, b) => a - b)
}

function seriesBetween(min: number, max: number): number[] {
  const steps = [min]
  const last = Math.min(max, Math.max(min * 1000, 10_000))
  for (let decade = 1; decade <= last; decade *= 10) {
    for (const step of STEPS) if (step * decade > min && step * decade <= last) steps.push(step * decade)
  }
  return max < LARGEST_QUANTITY && max <= last ? [...steps, max] : steps
}

export function familySteps(family: CompiledFamily): number[] {
  const points = [...(family.tariff?.grids.values() ?? [])].flatMap((grid) => grid.quantities)
  const steps = points.length > 0 ? points : seriesBetween(1, 500)
  return [...new Set(steps)].sort((a, b) => a - b)
}

/** The middle of what is offered where it is a list; else the smallest quantity. */
function defaultQuantity(product: CompiledProduct): number {
  const steps = productSteps(product)
  return steps[Math.floor(steps.length / 3)] ?? product.min
}

/** The side of the smallest square that is charged for what it is, to the centimetre. */
function sideMetres({ minimum }: { readonly minimum: Fraction }): number {
  return minimum.n > 0n
    ? Math.max(0.01, Math.round(Math.sqrt(ratio(minimum)) * 100) / 100)
    : DEFAULT_SIDE_METRES
}

/** The first variant of each option, the sides of a surface at what is charged least, one default quantity a visual. */
export function defaultPrintLine(product: CompiledProduct, quantity = defaultQuantity(product)) {
  const { produit, tariff } = product
  const valeurs: Record<string, string> = {}
  if (tariff?.surface) {
    const side = String(sideMetres(tariff.surface) * ratio(tariff.surface.divisor))
    valeurs[String(tariff.surface.width)] = side
    valeurs[String(tariff.surface.height)] = side
  }
  return {
    label: '',
    produit: produit.id,
    variantes: produit.options.flatMap((option) => (option.variantes[0] ? [option.variantes[0].id] : [])),
    valeurs,
    quantites_multiples: Array.from({ length: Math.max(1, produit.nombre_visuels_min) }, () => quantity),
  }
}

/** The first element of each list that a line needs, and the first variant of each option. */
export function defaultDisplayLine(family: CompiledFamily, quantity = familySteps(family)[0] ?? 1) {
  const { famille } = family
  return {
    label: '',
    famille: famille.id,
    format: famille.formats[0]?.id ?? null,
    support: famille.supports[0]?.id ?? null,
    impression: famille.impressions[0]?.id ?? null,
    finition: null,
    decoupe: null,
    quantite: quantity,
    variantes: famille.options.flatMap((option) => (option.variantes[0] ? [option.variantes[0].id] : [])),
    verification: false,
  }
}
