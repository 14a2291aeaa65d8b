/** The choices that our own tariff asks least for: what a product's price in the list begins at. */
import { ratio } from './decimal.ts'
import { defaultDisplayLine, defaultPrintLine, smallestSize } from './default-line.ts'
import { ELEMENT_KINDS } from './display/family.ts'
import type { CompiledFamily } from './display/line.ts'
import { baseCents } from './display/tariff.ts'
import type { CompiledProduct } from './print/line.ts'
import type { CompiledSupplement, Scales } from './tariff.ts'

/** What an id costs more than nothing, in cents. */
type Effect = (supplement: CompiledSupplement | null | undefined) => number

/** @param cents about what the line costs: what its percentages are of */
function effectOf({ money, percent }: Scales, quantity: number, area: number, cents: number): Effect {
  return (supplement) => {
    if (!supplement) return 0
    const units = Number(supplement.unit) * quantity * (supplement.perArea ? area : 1)
    const share = Number(supplement.percent) / 10 ** percent / 100
    return (Number(supplement.fixed) + units) / 10 ** money + share * cents
  }
}

/** The one that costs least: of several the first, as the product begins. */
function cheapest<T>(list: readonly T[], effect: (one: T) => number): T | undefined {
  let found: T | undefined
  let least = Infinity
  for (const one of list) {
    const costs = effect(one)
    if (costs < least) [found, least] = [one, costs]
  }
  return found
}

const variantsOf = (
  options: readonly { readonly variantes: readonly { readonly id: number }[] }[],
  effect: (id: number) => number,
) => options.flatMap(({ variantes }) => cheapest(variantes, ({ id }) => effect(id))?.id ?? [])

/** @param cents what the first choices cost; null: nothing is known of that */
export function lowestPrintLine(product: CompiledProduct, quantity: number, cents: number | null) {
  const { produit, tariff } = product
  const line = defaultPrintLine(product, quantity, smallestSize)
  if (!tariff) return line
  const [width, height] = tariff.surface ? smallestSize(tariff.surface) : [1, 1]
  const area = tariff.surface ? Math.max(width * height, ratio(tariff.surface.minimum)) : 1
  const total = quantity * line.quantites_multiples.length
  const effect = effectOf(tariff.scales, total, area, cents ?? 0)
  return { ...line, variantes: variantsOf(produit.options, (id) => effect(tariff.variants.get(id))) }
}

/** @param cents what the first choices cost; null: nothing is known of that */
export function lowestDisplayLine(family: CompiledFamily, quantity: number, cents: number | null) {
  const { famille, tariff } = family
  const line = defaultDisplayLine(family, quantity)
  if (!tariff) return line
  const effect = effectOf(tariff.scales, quantity, 1, cents ?? 0)
  const leastOf = (kind: keyof typeof tariff.elements) =>
    cheapest<{ readonly id: number }>(famille[ELEMENT_KINDS[kind]], ({ id }) =>
      effect(tariff.elements[kind].get(id)),
    )?.id ?? null
  const impression = leastOf('impression')
  const unprinted = famille.sans_impression_possible && effect(tariff.withoutPrinting)
  const printed = impression === null ? 0 : effect(tariff.elements.impression.get(impression))
  return {
    ...line,
    format: cheapest(famille.formats, ({ id }) => baseCents(tariff, id, quantity))?.id ?? line.format,
    support: leastOf('support'),
    impression: unprinted !== false && unprinted < printed ? null : impression,
    variantes: variantsOf(famille.options, (id) => effect(tariff.variants.get(id))),
  }
}
