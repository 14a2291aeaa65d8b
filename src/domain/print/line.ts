/** Print lines (partner-api.md 2.2): the request schema, and every rule of sections 7 and 8 with its code. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { fractionOf, readDecimal, type Fraction } from '../decimal.ts'
import { pointer, type FaultList } from '../faults.ts'
import { lastAtMost } from '../grid.ts'
import { listLeadTimes, type LeadTime } from '../lead-times.ts'
import { Absentable, Nullable, read } from '../schema.ts'
import type { Source } from '../source.ts'
import type { Produit, ProduitOption } from './product.ts'
import type { CompiledPrintTariff, PrintConfiguration } from './tariff.ts'

/** Largest quantity that a line may ask for (partner-api.md 2.2). */
export const LARGEST_QUANTITY = 1_000_000_000

/** A print line as it is sent. Unknown fields are ignored; null in an optional field counts as absent. */
export const LignePrintInput = Type.Object(
  {
    label: Absentable(Type.String({ description: 'Free reference of the line.' })),
    produit: Type.Integer({ description: 'Identifier of the product page.' }),
    variantes: Absentable(
      Type.Array(Type.Integer(), { description: 'Chosen variants, at most one per option.' }),
    ),
    valeurs: Absentable(
      Type.Record(Type.String(), Nullable(Type.String()), {
        description: 'Free values by option id, each a number as a string.',
      }),
    ),
    quantites_multiples: Type.Array(Type.Integer({ minimum: 1, maximum: LARGEST_QUANTITY }), {
      minItems: 1,
      description: 'Copies of each file or visual.',
    }),
    delai: Absentable(
      Type.Integer({ description: 'Lead-time identifier; the main one of the product when omitted.' }),
    ),
  },
  { title: 'LignePrintInput' },
)

/** A print line as it is kept and answered: every field present; `delai` null where no lead time is known. */
export const LignePrint = Type.Object(
  {
    label: Type.String(),
    produit: Type.Integer(),
    variantes: Type.Array(Type.Integer()),
    valeurs: Type.Record(Type.String(), Type.String()),
    quantites_multiples: Type.Array(Type.Integer()),
    delai: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'LignePrint' },
)
export type LignePrint = Static<typeof LignePrint>

/** The line without its lead time, as orders answer it (partner-api.md 2.7). */
export function withoutLeadTime({ delai: _delai, ...line }: LignePrint): Omit<LignePrint, 'delai'> {
  return line
}

/** A product compiled for the hot path: everything a line is checked and priced against, by id. */
export interface CompiledProduct {
  readonly produit: Produit
  readonly source: Source
  /** variant id -> its option */
  readonly optionOfVariant: ReadonlyMap<number, ProduitOption>
  /** option id as a string key -> option */
  readonly options: ReadonlyMap<string, ProduitOption>
  readonly leadTimes: readonly LeadTime[]
  readonly leadTimeIds: ReadonlySet<number>
  /** offered quantities; null where any quantity between min and max is offered */
  readonly available: ReadonlySet<number> | null
  readonly min: number
  readonly max: number
  readonly tariff: CompiledPrintTariff | null
}

/** A line that is valid for its product. */
export interface CheckedPrintLine {
  readonly product: CompiledProduct
  readonly line: LignePrint
  readonly configuration: PrintConfiguration
}

const NO_VALUES: ReadonlyMap<number, Fraction> = new Map()

/**
 * Checks a print line against its product: every rule of partner-api.md 2.2, 7 and 8 at once.
 *
 * @param body the line as received; its structure has been reported apart ({@link LignePrintInput}), so a value of a
 *   wrong type is passed over here.
 * @param find the product page that the customer may see, by id.
 * @param path JSON pointer of the line in the request.
 * @param faults takes every fault found.
 * @returns the checked line, or null where anything was wrong.
 */
export function checkPrintLine(
  body: unknown,
  find: (id: number) => CompiledProduct | undefined,
  path: string,
  faults: FaultList,
): CheckedPrintLine | null {
  const fields = read.object(body)
  if (!fields) return null
  const before = faults.length

  const id = read.integer(fields['produit'])
  const product = id === undefined ? undefined : find(id)
  if (id !== undefined && !product)
    faults.push({ path: `${path}/produit`, code: 'product_unknown', params: { id } })

  const variants = read.array(fields['variantes']) ?? []
  const chosenOptions = product ? checkVariants(product, variants, path, faults) : null
  const values = checkValues(product, fields['valeurs'], chosenOptions, path, faults)
  const total = checkQuantities(product, fields['quantites_multiples'], path, faults)

  const delai = read.integer(fields['delai'])
  if (product && delai !== undefined && !product.leadTimeIds.has(delai)) {
    const params = { delai, item: product.produit.nom, ...listLeadTimes(product.leadTimes) }
    faults.push({ path: `${path}/delai`, code: 'lead_time_unavailable', params })
  }
  if (!product || faults.length > before || total === null) return null

  const quantities = fields['quantites_multiples'] as number[]
  return {
    product,
    line: {
      label: read.string(fields['label']) ?? '',
      produit: product.produit.id,
      variantes: variants as number[],
      valeurs: givenValues(fields['valeurs']),
      quantites_multiples: quantities,
      delai: delai ?? product.tariff?.mainLeadTime ?? null,
    },
    configuration: { variants: variants as number[], values, quantities, total },
  }
}

