/** A line's summary: the chosen variants and values by name, as a person reads them on a quote. */
import type { CompiledFamily, LigneDisplay } from './display/line.ts'
import { ELEMENT_KINDS, type ElementKind, type Famille } from './display/family.ts'
import type { Fault } from './faults.ts'
import type { CompiledProduct, LignePrint } from './print/line.ts'
import type { Produit } from './print/product.ts'
import type { SummaryPart } from './summary.ts'

/** Names by JSON pointer into a line. */
export type Names = Readonly<Record<string, string>>

type PrintChoice = Pick<LignePrint, 'variantes' | 'valeurs'>
type DisplayChoice = Pick<LigneDisplay, 'variantes' | 'verification'> &
  Readonly<Record<ElementKind, number | null>>

const chosen = (option: { readonly nom: string }, variant: { readonly nom: string }): SummaryPart => ({
  code: 'chosen_variant',
  params: { option: option.nom, variant: variant.nom },
})

/** What was chosen; how many is said beside it. */
export function describePrint({ produit, options }: CompiledProduct, line: PrintChoice): SummaryPart[] {
  const parts: SummaryPart[] = []
  for (const option of produit.options) {
    const variant = option.variantes.find(({ id }) => line.variantes.includes(id))
    if (variant) {
      parts.push(chosen(option, variant))
      continue
    }
    const value = line.valeurs[String(option.id)]
    if (value !== undefined && options.has(String(option.id))) {
      parts.push({ code: 'given_value', params: { option: option.nom, value } })
    }
  }
  return parts
}

type Named = { readonly id: number; readonly nom?: string; readonly nom_complet?: string }

/** What a line names by ids, in words, by JSON pointer into the line: what is withdrawn later can still be named. */
export function chosenNames(item: Produit | Famille, line: Readonly<Record<string, unknown>>): Names {
  const variants = item.options.flatMap(({ variantes }): readonly Named[] => variantes)
  const chosen = Array.isArray(line['variantes']) ? (line['variantes'] as unknown[]) : []
  const places: [string, unknown, readonly Named[]][] = chosen.map((id, i) => [
    `/variantes/${i}`,
    id,
    variants,
  ])
  if ('nom_complet' in item) {
    for (const kind of Object.keys(ELEMENT_KINDS) as ElementKind[]) {
      places.push([`/${kind}`, line[kind], item[ELEMENT_KINDS[kind]]])
    }
  }
  const names: [string, string][] = places.flatMap(([path, id, list]) => {
    const found = list.find((each) => each.id === id)
    const name = found?.nom ?? found?.nom_complet
    return name === undefined ? [] : [[path, name]]
  })
  const own: [string, string] =
    'nom_complet' in item ? ['/famille', item.nom_complet] : ['/produit', item.nom]
  return Object.fromEntries([own, ...names])
}

/** A fault of a line in which what was chosen goes by its name, where that is known, and not by its id. */
export function named(fault: Fault, names: Names): Fault {
  const name = names[fault.path]
  return name === undefined ? fault : { ...fault, params: { ...fault.params, name } }
}

export function describeDisplay({ famille }: CompiledFamily, line: DisplayChoice): SummaryPart[] {
  const elements = (Object.keys(ELEMENT_KINDS) as ElementKind[]).flatMap((kind): SummaryPart[] => {
    const list: readonly { id: number; nom?: string; nom_complet?: string }[] = famille[ELEMENT_KINDS[kind]]
    const element = list.find(({ id }) => id === line[kind])
    const name = element?.nom ?? element?.nom_complet ?? ''
    return element ? [{ code: 'chosen_element', params: { name } }] : []
  })
  const variants = famille.options.flatMap((option) => {
    const variant = option.variantes.find(({ id }) => line.variantes.includes(id))
    return variant ? [chosen(option, variant)] : []
  })
  return [
    ...elements,
    ...variants,
    ...(line.verification ? [{ code: 'file_check', params: {} } as const] : []),
  ]
}
