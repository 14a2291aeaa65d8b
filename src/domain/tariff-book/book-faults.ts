/** What is wrong with a workbook, by sheet and cell, and which cell a place of the bundle came of. */
import type { BundleFault } from '../bundle-checks.ts'
import type { Locale } from '../message.ts'
import { columnName, isBlank, shown, type BookCell, type BookSheet } from './cells.ts'

/** So many faults are told of one workbook. */
const MOST_FAULTS = 1000

export class BookFaults {
  readonly #locale: Locale
  readonly #faults: BundleFault[] = []
  /** JSON pointer into the bundle -> `Sheet!B7` */
  readonly #places = new Map<string, string>()

  constructor(locale: Locale) {
    this.#locale = locale
  }

  get all(): readonly BundleFault[] {
    return this.#faults
  }

  said(fr: string, en: string): string {
    return this.#locale === 'fr' ? fr : en
  }

  /** The cell that a place of the bundle came of, else the nearest around it, else the place itself. */
  placeOf(path: string): string {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = this.#places.get(at)
      if (place !== undefined) return place
    }
    return path
  }

  /** Tells which cell a place of the bundle comes of; row and column from 0. */
  place(path: string, sheet: BookSheet, row: number, column: number): void {
    this.#places.set(path, cellName(sheet, row, column))
  }

  fault(sheet: BookSheet, row: number, column: number, fr: string, en: string): void {
    this.add(cellName(sheet, row, column), fr, en)
  }

  add(path: string, fr: string, en: string): void {
    if (this.#faults.length >= MOST_FAULTS) return
    this.#faults.push({ path, code: 'cell_invalid', message: this.said(fr, en) })
  }

  /** A cell that is not what is meant there: `fr` and `en` say it after what is in it. */
  wrong(sheet: BookSheet, row: number, column: number, cell: BookCell, fr: string, en: string): void {
    const tell = (inFrench: string, inEnglish: string) => this.fault(sheet, row, column, inFrench, inEnglish)
    if (isBlank(cell)) tell('cette case est vide', 'this cell is empty')
    else if (typeof cell !== 'object' || cell === null)
      tell(`«\u00a0${shown(cell)}\u00a0» ${fr}`, `“${shown(cell)}” ${en}`)
    else if (cell.odd === 'date') tell(`une date ${fr}`, `a date ${en}`)
    else
      tell(
        'cette formule n’a pas de résultat : écrivez-en la valeur',
        'this formula has no result: write its value',
      )
  }
}

/** `Sheet!B7`; of what has no name `B7`. Row and column from 0. */
export const cellName = ({ name, firstRow = 0 }: BookSheet, row: number, column: number): string =>
  `${name === '' ? '' : `${name}!`}${columnName(column)}${firstRow + row + 1}`
