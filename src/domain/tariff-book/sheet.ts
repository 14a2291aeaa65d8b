/** One sheet laid over the tariff that it shows. */
import { pointer } from '../faults.ts'
import type { BookFaults } from './book-faults.ts'
import { CellReader, type Mutable } from './cell-reader.ts'
import { integerOf, isBlank, type BookSheet } from './cells.ts'
import {
  AVAILABLE,
  COPIES,
  EXCLUSIONS,
  FORMS,
  GRID,
  isHead,
  isOfItem,
  isWord,
  NAME,
  NO_NEGATIVE_PRICE,
  OFFERED,
  OPTIONS,
  QUANTITY,
  READING,
  readingOf,
} from './layout.ts'
import type { AreaForm, PartForm, ValueForm } from './layout.ts'
import { unsaid } from './same.ts'
import { fieldsOf, type Fields } from './write.ts'

const PRICES = { kind: 'price', bound: NO_NEGATIVE_PRICE } as const
const upTo = (columns: number) => (column: number) => column < columns
const INCLUDING_TAX = /\bTTC\b|\binc(?:l|luding)?\.?\s*(?:VAT|tax)/i

export class SheetReader extends CellReader {
  readonly #form: AreaForm
  readonly #area: 'print' | 'display'
  readonly #base: string
  readonly #before: Fields
  readonly #tariff: Mutable

  constructor(book: BookFaults, sheet: BookSheet, area: 'print' | 'display', base: string, before: Fields) {
    super(book, sheet)
    this.#form = FORMS[area]
    this.#area = area
    this.#base = base
    this.#before = before
    this.#tariff = { ...before }
  }

  tariff(): Fields {
    const met = new Set<unknown>()
    const { rows } = this.sheet
    this.beside(0, upTo(3))
    for (let row = 1; row < rows.length;) {
      const head = rows[row]?.[0] ?? null
      if (isBlank(head)) {
        row += 1
        continue
      }
      const word = typeof head === 'string' ? head : ''
      if (this.#isOfItem(word)) {
        row = this.#ofItem(row, word)
        continue
      }
      const form =
        this.#form.values.find(({ words }) => isWord(word, words)) ??
        this.#form.parts.find(({ words }) => isWord(word, words)) ??
        (isWord(word, GRID) ? GRID : null)
      if (form === null) {
        this.book.wrong(
          this.sheet,
          row,
          0,
          head,
          'n’est pas un mot de cette feuille',
          'is no word of this sheet',
        )
        row += 1
        continue
      }
      if (met.has(form)) this.book.wrong(this.sheet, row, 0, head, 'figure deux fois', 'is there twice')
      met.add(form)
      if ('path' in form) {
        this.#value(row, form)
        row += 1
      } else if (!('columns' in form)) row = this.#grid(row)
      else if (form.single) {
        this.#single(form, row)
        row += 1
      } else row = this.#part(form, row)
    }
    return this.#tariff
  }

