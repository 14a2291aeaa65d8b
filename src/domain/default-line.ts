/** What a configurator begins with: the quantities that are worth showing, and a line that is sensible for most. */
import { ratio, type Fraction } from './decimal.ts'
import type { CompiledFamily } from './display/line.ts'
import { LARGEST_QUANTITY, type CompiledProduct } from './print/line.ts'

/** m²: what a product sold by the square metre is for, where its tariff charges no minimum. */
const SMALLEST_SIZED = 0.5
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

/** What is mostly bought one at a time. */
const SINGLE =
  /b[âa]che|banderole|banner|panneau|enseigne|roll.?up|kak[eé]mono|totem|tenture|oriflamme|drapeau|pavillon/i

/** Of what is bought one at a time the least; else what is some way into the list of what is offered. */
function defaultQuantity(product: CompiledProduct): number {
  const steps = productSteps(product)
  if (SINGLE.test(product.produit.nom)) return steps[0] ?? product.min
  return steps[Math.floor(steps.length / 3)] ?? product.min
}

/** Common formats, mm, by area: from a sticker to a banner. */
const COMMON_SIZES = [
  [50, 50],
  [105, 74],
  [148, 105],
  [210, 148],
  [297, 210],
  [420, 297],
  [600, 400],
  [800, 600],
  [1200, 800],
  [2000, 850],
  [2000, 1000],
  [3000, 1000],
  [3000, 2000],
  [5000, 3000],
] as const
/** What hangs or stands is higher than wide. */
const UPRIGHT = /roll|kak[eé]mono|affiche|poster|tenture|totem|papier peint/i

/** The smallest common format that is charged for what it is, in metres. */
function typicalSize(
  name: string,
  { minimum }: { readonly minimum: Fraction },
): [width: number, height: number] {
  const least = minimum.n > 0n ? ratio(minimum) : SMALLEST_SIZED
  const side = Math.ceil(Math.sqrt(least) * 10) / 10
  const [long, short] = COMMON_SIZES.find(([w, h]) => (w * h) / 1e6 >= least * 1.25) ?? [
    side * 1000,
    side * 1000,
  ]
  return UPRIGHT.test(name) ? [short / 1000, long / 1000] : [long / 1000, short / 1000]
}

/** The size that the least is charged for: a square. */
export function smallestSize({ minimum }: { readonly minimum: Fraction }): [width: number, height: number] {
  const side = Math.max(0.01, Math.round(Math.sqrt(ratio(minimum)) * 100) / 100)
  return [side, side]
}

/**
 * The first variant of each option, the sides of a surface at a common format, one default quantity a visual.
 * @param sizeOf width and height in metres, where the price goes by the surface
 */
export function defaultPrintLine(
  product: CompiledProduct,
  quantity = defaultQuantity(product),
  sizeOf = (surface: { readonly minimum: Fraction }) => typicalSize(product.produit.nom, surface),
) {
  const { produit, tariff } = product
  const valeurs: Record<string, string> = {}
  if (tariff?.surface) {
    const { width, height, divisor } = tariff.surface
    const sides = sizeOf(tariff.surface)
    for (const [i, id] of [width, height].entries()) {
      const side = sides[i]! * ratio(divisor)
      const whole = produit.options.some((option) => option.id === id && option.type === 'integer')
      valeurs[String(id)] = String(whole ? Math.max(1, Math.round(side)) : Number(side.toFixed(3)))
    }
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
