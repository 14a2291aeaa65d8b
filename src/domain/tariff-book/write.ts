/** Tariffs as the sheets of a workbook: a sheet a product or family that has a tariff, its grids as grids. */
import type { Bundle } from '../bundle.ts'
import { ELEMENT_KINDS } from '../display/family.ts'
import type { Locale } from '../message.ts'
import { decimalCell, shifted, type BookCell, type BookSheet } from './cells.ts'
import {
  EXCLUSIONS,
  FORMS,
  GRID,
  NAME,
  OFFERED,
  PRICE,
  QUANTITY,
  READING,
  readingWord,
  type Kind,
  type PartForm,
} from './layout.ts'

export type Fields = Readonly<Record<string, unknown>>
type Row = BookCell[]
type Named = readonly (readonly [id: string, name: string])[]

/** What a part of a tariff may name, for rows of what has no entry yet. */
type NamesOf = Readonly<Record<string, Named>>

/** A tariff with the words of what it names. */
export interface NamedTariff {
  readonly area: 'print' | 'display'
  /** of its product or family */
  readonly id: number
  readonly name: string
  readonly tariff: Fields
  readonly names: NamesOf
  readonly grids: readonly GridColumn[]
}

/** A sheet of every tariff of the bundle, in its order; what has no tariff has no sheet. */
export function tariffSheets(bundle: Bundle, locale: Locale): BookSheet[] {
  const taken = new Set<string>()
  return namedTariffs(bundle, locale).map((named) => ({
    name: sheetName(named.id, named.name, taken),
    rows: sheetRows(named, locale),
  }))
}

/** Every tariff of the bundle, in its order. */
export function namedTariffs(bundle: Bundle, locale: Locale): NamedTariff[] {
  const days = bundle.delais.map(({ id, jours }) => [String(id), `J+${jours}`] as const)
  const products = new Map((bundle.produits ?? []).map((produit) => [produit.id, produit]))
  const print = (bundle.tarifs?.print ?? []).map((tariff): NamedTariff => {
    const product = products.get(tariff.produit)
    const options = product?.options ?? []
    const offered = new Set((product?.delais ?? []).map(String))
    const names: NamesOf = {
      variantes: variantsOf(options, locale),
      valeurs: options.filter(({ type }) => type !== 'variante').map(({ id, nom }) => [String(id), nom]),
      delais: days.filter(([id]) => offered.has(id)),
    }
    const grids = [{ id: null, name: '', lecture: tariff.lecture, grille: tariff.grille }]
    return { area: 'print', id: tariff.produit, name: product?.nom ?? '', tariff, names, grids }
  })
  const families = new Map((bundle.familles ?? []).map((famille) => [famille.id, famille]))
  const display = (bundle.tarifs?.display ?? []).map((tariff): NamedTariff => {
    const family = families.get(tariff.famille)
    const elements = Object.fromEntries(
      Object.values(ELEMENT_KINDS).map((list) => [
        list,
        (family?.[list] ?? []).map((one) => [
          String(one.id),
          'nom' in one ? one.nom : one.nom_complet,
        ]) satisfies Named,
      ]),
    )
    const names: NamesOf = { ...elements, delais: days, variantes: variantsOf(family?.options ?? [], locale) }
    const formats = new Map(names['formats'])
    const grids = Object.entries(tariff.formats).map(([id, grid]) => ({
      ...{ id: Number(id), name: formats.get(id) ?? '' },
      ...{ lecture: grid.lecture, grille: grid.grille },
    }))
    return { area: 'display', id: tariff.famille, name: family?.nom_complet ?? '', tariff, names, grids }
  })
  return [...print, ...display]
}

interface Option {
  readonly nom: string
  readonly variantes?: readonly { readonly id: number; readonly nom: string }[] | null | undefined
}

function variantsOf(options: readonly Option[], locale: Locale): Named {
  const colon = locale === 'fr' ? '\u00a0: ' : ': '
  return options.flatMap(({ nom, variantes }) =>
    (variantes ?? []).map((variant) => [String(variant.id), `${nom}${colon}${variant.nom}`] as const),
  )
}

interface GridColumn {
  /** of a format; null of a product, which has one grid */
  readonly id: number | null
  readonly name: string
  readonly lecture: string
  readonly grille: readonly { readonly quantite: number; readonly prix: string }[]
}

