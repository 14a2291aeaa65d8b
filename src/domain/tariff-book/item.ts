/** What one sheet says of the product or family itself: its name, quantities, lead times, options and elements. */
import { ELEMENT_KINDS } from '../display/family.ts'
import { pointer } from '../faults.ts'
import type { BookFaults } from './book-faults.ts'
import type { BookLeadTimes } from './book-lead-times.ts'
import { CellReader, type Mutable } from './cell-reader.ts'
import { integerOf, isBlank, type BookCell, type BookSheet } from './cells.ts'
import {
  AVAILABLE,
  COPIES,
  FORMS,
  GRID,
  isHead,
  isWord,
  LEAST_DAYS,
  NAME,
  OF_OPTION,
  OPTIONS,
  RANGE,
  SOLD,
  typeOf,
  VISUALS,
  type AreaForm,
  type PartForm,
  type Words,
} from './layout.ts'
import { fieldsOf, optionsByWord, type Fields } from './write.ts'

/** A row of a part: where it is, and its number. */
interface IdRow {
  readonly id: number
  readonly row: number
}

const ELEMENTS: readonly string[] = Object.values(ELEMENT_KINDS)
const listOf = (value: unknown) => (Array.isArray(value) ? value : []) as readonly Fields[]
/** What a product or family is called by, and a material. */
const LONG_NAME = 'nom_complet'

export class ItemReader extends CellReader {
  readonly #area: 'print' | 'display'
  readonly #form: AreaForm
  readonly #base: string
  readonly #before: Fields | undefined
  readonly #leadTimes: BookLeadTimes
  readonly #item: Mutable

  /** @param before undefined of what is new */
  constructor(
    ...[book, sheet, area, base, before, id, leadTimes]: [
      ...[book: BookFaults, sheet: BookSheet, area: 'print' | 'display', base: string],
      ...[before: Fields | undefined, id: number, leadTimes: BookLeadTimes],
    ]
  ) {
    super(book, sheet)
    this.#area = area
    this.#form = FORMS[area]
    this.#base = base
    this.#before = before
    this.#leadTimes = leadTimes
    this.#item = { ...(before ?? { id }) }
  }

