/**
 * Makes of the quotes and orders of a store so many, of other people in other towns, over fourteen months, in every state, with
 * customers of their own: `fill-desk.ts FOLDER QUOTES COMPANIES`.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { teachFold } from '../../src/store/sqlite/fold.ts'
import { fold } from '../../src/domain/shared/fold.ts'
import { randomSource } from '../harness/fixtures.ts'
import { NAMES, TOWNS, TRADES } from '../harness/people.ts'

const [folder, quotes, companies] = process.argv.slice(2) as [string, string, string]
const MONTHS = 14
const DAY_MS = 86_400_000
/** How a hundred quotes stand. */
const STATES = [
  ['ordered', 45],
  ['refused', 20],
  ['cancelled', 5],
  ['sent', 15],
  ['accepted', 5],
  ['draft', 10],
] as const
const REASONS = ['Prix', 'Délai trop long', 'prix.', 'Concurrent', 'Projet abandonné', '', 'Sans nouvelles']

const db = new Database(join(folder, 'comptoir.db'))
teachFold(db)
db.pragma('synchronous = OFF')
const random = randomSource(23)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const columnsOf = (table: string, without: readonly string[]) =>
  db
    .prepare<[], { name: string }>(`PRAGMA table_info(${table})`)
    .all()
    .map(({ name }) => name)
    .filter((name) => !without.includes(name))
const now = Date.now()
const OWN_QUOTE = [
  'id',
  'number',
  'client_key',
  'state',
  'reference',
  'recipient',
  'company_id',
  'company_name',
]
const DATED = ['created_at', 'updated_at', 'valid_until']
const quoteColumns = columnsOf('quotes', [...OWN_QUOTE, ...DATED]).join(', ')
const orderColumns = columnsOf('orders', ['id', 'quote_id', 'created_at', 'reference', 'recipient']).join(
  ', ',
)

db.transaction(() => {
  const company = db.prepare(
    `INSERT INTO companies (name, name_key, text, vat_number, siret, email, phone, note, language, buyer, created_at, updated_at)
     VALUES (@name, @key, @text, '', '', '', '', '', 'fr', 'company', @at, @at)`,
  )
  const made = Array.from({ length: Number(companies) }, (_, i) => {
    const [name, town] = [`${pick(TRADES)} ${pick(NAMES)} ${i}`, pick(TOWNS)]
    const key = fold(name)
    const at = new Date(now).toISOString()
    return { id: company.run({ name, key, text: ` ${key} ${fold(town)}`, at }).lastInsertRowid, name, town }
  })
  const models = db.prepare<[], number>('SELECT id FROM quotes').pluck().all()
  const orders = db.prepare<[], number>('SELECT id FROM orders').pluck().all()
  const quote = db.prepare(
    `INSERT INTO quotes (number, state, reference, recipient, company_id, company_name, created_at, updated_at, valid_until, ${quoteColumns})
     SELECT @number, @state, @reference, @recipient, @company, @companyName, @at, @at, @until, ${quoteColumns}
     FROM quotes WHERE id = @model`,
  )
  const quoteText = db.prepare('INSERT INTO quote_texts (quote_id, text) VALUES (?, ?)')
  const order = db.prepare(
    `INSERT INTO orders (quote_id, created_at, reference, recipient, ${orderColumns})
     SELECT @quote, @at, @reference, @recipient, ${orderColumns} FROM orders WHERE id = @model`,
  )
  const orderText = db.prepare('INSERT INTO order_texts (order_id, text) VALUES (?, ?)')
  const told = db.prepare(
    `INSERT INTO journal (at, actor, action, facts, quote_id) VALUES (@at, 'key', @action, @facts, @quote)`,
  )
  const states = STATES.flatMap(([state, share]) => Array.from({ length: share }, () => state))
  for (let i = models.length; i < Number(quotes); i++) {
    const state = pick(states)
    const sent = now - random() * MONTHS * 30 * DAY_MS
    const at = new Date(sent).toISOString()
    const until = new Date(sent + 30 * DAY_MS).toISOString().slice(0, 10)
    const { id: companyId, name: companyName, town } = pick(made)
    const number = state === 'draft' ? null : `D2025-BNCH-${String(i).padStart(5, '0')}`
    const [recipient, reference] = [`${pick(NAMES)} ${pick(NAMES)}`, `${pick(TRADES)} ${i}`]
    const row = { number, state, reference, recipient, company: companyId, companyName, at, until }
    const { lastInsertRowid: id } = quote.run({ ...row, model: pick(models) })
    const texts = [reference, recipient, companyName, number ?? '', town].join('\n')
    quoteText.run(id, fold(texts))
    const facts = (more: object = {}) => JSON.stringify({ quote: Number(id), number, ...more })
    const note = (action: string, more?: object) => told.run({ at, action, facts: facts(more), quote: id })
    if (state !== 'draft') note('quote_sent')
    if (state === 'accepted') note('quote_accepted')
    if (state === 'refused') note('quote_refused', { reason: pick(REASONS) })
    if (state === 'cancelled') note('quote_cancelled', { reason: pick(REASONS) })
    if (state !== 'ordered') continue
    const { lastInsertRowid } = order.run({ quote: id, at, reference, recipient, model: pick(orders) })
    orderText.run(lastInsertRowid, fold(`${texts}\nFlyers A5\nCartes de visite`))
  }
})()
db.pragma('wal_checkpoint(TRUNCATE)')
db.close()