  #value(row: number, form: ValueForm): void {
    this.beside(row, upTo(2))
    const [first, second] = form.path
    const path = pointer(this.#base, first)
    if (second === undefined) {
      this.put(this.#tariff, first, path, row, 1, form)
      return
    }
    const present = this.#tariff[first]
    if (isBlank(this.cell(row, 1)) && (present === undefined || present === null)) return
    const inner: Mutable = { ...fieldsOf(present) }
    this.book.place(path, this.sheet, row, 1)
    this.put(inner, second, pointer(path, second), row, 1, form)
    if (Object.keys(inner).length === 0) Reflect.deleteProperty(this.#tariff, first)
    else this.#tariff[first] = inner
  }

  #single(form: PartForm, row: number): void {
    const before = this.#tariff[form.field]
    const path = pointer(this.#base, form.field)
    const entry = this.#entry(form, path, row, before)
    if (entry === undefined || (before === undefined && Object.keys(entry).length === 0)) return
    if (before === null && Object.keys(entry).length === 0) return
    this.#tariff[form.field] = entry
  }

  #entry(form: PartForm, path: string, row: number, before: unknown): Mutable | undefined {
    this.beside(row, upTo(form.columns.length + 2))
    const entry: Mutable = { ...fieldsOf(before) }
    form.columns.forEach((column, i) => {
      if (column === OFFERED || isOfItem(column)) return
      this.put(entry, column.field, pointer(path, column.field), row, i + 2, column)
    })
    return entry
  }

  /** @returns the row behind the part */
  #part(form: PartForm, head: number): number {
    const path = pointer(this.#base, form.field)
    this.book.place(path, this.sheet, head, 0)
    this.#headings(form, head)
    const isList = form.field === EXCLUSIONS
    const shownFields = [...form.columns.map(({ field }) => field), ...(isList ? ['message'] : [])]
    const before = this.#tariff[form.field]
    const entries = new Map<number, Mutable>()
    const seen = new Set<number>()
    let row = head + 1
    for (; row < this.sheet.rows.length; row++) {
      const key = this.cell(row, 0)
      const blank = form.columns.every((one, i) => isOfItem(one) || isBlank(this.cell(row, i + 2)))
      if (isBlank(key)) {
        if (!blank && !this.#startsSingle(row))
          this.book.fault(
            this.sheet,
            row,
            0,
            'il manque le numéro de cette ligne',
            'the number of this row is missing',
          )
        continue
      }
      const id = integerOf(key)
      if (id === null) {
        if (typeof key === 'string' && isHead(this.#form, key)) break
        this.book.wrong(this.sheet, row, 0, key, 'n’est pas un numéro', 'is no number')
        continue
      }
      if (seen.has(id)) {
        this.book.wrong(this.sheet, row, 0, key, 'figure deux fois', 'is there twice')
        continue
      }
      seen.add(id)
      const index = isList ? seen.size - 1 : id
      const old = isList ? ((before ?? []) as readonly unknown[])[id - 1] : fieldsOf(before)[String(id)]
      const at = pointer(path, String(isList ? entries.size : index))
      this.book.place(at, this.sheet, row, 0)
      const entry = this.#entry(form, at, row, old)!
      if (isList) this.put(entry, 'message', pointer(at, 'message'), row, 1, { kind: 'text' })
      const column = form.columns.indexOf(OFFERED)
      const offered = column < 0 ? undefined : this.read(row, column + 2, 'boolean')
      const filled = !blank || (isList && !isBlank(this.cell(row, 1)))
      // An empty entry that is there says as much as none; a lead time's says that it is offered.
      const kept = column >= 0 ? offered === true : filled || (old !== undefined && unsaid(old, shownFields))
      if (kept) entries.set(id, entry)
    }
    this.#keep(form.field, isList, before, entries)
    return row
  }

  /** Columns are known by their place: where the heading of another one of the part stands, its values would be taken for others. */
  #headings({ columns }: PartForm, head: number): void {
    this.beside(head, upTo(columns.length + 2))
    columns.forEach((column, i) => {
      const word = this.cell(head, i + 2)
      if (typeof word !== 'string' || isWord(word, column.words)) return
      this.#excludingTax(head, i + 2)
      if (columns.some(({ words }) => isWord(word, words)))
        this.book.wrong(
          ...([this.sheet, head, i + 2, word] as const),
          `n’est pas à sa place : ici se lit « ${column.words.fr} »`,
          `is out of its place: what stands here is read as “${column.words.en}”`,
        )
    })
  }

  /** Who heads prices as including tax believes that it is taken off. */
  #excludingTax(row: number, column: number): void {
    const word = this.cell(row, column)
    if (typeof word !== 'string' || !INCLUDING_TAX.test(word)) return
    this.book.wrong(
      ...([this.sheet, row, column, word] as const),
      ': les prix d’un classeur sont hors taxes (HT)',
      ': the prices of a workbook exclude tax',
    )
  }

  #keep(field: string, isList: boolean, before: unknown, entries: ReadonlyMap<number, Mutable>): void {
    if (entries.size === 0 && (before === undefined || before === null)) return
    if (isList) this.#tariff[field] = [...entries.values()]
    else {
      const old = Object.keys(fieldsOf(before)).filter((id) => entries.has(Number(id)))
      const added = [...entries.keys()].map(String).filter((id) => !old.includes(id))
      this.#tariff[field] = Object.fromEntries([...old, ...added].map((id) => [id, entries.get(Number(id))]))
    }
  }

  /** Whether a word begins what is said of the product or family itself. */
  #isOfItem(word: string): boolean {
    return [OPTIONS, AVAILABLE, ...this.#form.ofItem.map(({ words }) => words)].some((one) =>
      isWord(word, one),
    )
  }

