import { expect, test } from 'vitest'
import type { Answer } from './http.ts'
import { post } from './session.ts'

/** One worked example: the line, the arithmetic on paper, and what each lead time must say. */
export interface Row {
  line: object
  /** The arithmetic, spelt out. */
  sum: string
  /**
   * For each lead time: cents (as a number, or as digits where a number cannot hold them), a message where there is no
   * price, or null for no price with any message.
   */
  cents: Record<string, number | string | null>
}

const title = (row: Row) => `${JSON.stringify(row.line).replaceAll('"', '')} — ${row.sum}`

/** Holds a price answer against a worked example: exactly these lead times, exactly these two fields. */
export function expectPrices(answer: Answer, row: Row): void {
  expect(answer.status, answer.text).toBe(200)
  const expected = Object.fromEntries(
    Object.entries(row.cents).map(([label, cents]) => {
      if (cents === null) return [label, { Message: expect.stringMatching(/\S/) as string, PrixHT: '' }]
      if (typeof cents === 'number' || /^\d+$/.test(cents))
        return [label, { Message: '', PrixHT: String(cents) }]
      return [label, { Message: cents, PrixHT: '' }]
    }),
  )
  expect(answer.json()).toStrictEqual(expected)
}

/** A test for each worked example of an area. */
export const checks = (area: 'print' | 'display') => (rows: Row[]) =>
  test.each(rows.map((row) => ({ row, name: title(row) })))('$name', async ({ row }) =>
    expectPrices(await post(`${area}/prix/`, row.line), row),
  )
