/**
 * A workbook's sheets laid over the catalogue and tariffs in force: what a sheet says counts, what it does not show stays. A value that is
 * numerically the same keeps its text, so that a workbook that nobody edited changes nothing.
 */
import { BUNDLE_FORMAT, bundleFaults, type Bundle, type BundleFault } from '../bundle.ts'
import { bundleWarnings, type BundleWarning } from '../bundle-warnings.ts'
import type { Locale } from '../message.ts'
import { BookFaults, cellName } from './book-faults.ts'
import { BookLeadTimes } from './book-lead-times.ts'
import { integerOf, type BookSheet } from './cells.ts'
import { ItemReader } from './item.ts'
import { areaOf, FORMS, GUIDE, isWord } from './layout.ts'
import { unordered } from './orderable.ts'
import { SheetReader } from './sheet.ts'
import { fieldsOf, type Fields } from './write.ts'

/** What a workbook comes to: the bundle with its tariffs, or what is wrong, each fault by its sheet and cell. */
export type ReadBook =
  | { readonly faults: readonly BundleFault[] }
  | {
      readonly bundle: Bundle
      readonly ignored: readonly IgnoredSheet[]
      /** what may be a mistake, by sheet and cell */
      readonly warnings: readonly BundleWarning[]
    }

/** A sheet that is none of ours, by its name, and that it was passed over. */
export interface IgnoredSheet {
  readonly path: string
  readonly message: string
}

/** What a workbook is laid over where there is nothing yet. */
export const NOTHING: Bundle = {
  format: BUNDLE_FORMAT,
  ...{ delais: [], produits: [], familles: [], tarifs: { print: [], display: [] } },
}

const ITEMS = { print: 'produits', display: 'familles' } as const

/** Where what cannot be taken would be: nowhere in a bundle. */
const TWICE = '/twice'

/** Whether a sheet shows a tariff of which nothing is written: there is none. */
const saysNothing = (tariff: Fields, idField: string) =>
  Object.entries(tariff).every(
    ([field, value]) =>
      field === idField || (Object.keys(fieldsOf(value)).length === 0 && typeof value === 'object'),
  )

/** Tells a quantity of a product's grid that nobody can order; one that was none before is the bundle's own business. */
function tellUnordered(
  ...[book, base, item, tariff, known]: [
    ...[book: BookFaults, base: string, item: Fields, tariff: Fields],
    known: ReturnType<typeof unordered>,
  ]
): void {
  for (const { index, quantity, range } of unordered(item, tariff)) {
    if (known.some((one) => one.quantity === quantity)) continue
    const [fr, en] = range
      ? [
          'élargissez « Quantité la plus petite » et « Quantité la plus grande » du classeur',
          'widen “Lowest quantity” and “Highest quantity” of the workbook',
        ]
      : [
          `ajoutez ${quantity} aux « Quantités proposées » du classeur`,
          `add ${quantity} to “Offered quantities” of the workbook`,
        ]
    book.add(
      book.placeOf(`${base}/grille/${index}/quantite`),
      `personne ne peut commander ${quantity} : ${fr}, ou retirez cette ligne`,
      `nobody can order ${quantity}: ${en}, or take this row out`,
    )
  }
}

/** A bundle with some of its products and families, each by its area and id. */
function only(bundle: Bundle, of: ReadonlySet<string>): Bundle {
  const has = (area: string) => (one: Fields) => of.has(`${area} ${String(one['id'])}`)
  return {
    ...bundle,
    produits: bundle.produits?.filter(has('print')) ?? [],
    familles: bundle.familles?.filter(has('display')) ?? [],
    tarifs: {
      print: bundle.tarifs?.print?.filter(({ produit }) => of.has(`print ${produit}`)) ?? [],
      display: bundle.tarifs?.display?.filter(({ famille }) => of.has(`display ${famille}`)) ?? [],
    },
  }
}

/**
 * @param present the bundle in force, without a fault
 * @param sheets those that name no product or family in their first row are passed over, and told
 * @param whole whether they are all there is: a product or family without a sheet goes
 */
