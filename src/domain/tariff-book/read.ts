/**
 * A workbook's sheets laid over the tariffs in force: what a sheet says counts, what it does not show stays. A value that is
 * numerically the same keeps its text, so that a workbook that nobody edited changes nothing.
 */
import { bundleFaults, type Bundle, type BundleFault } from '../bundle.ts'
import type { Locale } from '../message.ts'
import { BookFaults, cellName } from './book-faults.ts'
import { integerOf, type BookSheet } from './cells.ts'
import { areaOf, FORMS } from './layout.ts'
import { SheetReader } from './sheet.ts'
import type { Fields } from './write.ts'

/** What a workbook comes to: the bundle with its tariffs, or what is wrong, each fault by its sheet and cell. */
export type ReadBook =
  | { readonly faults: readonly BundleFault[] }
  | { readonly bundle: Bundle; readonly ignored: readonly IgnoredSheet[] }

/** A sheet that is none of ours, by its name, and that it was passed over. */
export interface IgnoredSheet {
  readonly path: string
  readonly message: string
}

/**
 * @param present the bundle in force, without a fault
 * @param sheets those that name no product or family in their first row are passed over, and told
 */
export function readTariffSheets(present: Bundle, sheets: readonly BookSheet[], locale: Locale): ReadBook {
  const book = new BookFaults(locale)
  const { tarifs } = present
  const tariffs = { print: [...(tarifs?.print ?? [])], display: [...(tarifs?.display ?? [])] }
  const ignored: IgnoredSheet[] = []
  const seen = new Set<string>()
  for (const sheet of sheets) {
    const area = areaOf(sheet.rows[0])
    if (area === null) {
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
      continue
    }
    seen.add(`${area} ${id}`)
    const list: Fields[] = tariffs[area]
    const found = list.findIndex((tariff) => tariff[idField] === id)
    const at = found < 0 ? list.length : found
    const base = `/tarifs/${area}/${at}`
    book.place(base, sheet, 0, 1)
    list[at] = new SheetReader(book, FORMS[area], area, sheet, base, list[at] ?? { [idField]: id }).tariff()
  }
  if (seen.size === 0 && book.all.length === 0) {
    const [first] = sheets
    book.add(
      first ? cellName(first, 0, 0) : '',
      'aucune feuille de tarif : la première ligne doit dire « Produit » ou « Famille », puis son numéro',
      'no sheet of a tariff: the first row must say “Product” or “Family”, then its number',
    )
  }
  if (book.all.length > 0) return { faults: book.all }
  const { print, display } = tariffs
  const bundle: Bundle = { ...present, tarifs: { ...tarifs, print, display } }
  const faults = bundleFaults(bundle, locale)
  if (faults.length === 0) return { bundle, ignored }
  return { faults: faults.map((fault) => ({ ...fault, path: book.placeOf(fault.path) })) }
}
