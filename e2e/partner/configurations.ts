/** Lines that customers really ask for. The hidden bounds of the catalogue are known here, so every line is a valid one. */
import type { Catalogue, DisplayFamily, Product } from './catalogue.ts'
import { Refusal, pricePrint } from './lines.ts'
import type { FreeOption } from './pricing/model.ts'
import type { Random } from './random.ts'
import { randomFrom } from './random.ts'
import type { PrintLine } from './wire.ts'

/** The multiple of `step` nearest to `value`, within the option's bounds, as it is sent. */
function valueText(option: FreeOption, value: number, step: number): string {
  const multiple = Math.round(value / step) * step
  const inside = Math.min(option.max, Math.max(option.min, multiple))
  return option.type === 'integer' ? `${Math.round(inside)}` : `${Number(inside.toFixed(3))}`
}

/** Half-way by ratio where the option begins above zero, else half-way by difference. */
function middleValue(option: FreeOption): string {
  const middle = option.min > 0 ? Math.sqrt(option.min * option.max) : (option.min + option.max) / 2
  return valueText(option, middle, option.usualStep)
}

function usualValue(option: FreeOption, random: Random): string {
  const { min, max } = option
  const value = min > 0 ? min * (max / min) ** random.next() : random.between(min, max)
  return valueText(option, value, random.chance(0.85) ? option.usualStep : option.step)
}

/** A quantity that the product offers: of its list, or mostly a round one, small ones as often as large ones. */
function usualQuantity({ page }: Product, random: Random): number {
  const { quantites } = page
  if (!quantites.range) return random.pick(quantites.available)
  const { min = 1, max } = quantites
  const value = min * (max / min) ** random.next()
  const magnitude = 10 ** Math.floor(Math.log10(value))
  const unit = random.chance(0.8) ? magnitude / 2 : Math.max(1, magnitude / 20)
  return Math.min(max, Math.max(min, Math.round(Math.round(value / unit) * unit)))
}

function middleQuantity({ page }: Product): number {
  const { quantites } = page
  if (!quantites.range) return quantites.available[Math.floor(quantites.available.length / 2)]!
  const { min = 1, max } = quantites
  const middle = Math.sqrt(min * max)
  const magnitude = 10 ** Math.floor(Math.log10(middle))
  return Math.min(max, Math.max(min, Math.round(middle / magnitude) * magnitude))
}

/** The first of each kind of element that a family needs, the first variant of each option, five pieces. */
export const defaultDisplayLine = ({ page }: DisplayFamily) => ({
  famille: page.id,
  format: page.formats[0]!.id,
  support: page.supports[0]!.id,
  ...(page.impressions[0] && { impression: page.impressions[0].id }),
  quantite: 5,
  variantes: page.options.flatMap(({ variantes }) => variantes.slice(0, 1).map(({ id }) => id)),
})

/** The first variant of each option, the middle of each free value, a middle quantity, the fewest visuals. */
export function defaultLine(product: Product): PrintLine {
  const { page } = product
  const free = page.options.flatMap(({ id }) => {
    const option = product.options.get(id)!
    return option.type === 'variante' ? [] : [[`${id}`, middleValue(option)] as const]
  })
  return {
    produit: page.id,
    variantes: page.options.flatMap(({ variantes }) => variantes.slice(0, 1).map(({ id }) => id)),
    valeurs: Object.fromEntries(free),
    quantites_multiples:
      page.nombre_visuels_min > 1
        ? Array.from({ length: page.nombre_visuels_min }, () => middleQuantity(product))
        : [middleQuantity(product)],
  }
}

/** Whether the partner takes the line and has at least one price for it. */
function isPriced(catalogue: Catalogue, line: PrintLine): boolean {
  try {
    return [...pricePrint(catalogue, line).prices.values()].some((price) => 'cents' in price)
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

export interface RealisticOptions {
  /** Share of the lines with more than one visual, where the product allows them; 0 where missing. */
  severalVisuals?: number
}

/**
 * `count` lines of the product, each with a realistic quantity and one to three options off the default; all
 * different as long as the product has so many.
 */
export function realisticLines(
  catalogue: Catalogue,
  product: Product,
  count: number,
  seed: number,
  { severalVisuals = 0 }: RealisticOptions = {},
): PrintLine[] {
  const random = randomFrom(seed, 'lines', product.page.id)
  const { options, nombre_visuels_min: fewest, nombre_visuels_max: most } = product.page
  const lines = new Map<string, PrintLine>()
  for (let tries = 0; lines.size < count && tries < count * 50; tries++) {
    const line = defaultLine(product)
    for (const { id, variantes } of random.some(options, random.int(1, Math.min(3, options.length)))) {
      const option = product.options.get(id)!
      if (option.type !== 'variante') line.valeurs[`${id}`] = usualValue(option, random)
      else if (variantes.length > 1) {
        const first = variantes[0]!.id
        const other = random.pick(variantes.slice(1)).id
        line.variantes = line.variantes.map((chosen) => (chosen === first ? other : chosen))
      }
    }
    const visuals = random.chance(severalVisuals) ? random.int(fewest, Math.min(most, 3)) : fewest
    line.quantites_multiples = Array.from({ length: Math.max(fewest, visuals) }, () =>
      usualQuantity(product, random),
    )
    if (isPriced(catalogue, line)) lines.set(JSON.stringify(line), line)
  }
  return [...lines.values()]
}