export function readTariffSheets(
  present: Bundle,
  sheets: readonly BookSheet[],
  locale: Locale,
  whole = false,
): ReadBook {
  const book = new BookFaults(locale)
  const { tarifs } = present
  const tariffs = { print: [...(tarifs?.print ?? [])], display: [...(tarifs?.display ?? [])] }
  const items = { print: [...(present.produits ?? [])], display: [...(present.familles ?? [])] }
  const leadTimes = new BookLeadTimes(book, present.delais)
  const ignored: IgnoredSheet[] = []
  const seen = new Set<string>()
  for (const sheet of sheets) {
    const area = areaOf(sheet.rows[0])
    if (area === null) {
      if (isWord(String(sheet.rows[0]?.[0] ?? ''), GUIDE)) continue
      const message = book.said(
        'cette feuille ne nomme ni produit ni famille dans sa première ligne : elle est laissée de côté',
        'this sheet names no product or family in its first row: it is passed over',
      )
      ignored.push({ path: sheet.name || cellName(sheet, 0, 0), message })
      continue
    }
    const { idField } = FORMS[area]
    const idCell = sheet.rows[0]?.[1] ?? null
    const id = integerOf(idCell)
    if (id === null) {
      book.wrong(sheet, 0, 1, idCell, 'n’est pas un numéro', 'is no number of a product or family')
      continue
    }
    if (seen.has(`${area} ${id}`)) {
      book.fault(
        ...([sheet, 0, 1] as const),
        `une autre feuille porte déjà le numéro ${id}`,
        `another sheet has number ${id}`,
      )
      // Whose it is nobody knows: its other wrong cells are told, and nothing is taken from it.
      new ItemReader(book, sheet, area, TWICE, undefined, id, leadTimes).item()
      new SheetReader(book, sheet, area, TWICE, { [idField]: id }).tariff()
      continue
    }
    seen.add(`${area} ${id}`)
    const list: Fields[] = items[area]
    const known = list.findIndex((item) => item['id'] === id)
    const place = known < 0 ? list.length : known
    const at = `/${ITEMS[area]}/${place}`
    const item = list[known]
    list[place] = new ItemReader(book, sheet, area, at, item, id, leadTimes).item()
    const priced: Fields[] = tariffs[area]
    const found = priced.findIndex((tariff) => tariff[idField] === id)
    const before = priced[found] ?? { [idField]: id }
    const base = `/tarifs/${area}/${found < 0 ? priced.length : found}`
    book.place(base, sheet, 0, 1)
    const tariff = new SheetReader(book, sheet, area, base, before).tariff()
    if (area === 'print') tellUnordered(book, base, list[place]!, tariff, unordered(item ?? {}, before))
    if (found >= 0) priced[found] = tariff
    else if (!saysNothing(tariff, idField)) priced.push(tariff)
  }
  if (seen.size === 0 && book.all.length === 0) {
    const [first] = sheets
    book.add(
      first ? cellName(first, 0, 0) : '',
      'aucune feuille de tarif : la première ligne doit dire « Produit » ou « Famille », puis son numéro',
      'no sheet of a tariff: the first row must say “Product” or “Family”, then its number',
    )
  }
  const { print, display } = tariffs
  const bundle: Bundle = {
    ...present,
    delais: leadTimes.all,
    produits: items.print,
    familles: items.display,
    tarifs: { ...tarifs, print, display },
  }
  const faults = bundleFaults(bundle, locale)
  const placed = <T extends BundleFault | BundleWarning>(one: T): T => ({
    ...one,
    path: book.placeOf(one.path),
  })
  if (faults.length === 0 && book.all.length === 0) {
    const warnings = bundleWarnings(bundle, locale)
    if (!whole) return { bundle, ignored, warnings: warnings.map(placed) }
    const ofSheets = warnings.filter(({ path }) => book.placeOf(path) !== path)
    return { bundle: only(bundle, seen), ignored, warnings: ofSheets.map(placed) }
  }
  // What cannot be read is missing from the bundle: that is not told a second time.
  const unread = new Set(book.all.map(({ path }) => path))
  const follows = ({ path, code }: BundleFault) =>
    unread.size > 0 && (unread.has(path) || code === 'field_required' || code === 'grid_empty')
  return { faults: [...book.all, ...faults.map(placed).filter((fault) => !follows(fault))] }
}
