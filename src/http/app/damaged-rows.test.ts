/** Whatever something else wrote to a row of the store: each list answers, with the other rows. */
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { SHAPED } from '../../store/shapes.ts'
import { STORE_FILE } from '../../store/sqlite/database.ts'
import { ADDRESS, json, world, type World } from '../../testing/app.ts'
import { printCart } from '../../testing/carts.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { add } from '../../testing/people.ts'
import { CARDS, create, FLYERS, move, print } from '../../testing/quotes.ts'

const LINES = [
  { area: 'heading', text: 'Papeterie' },
  { ...print(CARDS), discount: '5', sale: { by: 'markup', percent: '40' } },
  { ...print(FLYERS), role: 'option' },
  { area: 'free', text: 'Création', quantity: 2, unitCents: 6000, costCents: 1000 },
]
const STATES = [[], ['sent'], ['sent', 'accepted'], ['sent', 'refused']]

/** A shop with several of everything that is listed. */
async function filled(made: World): Promise<void> {
  const { desk, service } = made
  await desk.post('/api/partners', { name: 'Papyrus', url: 'http://127.0.0.1:9', token: 'jeton-1234' })
  for (const name of ['Ada', 'Zoé']) await add(service, name, 'administrateur')
  const company = json(await desk.post('/api/companies', { name: 'Imprimeurs' }))
  const input = { reference: 'REF', address: ADDRESS, lines: LINES, companyId: company['id'] }
  const quote = async (states: readonly string[]) => {
    const { id } = (await create(made, {
      ...input,
      discount: { percent: '3' },
      vatRegimeId: 'franchise',
    })) as unknown as { id: number }
    for (const state of states) await move(made, id, state, state === 'refused' ? { reason: 'prix' } : {})
    return id
  }
  for (let i = 0; i < 3; i++) {
    for (const states of STATES) await quote(states)
    const ordered = await quote(['sent', 'accepted'])
    expect((await desk.post(`/api/quotes/${ordered}/order`, {})).statusCode).toBe(201)
    await desk.post('/api/shelf/configurations', { name: `K${i}`, ...print(CARDS) })
    await desk.post('/api/companies', {
      name: `Atelier ${i}`,
      addresses: [{ label: 'Atelier', isDefault: true, address: ADDRESS }],
    })
  }
}

const DESK = [
  ...['/api/quotes?limit=500', '/api/orders?limit=500', '/api/companies', '/api/customers', '/api/tokens'],
  ...[
    '/api/people',
    '/api/journal',
    '/api/day',
    '/api/dashboard',
    '/api/outbox',
    '/api/shelf',
    '/api/changes',
  ],
  ...['/api/partners', '/api/sources', '/api/status', '/api/search?q=ref', '/api/mails', '/api/catalogue'],
  ...['/api/quotes/moved', '/api/readiness', '/api/companies?q=atel', '/api/vat-regimes/use?id=franchise'],
  ...[
    '/api/quotes/export?format=csv',
    '/api/quotes/export/lines?format=csv',
    '/api/orders/export?format=csv',
  ],
]
const TOOLS = [
  '/0.2/print/commande/',
  '/0.2/display/commande/',
  '/0.2/print/produit/',
  '/0.2/display/famille/',
]

/** Settings are refused at start by their name; what was found of a text is written anew by the next change. */
const ASIDE = new Set([
  'settings',
  'catalogue',
  'lead_times',
  'order_texts',
  'quote_texts',
  'events',
  'writers',
])
/** What an answer says of itself, and never of an empty name: that no such name is written, its door sees to. */
const NEVER = new Set(['customers.name'])

interface Damage {
  readonly place: string
  readonly write: (value: unknown) => void
  readonly was: unknown
  readonly value: unknown
}

/** All that is written to each row but the last one of its table, in turns. */
function damagesOf(db: Database.Database): Damage[][] {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
  const rounds: Damage[][] = []
  const marks = new Map<object, number>()
  for (const table of (tables.pluck().all() as string[]).filter((name) => !ASIDE.has(name))) {
    const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?)').all(table) as {
      readonly name: string
      readonly type: string
      readonly pk: number
    }[]
    const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
    const where = keys.map((key) => `"${key}" IS ?`).join(' AND ')
    const rows = (db.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]).slice(0, -1)
    const of = columns.filter(({ name, pk }) => pk === 0 && !NEVER.has(`${table}.${name}`))
    const damages = of.flatMap(({ name, type }) => {
      const there = rows.filter((row) => row[name] !== null)
      if (there.length === 0) return []
      const set = db.prepare(`UPDATE "${table}" SET "${name}" = ? WHERE ${where}`)
      return valuesFor(type, isShaped(table, name) ? String(there[0]![name]) : null).map((value, i) => {
        const row = there[i % there.length]!
        const write = (to: unknown) => void set.run(to, ...keys.map((key) => row[key]))
        return { place: `${table}.${name}`, write, was: row[name], value, row }
      })
    })
    // A row is damaged once a round.
    for (const { row, ...damage } of damages) {
      const taken = marks.get(row) ?? 0
      marks.set(row, taken + 1)
      ;(rounds[taken] ??= []).push(damage)
    }
  }
  return rounds
}

