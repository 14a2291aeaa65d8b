import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import Database from 'better-sqlite3'
import { ADDRESS, bundleOf, withWorkspace } from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure } from '../harness/figures.ts'
import { untilQuiet } from '../harness/page.ts'
import { KEY, RunningService } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'

const FILL = join(import.meta.dirname, '..', 'programs', 'fill-desk.ts')
const QUOTES = 20_000
const COMPANIES = 5000
const PRODUCTS = 10_000
const SYSTEM_BROWSER = '/usr/bin/chromium'
/** Nothing comes any more once the palette has been as it is for so long. */
const QUIET_MS = 150
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
const [KEY_RATIO, DASHBOARD_RATIO] = [8, 4]

/**
 * The palette's search by the key and the dashboard, over many quotes and customers, in turns with a floor: SQLite reading
 * every text once, and the state and totals of every quote and when anything was noted of it once, in this process.
 */
export const finding: Measure = {
  name: 'finding',
  run: () =>
    withWorkspace(async (workspace) => {
      const { folder } = workspace.store('desk', bundleOf(PRODUCTS))
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
          await palette(service, keys, search.floor),
          figure(`/api/search, ${of}, a key`, search, KEY_RATIO, KEY_MS),
          figure(`/api/dashboard, ${of}`, dashboard, DASHBOARD_RATIO, DASHBOARD_MS),
        ]
      } finally {
        db.close()
        await service.stop()
      }
    }),
}

/** A text in the palette, from its key to when nothing of what it shows is left to come, over products and all the rest. */
async function palette(service: RunningService, keys: readonly string[], floor: number[]): Promise<Figure> {
  const own = process.env['COMPTOIR_BROWSER'] ?? (existsSync(SYSTEM_BROWSER) ? SYSTEM_BROWSER : '')
  const browser = await chromium.launch({
    ...(own ? { executablePath: own } : {}),
    // Frames as soon as they are ready: what is timed is the work, not the wait for the next sixtieth of a second.
    args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, locale: 'fr-FR' })
    await page.goto(`http://127.0.0.1:${service.port}/?key=${KEY}`)
    await page.locator('[role=option]').first().waitFor()
    await page.keyboard.press('Control+k')
    await page.locator('dialog[open] input').waitFor()
    const subject: number[] = []
    for (const text of keys) {
      const type = `{ const field = document.querySelector('dialog[open] input')
        field.value = ${JSON.stringify(text)}
        field.dispatchEvent(new Event('input', { bubbles: true })) }`
      subject.push(await untilQuiet(page, type, 'dialog[open]', QUIET_MS))
    }
    const over = `${whole(PRODUCTS)} products, ${whole(QUOTES)} quotes, ${whole(COMPANIES)} customers`
    return figure(`the palette, ${over}, a key to all that it shows`, { subject, floor }, KEY_RATIO, KEY_MS)
  } finally {
    await browser.close()
  }
}

/** A sent quote and an order, which are copied. */
async function models(folder: string): Promise<void> {
  const service = await RunningService.start({ folder })
  const call = async <T = { id: number }>(path: string, body?: object) => {
    const url = `http://127.0.0.1:${service.port}/api${path}`
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(url, { headers, ...sent })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  const { entries } = await call<{ entries: { id: number }[] }>('/catalogue')
  const { defaultLine } = await call<{ defaultLine: object }>(`/products/${entries[0]!.id}`)
  const line = { area: 'print', line: defaultLine, delai: null }
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

/** Reads the state and totals of every quote, and when anything was noted of it, once. */
function scanned(db: Database.Database): () => number {
  const all = ['SELECT state, totals FROM quotes', 'SELECT at, quote_id FROM journal'].map((sql) =>
    db.prepare(sql),
  )
  return () => clocked(() => all.forEach((each) => each.all()))
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
