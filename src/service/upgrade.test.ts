/** The store of an earlier program, on its way to today's schema. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { placeStored, schemaOf } from '../store/fixtures/stored.ts'
import { needsMigration, openDatabase, schemaVersion, STORE_FILE } from '../store/sqlite/database.ts'
import { MIGRATIONS } from '../store/sqlite/migrations.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Service } from './service.ts'
import { watchingUpgrades, type UpgradeProgress } from './upgrade.ts'

const STORED = 'shop-of-bundle'
const LACKING = MIGRATIONS.length - schemaOf(STORED)

function storeOfOld(): string {
  const folder = temporaryFolder()
  placeStored(STORED, folder)
  return folder
}

const copiesIn = (folder: string) => readdirSync(folder).filter((file) => file.endsWith('.bak'))

const STEPS = Array.from({ length: LACKING + 1 }, (_, step) => ({ step, steps: LACKING }))

test('each step is told before it is made, and the copy first', () => {
  const folder = storeOfOld()
  const told: (UpgradeProgress & { readonly copies: number })[] = []
  const tell = (progress: UpgradeProgress) => void told.push({ ...progress, copies: copiesIn(folder).length })
  watchingUpgrades(tell, () => openDatabase(folder).close())
  // As it is then: the copy is not there when it begins, and there when the first step does.
  expect(told).toEqual(STEPS.map((step) => ({ ...step, copies: step.step === 0 ? 0 : 1 })))
})

test('the steps of a service that starts are told in their order, and who waits is not held meanwhile', async () => {
  const folder = storeOfOld()
  const told: UpgradeProgress[] = []
  let turns = 0
  const turning = setInterval(() => turns++)
  onTestFinished(() => clearInterval(turning))
  const service = await Service.start({
    folder,
    log: pino({ level: 'silent' }),
    environment: {},
    // Told by another thread, which may be further by then.
    onUpgrade: (progress) => void told.push(progress),
  })
  onTestFinished(() => service.close())
  expect(told).toEqual(STEPS)
  expect(copiesIn(folder)).toHaveLength(1)
  expect(schemaVersion(service.store.sqlite.db)).toBe(MIGRATIONS.length)
  expect(turns).toBeGreaterThan(0)
})

test('a store of today, a new one and a damaged one are none to be upgraded, and nobody is told', async () => {
  const current = temporaryFolder()
  openDatabase(current).close()
  expect(needsMigration(current)).toBe(false)
  expect(needsMigration(join(temporaryFolder(), 'none'))).toBe(false)
  const damaged = temporaryFolder()
  writeFileSync(join(damaged, STORE_FILE), 'no store at all')
  expect(needsMigration(damaged)).toBe(false)
  expect(readFileSync(join(damaged, STORE_FILE), 'utf8')).toBe('no store at all')
  const onUpgrade = () => expect.unreachable()
  for (const folder of [current, temporaryFolder()]) {
    const service = await Service.start({
      folder,
      log: pino({ level: 'silent' }),
      environment: {},
      onUpgrade,
    })
    await service.close()
  }
  watchingUpgrades(onUpgrade, () => openDatabase(temporaryFolder()).close())
})

test('a step that fails is told as the store tells it, and leaves the steps before it and the copy', async () => {
  const folder = storeOfOld()
  const file = join(folder, STORE_FILE)
  const some = MIGRATIONS.slice(
    0,
    MIGRATIONS.findLastIndex(({ sql }) => sql.includes('DROP INDEX')),
  )
  const db = openDatabase(folder, some)
  // What the next step takes out, to make it anew.
  const taken = /DROP INDEX (\w+)/.exec(MIGRATIONS[some.length]!.sql)![1]!
  db.exec(`DROP INDEX ${taken}`)
  db.close()
  const told: number[] = []
  const started = Service.start({
    folder,
    log: pino({ level: 'silent' }),
    environment: {},
    onUpgrade: ({ step }) => told.push(step),
  })
  await expect(started).rejects.toMatchObject({
    code: 'migration_failed',
    params: { file, schema: some.length + 1 },
  })
  expect(told).toEqual([0, 1])
  const left = openDatabase(folder, some)
  expect(schemaVersion(left)).toBe(some.length)
  left.close()
  expect(copiesIn(folder)).toHaveLength(2)
  // The folder is free again: it was refused, not held.
  expect(existsSync(join(folder, 'server.json'))).toBe(false)
})

test('a command says in one line that it takes a while, and only where it does', async () => {
  const folder = storeOfOld()
  const first = await cli('customer', 'list', '--data', folder)
  expect(first).toMatchObject({ code: 0 })
  expect(first.stderr).toBe(
    `comptoir: the store is of an earlier version: it is copied, then brought up to date in ${LACKING} steps\n`,
  )
  expect(await cli('customer', 'list', '--data', folder)).toEqual({ ...first, stderr: '' })
  const french = storeOfOld()
  expect((await cli('doctor', '--data', french, '--lang', 'fr')).stderr).toContain(
    `mis à jour en ${LACKING} étapes`,
  )
})
