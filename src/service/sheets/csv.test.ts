/** A sheet as CSV, in the form of the reader's language. */
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvChunks } from './csv.ts'
import type { Cell, CellKind, SheetColumn } from './sheet.ts'

const KINDS = ['text', 'number', 'money', 'each', 'percent', 'day'] as const satisfies CellKind[]
const COLUMNS: SheetColumn[] = KINDS.map((kind) => ({ heading: kind, kind, width: 12 }))

async function* inTurn<T>(entries: readonly T[]): AsyncGenerator<T, void> {
  for (const entry of entries) yield await Promise.resolve(entry)
}

async function csvOf(rows: readonly (readonly Cell[])[], locale: 'fr' | 'en' = 'fr'): Promise<string> {
  let text = ''
  for await (const chunk of csvChunks({ name: 'Devis', columns: COLUMNS, rows: inTurn(rows) }, locale))
    text += chunk
  return text
}

const ROW: Cell[] = ['Flyers; A5', 2.5, -123_456, 0.0235, 5.5, '2026-03-02']

test('French: semicolons, decimal commas, days as 02/03/2026, and the mark by which Excel knows UTF-8', async () => {
  expect(await csvOf([ROW, [null, null, null, null, null, null]])).toBe(
    '\ufefftext;number;money;each;percent;day\r\n"Flyers; A5";2,5;-1234,56;0,0235;5,5;02/03/2026\r\n;;;;;\r\n',
  )
})

test('English: commas, points, days as 2026-03-02', async () => {
  expect(await csvOf([ROW], 'en')).toBe(
    '\ufefftext,number,money,each,percent,day\r\nFlyers; A5,2.5,-1234.56,0.0235,5.5,2026-03-02\r\n'.replace(
      'Flyers; A5',
      '"Flyers; A5"',
    ),
  )
})

test.each(['=1+1', '+33 6', '-50 %', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1+1', '＝1'])(
  'a text such as %j is made harmless, a number is not touched',
  async (text) => {
    const csv = await csvOf([[text, -1, null, null, null, null]])
    const [, [first, number]] = parse(csv, { bom: true, delimiter: ';' }) as [string[], string[]]
    expect(first).toBe(`'${text.replace('\r', '\n')}`)
    expect(number).toBe('-1')
  },
)

test('what no spreadsheet shows, and some end a file at, is left out', async () => {
  const csv = await csvOf([['a\u0000b\u000bc\u001b[31m\td', null, null, null, null, null]])
  const [, [first]] = parse(csv, { bom: true, delimiter: ';' }) as [string[], string[]]
  expect(first).toBe('abc[31m\td')
})

test('whatever is written is read again as it was, in both languages', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom('=1', 'a"b', 'a;b', 'a,b', 'a\nb', 'a\r\nb', 'a\u0000b', ' x ', '"', "'=1"),
  )
  const row = fc.tuple(text, fc.integer({ min: -1e13, max: 1e13 }))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), fc.constantFrom('fr', 'en'), async (rows, locale) => {
      const csv = await csvOf(
        rows.map(([words, cents]) => [words, null, cents, null, null, null]),
        locale,
      )
      const delimiter = locale === 'fr' ? ';' : ','
      const read: string[][] = parse(csv, { bom: true, delimiter, relax_column_count: false })
      expect(read).toHaveLength(rows.length + 1)
      for (const [i, [words, cents]] of rows.entries()) {
        const told = words.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')
        expect([told, `'${told}`]).toContain(read[i + 1]![0])
        expect(read[i + 1]![0]).not.toMatch(/^\s*[=+\-@]/)
        expect(Number(read[i + 1]![2]!.replace(',', '.'))).toBe(cents / 100)
      }
    }),
  )
})

test.each([
  [12, '12.00'],
  [0.5, '0.50'],
  [0.0235, '0.0235'],
  [0.000125, '0.000125'],
  [100.1, '100.10'],
])('what a piece costs has the digits that it needs, and two at least: %d is %s', async (euros, told) => {
  const csv = await csvOf([[null, null, null, euros, null, null]], 'en')
  expect(csv.split('\r\n')[1]).toBe(`,,,${told},,`)
})
