/** A sheet as a workbook, read again by the same library as any other file. */
import fc from 'fast-check'
import { streamXlsxRows } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { Cell, CellKind, SheetColumn } from './sheet.ts'
import { xlsxStream } from './xlsx.ts'

const KINDS = ['text', 'number', 'money', 'each', 'percent', 'day'] as const satisfies CellKind[]
const COLUMNS: SheetColumn[] = KINDS.map((kind) => ({ heading: `Colonne « ${kind} »`, kind, width: 12 }))

async function* inTurn<T>(entries: readonly T[]): AsyncGenerator<T, void> {
  for (const entry of entries) yield await Promise.resolve(entry)
}

async function bytesOf(rows: readonly (readonly Cell[])[], columns = COLUMNS): Promise<Uint8Array> {
  const stream = await xlsxStream({ name: 'Devis', columns, rows: inTurn(rows) }, 'fr')
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

async function readAgain(bytes: Uint8Array): Promise<unknown[][]> {
  const rows: unknown[][] = []
  for await (const { index, values } of streamXlsxRows(bytes)) rows[index] = values
  return rows
}

/** What a cell is once it is read again. */
function told(cell: Cell, kind: CellKind): unknown {
  if (kind === 'money' && typeof cell === 'number') return cell / 100
  if (kind === 'day' && typeof cell === 'string') return new Date(`${cell}T00:00:00.000Z`)
  return cell
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '=1+1',
    '-5',
    '@SUM(A1)',
    '_x0041_',
    '__x000D_',
    '0012',
    ' deux  espaces ',
    'a\nb',
    'TRUE',
    '\u202f€',
  ),
)
const day = fc.date({ min: new Date('1901-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
const row = fc.tuple(
  fc.option(text),
  fc.option(fc.integer()),
  fc.option(fc.integer({ min: -1e13, max: 1e13 })),
  fc.option(fc.integer({ min: -1e9, max: 1e9 }).map((parts) => parts / 1e4)),
  fc.option(fc.integer({ min: -10_000, max: 10_000 }).map((tenths) => tenths / 10)),
  fc.option(day.map((date) => date.toISOString().slice(0, 10))),
)
/** What no workbook can hold is told otherwise; line ends are one. */
const held = (value: string) =>
  value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\ufffe\uffff]/g, '\ufffd')

test('whatever is written is read again as it was: texts to the character, cents, numbers and days', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const [heading, ...again] = await readAgain(await bytesOf(rows))
      expect(heading).toEqual(COLUMNS.map((column) => column.heading))
      for (const [i, cells] of rows.entries()) {
        const wanted = cells.map((cell, k) => told(cell, KINDS[k]!))
        const [first] = wanted
        if (typeof first === 'string') wanted[0] = held(first)
        const found = KINDS.map((_, k) => again[i]?.[k] ?? null)
        expect(found.map((cell) => (cell === '' ? null : cell))).toEqual(
          wanted.map((cell) => (cell === '' ? null : cell)),
        )
      }
    }),
    { numRuns: 60 },
  )
})

test('what begins as a formula is a text, never reckoned', async () => {
  const [, row] = await readAgain(await bytesOf([['=HYPERLINK("http://x")', null, null, null, null, null]]))
  expect(row![0]).toBe('=HYPERLINK("http://x")')
})

test('a cell has no more characters than a spreadsheet takes', async () => {
  const columns = COLUMNS.slice(0, 1)
  const [, row] = await readAgain(await bytesOf([[`${'é'.repeat(32_765)}😀😀`]], columns))
  expect(row![0]).toBe(`${'é'.repeat(32_765)}…`)
})

test('rows are asked for as the file is read: a slow reader holds no more than a moment of them', async () => {
  let asked = 0
  async function* endless(): AsyncGenerator<Cell[], void> {
    for (;;) {
      asked += 1
      yield await Promise.resolve([`ligne ${asked}`.repeat(20), asked, asked, asked, asked, '2026-03-02'])
    }
  }
  const stream = await xlsxStream({ name: 'Devis', columns: COLUMNS, rows: endless() }, 'fr')
  const reader = stream.getReader()
  await reader.read()
  await reader.read()
  for (let before = -1; before !== asked;) {
    before = asked
    for (let i = 0; i < 50; i++) await new Promise(setImmediate)
  }
  expect(asked).toBeLessThan(20_000)
  await reader.cancel()
  const then = asked
  for (let i = 0; i < 50; i++) await new Promise(setImmediate)
  expect(asked).toBe(then)
})
