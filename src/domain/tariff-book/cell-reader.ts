/** The cells of one sheet, read as what is meant there; what is not is told. */
import type { BookFaults } from './book-faults.ts'
import { booleanOf, decimalOf, integerOf, isBlank, shifted, type BookCell, type BookSheet } from './cells.ts'
import type { Bound, Kind } from './layout.ts'
import { same } from './same.ts'

export type Mutable = Record<string, unknown>

const WRONG: Readonly<Record<Kind | 'price', readonly [fr: string, en: string]>> = {
  price: ['n’est pas un prix', 'is no price'],
  money: ['n’est pas un montant', 'is no amount'],
  decimal: ['n’est pas un nombre', 'is no number'],
  integer: ['n’est pas un nombre entier', 'is no whole number'],
  boolean: ['n’est ni « oui » ni « non »', 'is neither “yes” nor “no”'],
  text: ['n’est pas un texte', 'is no text'],
}

export class CellReader {
  protected readonly book: BookFaults
  protected readonly sheet: BookSheet

  constructor(book: BookFaults, sheet: BookSheet) {
    this.book = book
    this.sheet = sheet
  }

  protected cell(row: number, column: number): BookCell {
    return this.sheet.rows[row]?.[column] ?? null
  }

  /** Tells what stands in a row where nothing is read: whoever wrote it believes that it counts. */
  protected beside(row: number, isRead: (column: number) => boolean): void {
    this.sheet.rows[row]?.forEach((cell, column) => {
      if (isRead(column) || isBlank(cell)) return
      this.book.wrong(
        ...([this.sheet, row, column, cell] as const),
        'est à côté du tableau, où rien n’est lu : videz cette case, ou notez-le sur une feuille à part',
        'stands beside the table, where nothing is read: empty this cell, or note it on a sheet of its own',
      )
    })
  }

  /** What a cell means, or undefined where it is blank or wrong, which is told. */
  protected read(row: number, column: number, kind: Kind | 'price'): unknown {
    const cell = this.cell(row, column)
    if (isBlank(cell)) return undefined
    const decimal = (places: number) => {
      const text = decimalOf(cell)
      return text === null ? null : shifted(text, places)
    }
    const value =
      kind === 'money' || kind === 'price'
        ? decimal(2)
        : kind === 'decimal'
          ? decimal(0)
          : kind === 'integer'
            ? integerOf(cell)
            : kind === 'boolean'
              ? booleanOf(cell)
              : typeof cell === 'object'
                ? null
                : String(cell)
    if (value !== null) return value
    this.book.wrong(this.sheet, row, column, cell, ...WRONG[kind])
    return undefined
  }

  /**
   * Puts what a cell means in its place; the same by another writing leaves what is there, which is the bundle's own business
   * also where it is below the least that can be meant: its workbook comes back as it went.
   */
  protected put(
    into: Mutable,
    field: string,
    path: string,
    row: number,
    column: number,
    { kind, bound }: { readonly kind: Kind | 'price'; readonly bound?: Bound | undefined },
  ): void {
    const value = this.read(row, column, kind)
    this.book.place(path, this.sheet, row, column)
    if (same(into[field], value, kind)) return
    if (value === undefined) Reflect.deleteProperty(into, field)
    else into[field] = value
    if (bound) this.hold(bound, value, row, column)
  }

  /** Refuses a number below the least that can be meant. */
  protected hold({ least, above, words }: Bound, value: unknown, row: number, column: number): void {
    const isHeld = value === undefined || Number(value) > least || (!above && Number(value) === least)
    if (!isHeld) this.book.wrong(this.sheet, row, column, this.cell(row, column), words.fr, words.en)
  }
}
