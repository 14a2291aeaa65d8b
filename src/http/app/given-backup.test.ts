/** A backup that is given as a file: taken among the others where it is one, else refused in words, and nothing of it stays. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LARGEST_BACKUP_BYTES } from '../../domain/shared/backup-file.ts'
import { faultsOf, json, world, type World } from '../../testing/app.ts'
import { damageTable } from '../../store/sqlite/damage.fixture.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import type { Refusal } from '../../service/refusal.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { BACKUP_TYPE } from './given-backup.ts'
import type { Backup, StoreInfo } from './store.ts'

const file = () => world({ folder: temporaryFolder() })
const FOLDER = 'comptoir.backups'
const listed = async ({ desk }: Pick<World, 'desk'>) =>
  (await desk.get('/api/store')).json<StoreInfo>().backups
const here = (made: World) => {
  const folder = join(made.folder, FOLDER)
  return { ...made, folder, left: () => readdirSync(folder).sort() }
}

const give = (
  { desk }: Pick<World, 'desk'>,
  payload: Buffer | Readable,
  name = 'copie.db',
  headers: Record<string, string> = {},
) =>
  desk.send({
    method: 'POST',
    url: `/api/store/backups/given?name=${encodeURIComponent(name)}`,
    headers: { 'content-type': BACKUP_TYPE, 'accept-language': 'en', ...headers },
    payload,
  })

/** A backup of another shop, as its file. */
async function elsewhere(name = 'Avant') {
  const made = await file()
  await made.desk.post('/api/companies', { name })
  const backup = (await made.desk.send({ method: 'POST', url: '/api/store/backups' })).json<Backup>()
  return { name: backup.name, path: join(made.folder, FOLDER, backup.name) }
}

/** A file as a database is changed. */
function changed(path: string, change: (db: Database.Database) => void): Buffer {
  const db = new Database(path)
  change(db)
  db.close()
  return readFileSync(path)
}

test('it is listed by its own date, can be put back as the others, and the journal tells it', async () => {
  const backup = await elsewhere()
  const made = await file()
  made.clock.advance(86_400_000)
  const response = await give(made, readFileSync(backup.path), `C:\\fakepath\\${backup.name}`)
  expect(response.statusCode, response.body).toBe(201)
  const given = response.json<Backup>()
  expect(given).toMatchObject({
    kind: 'given',
    dated: true,
    at: '2026-03-02T09:00:00.000Z',
    given: backup.name,
  })
  expect(await listed(made)).toEqual([given])
  if (process.platform !== 'win32')
    expect(lstatSync(join(made.folder, FOLDER, given.name)).mode & 0o777).toBe(0o600)
  const replaced = vi.spyOn(made.service.replacement, 'restore').mockReturnValue(undefined)
  const url = `/api/store/backups/${given.name}/restore`
  expect((await made.desk.send({ method: 'POST', url })).statusCode).toBe(202)
  expect(replaced).toHaveBeenCalledWith(
    join(made.folder, FOLDER, given.name),
    given.name,
    expect.anything() as unknown,
    false,
  )
  const [note] = json(await made.desk.get('/api/journal?limit=1')) as unknown as { message: string }[]
  expect(note!.message).toBe(`Fichier ${backup.name} ajouté aux sauvegardes`)
  // The same one again is no second one.
  await give(made, readFileSync(backup.path), backup.name)
  expect(await listed(made)).toHaveLength(1)
})

test('one that does not say of when it is goes by when it was given', async () => {
  const backup = await elsewhere()
  const made = await file()
  const given = (await give(made, readFileSync(backup.path), 'copie.db')).json<Backup>()
  expect(given).toMatchObject({ kind: 'given', dated: false, given: 'copie.db' })
  expect(given.at).toBe(made.clock.now().toISOString())
  expect(await listed(made)).toEqual([given])
})