  /** What is said of the product or family itself is read by its own reader. @returns the row behind it */
  #ofItem(head: number, word: string): number {
    if (isWord(word, AVAILABLE)) return head + 1
    if (!isWord(word, OPTIONS)) {
      this.beside(head, upTo(2))
      return head + 1
    }
    let row = head
    do this.beside(row, upTo(this.#area === 'print' ? 3 : 2))
    while (++row < this.sheet.rows.length && !this.#beginsPart(row))
    return row
  }

  #beginsPart(row: number): boolean {
    const key = this.cell(row, 0)
    return typeof key === 'string' && isHead(this.#form, key)
  }

  /** Whether a row without a number heads the columns of a part of one row. */
  #startsSingle(row: number): boolean {
    const next = this.cell(row + 1, 0)
    return typeof next === 'string' && this.#form.parts.some((p) => p.single && isWord(next, p.words))
  }

  /** @returns the row behind the grid */
  #grid(head: number): number {
    const { rows } = this.sheet
    const columns = this.#gridColumns(head)
    const points = columns.map((): unknown[] => [])
    const isPrint = this.#area === 'print'
    if (isPrint) this.beside(head, upTo(2))
    // A format that is none is told by its own cell.
    const isRead = (column: number) =>
      isPrint ? column < 2 : column === 0 || !isBlank(this.cell(head, column))
    let readings: number | null = null
    let row = head + 1
    for (; row < rows.length && !this.#beginsPart(row); row++) {
      const key = this.cell(row, 0)
      if (!this.#startsSingle(row)) this.beside(row, isRead)
      const cells = columns.map(({ column }) => this.cell(row, column))
      if (typeof key === 'string' && !isBlank(key)) {
        if (isWord(key, NAME) || isWord(key, QUANTITY)) {
          columns.forEach(({ column }) => this.#excludingTax(row, column))
          continue
        }
        if (isWord(key, READING)) {
          readings = row
          continue
        }
      }
      if (isBlank(key)) {
        if (!cells.every(isBlank))
          this.book.fault(this.sheet, row, 0, 'il manque la quantité', 'the quantity is missing')
        continue
      }
      const quantity = integerOf(key)
      if (quantity === null) {
        this.book.wrong(this.sheet, row, 0, key, 'n’est pas une quantité', 'is no quantity')
        continue
      }
      this.hold(COPIES, quantity, row, 0)
      if (cells.every(isBlank))
        this.book.fault(
          this.sheet,
          row,
          1,
          `il manque le prix de ${quantity}`,
          `the price of ${quantity} is missing`,
        )
      columns.forEach(({ grid, path, column }, i) => {
        if (isBlank(cells[i])) return
        const at = `${path}/grille/${points[i]!.length}`
        const old = (grid['grille'] as readonly Fields[] | undefined)?.find((p) => p['quantite'] === quantity)
        const point: Mutable = { ...(old ?? { quantite: quantity }) }
        this.book.place(`${at}/quantite`, this.sheet, row, 0)
        this.put(point, 'prix', `${at}/prix`, row, column, PRICES)
        points[i]!.push(point)
      })
    }
    columns.forEach(({ grid }, i) => (grid['grille'] = points[i]))
    // A column in which nothing stands is that of a format without prices, or a product's that has none yet.
    const said = columns.filter(
      ({ column }, i) =>
        points[i]!.length > 0 || (readings !== null && !isBlank(this.cell(readings, column))),
    )
    if (readings !== null) this.#readings(readings, said)
    if (this.#area === 'display') {
      const before = this.#before['formats']
      const old = Object.keys(fieldsOf(before))
      const found = new Map(said.map(({ id, grid }) => [String(id), grid]))
      const ids = [
        ...old.filter((id) => found.has(id)),
        ...[...found.keys()].filter((id) => !old.includes(id)),
      ]
      this.#tariff['formats'] = Object.fromEntries(ids.map((id) => [id, found.get(id)]))
    }
    return row
  }

  #gridColumns(head: number): { id: number; column: number; path: string; grid: Mutable }[] {
    if (this.#area === 'print') {
      this.book.place(`${this.#base}/grille`, this.sheet, head, 0)
      return [{ id: 0, column: 1, path: this.#base, grid: this.#tariff }]
    }
    const found: { id: number; column: number; path: string; grid: Mutable }[] = []
    const row = this.sheet.rows[head] ?? []
    for (let column = 1; column < row.length; column++) {
      const cell = row[column] ?? null
      if (isBlank(cell)) continue
      const id = integerOf(cell)
      if (id === null || found.some((one) => one.id === id)) {
        const [fr, en] =
          id === null ? ['n’est pas un numéro', 'is no number'] : ['figure deux fois', 'is there twice']
        this.book.wrong(this.sheet, head, column, cell, fr!, en!)
        continue
      }
      const path = `${this.#base}/formats/${id}`
      this.book.place(path, this.sheet, head, column)
      const old = fieldsOf(this.#before['formats'])[String(id)]
      found.push({ id, column, path, grid: { ...fieldsOf(old) } })
    }
    return found
  }

  #readings(row: number, columns: readonly { column: number; path: string; grid: Mutable }[]): void {
    for (const { column, path, grid } of columns) {
      const cell = this.cell(row, column)
      const reading = typeof cell === 'string' ? readingOf(cell) : null
      this.book.place(`${path}/lecture`, this.sheet, row, column)
      if (reading === null)
        this.book.wrong(
          ...([this.sheet, row, column, cell] as const),
          'n’est pas une lecture : exacte, linéaire ou unitaire',
          'is no reading: exact, linear or unit',
        )
      else grid['lecture'] = reading
    }
  }
}
