/** Display lines (partner-api.md 2.9): the request schema, and compatibility with the family (section 7). */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { FaultList } from '../faults.ts'
import type { LeadTime } from '../lead-times.ts'
import { LARGEST_QUANTITY } from '../print/line.ts'
import { Absentable, Nullable, read } from '../schema.ts'
import { isElementNeeded } from '../shared/display-elements.ts'
import type { Source } from '../source.ts'
import { ELEMENT_KINDS, type ElementKind, type Famille, type FamilleOption, type Support } from './family.ts'
import type { CompiledDisplayTariff, DisplayConfiguration } from './tariff.ts'

/** A display configuration as it is sent. Unknown fields are ignored; null in an optional field counts as absent. */
export const LigneDisplayInput = Type.Object(
  {
    label: Absentable(Type.String({ description: 'Reference of the line.' })),
    famille: Type.Integer({ description: 'Family id.' }),
    format: Type.Integer({ description: 'A format of the family.' }),
    support: Type.Integer({ description: 'A support of the family.' }),
    impression: Absentable(
      Type.Integer({ description: 'A printing mode of the family, unless it allows none.' }),
    ),
    finition: Absentable(Type.Integer({ description: 'A finish of the family.' })),
    decoupe: Absentable(Type.Integer({ description: 'A cut of the family.' })),
    quantite: Type.Integer({ minimum: 1, maximum: LARGEST_QUANTITY }),
    variantes: Absentable(Type.Array(Type.Integer(), { description: 'At most one variant of each option.' })),
    verification: Absentable(
      Type.Boolean({ description: 'Asks for the file check that the tariff prices.' }),
    ),
  },
  { title: 'LigneDisplayInput' },
)

/** The body of display `prix/`: a line, and a lead time to check. */
export const PrixDisplayInput = Type.Object(
  { ...LigneDisplayInput.properties, delai: Absentable(Type.Integer()) },
  { title: 'PrixDisplayInput' },
)

const Chosen = Nullable(Type.Integer())

/** A display line as it is kept and answered: every field present, null for what is not chosen. */
export const LigneDisplay = Type.Object(
  {
    label: Type.String(),
    famille: Type.Integer(),
    format: Type.Integer(),
    support: Type.Integer(),
    impression: Chosen,
    finition: Chosen,
    decoupe: Chosen,
    quantite: Type.Integer(),
    variantes: Type.Array(Type.Integer()),
    verification: Type.Boolean(),
  },
  { title: 'LigneDisplay' },
)
export type LigneDisplay = Static<typeof LigneDisplay>

/** A family compiled for the hot path. */
export interface CompiledFamily {
  readonly famille: Famille
  readonly source: Source
  readonly elements: Readonly<Record<ElementKind, ReadonlySet<number>>>
  readonly supports: ReadonlyMap<number, Support>
  readonly optionOfVariant: ReadonlyMap<number, FamilleOption>
  readonly tariff: CompiledDisplayTariff | null
  /** lead times that a line may ask for; null where nothing is known of them (an upstream's family) */
  readonly leadTimeIds: ReadonlySet<number> | null
  /** lead times that may be asked for, as far as is known: of an upstream's family any of the upstream's may be */
  readonly leadTimes: () => readonly LeadTime[]
  /** a lead time of a cart as the family's source knows it: by its days where it is another source's; null: it has none */
  readonly leadTimeAs: (delai: number) => number | null
}

export interface CheckedDisplayLine {
  readonly family: CompiledFamily
  readonly line: LigneDisplay
  readonly configuration: DisplayConfiguration
}

/**
 * Checks a display line against its family: every fault at once.
 *
 * @param body the line as received; its structure has been reported apart, so a value of a wrong type is passed over.
 * @param find the family that the customer may see, by id.
 * @param path JSON pointer of the line in the request.
 * @param faults takes every fault found.
 * @returns the checked line, or null where anything was wrong.
 */
export function checkDisplayLine(
  body: unknown,
  find: (id: number) => CompiledFamily | undefined,
  path: string,
  faults: FaultList,
): CheckedDisplayLine | null {
  const fields = read.object(body)
  if (!fields) return null
  const before = faults.length

  const id = read.integer(fields['famille'])
  const family = id === undefined ? undefined : find(id)
  if (id !== undefined && !family)
    faults.push({ path: `${path}/famille`, code: 'family_unknown', params: { id } })

  const variants = read.array(fields['variantes']) ?? []
  if (family) {
    checkElements(family, fields, path, faults)
    checkVariants(family, variants, path, faults)
  }
  const quantity = read.integer(fields['quantite'])
  if (quantity !== undefined && (quantity < 1 || quantity > LARGEST_QUANTITY)) {
    faults.push({ path: `${path}/quantite`, code: 'quantity_invalid' })
  }
  if (!family || faults.length > before || quantity === undefined) return null

  const chosen = {
    format: fields['format'] as number,
    support: fields['support'] as number,
    impression: read.integer(fields['impression']) ?? null,
    finition: read.integer(fields['finition']) ?? null,
    decoupe: read.integer(fields['decoupe']) ?? null,
    verification: read.boolean(fields['verification']) ?? false,
  }
  return {
    family,
    line: {
      label: read.string(fields['label']) ?? '',
      famille: family.famille.id,
      format: chosen.format,
      support: chosen.support,
      impression: chosen.impression,
      finition: chosen.finition,
      decoupe: chosen.decoupe,
      quantite: quantity,
      variantes: variants as number[],
      verification: chosen.verification,
    },
    configuration: { ...chosen, quantity, variants: variants as number[] },
  }
}

function checkElements(
  family: CompiledFamily,
  fields: Record<string, unknown>,
  path: string,
  faults: FaultList,
): void {
  for (const kind of Object.keys(ELEMENT_KINDS) as ElementKind[]) {
    const value = fields[kind]
    const chosen = read.integer(value)
    if (chosen !== undefined) {
      if (!family.elements[kind].has(chosen)) {
        faults.push({ path: `${path}/${kind}`, code: 'not_compatible', params: { kind, id: chosen } })
      }
    } else if (
      kind === 'impression' &&
      (value === undefined || value === null) &&
      isElementNeeded(kind, family.famille)
    ) {
      faults.push({ path: `${path}/${kind}`, code: 'not_compatible', params: { kind, missing: 1 } })
    }
  }
}

function checkVariants(
  family: CompiledFamily,
  variants: readonly unknown[],
  path: string,
  faults: FaultList,
): void {
  const chosen = new Set<number>()
  for (let i = 0; i < variants.length; i++) {
    const variant = read.integer(variants[i])
    if (variant === undefined) continue
    const option = family.optionOfVariant.get(variant)
    if (option && !chosen.has(option.id)) chosen.add(option.id)
    else if (faults.full) faults.count()
    else if (option) {
      const params = { option: option.nom }
      faults.push({ path: `${path}/variantes/${i}`, code: 'several_variants_of_option', params })
    } else {
      const params = { kind: 'variante', id: variant }
      faults.push({ path: `${path}/variantes/${i}`, code: 'not_compatible', params })
    }
  }
}
