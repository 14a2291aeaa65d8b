/** A diagnostic of a shop whose every text bears a mark: none of it is in it, and what helps is. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { damageTable } from '../../store/sqlite/damage.fixture.ts'
import { add, PASSWORD } from '../../testing/people.ts'
import { json, world, type World } from '../../testing/app.ts'
import {
  fillMarked,
  MAIL_PASSWORD,
  MARK,
  PARTNER_TOKEN,
  PERSON_PASSWORD,
  PHONE,
  TELLING,
} from '../../testing/marked.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { emptyStore } from '../../store/sqlite/schema.ts'
import { logFile } from '../log.ts'
import { StoreError } from '../maintenance.ts'
import { makeDiagnostics } from './diagnostics.ts'

/** Nothing listens there. */
const AWAY = 'http://127.0.0.1:9/zorglub'

type Files = Readonly<Record<string, string>>

const filesOf = (zip: Uint8Array): Files =>
  Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]))

async function exported({ desk }: World, locale = 'fr'): Promise<Files> {
  const response = await desk.get('/api/diagnostics', { 'accept-language': locale })
  expect(response.statusCode, response.body).toBe(200)
  return filesOf(response.rawPayload)
}

const read = (files: Files, name: string) => JSON.parse(files[name]!) as Record<string, unknown>

/** Everything in the zip, names of files too, without regard to case. */
const textOf = (files: Files) => JSON.stringify(Object.entries(files)).toLowerCase()

