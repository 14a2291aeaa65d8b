/** The main process over a store that it cannot use, or that an earlier program left. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeStored, schemaOf } from '../store/fixtures/stored.ts'
import { openDatabase } from '../store/sqlite/database.ts'
import { MIGRATIONS } from '../store/sqlite/migrations.ts'
import { opened, stand, started as startedOn, type Stand } from '../testing/desktop.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { ORIGIN } from './door.ts'

const told = vi.hoisted(() => ({ current: null as unknown }))
const now = () => told.current as Stand
vi.mock('electron', async () => {
  const { electronOf } = await import('../testing/desktop.ts')
  return electronOf(() => told.current as Stand)
})

const argv = process.argv
let data: string
beforeEach(() => {
  vi.resetModules()
  told.current = stand()
  data = join(temporaryFolder(), 'data')
})
afterEach(() => void (process.argv = argv))

const started = (...args: string[]) => startedOn(now, `--data=${data}`, ...args)
const open = (...args: string[]) => opened(now, `--data=${data}`, ...args)

test('a damaged store is left as it is, and a backup is put back from there', async () => {
  const first = await started()
  await expect.poll(() => first.window.loadURL.mock.calls.length).toBe(1)
  const made = await first.handler!(new Request(`${ORIGIN}/api/store/backups`, { method: 'POST' }))
  const { name } = (await made.json()) as { name: string }
  first.app.quit()
  await first.ended
  const store = join(data, 'comptoir.db')
  const sound = readFileSync(store)
  writeFileSync(store, Buffer.concat([sound.subarray(0, 100), Buffer.alloc(sound.length - 100, 7)]))
  vi.resetModules()
  told.current = stand()
  now().pressed.push(0, 0, 0)
  now().chosen.push(store, join(data, 'comptoir.backups', name))
  const again = await open()
  expect(again.boxes.map(({ buttons }) => buttons?.length)).toEqual([4, 4, undefined])
  expect(again.boxes[2]!.message, 'who may sign in is told').toMatch(/^La sauvegarde est remise/)
  for (const { detail } of again.boxes) expect(detail).not.toMatch(/comptoir restore|--data/)
  expect((await again.handler!(new Request(`${ORIGIN}/api/status`))).status).toBe(200)
})

test('the store of an earlier version is brought up to date behind a window that says how far it is', async () => {
  mkdirSync(data)
  placeStored('shop-of-bundle', data)
  const lacking = MIGRATIONS.length - schemaOf('shop-of-bundle')
  const { small, window } = await open()
  expect(small.bars).toEqual(Array.from({ length: lacking + 1 }, (_, step) => step / (lacking + 1)))
  expect(small.destroyed).toBe(true)
  expect(window.loadURL.mock.calls).toEqual([[`${ORIGIN}/`]])
  // Its page is a text: no script, no door, nothing to ask for.
  expect(small.options!['webPreferences']).toEqual({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false },
    ...{ webviewTag: false, spellcheck: false },
  })
  const steps = small.pages.map((page) => /role="status">([^<]*)</.exec(page)![1]!)
  expect(steps[0]).toBe('Copie de sécurité…')
  // Steps that are over before their page is drawn are passed over, none comes before another.
  const all = [
    'Copie de sécurité…',
    ...Array.from({ length: lacking }, (_, i) => `Étape ${i + 1} sur ${lacking}…`),
  ]
  const places = steps.map((step) => all.indexOf(step))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const page of small.pages) expect(page).not.toMatch(/<script|href|src=/)
  expect(readdirSync(data).filter((file) => file.endsWith('.bak'))).toHaveLength(1)
})

test('who quits meanwhile does so once it is over, and no other window is opened', async () => {
  mkdirSync(data)
  placeStored('shop-of-bundle', data)
  const { app, small, window, ended } = now()
  small.setProgressBar = (done) => {
    if (small.bars.push(done) === 1) app.quit()
  }
  await started()
  expect(await ended).toBe(0)
  expect(small.pages[0]).toContain('Comptoir se ferme dès que c’est fini.')
  expect(small.destroyed).toBe(true)
  expect(window.loadURL).not.toHaveBeenCalled()
  const db = openDatabase(data)
  expect(db.pragma('user_version', { simple: true })).toBe(MIGRATIONS.length)
  db.close()
})

test('a store of today is opened without it', async () => {
  openDatabase(join(data)).close()
  const { small } = await open()
  expect(small.options).toBeNull()
})

test('where bringing it up to date fails, the window makes room for why, and the application goes on to another', async () => {
  mkdirSync(data)
  placeStored('shop-of-bundle', data)
  const creates = /CREATE (?:INDEX|TABLE) (\w+)/
  // One that makes something new, and takes nothing out first.
  const last = MIGRATIONS.findLastIndex(({ sql }) => creates.test(sql) && !sql.includes('DROP'))
  const db = openDatabase(data, MIGRATIONS.slice(0, last))
  const made = creates.exec(MIGRATIONS[last]!.sql)![1]!
  db.exec(`CREATE TABLE ${made} (id INTEGER)`)
  db.close()
  const other = join(temporaryFolder(), 'other')
  mkdirSync(other)
  now().pressed.push(1)
  now().chosen.push(other)
  const opened = await open()
  expect(opened.small.destroyed).toBe(true)
  expect(opened.boxes).toHaveLength(1)
  expect(opened.boxes[0]!.detail).toContain(data)
  expect(existsSync(join(other, 'comptoir.db'))).toBe(true)
})

test('who quits in the face of it ends with a failure', async () => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'comptoir.db'), 'no store at all')
  now().pressed.push(2)
  const made = await started()
  expect(await made.ended).toBe(1)
  expect(readFileSync(join(data, 'comptoir.db'), 'utf8')).toBe('no store at all')
  expect(readFileSync(join(data, 'comptoir.log'), 'utf8')).toContain('the service did not start')
})

test('a store that cannot be used: what can be told of it is exported from there', async () => {
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'comptoir.db'), 'no store at all'.repeat(100))
  const file = join(now().userData, 'diagnostic.zip')
  // Once given up, once to a place that takes no file, once written; then quit.
  now().pressed.push(2, 2, 2, 3)
  now().chosen.push('', join(now().userData, 'none', 'x.zip'), file)
  const made = await started()
  expect(await made.ended).toBe(1)
  expect(made.boxes[2]!.detail).toContain('x.zip')
  const files = unzipSync(readFileSync(file))
  expect(Object.keys(files)).toContain('LISEZMOI.txt')
  expect(JSON.parse(strFromU8(files['store.json']!))).toMatchObject({
    ...{ failed: 'SQLITE_NOTADB', refused: { type: 'StoreError', code: 'corrupt' } },
  })
  expect(strFromU8(files['log/comptoir.log']!)).toContain('the service did not start')
})