/** What a client says of a product is his, whatever it is. */
const isShaped = (table: string, column: string) =>
  column !== 'line' && (SHAPED.get(table) ?? []).some(([name]) => name === column)

/** @param shaped the JSON that stands there, where all of it has a shape */
function valuesFor(type: string, shaped: string | null): unknown[] {
  if (type === 'INTEGER') return [-1, 0, 2n ** 60n]
  if (type !== 'TEXT') return []
  return ['', 'x', '{', 'null', '[]', '{}', '[null]', ...(shaped === null ? [] : mutated(shaped))]
}

/** Each place of a JSON text with something else in it. */
function* mutated(text: string): Generator<string> {
  const places: (string | number)[][] = []
  const walk = (value: unknown, path: (string | number)[]) => {
    if (path.length > 0) places.push(path)
    if (typeof value !== 'object' || value === null || path.at(-1) === 'line') return
    for (const key of Object.keys(value))
      walk((value as Record<string, unknown>)[key], [...path, Array.isArray(value) ? Number(key) : key])
  }
  walk(JSON.parse(text), [])
  const wrong = [null, 'x', 5, {}, undefined]
  for (const [i, path] of places.entries()) {
    const value = wrong[i % wrong.length]
    const copy = JSON.parse(text) as Record<string | number, unknown>
    const at = path.slice(0, -1).reduce((inner, key) => inner[key] as typeof copy, copy)
    if (value === undefined) Reflect.deleteProperty(at, path.at(-1)!)
    else at[path.at(-1)!] = value
    yield JSON.stringify(copy)
  }
}

const idsIn = (body: string): unknown[] => (JSON.parse(body) as { id?: unknown }[]).map(({ id }) => id)

test('damaged rows of any table take no list with them, nor the last row of each', async () => {
  const made = await world({ folder: temporaryFolder() })
  await filled(made)
  const tool = made.partner(await made.token('Outil', { canOrder: true }))
  for (let i = 0; i < 2; i++) await tool.post('/0.2/print/panier/validate/', printCart)
  const db = new Database(`${made.folder}/${STORE_FILE}`)
  onTestFinished(() => void db.close())
  db.pragma('foreign_keys = OFF')
  db.pragma('ignore_check_constraints = ON')
  const lasts = ['quotes', 'orders'].map((table) => db.prepare(`SELECT max(id) FROM ${table}`).pluck().get())
  for (const round of damagesOf(db)) {
    const done: Damage[] = []
    for (const damage of round) {
      try {
        damage.write(damage.value)
        done.push(damage)
      } catch {
        // The database itself refuses it.
      }
    }
    const told = () => done.map(({ place, value }) => `${place} = ${String(value).slice(0, 200)}`).join('\n')
    await made.service.refresh()
    for (const [ask, urls] of [
      [made.desk, DESK],
      [tool, TOOLS],
    ] as const)
      for (const url of urls) {
        const { statusCode, body } = await ask.get(url)
        expect(statusCode, `${url} with\n${told()}`).toBe(200)
        const last = /^\/api\/(quotes|orders)\?/.exec(url)?.[1]
        if (last !== undefined) expect(idsIn(body), told()).toContain(lasts[last === 'quotes' ? 0 : 1])
      }
    for (const { write, was } of done) write(was)
  }
})

test('an order whose lines are gone stands in the day all the same, and is named', async () => {
  const made = await world({ folder: temporaryFolder() })
  const { id } = (await create(made)) as unknown as { id: number }
  await made.desk.post(`/api/quotes/${id}/order`, {})
  made.service.store.sqlite.db.exec('DELETE FROM order_lines')
  const { entries } = json(await made.desk.get('/api/day'))
  expect(entries).toMatchObject([{ kind: 'order', number: 'C000001', name: '', lineCount: 0 }])
  expect((await made.service.store.examine()).wrong).toEqual({
    code: 'store_damaged',
    ...{ problem: 'orders: no lines, id 1', table: 'orders' },
  })
})
