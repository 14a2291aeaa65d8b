import { readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../store/sqlite/database.ts'
import { inspectBackup } from '../../store/sqlite/restore.ts'
import { faultsOf, json, world, type World } from '../../testing/app.ts'
import { damageTable } from '../../store/sqlite/damage.fixture.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { temporaryFolder } from '../../testing/folder.ts'
import { add } from '../../testing/people.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { problemWords } from '../../service/upkeep/backups.ts'
import type { Backup, StoreCheck, StoreInfo } from './store.ts'

const DAY_MS = 86_400_000
const file = () => world({ folder: temporaryFolder() })
const list = async ({ desk }: Pick<World, 'desk'>) => (await desk.get('/api/store')).json<StoreInfo>().backups
const send = ({ desk }: World, method: 'POST' | 'DELETE' | 'GET', url: string) => desk.send({ method, url })
const make = async (here: World) => (await send(here, 'POST', '/api/store/backups')).json<Backup>()

test('a backup is made while the service runs, listed, taken out and taken away', async () => {
  const here = await file()
  expect(await list(here)).toEqual([])
  const response = await send(here, 'POST', '/api/store/backups')
  expect(response.statusCode).toBe(201)
  const made = response.json<Backup>()
  expect(made).toMatchObject({ at: here.clock.now().toISOString(), kind: 'manual' })
  expect(await list(here)).toEqual([made])
  const path = join(here.folder, 'comptoir.backups', made.name)
  inspectBackup(path, here.folder)
  if (process.platform !== 'win32') {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(join(here.folder, 'comptoir.backups')).mode & 0o777).toBe(0o700)
  }
  const out = await send(here, 'GET', `/api/store/backups/${made.name}`)
  expect(out.rawPayload.length).toBe(made.bytes)
  expect(out.headers['content-disposition']).toBe(`attachment; filename="${made.name}"`)
  const left = await send(here, 'DELETE', `/api/store/backups/${made.name}`)
  expect(left.json<StoreInfo>().backups).toEqual([])
  const notes = json(await here.desk.get('/api/journal?limit=2')) as unknown as { action: string }[]
  expect(notes.map(({ action }) => action)).toEqual(['backup_removed', 'backup_made'])
})

test('only what is in the list is reached, whatever a name says', async () => {
  const here = await file()
  await make(here)
  const other = join(temporaryFolder(), 'secret')
  writeFileSync(other, 'secret')
  symlinkSync(temporaryFolder(), join(here.folder, 'comptoir.backups', 'comptoir-manual-x.db'))
  const link = 'comptoir-manual-2026-01-02T00-00-00-000Z.db'
  symlinkSync(other, join(here.folder, 'comptoir.backups', link))
  expect(await list(here)).toHaveLength(1)
  for (const name of [
    '..%2Fcomptoir.db',
    'comptoir.db',
    'secret.key',
    '..%2F..%2Fetc%2Fpasswd',
    encodeURIComponent(other),
    'comptoir-manual-x.db',
    link,
    'comptoir-manual-2026-01-01T00-00-00-000Z.db',
  ]) {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      const response = await send(here, method, `/api/store/backups/${name}${path}`)
      expect([name, response.statusCode]).toEqual([name, 404])
    }
  }
  expect(readdirSync(here.folder)).toContain('comptoir.db')
})

test('a backup that was damaged is refused before the service ends', async () => {
  const here = await file()
  const { name } = await make(here)
  writeFileSync(join(here.folder, 'comptoir.backups', name), 'no database at all')
  const response = await here.desk.send({
    method: 'POST',
    url: `/api/store/backups/${name}/restore`,
    headers: { 'accept-language': 'en' },
  })
  expect(response.statusCode).toBe(409)
  expect(json(response)['detail']).toMatch(
    /^This was not done: the file of the backup of 2 Mar 2026, \d\d:00:00 is not a Comptoir backup\.$/,
  )
})

/** A row of the store that nobody can read any more. */
const spoil = ({ folder }: Pick<World, 'folder'>) => {
  const db = openDatabase(folder)
  db.exec("INSERT INTO journal (at, actor, action, facts) VALUES ('2026-03-02', '', 'backup_made', '{')")
  db.close()
}

