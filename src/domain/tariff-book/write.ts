/** Catalogue and tariffs as the sheets of a workbook: a sheet a product or family, its grids as grids. */
import type { Bundle } from '../bundle.ts'
import { ELEMENT_KINDS } from '../display/family.ts'
import type { Locale } from '../message.ts'
import { decimalCell, integerOf, kept, shifted, type BookCell, type BookSheet } from './cells.ts'
import {
  AVAILABLE,
  EXCLUSIONS,
  folded,
  FORMS,
  GRID,
  isOfItem,
  NAME,
  OF_OPTION,
  OFFERED,
  OPTIONS,
  PRICE,
  QUANTITY,
  READING,
  readingWord,
  SOLD,
  TYPE,
  typeWord,
  type ColumnForm,
  type Kind,
  type PartForm,
  type ValueForm,
} from './layout.ts'

export type Fields = Readonly<Record<string, unknown>>
type Row = BookCell[]
type Named = readonly (readonly [id: string, name: string])[]

/** What a part of a tariff may name, for rows of what has no entry yet. */
type NamesOf = Readonly<Record<string, Named>>

/** A product or family with its tariff, and the words of what that names. */
export interface NamedItem {
  readonly area: 'print' | 'display'
  readonly id: number
  readonly name: string
  /** the product or family */
  readonly item: Fields
  /** null where it has none */
  readonly tariff: Fields | null
  readonly names: NamesOf
  readonly grids: readonly GridColumn[]
}
export type NamedTariff = NamedItem & { readonly tariff: Fields }

/** A sheet of every product and family of the bundle, in its order. */
export function tariffSheets(bundle: Bundle, locale: Locale): BookSheet[] {
  const taken = new Set<string>()
  return namedItems(bundle, locale).map((named) => ({
    name: sheetName(named.id, named.name, taken),
    ...sheetRows(named, locale),
  }))
}

/** Every tariff of the bundle. */
export const namedTariffs = (bundle: Bundle, locale: Locale): NamedTariff[] =>
  namedItems(bundle, locale).filter((named): named is NamedTariff => named.tariff !== null)

/** Every product and family of the bundle, in its order. */
export function namedItems(bundle: Bundle, locale: Locale): NamedItem[] {
  const days = bundle.delais.map(({ id, jours }) => [String(id), `J+${jours}`] as const)
  const tariffs = {
    print: new Map((bundle.tarifs?.print ?? []).map((tariff) => [tariff.produit, tariff])),
    display: new Map((bundle.tarifs?.display ?? []).map((tariff) => [tariff.famille, tariff])),
  }
  const print = (bundle.produits ?? []).map((item): NamedItem => {
    const tariff = tariffs.print.get(item.id) ?? null
    const options = item.options ?? []
    const offered = (item.delais ?? []).map(String)
    const names: NamesOf = {
      variantes: variantsOf(options, locale),
      valeurs: options.filter(({ type }) => type !== 'variante').map(({ id, nom }) => [String(id), nom]),
      delais: [...days].sort(([a], [b]) => placeIn(offered, a) - placeIn(offered, b)),
    }
    const { lecture, grille } = tariff ?? { lecture: '', grille: [] }
    const grids = [{ id: null, name: '', lecture, grille }]
    return { area: 'print', id: item.id, name: item.nom, item, tariff, names, grids }
  })
  const display = (bundle.familles ?? []).map((item): NamedItem => {
    const tariff = tariffs.display.get(item.id) ?? null
    const elements = Object.fromEntries(
      Object.values(ELEMENT_KINDS).map((list) => [
        list,
        (item[list] ?? []).map((one) => [
          String(one.id),
          'nom' in one ? one.nom : one.nom_complet,
        ]) satisfies Named,
      ]),
    )
    const names: NamesOf = { ...elements, delais: days, variantes: variantsOf(item.options ?? [], locale) }
    const grids = (names['formats'] ?? []).flatMap(([id, name]) => {
      const grid = tariff?.formats[id]
      return grid ? [{ id: Number(id), name, lecture: grid.lecture, grille: grid.grille }] : []
    })
    return { area: 'display', id: item.id, name: item.nom_complet, item, tariff, names, grids }
  })
  return [...print, ...display]
}

/** Where something is in a list; behind it what is not. */
const placeIn = (list: readonly string[], one: string) =>
  list.includes(one) ? list.indexOf(one) : list.length

