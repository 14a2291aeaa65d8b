/** What a store of before finds, whose texts had letters with a stroke left in them, on each engine. */
import { expect, onTestFinished, test } from 'vitest'
import { olderStores } from '../testing/older-store.ts'
import { MIGRATIONS } from './sqlite/migrations.ts'
import { Store } from './store.ts'

const before = (step: string) =>
  MIGRATIONS.slice(
    0,
    MIGRATIONS.findIndex(({ name }) => name.startsWith(step)),
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

test.each(olderStores(before('letters with a stroke'), ROWS))(
  '%s: by the letters that are typed',
  async (_engine, make) => {
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
  },
)

const SERVICES = JSON.stringify({ lines: [{ text: 'Création' }, { text: 'Pose à Łódź' }], totals: {} })
const NAMED = [
  "INSERT INTO customers (id, name, can_order, discount, created_at, folded) VALUES (1, 'É', 1, '0', '', 'e')",
  ...[1, 2].flatMap((id) => [
    `INSERT INTO quotes (id, customer_id, state, reference, recipient, note, address, valid_until,
       catalogue_version, lines, indicative, created_at, updated_at, collected)
     VALUES (${id}, 1, 'ordered', '', '', '', '{"code_postal":"69003"}', '', 1, '[]', 0, '${AT}', '${AT}', ${id - 1})`,
    `INSERT INTO quote_texts (quote_id, text) VALUES (${id}, 'r')`,
  ]),
  ...[
    [1, 'NULL', '{"code_postal":"SW1 Ø"}', `'${SERVICES}'`],
    [2, '1', '{"code_postal":"69003"}', 'NULL'],
    [3, '2', '{"code_postal":"69003"}', `'{"lines":[],"totals":{}}'`],
    [4, 'NULL', '{}', `'{"lines":[7,{}],"totals":{}}'`],
  ].flatMap(([id, quote, address, services]) => [
    `INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht,
       tva, total_ttc, catalogue_version, quote_id, created_at, services)
     VALUES (${id}, 'print', 1, 'enregistree', '', '', '${address}', 0, 0, 0, 0, 0, 1, ${quote}, '${AT}', ${services})`,
    `INSERT INTO order_texts (order_id, text) VALUES (${id}, 'r')`,
  ]),
]

test.each(olderStores(before('quotes and orders are found by postal code'), NAMED))(
  '%s: by postal code unless it is the shop’s, and orders by what was sold with them',
  async (_engine, make) => {
    const store = await Store.open(await make())
    onTestFinished(() => store.close())
    const every = { area: null, status: null, quote: null, sourceId: null, companyId: null }
    const found = async (search: string) => [
      (await store.orderList.idsBefore({ search, ...every }, null, 10)).toSorted(),
      (await store.quotes.list({ search, state: null, companyId: null }, 10, 0)).entries.map(({ id }) => id),
    ]
    expect(await found('69003')).toEqual([[2], [1]])
    for (const search of ['sw1 o', 'SW1Ø']) expect(await found(search), search).toEqual([[1], []])
    expect(await found('creation lodz')).toEqual([[1], []])
    expect(await found('r')).toEqual([
      [1, 2, 3, 4],
      [2, 1],
    ])
  },
)