function sheetRows({ area, tariff, name, names, grids }: NamedTariff, locale: Locale): Row[] {
  const form = FORMS[area]
  const rows: Row[] = [[form.id[locale], tariff[form.idField] as number, name]]
  for (const { path, kind, words } of form.values) {
    const [first, second] = path
    const found = second === undefined ? tariff[first] : fieldsOf(tariff[first])[second]
    rows.push([words[locale], cellOf(found, kind, locale)])
  }
  rows.push([], ...gridRows(grids, locale))
  for (const part of form.parts) rows.push([], ...partRows(part, tariff, names, locale))
  return rows
}

function gridRows(grids: readonly GridColumn[], locale: Locale): Row[] {
  const byQuantity = grids.map(({ grille }) => new Map(grille.map(({ quantite, prix }) => [quantite, prix])))
  const quantities = [...new Set(grids.flatMap(({ grille }) => grille.map(({ quantite }) => quantite)))]
  const formats = grids.some(({ id }) => id !== null)
  return [
    [GRID[locale], ...(formats ? grids.map(({ id }) => id) : [])],
    ...(formats ? [[NAME[locale], ...grids.map(({ name }) => name)]] : []),
    [READING[locale], ...grids.map(({ lecture }) => readingWord(lecture, locale))],
    [QUANTITY[locale], ...grids.map(() => PRICE[locale])],
    ...quantities
      .sort((a, b) => a - b)
      .map((quantity) => [
        quantity,
        ...byQuantity.map((prices) => cellOf(prices.get(quantity), 'money', locale)),
      ]),
  ]
}

function partRows(part: PartForm, tariff: Fields, names: NamesOf, locale: Locale): Row[] {
  const { field, words, columns } = part
  const headings = columns.map((column) => column.words[locale])
  const cells = (entry: Fields | undefined) =>
    columns.map((column) =>
      column === OFFERED
        ? yesNo(entry !== undefined, locale)
        : cellOf(entry?.[column.field], column.kind, locale),
    )
  if (part.single) {
    const entry = tariff[field]
    return [
      ['', '', ...headings],
      [words[locale], '', ...cells(entry === null || entry === undefined ? undefined : fieldsOf(entry))],
    ]
  }
  if (field === EXCLUSIONS) {
    const list = (tariff[field] ?? []) as readonly Fields[]
    return [
      [words[locale], 'Message', ...headings],
      ...list.map((entry, i) => [i + 1, cellOf(entry['message'], 'text', locale), ...cells(entry)]),
    ]
  }
  const entries = fieldsOf(tariff[field]) as Readonly<Record<string, Fields>>
  const known = names[field] ?? []
  const others = Object.keys(entries).filter((id) => !known.some(([one]) => one === id))
  return [
    [words[locale], NAME[locale], ...headings],
    ...[...known, ...others.map((id) => [id, ''] as const)].map(([id, name]) => [
      ...[Number(id), name],
      ...cells(entries[id]),
    ]),
  ]
}

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const yesNo = (yes: boolean, locale: Locale) => (locale === 'fr' ? (yes ? 'oui' : 'non') : yes ? 'yes' : 'no')

/** A value of a tariff as its cell: money in euros. */
export function cellOf(value: unknown, kind: Kind, locale: Locale): BookCell {
  if (value === undefined || value === null) return null
  if (kind === 'boolean') return yesNo(value === true, locale)
  if (kind === 'money') return decimalCell(shifted(value as string, -2))
  return kind === 'decimal' ? decimalCell(value as string) : (value as string | number)
}

const LONGEST_NAME = 31

/** A name that spreadsheets take, and that no other sheet has: the id first, so that it stays one when cut. */
function sheetName(id: number, name: string, taken: Set<string>): string {
  // eslint-disable-next-line no-control-regex
  const words = name.toWellFormed().replace(/[[\]:*?/\\'!\u0000-\u001f\ufffe\uffff]/g, ' ')
  const wanted = `${id} ${words}`.replace(/\s+/g, ' ').trim()
  for (let n = 1; ; n++) {
    const tail = n === 1 ? '' : ` (${n})`
    const cut = wanted.slice(0, LONGEST_NAME - tail.length).replace(/[\ud800-\udbff]$/, '')
    const found = cut.trimEnd() + tail
    if (taken.has(found.toLowerCase())) continue
    taken.add(found.toLowerCase())
    return found
  }
}
