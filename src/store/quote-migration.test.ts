/** Quotes of a store that knew no numbers, no notes in house and no history of a quote, on each engine. */
import { expect, onTestFinished, test } from 'vitest'
import { olderStores } from '../testing/older-store.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import { Store } from './store.ts'

const BEFORE = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name.startsWith('quotes: numbers of their own')),
)
const QUOTES = [
  [1, 'draft'],
  [2, 'sent'],
  [1_234_567, 'ordered'],
] as const
/** What was noted, by its id. */
const NOTED = [
  ['quote_made', '{"quote":1}'],
  ['quote_made', '{"quote":2}'],
  ['customer_changed', '{"name":"says \\"quote\\":2"}'],
  ['quote_sent', '{"quote":2}'],
  ['order_placed', '{"order":7,"quote":1234567}'],
  ['imported', '{"added":2,"changed":0,"removed":0}'],
] as const

const AT = '2026-03-02T08:00:00.000Z'
const ROWS = [
  "INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'A', 1, '0', '')",
  ...QUOTES.flatMap(([id, state]) => [
    `INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until,
       catalogue_version, lines, indicative, created_at, updated_at)
     VALUES (${id}, 1, '${state}', '', '', 'à rappeler', '{"ville":"Lyon"}', '', 1, '[]', 0, '${AT}', '${AT}')`,
    `INSERT INTO quote_texts (quote_id, text) VALUES (${id}, 'x')`,
  ]),
  ...NOTED.map(
    ([action, facts], i) =>
      `INSERT INTO journal (id, at, actor, action, facts) VALUES (${i + 1}, '${AT}', 'key', '${action}', '${facts}')`,
  ),
]

test.each(olderStores(BEFORE, ROWS))(
  '%s: what was sent has its number, notes are in house, and the journal is read by quote',
  async (_engine, make) => {
    const store = await Store.open(await make())
    onTestFinished(() => store.close())
    const ids = QUOTES.map(([id]) => id)
    const records = await Promise.all(ids.map((id) => store.quotes.byId(id)))
    expect(records.map((record) => [record!.number, record!.note, record!.internalNote])).toEqual([
      [null, '', 'à rappeler'],
      ['D000002', '', 'à rappeler'],
      ['D1234567', '', 'à rappeler'],
    ])
    const found = async (search: string) => {
      const { entries } = await store.quotes.list({ search, state: null, companyId: null }, 10, 0)
      return entries.map(({ id }) => id)
    }
    for (const [search, ids] of [
      ['D000002', [2]],
      ['d2', [2]],
      ['D1234567', [1_234_567]],
      ['brouillon 1', [1]],
      ['D000001', []],
    ] as const)
      expect(await found(search), search).toEqual(ids)
    const history = await Promise.all(ids.map((id) => store.journal.ofQuote(id)))
    expect(history.map((entries) => entries.map(({ action }) => action))).toEqual([
      ['quote_made'],
      ['quote_sent', 'quote_made'],
      ['order_placed'],
    ])
    expect((await store.journal.list({ person: null }, 10, 0)).total).toBe(NOTED.length)
  },
)
