import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { failure, open } from '../fixtures/databases.ts'
import { basicProblem, emptyOrder, JSON_COLUMNS, unreadableValue } from './content.ts'
import { CHECKED } from '../possible.ts'
import { SHAPED } from '../shapes.ts'
import { openDatabase, type Sqlite } from './database.ts'

const contentProblem = (db: Sqlite) => basicProblem(db) ?? unreadableValue(db) ?? emptyOrder(db)

test('every column that is read as JSON is one of the store', () => {
  const db = open(temporaryFolder())
  expect(contentProblem(db)).toBeNull()
  for (const [table, columns] of Object.entries(JSON_COLUMNS)) {
    const there = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    expect(there, table).toEqual(expect.arrayContaining([...columns]))
  }
})

test('every column whose values are looked at is one of the store', () => {
  const db = open(temporaryFolder())
  for (const [table, columns] of [...CHECKED, ...SHAPED]) {
    const there = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    expect(there, table).toEqual(expect.arrayContaining(columns.map(([column]) => column)))
  }
})

test.each([
  [
    `INSERT INTO customers (name, can_order, discount, products, created_at) VALUES ('Agence', 1, '0', 'x', '')`,
    'customers.products: no JSON, id 1',
  ],
  [`INSERT INTO settings (key, value) VALUES ('company', '{')`, 'settings.value: no JSON, key company'],
  [
    `INSERT INTO people (name, name_key, role, password, created_at) VALUES ('A', 'a', 'chef', 'scrypt$ln=1,r=1,p=1$QQ==$QQ==', '')`,
    'people.role: unknown, id 1',
  ],
  [
    `INSERT INTO people (name, name_key, role, password, created_at) VALUES ('A', 'a', 'vendeur', 'xx', '')`,
    'people.password: no hash, id 1',
  ],
  [
    `INSERT INTO journal (at, actor, action, facts) VALUES ('abc', 'key', 'quote_made', '{}')`,
    'journal.at: impossible value, id 1',
  ],
  [
    `INSERT INTO journal (at, actor, action, facts) VALUES ('2026-03-02T09:00:00.000Z', 'key', 'quote_made', '[]')`,
    'journal.facts: impossible value, id 1',
  ],
  [
    `INSERT INTO journal (at, actor, action, facts) VALUES ('2026-03-02T09:00:00.000Z', 'key', 'quote_made', '{"quote":[1]}')`,
    'journal.facts: impossible value, id 1',
  ],
  [
    `INSERT INTO customers (name, can_order, discount, created_at) VALUES ('Agence', 1, '0', '');
     INSERT INTO orders (id, area, customer_id, status, reference, recipient, address, prix_ht, remise_ht, total_ht, tva, total_ttc,
         cost_ht, catalogue_version, created_at)
       VALUES (7, 'print', 1, 'enregistree', '', '', '{}', 1, 0, 1, 0, 1, 1, 1, '2026-03-02T09:00:00.000Z')`,
    'orders: no lines, id 7',
  ],
  ['DELETE FROM catalogue', 'catalogue: no row'],
  [`INSERT INTO sqlite_sequence (name, seq) VALUES ('orders', 9223372036854775807)`, 'orders: last number'],
  [`INSERT INTO sqlite_sequence (name, seq) VALUES ('quotes', -1)`, 'quotes: last number'],
  [`INSERT INTO sqlite_sequence (name, seq) VALUES ('quotes', 'many')`, 'quotes: last number'],
])('%s is found', (sql, problem) => {
  const db = open(temporaryFolder())
  db.exec(sql)
  expect(contentProblem(db)).toBe(problem)
})

test.each(['DELETE FROM catalogue', `INSERT INTO sqlite_sequence VALUES ('orders', 9223372036854775807)`])(
  'a store is refused as it is opened after %s',
  (sql) => {
    const folder = temporaryFolder()
    const db = openDatabase(folder)
    db.exec(sql)
    const problem = basicProblem(db)!
    db.close()
    expect(failure(() => openDatabase(folder))).toMatchObject({ code: 'corrupt', params: { problem } })
  },
)
