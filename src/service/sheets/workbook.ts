/** A workbook of several sheets as a file (Office Open XML), and back: values alone, whatever else a file holds. */
import { posix } from 'node:path'
import type { BookCell, BookSheet } from '../../domain/tariff-book/cells.ts'
import { writable } from './xlsx.ts'
import { zipEntry, zipFiles, zipSize } from './zip.ts'

/** Inflated; some two thousand sheets of tariffs. */
const LARGEST_BYTES = 100 * 1024 * 1024
/** Of a sheet; one of tariffs has some hundreds. Each takes memory, also where nothing stands in it. */
const MOST_ROWS = 100_000
/** What a first column of words and a second of names need, in characters. */
const WIDTHS = [34, 30, 16, 18, 16, 16, 16, 16]

/** The workbook as a file; every text is written as a text, so that none is taken for a formula. */
export async function workbookBytes(sheets: readonly BookSheet[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: sheets.map(({ name, rows, bold }) => ({
      name,
      // What the sheet is of stays in sight, as do the words of its rows.
      freezePane: { rows: 1, columns: 1 },
      cells: new Map(
        (bold ?? []).flatMap((row) =>
          (rows[row] ?? []).map((cell, column) => [
            `${row},${column}`,
            { value: valueOf(cell), style: { font: { bold: true } } },
          ]),
        ),
      ),
      columns: WIDTHS.map((width) => ({ width })),
      rows: rows.map((row) => row.map(valueOf)),
    })),
  })
}

const valueOf = (cell: BookCell) => (typeof cell === 'string' ? writable(cell) : (cell as number | null))

/** Reads a workbook. @returns `unreadable` for what is none, `large` for one that holds too much */
export async function readWorkbook(bytes: Buffer): Promise<readonly BookSheet[] | 'unreadable' | 'large'> {
  const size = zipSize(bytes, LARGEST_BYTES)
  if (size !== 'fits') return size === 'large' ? 'large' : 'unreadable'
  const { readXlsx } = await import('hucre/xlsx')
  try {
    if (hasManyRows(bytes)) return 'large'
    const files = sheetFiles(bytes)
    const once = new Set(files).size === files.length
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      // As many as were looked at: what another reading of the archive finds beside them is not read.
      sheets: (_, index) => {
        if (!once || index >= files.length) throw new Error('a file of several sheets')
        return true
      },
    })
    return sheets.map(({ name, rows, cells }) => {
      const formulas = new Set<string>()
      const percents = new Set<string>()
      for (const [at, { formula, style }] of cells ?? []) {
        if (formula !== undefined) formulas.add(at)
        if (style?.numFmt !== undefined && isPercent(style.numFmt)) percents.add(at)
      }
      return {
        name,
        rows: rows.map((row, r) =>
          row.map((value, c): BookCell => {
            if (value instanceof Date) return { odd: 'date' }
            // What is seen is meant: 5 % is kept as 0.05.
            if (typeof value === 'number' && percents.has(`${r},${c}`)) return value * 100
            return (value ?? null) === null && formulas.has(`${r},${c}`)
              ? { odd: 'formula' }
              : (value ?? null)
          }),
        ),
      }
    })
  } catch {
    return 'unreadable'
  }
}

/** Whether a sheet has more rows than are read, or one that is farther down. */
function hasManyRows(bytes: Buffer): boolean {
  for (const sheet of zipFiles(bytes, /^xl\/worksheets\/[^/]+\.xml$/i, LARGEST_BYTES)) {
    let rows = 0
    for (const [, attributes] of sheet.toString('latin1').matchAll(/<(?:\w+:)?row(?=[\s/>])([^<>]*)/g)) {
      const at = Number(attribute(attributes!, 'r'))
      if (++rows > MOST_ROWS || at > MOST_ROWS) return true
    }
  }
  return false
}

/**
 * The files of a workbook's sheets, in their order. A file that many sheets name would be read for each of
 * them: a small archive would take all memory.
 * @throws where they cannot be told
 */
function sheetFiles(bytes: Buffer): string[] {
  const targets = new Map(
    tags(bytes, 'xl/_rels/workbook.xml.rels', 'Relationship').map((tag) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target'),
    ]),
  )
  return tags(bytes, 'xl/workbook.xml', 'sheet').map((tag) => {
    const target = targets.get(attribute(tag, '\\w+:id')) ?? ''
    // What is written in another way than all programs do may mean anything.
    if (!/^[\w./-]+$/.test(target)) throw new Error(`a sheet's file named ${target}`)
    return posix.resolve('/xl', target).toLowerCase()
  })
}

const tags = (bytes: Buffer, file: string, name: string) =>
  zipEntry(bytes, file, LARGEST_BYTES)
    .toString()
    // What is cut off at the next tag is looked through once, however many are never closed.
    .match(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')) ?? []

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`).exec(tag)?.[2] ?? ''

/** Whether a number's format multiplies it by a hundred: a sign that is neither quoted nor escaped. */
const isPercent = (format: string) => format.replace(/"[^"]*"|\\./g, '').includes('%')
