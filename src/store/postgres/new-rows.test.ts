import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Insertion } from '../work.ts'
import { NewRows, type RowsWritten } from './new-rows.ts'

const PARENT: Insertion = { table: 'parent', columns: ['name'] }
const CHILD: Insertion = { table: 'child', columns: ['parent_id'] }
const OTHER: Insertion = { table: 'other', columns: ['child_id'] }
const KEYED: Insertion = { table: 'keyed', columns: ['key'] }

/** What a statement writes: its table, and the numbers of its rows. */
const told = ({ text, values }: RowsWritten) => ({
  table: /^INSERT INTO (\w+)/.exec(text)![1]!,
  rows: JSON.parse(values[0]) as { id?: number; parent_id?: number; child_id?: number }[],
})

describe('new rows of one transaction', () => {
  test('are one statement a table, over all of its changes', () => {
    const rows = new NewRows()
    for (const change of [0, 1, 2]) {
      rows.beginChange()
      expect(rows.add(PARENT, change, ['p'])).toEqual([])
      for (const line of [0, 1]) expect(rows.add(CHILD, change * 2 + line, [change])).toEqual([])
    }
    expect(rows.take().map(told)).toMatchObject([
      { table: 'parent', rows: [{ id: 0 }, { id: 1 }, { id: 2 }] },
      { table: 'child', rows: Array.from({ length: 6 }, (_, id) => ({ id })) },
    ])
    expect(rows.take()).toEqual([])
  })

  test('without a number have none', () => {
    const rows = new NewRows()
    rows.add(KEYED, null, ['k'])
    expect(rows.take()).toEqual([
      {
        name: expect.stringMatching(/^comptoir_rows_\d+$/) as string,
        text: 'INSERT INTO keyed (key) SELECT key FROM json_populate_recordset(NULL::keyed, $1)',
        values: ['[{"key":"k"}]'],
      },
    ])
  })

  test('are written after those that they refer to, whatever changes come together', () => {
    // A change inserts into tables in any order, and refers to the newest row of its own that it may refer to.
    const change = fc.array(fc.constantFrom(PARENT, CHILD, OTHER), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const rows = new NewRows()
        const written: RowsWritten[] = []
        const ids = { parent: 0, child: 0, other: 0 }
        let count = 0
        for (const steps of changes) {
          rows.beginChange()
          const own: Record<string, number | null> = { parent: null, child: null }
          for (const into of steps) {
            const table = into.table as keyof typeof ids
            const id = ++ids[table]
            const refers = table === 'child' ? own['parent']! : table === 'other' ? own['child']! : null
            written.push(...rows.add(into, id, [refers]))
            own[table] = id
            count += 1
          }
        }
        written.push(...rows.take())
        const there = { parent: new Set<number>(), child: new Set<number>() }
        let found = 0
        for (const { table, rows: all } of written.map(told)) {
          for (const { id, parent_id: parent, child_id: child } of all) {
            if (parent != null && !there.parent.has(parent)) return false
            if (child != null && !there.child.has(child)) return false
            if (table !== 'other') there[table as keyof typeof there].add(id!)
            found += 1
          }
        }
        return found === count
      }),
    )
  })

  test('are written before so many wait that their text is too long', () => {
    const rows = new NewRows()
    const due = Array.from({ length: 2_001 }, (_, i) => rows.add(PARENT, i, ['p']))
    expect(due.slice(0, 2_000).flat()).toEqual([])
    expect(due[2_000]!.map((one) => told(one).rows.length)).toEqual([2_000])
    expect(rows.take().map((one) => told(one).rows.length)).toEqual([1])
  })
})
