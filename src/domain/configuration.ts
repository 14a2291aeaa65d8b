/** Lines of both areas as the estimator sees them: choices, free values, copies. */
import type { Configuration, Hints, Space } from '../estimate/index.ts'
import { ELEMENT_KINDS, type ElementKind } from './display/family.ts'
import {
  LARGEST_QUANTITY,
  type CheckedPrintLine,
  type CompiledProduct,
  type LignePrint,
} from './print/line.ts'
import type { CheckedDisplayLine, CompiledFamily, LigneDisplay } from './display/line.ts'
import { isElementNeeded } from './shared/display-elements.ts'

/** Element kinds and options share one space of keys: the elements' names cannot be option ids. */
const KINDS = Object.keys(ELEMENT_KINDS) as ElementKind[]
const VERIFICATION = 'verification'
/** A display family says nothing of quantities: what shops order. */
const DISPLAY_QUANTITIES = { range: true, min: 1, max: 500 } as const

export function printConfiguration({ product, line, configuration }: CheckedPrintLine): Configuration {
  const choices: Record<string, number> = {}
  for (const variant of line.variantes) {
    const option = product.optionOfVariant.get(variant)
    if (option) choices[String(option.id)] = variant
  }
  const values: Record<string, number> = {}
  for (const [option, { n, d }] of configuration.values) values[String(option)] = Number(n) / Number(d)
  return { choices, values, quantities: line.quantites_multiples }
}

export function displayConfiguration({ family, line }: CheckedDisplayLine): Configuration {
  const choices: Record<string, number> = {}
  for (const kind of KINDS) {
    const chosen = line[kind]
    if (chosen !== null) choices[kind] = chosen
  }
  for (const variant of line.variantes) {
    const option = family.optionOfVariant.get(variant)
    if (option) choices[String(option.id)] = variant
  }
  if (line.verification) choices[VERIFICATION] = 1
  return { choices, values: {}, quantities: [line.quantite] }
}

export function printSpace({ produit, min, max }: CompiledProduct): Space {
  const { quantites } = produit
  return {
    options: produit.options
      .filter((option) => option.type === 'variante' && option.variantes.length > 0)
      .map((option) => ({
        key: String(option.id),
        variants: option.variantes.map(({ id }) => id),
        optional: false,
      })),
    values: produit.options.flatMap(({ id, type }) =>
      type === 'variante' ? [] : [{ key: String(id), type }],
    ),
    quantities: quantites.range
      ? { range: true, min, max: Math.min(max, LARGEST_QUANTITY) }
      : { range: false, available: quantites.available },
    visuals: { min: produit.nombre_visuels_min, max: produit.nombre_visuels_max },
  }
}

export function displaySpace({ famille }: CompiledFamily): Space {
  const elements = KINDS.flatMap((kind) => {
    const variants = famille[ELEMENT_KINDS[kind]].map(({ id }) => id)
    return variants.length > 0 ? [{ key: kind, variants, optional: !isElementNeeded(kind, famille) }] : []
  })
  const options = famille.options
    .filter(({ variantes }) => variantes.length > 0)
    .map(({ id, variantes }) => ({
      key: String(id),
      variants: variantes.map((variant) => variant.id),
      optional: true,
    }))
  return {
    options: [...elements, ...options],
    values: [],
    quantities: DISPLAY_QUANTITIES,
    visuals: { min: 1, max: 1 },
  }
}

/** The names that tell sizes: "A5", "16 pages", "350 g", "Largeur (mm)". */
export function printHints({ produit }: CompiledProduct): Hints {
  return {
    options: Object.fromEntries(produit.options.map(({ id, nom }) => [String(id), nom])),
    variants: Object.fromEntries(
      produit.options.flatMap(({ variantes }) => variantes.map(({ id, nom }) => [id, nom])),
    ),
  }
}

export function displayHints({ famille }: CompiledFamily): Hints {
  return { options: Object.fromEntries(famille.options.map(({ id, nom }) => [String(id), nom])) }
}

/** A configuration as a line that can be asked of the partner. */
export function printLineOf(produit: number, configuration: Configuration): Omit<LignePrint, 'delai'> {
  return {
    label: '',
    produit,
    variantes: Object.values(configuration.choices),
    valeurs: Object.fromEntries(
      Object.entries(configuration.values).map(([key, value]) => [key, decimalText(value)]),
    ),
    quantites_multiples: [...configuration.quantities],
  }
}

export function displayLineOf(famille: number, { choices, quantities }: Configuration): LigneDisplay {
  const chosen = (kind: ElementKind) => choices[kind] ?? null
  const elements = new Set<string>([...KINDS, VERIFICATION])
  return {
    label: '',
    famille,
    format: chosen('format') ?? 0,
    support: chosen('support') ?? 0,
    impression: chosen('impression'),
    finition: chosen('finition'),
    decoupe: chosen('decoupe'),
    quantite: quantities[0] ?? 1,
    variantes: Object.entries(choices).flatMap(([key, variant]) => (elements.has(key) ? [] : [variant])),
    verification: choices[VERIFICATION] === 1,
  }
}

/** A number as the decimal string of `valeurs`, without an exponent. */
function decimalText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)))
}