  item(): Fields {
    const heads = this.#heads()
    const rowOf = (words: PartForm['words']) => heads.find(({ word }) => isWord(word, words))?.row
    this.book.place(this.#base, this.sheet, 0, 1)
    this.#name(this.#item, this.#area === 'print' ? 'nom' : LONG_NAME, this.#base, 0, 2)
    for (const form of this.#form.ofItem) {
      const [row, { path }] = [rowOf(form.words), form]
      if (row !== undefined && path.length === 1)
        this.put(this.#item, path[0], pointer(this.#base, path[0]), row, 1, form)
    }
    if (this.#area === 'print') this.#visuals(rowOf)
    const part = (field: string) => this.#form.parts.find((one) => one.field === field)!
    const leadTimes = rowOf(part('delais').words)
    if (leadTimes !== undefined) this.#leadTimesOf(part('delais'), leadTimes)
    if (this.#area === 'print')
      this.#quantities(rowOf(AVAILABLE), rowOf(RANGE.min.words), rowOf(RANGE.max.words))
    else {
      const grid = rowOf(GRID)
      if (grid !== undefined) this.#formats(grid)
      for (const form of this.#form.parts) {
        const head = rowOf(form.words)
        if (ELEMENTS.includes(form.field) && head !== undefined) this.#elements(form, head)
      }
    }
    const options = rowOf(OPTIONS)
    if (options !== undefined) this.#options(options, part('variantes'), rowOf(part('variantes').words))
    return this.#item
  }

  /** Where its words are; the first of each counts, a second one is told with the tariff. */
  #heads(): { word: string; row: number }[] {
    return this.sheet.rows.flatMap(([cell], row) =>
      row > 0 && typeof cell === 'string' && isHead(this.#form, cell) ? [{ word: cell, row }] : [],
    )
  }

  /** The rows of a part that have a number, each once; what is wrong with others is told with the tariff. */
  #rows(head: number): IdRow[] {
    const found: IdRow[] = []
    for (let row = head + 1; row < this.sheet.rows.length; row++) {
      const key = this.cell(row, 0)
      if (typeof key === 'string' && isHead(this.#form, key)) break
      const id = isBlank(key) ? null : integerOf(key)
      if (id !== null && !found.some((one) => one.id === id)) found.push({ id, row })
    }
    return found
  }

  /** A name as it stands; where nothing does, what was there stays, and what is new wants one. */
  #name(into: Mutable, field: string, path: string, row: number, column: number): void {
    if (isBlank(this.cell(row, column))) {
      this.book.place(pointer(path, field), this.sheet, row, column)
      if (typeof into[field] !== 'string')
        this.book.fault(this.sheet, row, column, 'il manque le nom', 'the name is missing')
      return
    }
    this.put(into, field, pointer(path, field), row, column, { kind: 'text' })
  }

  #leadTimesOf(form: PartForm, head: number): void {
    const rows = this.#rows(head)
    for (const { id, row } of rows) this.#leadTimes.meet(id, this.sheet, row)
    const column = form.columns.indexOf(SOLD)
    if (column < 0) return
    const before = (this.#before?.['delais'] ?? []) as readonly number[]
    // What is listed for a new product is offered, unless it says no.
    const sold = rows.filter(({ id, row }) => {
      const said = isBlank(this.cell(row, column + 2))
      return said
        ? this.#before === undefined || before.includes(id)
        : this.read(row, column + 2, 'boolean') === true
    })
    const ids = [
      ...before.filter((id) => sold.some((one) => one.id === id)),
      ...sold.map(({ id }) => id).filter((id) => !before.includes(id)),
    ]
    const path = pointer(this.#base, 'delais')
    ids.forEach((id, i) =>
      this.book.place(pointer(path, i), this.sheet, sold.find((one) => one.id === id)!.row, 0),
    )
    if (ids.length > 0 || before.length > 0) this.#item['delais'] = ids
  }

  /** How many there can be: the most no fewer than the fewest. Where nothing is said there is one. */
  #visuals(rowOf: (words: Words) => number | undefined): void {
    const found = Object.values(VISUALS).map((field) => {
      const words = this.#form.ofItem.find(({ path }) => path[0] === field)!.words
      return { row: rowOf(words), was: this.#before?.[field], now: this.#item[field] }
    })
    const [fewest, most] = found.map(({ now }) => Number(now ?? 1)) as [number, number]
    const at = found.findLast(({ row }) => row !== undefined)?.row
    const isNew = found.some(({ was, now }) => was !== now)
    if (at === undefined || !isNew || fewest < 1 || most < 1 || fewest <= most) return
    this.book.fault(
      ...([this.sheet, at, 1] as const),
      `de ${fewest} à ${most} visuels, personne ne peut commander : donnez un maximum d’au moins ${fewest}`,
      `with ${fewest} to ${most} visuals nobody can order: give a maximum of ${fewest} at least`,
    )
  }

  #quantities(list: number | undefined, min: number | undefined, max: number | undefined): void {
    const cells = list === undefined ? [] : (this.sheet.rows[list] ?? [])
    const available = cells.flatMap((cell, column) => (column > 0 && !isBlank(cell) ? [column] : []))
    const bounds = [min, max].map((row) => row !== undefined && !isBlank(this.cell(row, 1)))
    const path = pointer(this.#base, 'quantites')
    const at = list ?? min ?? max ?? 0
    this.book.place(path, this.sheet, at, list === undefined ? 0 : 1)
    const before = fieldsOf(this.#before?.['quantites'])
    if (available.length > 0 && bounds.includes(true))
      this.book.fault(
        ...([this.sheet, at, 1] as const),
        'des quantités proposées, ou une plus petite et une plus grande : pas les deux',
        'either offered quantities, or a lowest and a highest one: not both',
      )
    else if (available.length > 0) {
      const quantities = available.map((column) => this.read(list!, column, 'integer'))
      const old = before['available']
      const isNew = JSON.stringify(old) !== JSON.stringify(quantities)
      if (isNew) available.forEach((column, i) => this.hold(COPIES, quantities[i], list!, column))
      available.forEach((column, i) => this.book.place(`${path}/available/${i}`, this.sheet, list!, column))
      if (isNew) this.#item['quantites'] = { range: false, available: quantities }
    } else if (bounds.includes(true)) {
      const range: Mutable = before['range'] === true ? { ...before } : { range: true, min: 1 }
      for (const [field, row] of Object.entries({ min, max }))
        if (row !== undefined)
          this.put(range, field, pointer(path, field), row, 1, RANGE[field as keyof typeof RANGE])
      if (range['min'] === 1 && before['range'] === true && typeof before['min'] !== 'number')
        Reflect.deleteProperty(range, 'min')
      this.#item['quantites'] = range
      const [lowest, highest] = [Number(range['min'] ?? 1), Number(range['max'] ?? Infinity)]
      if (
        lowest > highest &&
        highest >= 1 &&
        (range['min'] !== before['min'] || range['max'] !== before['max'])
      )
        this.book.fault(
          ...([this.sheet, max ?? at, 1] as const),
          `de ${lowest} à ${highest} exemplaires, personne ne peut commander : donnez une plus grande quantité d’au moins ${lowest}`,
          `with ${lowest} to ${highest} copies nobody can order: give a highest quantity of ${lowest} at least`,
        )
    } else {
      const said = [list, min, max].some((row) => row !== undefined)
      const none = before['range'] === false && listOf(before['available']).length === 0
      if (this.#before === undefined || (said && !none))
        this.book.fault(
          ...([this.sheet, at, at === 0 ? 0 : 1] as const),
          'il manque les quantités : « Quantités proposées », une par case, ou « Quantité la plus petite » et « la plus grande »',
          'the quantities are missing: “Offered quantities”, one a cell, or “Lowest quantity” and “Highest quantity”',
        )
    }
  }

  /** The columns of the grid, where a row of names says which formats there are. */
  #formats(head: number): void {
    const names = this.sheet.rows.findIndex(
      ([cell], row) => row > head && typeof cell === 'string' && isWord(cell, NAME),
    )
    const between = this.sheet.rows.slice(head + 1, Math.max(names, head + 1))
    const isOther = ([cell]: (typeof between)[number]) => typeof cell === 'string' && isHead(this.#form, cell)
    if (names < 0 || between.some(isOther)) return
    const path = pointer(this.#base, 'formats')
    const before = listOf(this.#before?.['formats'])
    const found: Mutable[] = []
    this.sheet.rows[head]!.forEach((cell, column) => {
      const id = column === 0 || isBlank(cell) ? null : integerOf(cell)
      if (id === null || found.some((one) => one['id'] === id)) return
      const entry: Mutable = { ...(before.find((one) => one['id'] === id) ?? { id }) }
      this.#name(entry, 'nom', pointer(path, found.length), names, column)
      found.push(entry)
    })
    this.#set('formats', found)
  }

  #elements(form: PartForm, head: number): void {
    const path = pointer(this.#base, form.field)
    const before = listOf(this.#before?.[form.field])
    const name = form.field === ELEMENT_KINDS.support ? LONG_NAME : 'nom'
    const days = form.columns.indexOf(LEAST_DAYS)
    const found = this.#rows(head).map(({ id, row }, i) => {
      const entry: Mutable = { ...(before.find((one) => one['id'] === id) ?? { id }) }
      const at = pointer(path, i)
      this.book.place(at, this.sheet, row, 0)
      this.#name(entry, name, at, row, 1)
      if (days >= 0 && !isBlank(this.cell(row, days + 2)))
        this.put(entry, 'delai_min', pointer(at, 'delai_min'), row, days + 2, LEAST_DAYS)
      return entry
    })
    this.#set(form.field, found)
  }

  #options(head: number, variants: PartForm, variantsHead: number | undefined): void {
    const path = pointer(this.#base, 'options')
    const before = listOf(this.#before?.['options'])
    const options = this.#rows(head).map(({ id, row }, i) => {
      const entry: Mutable = { ...(before.find((one) => one['id'] === id) ?? { id }) }
      const at = pointer(path, i)
      this.book.place(at, this.sheet, row, 0)
      this.#name(entry, 'nom', at, row, 1)
      if (this.#area === 'print') this.#type(entry, pointer(at, 'type'), row)
      return entry
    })
    if (variantsHead !== undefined) {
      const rows = this.#rows(variantsHead)
      const named = options.map((option) => ({
        id: option['id'] as number,
        nom: String(option['nom']),
        option,
      }))
      const byWord = optionsByWord(named)
      const of = rows.map(({ id, row }) =>
        this.#optionOf(id, row, variants, options, (cell) => byWord(cell)?.option),
      )
      options.forEach((option, at) => {
        const old = listOf(option['variantes'])
        const mine = rows.filter((_, i) => of[i] === option)
        const inPath = `${path}/${at}/variantes`
        if (mine.length > 0 || old.length > 0)
          option['variantes'] = mine.map(({ id, row }, i) => {
            const known = before.flatMap((one) => listOf(one['variantes'])).find((one) => one['id'] === id)
            const entry: Mutable = { ...(known ?? { id }) }
            this.book.place(pointer(inPath, i), this.sheet, row, 0)
            this.#name(entry, 'nom', pointer(inPath, i), row, 1)
            return entry
          })
      })
    }
    this.#set('options', options)
  }

  #type(option: Mutable, path: string, row: number): void {
    const cell = this.cell(row, 2)
    this.book.place(path, this.sheet, row, 2)
    const type = typeof cell === 'string' ? typeOf(cell) : null
    if (isBlank(cell)) option['type'] ??= 'variante'
    else if (type !== null) option['type'] = type
    else
      this.book.wrong(
        ...([this.sheet, row, 2, cell] as const),
        'n’est pas un type : variante, entier ou décimal',
        'is no type: variant, integer or decimal',
      )
  }

  /** The option that a variant says it is of, by its number or name; where it says nothing, the one that it was of. */
  #optionOf(
    ...[id, row, form, options, byWord]: [
      ...[id: number, row: number, form: PartForm, options: readonly Mutable[]],
      byWord: (cell: BookCell) => Mutable | undefined,
    ]
  ): Mutable | undefined {
    const column = form.columns.indexOf(OF_OPTION) + 2
    const cell = this.cell(row, column)
    const isMine = (option: Fields) => listOf(option['variantes']).some((one) => one['id'] === id)
    const found = isBlank(cell) ? options.find(isMine) : byWord(cell)
    if (found && (found['type'] ?? 'variante') === 'variante') return found
    if (isBlank(cell))
      this.book.fault(
        ...([this.sheet, row, column] as const),
        'il manque l’option de cette variante',
        'the option of this variant is missing',
      )
    else
      this.book.wrong(
        ...([this.sheet, row, column, cell] as const),
        'n’est pas une option à variantes de cette feuille',
        'is no option of this sheet that has variants',
      )
    return undefined
  }

  /** A list that holds nothing is none where there was none. */
  #set(field: string, list: readonly Mutable[]): void {
    if (list.length > 0 || listOf(this.#before?.[field]).length > 0) this.#item[field] = list
  }
}
