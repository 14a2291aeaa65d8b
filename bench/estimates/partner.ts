/** The simulated partner as the benchmark asks it: products as spaces, lines as configurations. */
import type { Catalogue, Product } from '../../e2e/partner/catalogue.ts'
import { buildCatalogue } from '../../e2e/partner/catalogue.ts'
import { realisticLines } from '../../e2e/partner/configurations.ts'
import { pricePrint, Refusal } from '../../e2e/partner/lines.ts'
import type { PrintLine } from '../../e2e/partner/wire.ts'
import type { Configuration, Hints, Space } from '../../src/estimate/index.ts'

export interface Subject {
  readonly family: string
  readonly name: string
  readonly space: Space
  readonly hints: Hints
  /** Prices in cents by lead time; null: refused. */
  ask(configuration: Configuration): Record<string, number> | null
  /** Configurations that customers ask for. */
  realistic(count: number): Configuration[]
}

export function subjects(products: number, seed: number): Subject[] {
  const catalogue = buildCatalogue({ seed, products, families: 1 })
  return [...catalogue.products.values()].map((product) => subject(catalogue, product, seed))
}

function subject(catalogue: Catalogue, product: Product, seed: number): Subject {
  const { page } = product
  const choosable = page.options.filter(({ type }) => type === 'variante')
  const free = page.options.filter(({ type }) => type !== 'variante')
  const optionOf = new Map(
    choosable.flatMap(({ id, variantes }) => variantes.map((v) => [v.id, `${id}`] as const)),
  )
  const { quantites } = page
  const line = ({ choices, values, quantities }: Configuration): PrintLine => ({
    produit: page.id,
    variantes: Object.values(choices),
    valeurs: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, `${value}`])),
    quantites_multiples: [...quantities],
  })
  const configuration = ({ variantes, valeurs, quantites_multiples }: PrintLine): Configuration => ({
    choices: Object.fromEntries(variantes.map((id) => [optionOf.get(id)!, id])),
    values: Object.fromEntries(Object.entries(valeurs).map(([key, value]) => [key, Number(value)])),
    quantities: quantites_multiples,
  })
  return {
    family: product.family,
    name: page.nom,
    space: {
      options: choosable.map(({ id, variantes }) => ({
        key: `${id}`,
        variants: variantes.map((variante) => variante.id),
        optional: false,
      })),
      values: free.map(({ id, type }) => ({
        key: `${id}`,
        type: type === 'integer' ? 'integer' : 'decimal',
      })),
      quantities: quantites.range
        ? { range: true, min: quantites.min ?? 1, max: quantites.max }
        : { range: false, available: quantites.available },
      visuals: { min: page.nombre_visuels_min, max: page.nombre_visuels_max },
    },
    hints: {
      options: Object.fromEntries(page.options.map(({ id, nom }) => [`${id}`, nom])),
      variants: Object.fromEntries(choosable.flatMap(({ variantes }) => variantes.map((v) => [v.id, v.nom]))),
    },
    ask(asked) {
      try {
        const cents: Record<string, number> = {}
        for (const [leadTime, price] of pricePrint(catalogue, line(asked)).prices) {
          if ('cents' in price) cents[`J+${catalogue.leadTimes.get(leadTime) ?? leadTime}`] = price.cents
        }
        return cents
      } catch (error) {
        if (error instanceof Refusal) return null
        throw error
      }
    },
    realistic: (count) =>
      realisticLines(catalogue, product, count, seed, { severalVisuals: 0.3 }).map(configuration),
  }
}
