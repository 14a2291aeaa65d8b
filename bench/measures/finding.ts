import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ADDRESS, DEMO_BUNDLE, withWorkspace } from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure } from '../harness/figures.ts'
import { KEY, RunningService } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'

const FILL = join(import.meta.dirname, '..', 'programs', 'fill-desk.ts')
const QUOTES = 20_000
const COMPANIES = 5000
const DASHBOARDS = 40
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }
/** Typed a key at a time, from the second on. */
const TYPED = [
  ...['boulangerie lefevre', 'quimper', 'D2025-BNCH-01234', 'C000042', 'kerjean tanguy', 'pharmacie 1999'],
  ...['théâtre', 'saint-brieuc', 'boulanjerie', 'flyers', 'lycée dubois nantes', 'nobody has this'],
]
/** Longest that a key and a dashboard may take where nobody waits for them with displeasure, milliseconds. */
const [KEY_MS, DASHBOARD_MS] = [30, 200]
/** How many times longer than the floor. */
const [KEY_RATIO, DASHBOARD_RATIO] = [8, 8]

/**
 * The palette's search by the key and the dashboard, over many quotes and customers, in turns with a floor: SQLite reading
 * every text once, and every quote and what was noted of it once, in this process.
 */
export const finding: Measure = {
  name: 'finding',
  run: () =>
    withWorkspace(async (workspace) => {
      const { folder } = workspace.store('desk', DEMO_BUNDLE)
      await models(folder)
      await timed([FILL, folder, String(QUOTES), String(COMPANIES)])
      const service = await RunningService.start({ folder })
      const db = new Database(join(folder, 'comptoir.db'), { readonly: true })
      try {
        const read = async (path: string) => {
          const start = performance.now()
          const answer = await fetch(`http://127.0.0.1:${service.port}/api${path}`, { headers })
          await answer.text()
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
          return performance.now() - start
        }
        const keys = TYPED.flatMap((text) =>
          Array.from({ length: text.length - 1 }, (_, i) => text.slice(0, i + 2)),
        )
        const search = await inTurns(keys, (text) => read(`/search?q=${encodeURIComponent(text)}`), scan(db))
        const boards = Array.from({ length: DASHBOARDS }, () => '')
        const dashboard = await inTurns(boards, () => read('/dashboard'), scanned(db))
        const of = `${whole(QUOTES)} quotes, ${whole(COMPANIES)} customers`
        return [
          figure(`/api/search, ${of}, a key`, search, KEY_RATIO, KEY_MS),
          figure(`/api/dashboard, ${of}`, dashboard, DASHBOARD_RATIO, DASHBOARD_MS),
        ]
      } finally {
        db.close()
        await service.stop()
      }
    }),
}

/** A sent quote and an order, which are copied. */
async function models(folder: string): Promise<void> {
  const service = await RunningService.start({ folder })
  const line = { area: 'print', line: { produit: 201, quantites_multiples: [1000] }, delai: null }
  const call = async (path: string, body: object) => {
    const url = `http://127.0.0.1:${service.port}/api${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { id: number }
  }
  const { id } = await call('/quotes', { reference: 'Modèle', address: ADDRESS, lines: [line, line] })
  await call(`/quotes/${id}/order`, {})
  await service.stop()
}

type Sides = { readonly subject: number[]; readonly floor: number[] }

async function inTurns<T>(
  each: readonly T[],
  subject: (what: T) => Promise<number>,
  floor: (what: T) => number,
): Promise<Sides> {
  // What is read first is read from the disk.
  for (const what of each.slice(0, 5)) {
    await subject(what)
    floor(what)
  }
  const sides: Sides = { subject: [], floor: [] }
  for (const what of each) {
    sides.floor.push(floor(what))
    sides.subject.push(await subject(what))
  }
  return sides
}

/** Reads every text that is searched once. */
function scan(db: Database.Database): (text: string) => number {
  const texts = ['quote_texts', 'order_texts', 'companies'].map((table) =>
    db.prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE instr(text, ?) > 0`).pluck(),
  )
  return (text) => clocked(() => texts.forEach((all) => all.get(text)))
}

/** Reads every quote and what was noted of it once. */
function scanned(db: Database.Database): () => number {
  const all = ['SELECT count(*), max(state) FROM quotes', 'SELECT max(at), max(quote_id) FROM journal'].map(
    (sql) => db.prepare(sql),
  )
  return () => clocked(() => all.forEach((each) => each.get()))
}

function clocked(task: () => void): number {
  const start = performance.now()
  task()
  return performance.now() - start
}

const p95 = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!

function figure(name: string, { subject, floor }: Sides, most: number, mostMs: number): Figure {
  const [here, there] = [p95(subject), p95(floor)]
  const ratio = here / there
  return {
    name: `${name}, p95`,
    value: `${fixed(here, 1)} ms`,
    floor: `${fixed(there, 1)} ms`,
    ratio,
    target: `≤ ${most} (${mostMs} ms)`,
    ok: ratio <= most || here <= mostMs,
  }
}