test('of a store of which rows cannot be read a backup is made that says so, and put back where that is wanted', async () => {
  const here = await file()
  spoil(here)
  const warned = vi.spyOn(here.service.log, 'warn')
  const made = await make(here)
  expect(made.unread).toBe('journal.facts: no JSON, id 1')
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ unread: made.unread }), expect.any(String))
  expect(await list(here)).toEqual([made])
  const url = `/api/store/backups/${made.name}/restore`
  const headers = { 'accept-language': 'en' }
  const refused = await here.desk.send({ method: 'POST', url, headers })
  expect(faultsOf(refused)).toEqual([' backup_unread'])
  expect(json(refused)['detail']).toMatch(
    /^This was not done: rows of the backup of 2 Mar 2026, \d\d:00:00 cannot be read \(journal\.facts: no JSON, id 1\)/,
  )
  const by = async (timeZone: string) =>
    json(await send(here, 'POST', `${url}?timeZone=${encodeURIComponent(timeZone)}`))['detail'] as string
  const [utc, tokyo] = [await by('UTC'), await by('Asia/Tokyo')].map(
    (words) => /(\d\d):00:00/.exec(words)![1],
  )
  expect(Number(tokyo)).toBe((Number(utc) + 9) % 24)
  // No program begins another service here.
  expect(faultsOf(await send(here, 'POST', `${url}?unread=true`))).toEqual([' store_not_replaceable'])
  await send(here, 'DELETE', `/api/store/backups/${made.name}`)
  expect(readdirSync(join(here.folder, 'comptoir.backups'))).toEqual([])
})

test('of the daily backups the last one that can be read whole stays', async () => {
  const here = await file()
  await here.service.changeSettings({ backupsKept: 1 })
  await here.service.backups.daily()
  const [whole] = await list(here)
  spoil(here)
  for (let day = 0; day < 2; day++) {
    here.clock.advance(DAY_MS)
    await here.service.backups.daily()
  }
  expect((await list(here)).map(({ name, unread }) => [name === whole!.name, unread])).toEqual([
    [false, 'journal.facts: no JSON, id 1'],
    [true, null],
  ])
})

test('a daily backup of a clock that ran ahead keeps none of today from being made, and takes the place of none', async () => {
  const here = await file()
  const { backups } = here.service
  await here.service.changeSettings({ backupsKept: 1 })
  here.clock.advance(400 * DAY_MS)
  await backups.daily()
  const [ahead] = await list(here)
  here.clock.advance(-400 * DAY_MS)
  await backups.daily()
  await backups.daily()
  const [, today] = await list(here)
  expect((await list(here)).map(({ name }) => name)).toEqual([ahead!.name, today!.name])
  here.clock.advance(DAY_MS)
  await backups.daily()
  const now = await list(here)
  expect(now).toHaveLength(2)
  expect(now[1]!.at > today!.at).toBe(true)
})

test('where nobody has to sign in, a store that cannot be read any more gives way to a backup without people', async () => {
  const here = await file()
  const { name } = await make(here)
  damageTable(here.folder, 'people')
  const restore = () => send(here, 'POST', `/api/store/backups/${name}/restore`)
  // No program begins another service here: what was looked at before is sound.
  expect(faultsOf(await restore())).toEqual([' store_not_replaceable'])
  vi.spyOn(here.service.people, 'any', 'get').mockReturnValue(true)
  const refused = await restore()
  expect(faultsOf(refused)).toEqual([' store_failed'])
  expect(refused.body).toContain('tout serait ouvert à chacun')
})

test('what keeps a file from being written names nothing that nobody knows', () => {
  const partial =
    '/data/comptoir.backups/comptoir-manual-2026-11-28T02-39-37-000Z.db.5bce98-26327-b7cde58f.partial'
  const words = (code: 'full' | 'backup_unwritable') =>
    problemWords({ code, params: { file: partial, cause: 'EACCES' } }, 'fr')
  expect(words('full')).toBe('le disque est plein ; libérez de la place et recommencez')
  expect(words('backup_unwritable')).not.toMatch(/partial|comptoir-manual/)
})

test('one a day is made by itself, and as many kept as the settings say; a demo is not worth one', async () => {
  const here = await file()
  const { backups } = here.service
  await here.service.changeSettings({ backupsKept: 2 })
  const { name } = await make(here)
  for (let day = 0; day < 4; day++) {
    await backups.daily()
    await backups.daily()
    here.clock.advance(DAY_MS)
  }
  const now = await list(here)
  expect(now.map(({ kind }) => kind)).toEqual(['automatic', 'automatic', 'manual'])
  expect(now.at(-1)!.name, 'what a person made stays').toBe(name)
  await here.service.changeSettings({ backupsKept: 0 })
  await backups.daily()
  expect(await list(here)).toEqual(now)

  const demo = await world({ bundle: null, folder: temporaryFolder() })
  await demo.service.backups.daily()
  await demo.desk.send({ method: 'POST', url: '/api/tariffs/demo' })
  await demo.service.backups.daily()
  expect(await list(demo)).toEqual([])
})