interface Option {
  readonly id: number
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

function sheetRows({ area, item, tariff, name, names, grids }: NamedItem, locale: Locale): SheetRows {
  const form = FORMS[area]
  const said = tariff ?? {}
  const rows: Row[] = [[form.id[locale], item['id'] as number, name]]
  const bold = [0]
  const head = (at: number) => bold.push(at)
  const values = (forms: readonly ValueForm[], of: Fields) => {
    for (const { path, kind, words } of forms) {
      const [first, second] = path
      const found = second === undefined ? of[first] : fieldsOf(of[first])[second]
      rows.push([words[locale], cellOf(found, kind, locale)])
    }
  }
  values(form.values, said)
  values(form.ofItem, withLowest(item))
  if (area === 'print') {
    const { available } = fieldsOf(item['quantites']) as { available?: readonly number[] }
    rows.push([AVAILABLE[locale], ...(available ?? [])])
  }
  rows.push([])
  head(rows.length)
  const formats = area === 'display' ? columnsOf(names, grids) : grids
  rows.push(...gridRows(formats, locale))
  head(rows.findIndex(([word]) => word === QUANTITY[locale]))
  rows.push([])
  head(rows.length)
  rows.push(...optionRows(area, item, locale))
  for (const part of form.parts) {
    rows.push([])
    head(rows.length)
    rows.push(...partRows(part, said, item, names, locale))
  }
  return { rows, bold }
}

/** A range that names no lowest quantity begins at 1. */
function withLowest(item: Fields): Fields {
  const quantities = fieldsOf(item['quantites'])
  return quantities['range'] === true
    ? { ...item, quantites: { ...quantities, min: quantities['min'] ?? 1 } }
    : item
}

type SheetRows = Pick<BookSheet, 'rows' | 'bold'>

/** Every format of a family; of what has no prices an empty column. */
const columnsOf = (names: NamesOf, grids: readonly GridColumn[]): GridColumn[] =>
  (names['formats'] ?? []).map(
    ([id, name]) =>
      grids.find((grid) => grid.id === Number(id)) ?? { id: Number(id), name, lecture: '', grille: [] },
  )

function optionRows(area: 'print' | 'display', item: Fields, locale: Locale): Row[] {
  const typed = area === 'print'
  return [
    [OPTIONS[locale], NAME[locale], ...(typed ? [TYPE[locale]] : [])],
    ...optionsOf(item).map(({ id, nom, type }) => [
      ...[id, nom],
      ...(typed ? [typeWord(type ?? 'variante', locale)] : []),
    ]),
  ]
}

const optionsOf = (item: Fields) => (item['options'] ?? []) as readonly (Option & { type?: string })[]

/** Options by what names them on a sheet: their number, or a name that no other has. */
export function optionsByWord<T extends Pick<Option, 'id' | 'nom'>>(options: readonly T[]) {
  const named = new Map<string, T | undefined>()
  for (const option of options) {
    const name = folded(option.nom)
    named.set(name, named.has(name) ? undefined : option)
  }
  return (cell: BookCell): T | undefined => {
    const number = integerOf(cell)
    return number === null ? named.get(folded(String(cell))) : options.find(({ id }) => id === number)
  }
}

/** How the rows of variants name their options: by name, where that is read as no other. */
function optionCells(options: readonly Option[]): ReadonlyMap<string, BookCell> {
  const byWord = optionsByWord(options)
  return new Map(
    options.flatMap(({ id, nom, variantes }) => {
      const isPlain = nom.trim() !== '' && kept(nom) === nom && integerOf(nom) === null
      const cell = isPlain && byWord(nom)?.id === id ? nom : id
      return (variantes ?? []).map((variant) => [String(variant.id), cell] as const)
    }),
  )
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

function partRows(part: PartForm, tariff: Fields, item: Fields, names: NamesOf, locale: Locale): Row[] {
  const { field, words, columns } = part
  const headings = columns.map((column) => column.words[locale])
  const ofOption = field === VARIANTS ? optionCells(optionsOf(item)) : null
  const cells = (entry: Fields | undefined, id = '') =>
    columns.map((column) =>
      column === OFFERED
        ? yesNo(entry !== undefined, locale)
        : isOfItem(column)
          ? (ofOption?.get(id) ?? itemCell(column, item, id, locale))
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
  const known = field === VARIANTS ? variantsAlone(item) : (names[field] ?? [])
  const others = Object.keys(entries).filter((id) => !known.some(([one]) => one === id))
  return [
    [words[locale], NAME[locale], ...headings],
    ...[...known, ...others.map((id) => [id, ''] as const)].map(([id, name]) => [
      ...[Number(id), name],
      ...cells(entries[id], id),
    ]),
  ]
}

const VARIANTS = 'variantes'

/** Variants by their own names: their option has a column. */
const variantsAlone = (item: Fields): Named =>
  optionsOf(item).flatMap(({ variantes }) =>
    (variantes ?? []).map(({ id, nom }) => [String(id), nom] as const),
  )

/** What a row of a part says of the product or family itself. */
function itemCell(column: ColumnForm, item: Fields, id: string, locale: Locale): BookCell {
  if (column === SOLD)
    return yesNo(((item['delais'] ?? []) as readonly number[]).includes(Number(id)), locale)
  if (column === OF_OPTION) return null
  const supports = (item['supports'] ?? []) as readonly { id: number; delai_min?: number | null }[]
  return supports.find((one) => String(one.id) === id)?.delai_min ?? null
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