/** Every text that the store holds: of texts that are JSON, the texts in them. */
async function textsIn({ service }: World): Promise<ReadonlySet<string>> {
  const { engine } = service.store
  const model = emptyStore()
  const tables = model
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[]
  model.close()
  const texts = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
    if (typeof value !== 'string') return
    if (/^[[{]/.test(value)) {
      try {
        return collect(JSON.parse(value))
      } catch {
        // A text that only begins like JSON.
      }
    }
    texts.add(value)
  }
  for (const table of tables.filter((name) => !name.startsWith('sqlite_'))) {
    const rows = await engine.read(function* () {
      return (yield { kind: 'all', text: `SELECT * FROM "${table}"`, values: [] }) as object[]
    })
    rows.forEach(collect)
  }
  return texts
}

/** What a log may hold at worst. */
function dreadfulLog(): string {
  const error = new Error(`Unexpected token in “${MARK} 12 rue des Presses ${PHONE}”`)
  const err = {
    type: 'SyntaxError',
    message: error.message,
    stack: `SyntaxError: ${error.message}\n    at ${MARK} (dans sa rue)\n    at Object.read (/home/${MARK}/comptoir/src/service/${'quotes'}.ts:12:34)\n    at ${MARK}:1:2\n    at async Promise.all (index 0)\n    at node:internal/process:1:2`,
    code: MARK,
    detail: `Key (name)=(${MARK}) already exists.`,
    params: { name: MARK },
    cause: {
      type: MARK,
      message: MARK,
      code: 'ECONNREFUSED',
      stack: `${MARK}\n    at C:\\Users\\${MARK}\\out\\main\\index.js:5:6`,
    },
    errors: [{ message: `connect ECONNREFUSED ${MARK}`, code: '23505', type: 'DatabaseError' }],
  }
  const lines = [
    {
      level: 50,
      time: 1_772_442_000_000,
      pid: 7,
      hostname: MARK,
      err,
      msg: 'request failed',
      method: 'POST',
      path: `/api/${MARK}`,
    },
    {
      level: 40,
      time: 1_772_442_001_000,
      partner: MARK,
      problem: MARK,
      msg: 'a partner’s token cannot be opened',
    },
    { level: 40, time: 1_772_442_002_000, person: 3, ip: MARK, msg: `${MARK} would not sign in` },
    { level: 50, time: 1_772_442_003_000, reason: 'crashed', exitCode: 139, msg: 'the page has stopped' },
    {
      level: 50,
      time: 1_772_442_004_000,
      reason: MARK,
      exitCode: MARK,
      msg: 'the page has stopped',
      [MARK]: 1,
    },
    {
      level: 30,
      time: 1_772_442_005_000,
      route: '/0.2/print/commande/:id/',
      path: `/${MARK}`,
      status: 200,
      ms: 1.5,
      msg: 'request',
    },
    { level: 40, time: MARK, msg: '12 log line(s) before this one could not be written' },
    { level: MARK, msg: MARK },
  ]
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n${MARK} is no line\n{"level":50,"msg":"${MARK}`
}

test('nothing of a customer, a person, the shop or a secret is in it, whatever the store and the log hold', async () => {
  const here = await world({ bundle: null })
  await fillMarked(here, AWAY)
  const texts = await textsIn(here)
  const told = [...texts].filter((text) => text.includes(MARK))
  expect(told.length, 'the store is full of marks').toBeGreaterThan(80)
  writeFileSync(logFile(here.folder), dreadfulLog())
  writeFileSync(`${logFile(here.folder)}.2`, dreadfulLog())

  for (const locale of ['fr', 'en']) {
    const files = await exported(here, locale)
    const text = textOf(files)
    for (const word of [...TELLING, PARTNER_TOKEN, MAIL_PASSWORD, PERSON_PASSWORD, here.folder])
      expect(text, word).not.toContain(word.toLowerCase())
    // Of all that is stored, what is told is words of the program, its kinds and figures, the time of the load, and the host.
    const known = /^(\d{4}-\d\d-\d\dT.*Z|[a-z][a-zA-Z_]*|\d{1,5}(\.\d+)?|[A-Z]{1,3}|Comptoir|127\.0\.0\.1|)$/
    expect([...texts].filter((each) => !known.test(each) && text.includes(each.toLowerCase()))).toEqual([])
  }
})

test('it tells what helps: machine, settings, store, catalogue, partners, checks, log', async () => {
  const here = await world({ bundle: null })
  await fillMarked(here, AWAY)
  writeFileSync(logFile(here.folder), dreadfulLog())
  const files = await exported(here)
  expect(Object.keys(files).sort()).toEqual([
    'LISEZMOI.txt',
    'catalogue.json',
    'checks.json',
    'log/comptoir.log',
    'partners.json',
    'settings.json',
    'store.json',
    'system.json',
  ])
  expect(read(files, 'system.json')).toMatchObject({
    ...{ version: expect.any(String), node: process.versions.node, platform: process.platform, locale: 'fr' },
    memory: { total: expect.any(Number) },
    disk: { free: expect.any(Number) },
  })
  expect(read(files, 'settings.json')).toMatchObject({
    ...{ quoteValidityDays: 30, synonyms: { count: 1 }, vatRegimes: { count: 1 }, corsOrigins: { count: 1 } },
    ...{ calendar: { closures: 1 }, people: true, mailServer: true, letterhead: true },
  })
  const store = read(files, 'store.json')
  expect(store).toMatchObject({
    ...{ foreignTables: 0, failed: null },
    rows: { companies: 1, contacts: 1, quotes: 1, orders: 1, people: 2, mails: 1 },
  })
  const { version, known } = store['schema'] as { version: number; known: number }
  expect(version).toBe(known)
  expect(read(files, 'catalogue.json')).toMatchObject({
    ageDays: 0,
    ownTariffs: true,
    products: 4,
    families: 3,
  })
  expect(read(files, 'partners.json')).toMatchObject([
    {
      host: '127.0.0.1:9',
      hasToken: true,
      online: false,
      trouble: 'offline',
      lastSync: null,
      transmissions: {},
    },
  ])
  expect(read(files, 'checks.json')).toMatchObject([
    { name: 'store', ok: true, code: 'store_sound' },
    { name: 'schema', ok: true },
    { name: 'catalogue', ok: true, products: 4 },
    { name: 'upstream', ok: false, host: '127.0.0.1:9', found: 'partner_unreachable' },
    { name: 'mail', ok: true, problem: null },
    { name: 'disk' },
  ])
  const [note, failed, partner, , crash, , request, missing] = files['log/comptoir.log']!.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(note).toEqual({ leftOut: 3 })
  expect(failed).toEqual({
    ...{ time: '2026-03-02T09:00:00.000Z', level: 'error', msg: 'request failed', pid: 7, method: 'POST' },
    err: {
      type: 'SyntaxError',
      stack: [
        'at Object.read (src/service/quotes.ts:12:34)',
        'at async Promise.all (index 0)',
        'at node:internal/process:1:2',
      ],
      cause: { code: 'ECONNREFUSED', stack: ['at out/main/index.js:5:6'] },
      errors: [{ type: 'DatabaseError', code: '23505', message: 'ECONNREFUSED: connection refused' }],
    },
  })
  expect(partner).toMatchObject({ level: 'warn', msg: 'a partner’s token cannot be opened' })
  expect(crash).toMatchObject({ msg: 'the page has stopped', reason: 'crashed', exitCode: 139 })
  expect(request).toMatchObject({ route: '/0.2/print/commande/:id/', status: 200, ms: 1.5 })
  expect(missing).toEqual({
    level: 'warn',
    msg: '12 log line(s) before this one could not be written',
  })
  expect(files['LISEZMOI.txt']).toMatch(/^Diagnostic de Comptoir \d/)
  expect(files['LISEZMOI.txt']).toContain('N’y sont pas')
})

test('its name and its words are in the reader’s language; without a log that is said', async () => {
  const here = await world()
  const french = await here.desk.get('/api/diagnostics', { 'accept-language': 'fr' })
  expect(french.headers['content-disposition']).toBe(
    'attachment; filename="comptoir-diagnostic-2026-03-02.zip"',
  )
  expect(french.headers['content-type']).toBe('application/zip')
  expect(filesOf(french.rawPayload)['LISEZMOI.txt']).toContain('Il n’y a pas de journal')
  const english = await here.desk.get('/api/diagnostics', { 'accept-language': 'en' })
  expect(english.headers['content-disposition']).toBe(
    'attachment; filename="comptoir-diagnostics-2026-03-02.zip"',
  )
  expect(filesOf(english.rawPayload)['README.txt']).toContain('There is no log')
})

test('it is for administrators alone', async () => {
  const here = await world()
  await add(here.service, 'Zoé Martin', 'responsable')
  await add(here.service, 'Ada Lovelace', 'administrateur')
  expect((await here.anyone.get('/api/diagnostics')).statusCode).toBe(401)
  const zoe = await (await signedIn(here, 'Zoé Martin', PASSWORD)).get('/api/diagnostics')
  expect([zoe.statusCode, json(zoe)['right']]).toEqual([403, 'settings'])
  expect((await (await signedIn(here, 'Ada Lovelace', PASSWORD)).get('/api/diagnostics')).statusCode).toBe(
    200,
  )
})

test('a store that is damaged under its service is told among the checks', async () => {
  const here = await world({ folder: temporaryFolder() })
  damageTable(here.folder, 'order_lines')
  const checks = read(await exported(here), 'checks.json') as unknown as { code: string; ok: boolean }[]
  expect(checks[0]).toMatchObject({ name: 'store', ok: false, code: 'store_damaged' })
  expect(checks.map(({ code }) => code)).toContain('disk')
})

test('a part that fails leaves the others, and is named', async () => {
  const here = await world()
  const failing = () => {
    throw Object.assign(new Error(`${MARK} is lost`), { code: 'SQLITE_CORRUPT' })
  }
  here.service.catalogue.loadedAt = failing
  mkdirSync(`${logFile(here.folder)}.1`)
  const files = await exported(here)
  expect(files['catalogue.json']).toBeUndefined()
  expect(files['checks.json']).toBeUndefined()
  expect(read(files, 'store.json')).toMatchObject({ failed: null })
  expect(read(files, 'problems.json')).toMatchObject([
    { part: 'catalogue', type: 'Error', code: 'SQLITE_CORRUPT' },
    { part: 'checks', type: 'Error', code: 'SQLITE_CORRUPT' },
  ])
  expect(files['LISEZMOI.txt']).toMatch(
    /n’ont pas pu être faites .*\r\n- catalogue\.json .*\r\n- checks\.json/,
  )
  expect(textOf(files)).not.toContain(MARK.toLowerCase())
})

test.each([
  ['that is no store', 'Zorglub was here', 'not_a_store', { failed: 'SQLITE_NOTADB', rows: {} }],
  ['that is empty', '', 'empty', { sizes: { file: 0 } }],
])('without a service: of a file %s what can be told is', async (_name, content, code, store) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'comptoir.db'), content)
  appendFileSync(logFile(folder), dreadfulLog())
  const refused = new StoreError(code as 'empty', { file: `${folder}/${MARK}` })
  const zip = await makeDiagnostics({
    ...{ at: { folder, url: null }, locale: 'en', now: new Date('2026-03-02T09:00:00Z') },
    service: { refused },
  })
  const files = filesOf(zip)
  expect(Object.keys(files).sort()).toEqual([
    'README.txt',
    'log/comptoir.log',
    'problems.json',
    'store.json',
    'system.json',
  ])
  expect(read(files, 'store.json')).toMatchObject({ ...store, refused: { type: 'StoreError', code } })
  expect(read(files, 'problems.json')).toMatchObject(
    ['settings', 'catalogue', 'partners', 'checks'].map((part) => ({ part, code })),
  )
  expect(textOf(files)).not.toContain(MARK.toLowerCase())
  expect(textOf(files)).not.toContain(folder)
})