/** The values of a valid line: as they came, but for null, which counts as absent. */
function givenValues(valeurs: unknown): Record<string, string> {
  const given = read.object(valeurs) ?? {}
  const texts = Object.values(given).includes(null)
    ? Object.fromEntries(Object.entries(given).filter(([, text]) => text !== null))
    : given
  return texts as Record<string, string>
}

/** @returns the ids of the options that a variant was chosen of. */
function checkVariants(
  product: CompiledProduct,
  variants: readonly unknown[],
  path: string,
  faults: FaultList,
): ReadonlySet<number> | null {
  if (variants.length === 0) return null
  const chosen = new Set<number>()
  for (let i = 0; i < variants.length; i++) {
    const variant = read.integer(variants[i])
    if (variant === undefined) continue
    const option = product.optionOfVariant.get(variant)
    if (option && !chosen.has(option.id)) chosen.add(option.id)
    else if (faults.full) faults.count()
    else if (option) {
      const params = { option: option.nom }
      faults.push({ path: `${path}/variantes/${i}`, code: 'several_variants_of_option', params })
    } else {
      faults.push({ path: `${path}/variantes/${i}`, code: 'variant_unavailable', params: { variant } })
    }
  }
  return chosen
}

function checkValues(
  product: CompiledProduct | undefined,
  valeurs: unknown,
  chosenOptions: ReadonlySet<number> | null,
  path: string,
  faults: FaultList,
): ReadonlyMap<number, Fraction> {
  const given = read.object(valeurs)
  const surface = product?.tariff?.surface
  if (!given && !surface) return NO_VALUES
  const values = new Map<number, Fraction>()
  for (const key in given) {
    const text = given[key]
    if (text === null) continue
    const option = product?.options.get(key)
    const both = option !== undefined && chosenOptions?.has(option.id) === true
    if (product && (both || !option || option.type === 'variante')) {
      faults.push({
        path: pointer(`${path}/valeurs`, key),
        code: both ? 'option_in_variants_and_values' : 'value_not_allowed',
        params: { option: option?.nom ?? key },
      })
    } else if (typeof text === 'string') {
      const integer = option?.type === 'integer'
      const decimal = readDecimal(text)
      if (!decimal || text.startsWith('-') || (integer && decimal.scale > 0)) {
        faults.push({
          path: pointer(`${path}/valeurs`, key),
          code: 'value_invalid',
          params: { option: option?.nom ?? key, kind: integer ? 'integer' : 'decimal' },
        })
      } else if (option) {
        values.set(option.id, fractionOf(decimal))
      }
    }
  }
  if (surface) {
    for (const side of [surface.width, surface.height]) {
      const key = String(side)
      if (given && given[key] !== undefined && given[key] !== null) continue
      faults.push({
        path: pointer(`${path}/valeurs`, key),
        code: 'value_required',
        params: { option: product?.options.get(key)?.nom ?? key },
      })
    }
  }
  return values
}

/** @returns the sum of the quantities, or null where they were refused. */
function checkQuantities(
  product: CompiledProduct | undefined,
  quantites: unknown,
  path: string,
  faults: FaultList,
): number | null {
  const quantities = read.array(quantites)
  if (!quantities) return null
  if (quantities.length === 0) {
    faults.push({ path: `${path}/quantites_multiples`, code: 'quantity_invalid' })
    return null
  }
  let total = 0
  // Sorted once: a body may hold very many quantities that are not offered.
  let sorted: readonly number[] | undefined
  for (let i = 0; i < quantities.length; i++) {
    const quantity = read.integer(quantities[i])
    if (quantity === undefined) continue
    const inBounds = quantity >= 1 && quantity <= LARGEST_QUANTITY
    if (inBounds && (!product || offers(product, quantity))) {
      // as it should be
    } else if (faults.full) {
      faults.count()
    } else if (!inBounds || !product) {
      faults.push({ path: `${path}/quantites_multiples/${i}`, code: 'quantity_invalid' })
    } else {
      sorted ??= [...(product.available ?? [])].sort((a, b) => a - b)
      const params = offer(product, sorted, quantity)
      faults.push({ path: `${path}/quantites_multiples/${i}`, code: 'quantity_not_offered', params })
    }
    total += quantity
  }
  if (product) {
    const { nombre_visuels_min: min, nombre_visuels_max: max } = product.produit
    if (quantities.length < min || quantities.length > max) {
      faults.push({
        path: `${path}/quantites_multiples`,
        code: 'visual_count',
        params: { count: quantities.length, min, max },
      })
    }
  }
  return total
}

function offers(product: CompiledProduct, quantity: number): boolean {
  return product.available
    ? product.available.has(quantity)
    : quantity >= product.min && quantity <= product.max
}

/** The nearest offered quantities (or the bounds), for the message that says what to do instead. */
function offer(
  product: CompiledProduct,
  offered: readonly number[],
  quantity: number,
): Record<string, string | number> {
  if (!product.available) return { quantity, min: product.min, max: product.max }
  const below = lastAtMost(offered, quantity)
  const nearest = [offered[below], offered[below + 1]]
  return { quantity, nearest: nearest.filter((q) => q !== undefined).join(', ') }
}
