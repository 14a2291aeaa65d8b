/** The lead times that a workbook names: those in force, and new ones by what stands beside their numbers. */
import type { Bundle } from '../bundle.ts'
import { pointer } from '../faults.ts'
import type { BookFaults } from './book-faults.ts'
import { isBlank, type BookCell, type BookSheet } from './cells.ts'
import { DAYS } from './layout.ts'

export class BookLeadTimes {
  readonly #book: BookFaults
  readonly #all: Bundle['delais']

  constructor(book: BookFaults, present: Bundle['delais']) {
    this.#book = book
    this.#all = [...present]
  }

  get all(): Bundle['delais'] {
    return this.#all
  }

  /** Takes the lead time of a row up: « J+2 », or 2, beside its number says how many working days it is. */
  meet(id: number, sheet: BookSheet, row: number): void {
    const cell = sheet.rows[row]?.[1] ?? null
    const days = daysOf(cell)
    const known = this.#all.find((one) => one.id === id)
    if (days === null && !isBlank(cell)) {
      this.#book.wrong(
        ...([sheet, row, 1, cell] as const),
        'n’est pas un délai : écrivez « J+2 » pour deux jours ouvrés',
        'is no lead time: write “J+2” for two working days',
      )
    } else if (known) {
      if (days === null || days === known.jours) return
      this.#book.fault(
        ...([sheet, row, 1] as const),
        `le délai ${id} est J+${known.jours} : donnez un autre numéro à J+${days}`,
        `lead time ${id} is J+${known.jours}: give J+${days} another number`,
      )
    } else if (days !== null && days < DAYS.least) {
      this.#book.wrong(...([sheet, row, 1, cell] as const), DAYS.words.fr, DAYS.words.en)
    } else if (days === null) {
      this.#book.fault(
        ...([sheet, row, 1] as const),
        `le délai ${id} est nouveau, combien de jours ? Écrivez « J+2 » pour deux jours ouvrés`,
        `lead time ${id} is new, how many days? Write “J+2” for two working days`,
      )
    } else {
      const at = pointer('/delais', this.#all.length)
      this.#book.place(at, sheet, row, 0)
      this.#book.place(pointer(at, 'jours'), sheet, row, 1)
      this.#all.push({ id, jours: days })
    }
  }
}

function daysOf(cell: BookCell): number | null {
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell : null
  const [, days] = (typeof cell === 'string' && /^\s*(?:[JD]\s*\+\s*)?(-?\d{1,9})\s*$/i.exec(cell)) || []
  return days === undefined ? null : Number(days)
}
