/** What a store of before finds, whose texts had letters with a stroke left in them, on each engine. */
import { expect, onTestFinished, test } from 'vitest'
import { olderStores } from '../testing/older-store.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import { Store } from './store.ts'

const BEFORE = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name.startsWith('letters with a stroke')),
)
const AT = '2026-03-02T08:00:00.000Z'
const ROWS = [
  "INSERT INTO customers (id, name, can_order, discount, created_at, folded) VALUES (1, 'Ørsted', 1, '0', '', 'ørsted')",
  `INSERT INTO companies (id, name, name_key, text, vat_number, siret, email, phone, note, created_at, updated_at)
     VALUES (3, 'Wałęsa', 'wałesa', ' wałesa łodz', '', '', '', '', '', '', '')`,
  ...[
    [1, 'dorđe'],
    [2, 'lodz'],
  ].flatMap(([id, text]) => [
    `INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until,
       catalogue_version, lines, indicative, created_at, updated_at)
     VALUES (${id}, 1, 'draft', '', '', '', '{"ville":"Lyon"}', '', 1, '[]', 0, '${AT}', '${AT}')`,
    `INSERT INTO quote_texts (quote_id, text) VALUES (${id}, '${text}')`,
  ]),
  `UPDATE quotes SET address = '{"ville":"Lyon"}' WHERE id = 1`,
  "UPDATE quote_texts SET text = 'dorđe\nlyon' WHERE quote_id = 1",
  'UPDATE quotes SET collected = 1 WHERE id = 1',
  "INSERT INTO artwork_texts (quote_id, text) VALUES (2, 'bjørk.pdf')",
]

test.each(olderStores(BEFORE, ROWS))('%s: by the letters that are typed', async (_engine, make) => {
  const store = await Store.open(await make())
  onTestFinished(() => store.close())
  const quotes = async (search: string) => {
    const found = await store.quotes.list({ search, state: null, companyId: null }, 10, 0)
    return found.entries.map(({ id }) => id)
  }
  const companies = async (search: string) => {
    const found = await store.companies.list({ search, archived: false }, 10, 0)
    return found.companies.map(({ id }) => id)
  }
  for (const [search, ids] of [
    // Collected at the shop, whose town it is.
    ['lyon', []],
    ['dorde', [1]],
    ['Đorđe', [1]],
    ['Łódź', [2]],
    ['bjork', [2]],
    ['orsted', [2, 1]],
  ] as const)
    expect(await quotes(search), search).toEqual(ids)
  for (const search of ['walesa', 'WAŁĘSA', 'łódź', 'lodz'])
    expect(await companies(search), search).toEqual([3])
})