test('whatever is no backup of ours is refused in words, and nothing of it stays', async () => {
  const { path } = await elsewhere()
  const bytes = readFileSync(path)
  const made = here(await file())
  mkdirSync(made.folder)
  const foreign = join(temporaryFolder(), 'other.db')
  const other = changed(foreign, (db) => db.exec('CREATE TABLE t (id INTEGER)'))
  const newer = changed((await elsewhere()).path, (db) => db.pragma('user_version = 999'))
  const altered = changed((await elsewhere()).path, (db) =>
    db.exec('CREATE TRIGGER evil AFTER INSERT ON orders BEGIN DELETE FROM orders; END'),
  )
  const broken = await file()
  damageTable(broken.folder, 'order_lines')
  const hostile: readonly (readonly [string, Buffer, RegExp])[] = [
    ['no database', Buffer.from('%PDF-1.7\n'.repeat(100_000)), /copie\.db is not a Comptoir backup/],
    ['no byte', Buffer.alloc(0), /copie\.db is not a Comptoir backup/],
    ['a head alone', bytes.subarray(0, 100), /copie\.db is (damaged|not a Comptoir backup)/],
    ['another program’s', other, /copie\.db is not a Comptoir backup/],
    ['a newer program’s', newer, /copie\.db was written by a newer Comptoir \(schema 999/],
    ['altered', altered, /copie\.db is not as Comptoir writes it \(foreign: trigger evil\)/],
    ['cut', bytes.subarray(0, bytes.length / 2), /copie\.db is damaged/],
    ['damaged', readFileSync(join(broken.folder, 'comptoir.db')), /copie\.db is damaged/],
  ]
  for (const [what, payload, words] of hostile) {
    const response = await give(made, payload)
    expect([what, response.statusCode]).toEqual([what, 409])
    expect(json(response)['detail']).toMatch(words)
    expect(json(response)['detail']).not.toMatch(/partial|comptoir\.backups/)
    expect([what, made.left()]).toEqual([what, []])
  }
  expect(await listed(made)).toEqual([])
})

test('one that is larger than is taken is refused before a byte of it is kept, and one that breaks off leaves none', async () => {
  const made = here(await file())
  const large = await give(made, Readable.from([Buffer.alloc(10)]), 'copie.db', {
    'content-length': String(LARGEST_BACKUP_BYTES + 1),
  })
  expect(large.statusCode).toBe(413)
  expect(json(large)['detail']).toMatch(/over 2\sGB/)
  expect(made.left()).toEqual([])
  const { path } = await elsewhere()
  async function* cut() {
    yield readFileSync(path).subarray(0, 50_000)
    await Promise.resolve()
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  }
  await expect(
    made.service.backups.take({ name: 'copie.db', size: null, bytes: Readable.from(cut()) }),
  ).rejects.toThrow('aborted')
  expect(made.left()).toEqual([])
})

test('one at a time, for whose sake requests may take longer meanwhile', async () => {
  const { path } = await elsewhere()
  const made = await file()
  const bytes = readFileSync(path)
  const usual = made.app.server.requestTimeout
  let second: Awaited<ReturnType<typeof give>> | null = null
  let meanwhile = 0
  async function* slowly() {
    yield bytes.subarray(0, 50_000)
    meanwhile = made.app.server.requestTimeout
    second = await give(made, bytes)
    yield bytes.subarray(50_000)
  }
  expect((await give(made, Readable.from(slowly()))).statusCode).toBe(201)
  expect(faultsOf(second!)).toEqual([' backup_under_way'])
  expect(meanwhile).toBeGreaterThan(usual)
  expect(made.app.server.requestTimeout).toBe(usual)
  expect(await listed(made)).toHaveLength(1)
})

test('one that stops on its way is given up, and holds up no other', async () => {
  const { path } = await elsewhere()
  const made = here(await file())
  const bytes = readFileSync(path)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  async function* stopping() {
    yield bytes.subarray(0, 50_000)
    await new Promise(() => undefined)
  }
  let code: unknown = null
  made.service.backups
    .take({ name: 'copie.db', size: null, bytes: Readable.from(stopping()) })
    .catch((error: Refusal) => (code = error.code))
  while (code === null) {
    vi.advanceTimersByTime(30_000)
    await new Promise(setImmediate)
  }
  expect(code).toBe('backup_stalled')
  expect(made.left()).toEqual([])
  vi.useRealTimers()
  expect((await give(made, bytes)).statusCode).toBe(201)
})

test('a link that lies where it would be put is replaced, and not followed', async () => {
  const { path } = await elsewhere()
  const made = here(await file())
  mkdirSync(made.folder)
  const target = join(temporaryFolder(), 'of-another')
  writeFileSync(target, 'theirs')
  const at = made.clock.now().toISOString().replace(/[:.]/g, '-')
  symlinkSync(target, join(made.folder, `comptoir-given-at-${at}.db`))
  expect((await give(made, readFileSync(path))).statusCode).toBe(201)
  expect(readFileSync(target, 'utf8')).toBe('theirs')
  expect(made.left()).toEqual([`comptoir-given-at-${at}.db`, `comptoir-given-at-${at}.db.json`])
})

test('it takes the right to change settings, a file of its type, and a store that is a file', async () => {
  const made = await file()
  await add(made.service, 'Max', 'responsable')
  const max = await signedIn(made, 'Max')
  expect((await give({ desk: max }, Buffer.from('x'))).statusCode).toBe(403)
  expect((await made.desk.post('/api/store/backups/given?name=x.db', {})).statusCode).toBe(415)
  const server = await world({ store: await postgresDatabase() })
  expect(faultsOf(await give(server, Buffer.from('x')))).toEqual([' store_of_server'])
})