test('the first one of a day is made a minute after the start: a laptop may be open for minutes alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const here = await file()
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => list(here)).toMatchObject([{ kind: 'automatic' }])
})

test('a daily backup that fails is told, and tried again', async () => {
  const here = await file()
  const folder = join(here.folder, 'comptoir.backups')
  writeFileSync(folder, 'in the way')
  await here.service.backups.daily()
  const info = async () => (await here.desk.get('/api/store', { 'accept-language': 'en' })).json<StoreInfo>()
  const why =
    'the folder of the backups, comptoir.backups, cannot be used (a file is where a folder should be); move away what is in its place'
  expect(await info()).toMatchObject({ problem: why, unlisted: why, backups: [] })
  rmSync(folder)
  expect((await info()).unlisted).toBeNull()
  await here.service.backups.daily()
  expect((await here.desk.get('/api/store')).json<StoreInfo>().problem).toBeNull()
  expect(await list(here)).toHaveLength(1)
})

test('the check says in words how the store stands', async () => {
  const here = await file()
  const checked = async (lang: string) =>
    (
      await here.desk.send({
        method: 'POST',
        url: '/api/store/check',
        headers: { 'accept-language': lang },
      })
    ).json<StoreCheck>()
  const english = await checked('en')
  expect(english.ok).toBe(true)
  expect(english.checks.map(({ name, message }) => `${name}: ${message}`)).toEqual([
    'store: Sound: every page was read.',
    expect.stringMatching(/^schema: In the form of this program \(version \d+\)\.$/),
    'catalogue: 4 print products, 3 display, loaded today.',
    'upstream: None is set.',
    expect.stringMatching(/^disk: [\d.,]+\s[MGT]B free\.$/),
  ])
  here.service.store.sqlite.db.exec('CREATE TABLE foreign_one (id INTEGER)')
  const french = await checked('fr')
  expect(french.ok).toBe(false)
  expect(french.checks[0]).toMatchObject({ ok: false })
  expect(french.checks[0]!.message).toMatch(
    /^Autre que Comptoir ne l’a fait \(table foreign_one\) : faites une sauvegarde, où cela n’est pas,/,
  )
  for (const { message } of french.checks) expect(message).not.toMatch(/comptoir [a-z]/)
})

test('a damaged store is told among the other checks, and by no command', async () => {
  const here = await file()
  damageTable(here.folder, 'order_lines')
  for (const [lang, words] of [
    ['fr', /^Endommagé : remettez une sauvegarde, plus haut sur cet écran \(/],
    ['en', /^Damaged: put a backup back, further up on this screen \(/],
  ] as const) {
    const headers = { 'accept-language': lang }
    const checked = await here.desk.send({ method: 'POST', url: '/api/store/check', headers })
    expect(checked.statusCode).toBe(200)
    const { ok, checks } = checked.json<StoreCheck>()
    expect(ok).toBe(false)
    expect(checks[0]).toMatchObject({ name: 'store', ok: false, message: expect.stringMatching(words) })
    expect(checks.map(({ name }) => name)).toEqual(['store', 'catalogue', 'upstream', 'disk'])
    const refused = await here.desk.send({ method: 'POST', url: '/api/store/backups', headers })
    expect(refused.statusCode).toBe(409)
    expect(json(refused)['detail']).toMatch(/endommagé|damaged/)
    expect(json(refused)['detail']).not.toMatch(/comptoir [a-z]|--/)
  }
})

test('the store of a server is backed up by who runs that', async () => {
  const here = await world({ store: await postgresDatabase() })
  expect((await here.desk.get('/api/store')).json<StoreInfo>()).toMatchObject({ server: true, backups: [] })
  expect(faultsOf(await send(here, 'POST', '/api/store/backups'))).toEqual([' store_of_server'])
  const check = (await send(here, 'POST', '/api/store/check')).json<StoreCheck>()
  expect(check.checks[0]).toMatchObject({ name: 'store', ok: true })
})

test('it takes the right to change settings', async () => {
  const here = await file()
  const { name } = await make(here)
  await add(here.service, 'Max', 'responsable')
  const max = await signedIn(here, 'Max')
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/backups'],
    ['POST', '/check'],
    ['POST', '/wipe'],
    ['GET', `/backups/${name}`],
    ['DELETE', `/backups/${name}`],
    ['POST', `/backups/${name}/restore`],
  ] as const)
    expect((await max.send({ method, url: `/api/store${path}` })).statusCode).toBe(403)
  expect(await list(here)).toHaveLength(1)
})
