/** The demo's bundle, and what a customer may ask of it: the configurations and quantities that its prices are looked at. */
import { readFileSync } from 'node:fs'
import type { Bundle, DisplayTarif, Famille, Point, Produit } from './shapes.ts'

export const file = readFileSync(new URL('../../resources/demo-bundle.json', import.meta.url), 'utf8')
export const bundle = JSON.parse(file) as Bundle
export const { produits, familles, tarifs } = bundle
export const printTariff = new Map(tarifs.print.map((tarif) => [tarif.produit, tarif]))
export const displayTariff = new Map(tarifs.display.map((tarif) => [tarif.famille, tarif]))
export const priced = produits.filter(({ id }) => printTariff.has(id))

/** The configuration that screens start from: the first variant of each option, a common size. */
export function defaultVariants(produit: Produit): number[] {
  return produit.options.flatMap(({ variantes }) => variantes[0]?.id ?? [])
}

export function sizes(produit: Produit): Record<string, string> {
  const surface = printTariff.get(produit.id)?.surface
  if (!surface) return {}
  const [width, height] = surface.diviseur === '1000' ? ['850', '2000'] : ['85.5', '200']
  return { [surface.largeur]: width!, [surface.hauteur]: height! }
}

/** The default configuration, each other variant alone in its place, and all the last ones together. */
export function printConfigurations(produit: Produit): number[][] {
  const base = defaultVariants(produit)
  const changed = produit.options.flatMap(({ variantes }) =>
    variantes.slice(1).map(({ id }) => [...base.filter((other) => other !== variantes[0]!.id), id]),
  )
  return [base, ...changed, produit.options.flatMap(({ variantes }) => variantes.at(-1)?.id ?? [])]
}

/** Where a free range can go wrong: at its ends, and where one step of the grid follows another. */
export function aroundSteps(grille: readonly Point[], min: number, max: number): number[] {
  const around = grille.flatMap(({ quantite }) => [quantite - 1, quantite, quantite + 1])
  return [...new Set([min, ...around, max])].filter((q) => q >= min && q <= max).sort((a, b) => a - b)
}

export function quantities(produit: Produit): number[] {
  const { quantites } = produit
  return quantites.range
    ? aroundSteps(printTariff.get(produit.id)!.grille, quantites.min, quantites.max)
    : quantites.available
}

export function displayQuantities({ lecture, grille }: DisplayTarif['formats'][string]): number[] {
  const last = grille.at(-1)!.quantite
  return lecture === 'exacte' ? grille.map(({ quantite }) => quantite) : aroundSteps(grille, 1, 2 * last)
}

export function line(famille: Famille, change: object = {}): object {
  return {
    famille: famille.id,
    format: famille.formats[0]!.id,
    support: famille.supports[0]!.id,
    impression: famille.impressions[0]!.id,
    finition: famille.finitions[0]?.id,
    decoupe: famille.decoupes[0]?.id,
    quantite: 1,
    variantes: famille.options.map(({ variantes }) => variantes[0]!.id),
    ...change,
  }
}

export function displayConfigurations(famille: Famille): object[] {
  const others = (field: string, elements: readonly { id: number }[]) =>
    elements.slice(1).map(({ id }) => line(famille, { [field]: id }))
  const base = famille.options.map(({ variantes }) => variantes[0]!.id)
  const variants = famille.options.flatMap(({ variantes }) =>
    variantes
      .slice(1)
      .map(({ id }) => line(famille, { variantes: [...base.filter((b) => b !== variantes[0]!.id), id] })),
  )
  return [
    line(famille),
    ...others('format', famille.formats),
    ...others('support', famille.supports),
    ...others('impression', famille.impressions),
    ...others('finition', famille.finitions),
    ...others('decoupe', famille.decoupes),
    ...variants,
    ...(famille.sans_impression_possible ? [line(famille, { impression: undefined })] : []),
    line(famille, { verification: true }),
  ]
}
