/** The store of an earlier program, with orders under way: today's goes on with them, and none is sent twice. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeStored } from '../../src/store/fixtures/stored.ts'
import { STORE_FILE } from '../../src/store/folder.ts'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { OF_FILES, ON_POSTGRES } from '../stores.ts'
import { Comptoir, until, type OutboxEntry } from './comptoir.ts'

/** Where the partner was when the store was written. */
const PARTNER_THEN = 'http://127.0.0.1:47115'
/** In doubt: the partner never had it. On its way when the program ended: the partner has it. Waiting: never sent. */
const [IN_DOUBT, ON_ITS_WAY, WAITING] = [14, 15, 16]

const SHAPE = { seed: 1, products: 3, families: 2 }

interface Sent {
  readonly id: number
  readonly area: 'print' | 'display'
  readonly devis: string
  readonly there: string | null
}

let partner: RunningPartner
const comptoir = new Comptoir()

beforeAll(async () => {
  mkdirSync(comptoir.data, { recursive: true })
  placeStored('shop-of-partner', comptoir.data)
  const db = new Database(join(comptoir.data, STORE_FILE))
  const sent = db
    .prepare<[string], Sent>(
      'SELECT order_id AS id, area, devis, upstream_id AS there FROM outbox WHERE upstream = ? AND attempts > 0',
    )
    .all(PARTNER_THEN)
  // Its own book: what it acknowledged, and what it took without a word.
  const state = join(comptoir.folder, 'partner.jsonl')
  const book = sent.filter(({ id }) => id !== IN_DOUBT)
  writeFileSync(state, book.map((order) => `${JSON.stringify(committed(order))}\n`).join(''))
  partner = await startPartner({ ...SHAPE, token: 'jeton-de-test', discount: 4, state })
  moved(db, partner.url)
  db.close()
})
afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})

/** The partner is at another address by now: as if it had always been there. */
function moved(db: Database.Database, url: string): void {
  const sealed = db.prepare("SELECT value FROM settings WHERE key = 'secret:upstream_token'").pluck().get()
  const account = createHash('sha256').update(JSON.stringify([url, JSON.parse(sealed as string)]))
  db.prepare("UPDATE settings SET value = ? WHERE key IN ('upstream_url', 'catalogue_of')").run(
    JSON.stringify(url),
  )
  db.prepare('UPDATE outbox SET upstream = ? WHERE upstream = ?').run(url, PARTNER_THEN)
  db.prepare('UPDATE outbox SET account = ? WHERE account IS NOT NULL AND upstream = ?').run(
    account.digest('hex').slice(0, 16),
    url,
  )
  for (const table of ['price_answers', 'price_refusals'])
    db.prepare(`UPDATE ${table} SET upstream = ? WHERE upstream = ?`).run(url, PARTNER_THEN)
  // The simulated partner gives its families other ids than it did then.
  const [family] = [...buildCatalogue(SHAPE).families.values()]
  const { id, formats, supports, impressions, finitions, options } = family!.page
  const line = {
    famille: id,
    format: formats[0]!.id,
    support: supports[0]!.id,
    impression: impressions[0]!.id,
    finition: finitions[0]!.id,
    quantite: 5,
    variantes: [options[0]!.variantes[1]!.id],
  }
  db.prepare('UPDATE order_lines SET body = ? WHERE order_id = ?').run(JSON.stringify(line), WAITING)
}

const committed = ({ area, devis, there }: Sent) => ({
  event: 'order',
  area,
  committedAt: '2026-03-02T09:00:00.000Z',
  order: { id: Number(there ?? 70_099), status: 'En attente de fichiers', reference_client: devis },
  sent: {},
  account: 0,
})

test('what was in doubt, on its way or waiting reaches the partner once; what waits for a person waits on', async ({
  skip,
}) => {
  skip(ON_POSTGRES, OF_FILES)
  await comptoir.serve()
  const outbox = async () => (await comptoir.desk<OutboxEntry[]>('GET', 'outbox')).body
  const before = await outbox()
  const settled = await until('the orders under way arrive', outbox, (entries) =>
    entries.every(({ state }) => state !== 'a_transmettre'),
  )
  const waiting = before.filter(({ order }) => ![IN_DOUBT, ON_ITS_WAY, WAITING].includes(order))
  expect(waiting.length).toBeGreaterThan(3)
  expect(settled.map(({ order, state }) => `${order} ${state}`)).toEqual(
    waiting.map(({ order, state }) => `${order} ${state}`),
  )
  const references = (await partner.orders()).map(({ order }) => order.reference_client)
  expect(new Set(references).size).toBe(references.length)
  for (const devis of ['En doute', 'En route', 'À transmettre'])
    expect(references.filter((reference) => reference.startsWith(`${devis}-`))).toHaveLength(1)
  const status = async (id: number) =>
    (await comptoir.desk<{ order: { status: string } }>('GET', `orders/${id}`)).body.order.status
  for (const id of [IN_DOUBT, ON_ITS_WAY, WAITING]) expect(await status(id)).toBe('En attente de fichiers')
})
