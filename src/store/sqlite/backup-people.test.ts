/** A restore opens a store to nobody who had to sign in. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/folder.ts'
import { backupTo } from './backup.ts'
import { inspectBackup, restoreFrom } from './restore.ts'
import { openDatabase, STORE_FILE } from './database.ts'
import { MIGRATIONS } from './migrations.ts'

interface Row {
  readonly name: string
  readonly disabled_at: string | null
}

const HASH = 'scrypt$ln=1,r=1,p=1$QQ==$'

/** A folder with people, and a backup of it from when there were those that are given. */
async function withPeople(before: readonly string[], since: readonly string[]) {
  const folder = temporaryFolder()
  const file = join(temporaryFolder(), 'copy.bak')
  const db = openDatabase(folder)
  const insert = db.prepare(
    `INSERT INTO people (name, name_key, role, password, created_at, disabled_at)
     VALUES (@name, @name, 'administrateur', '${HASH}' || @name, '2026-01-01', @left)`,
  )
  const add = (name: string) => insert.run({ name, left: name === 'Zoé' ? '2026-02-01' : null })
  before.forEach(add)
  await backupTo(db, file, 'SELECT 1')
  since.forEach(add)
  const id = db.prepare('SELECT min(id) FROM people').pluck().get()
  if (since.length > 0)
    db.prepare("INSERT INTO sessions (hash, person_id, created_at, used_at) VALUES ('x', ?, '', '')").run(id)
  db.close()
  return { folder, file }
}

const peopleOf = (folder: string) => {
  const db = openDatabase(folder)
  const people = db.prepare<[], Row>('SELECT name, disabled_at, password FROM people ORDER BY id').all()
  const sessions = db.prepare('SELECT count(*) FROM sessions').pluck().get()
  db.close()
  return { people, sessions }
}

test('a backup that knows no people leaves those of the store that it replaces; their sessions end', async () => {
  const { folder, file } = await withPeople([], ['Ada', 'Zoé'])
  expect(await restoreFrom(folder, file)).toMatchObject({ people: 'stayed' })
  expect(peopleOf(folder)).toEqual({
    people: [
      { name: 'Ada', disabled_at: null, password: `${HASH}Ada` },
      { name: 'Zoé', disabled_at: '2026-02-01', password: `${HASH}Zoé` },
    ],
    sessions: 0,
  })
})

test('so does one from before there could be people', async () => {
  const { folder } = await withPeople([], ['Ada'])
  const old = temporaryFolder()
  openDatabase(old, MIGRATIONS.slice(0, 1)).close()
  expect(await restoreFrom(folder, join(old, STORE_FILE))).toMatchObject({ people: 'stayed' })
  expect(peopleOf(folder).people).toMatchObject([{ name: 'Ada' }])
})

test('a backup that knows people brings them back as they were', async () => {
  const { folder, file } = await withPeople(['Ada'], ['Bea'])
  expect(await restoreFrom(folder, file)).toMatchObject({ people: 'restored' })
  expect(peopleOf(folder).people).toMatchObject([{ name: 'Ada' }])
})

test('where nobody had to sign in, nobody has to', async () => {
  const { folder, file } = await withPeople([], [])
  expect(await restoreFrom(folder, file)).toMatchObject({ people: 'none' })
})

test('people that cannot be read are told as lost, or nothing is replaced', async () => {
  const { folder, file } = await withPeople([], ['Ada'])
  writeFileSync(join(folder, STORE_FILE), 'rubbish'.repeat(1000))
  expect(() => inspectBackup(file, folder)).toThrow(expect.objectContaining({ code: 'people_unread' }))
  await expect(restoreFrom(folder, file, { guarded: true })).rejects.toMatchObject({ code: 'people_unread' })
  expect(await restoreFrom(folder, file)).toMatchObject({ people: 'unread' })
  writeFileSync(join(folder, STORE_FILE), '')
  expect(await restoreFrom(folder, file)).toMatchObject({ people: 'unread' })
})

test('whom the shop has shut out since stays out, but for who alone administers, and where nobody can tell', async () => {
  const { folder } = await withPeople(['Ada', 'Bea'], [])
  const db = openDatabase(folder)
  db.exec(`INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (1, 'A', 1, '0', '')`)
  const give = db.prepare('INSERT INTO tokens (customer_id, hash, created_at) VALUES (1, ?, ?)')
  for (const token of ['kept', 'stolen']) give.run(Buffer.from(token), '2026-01-01')
  const withTokens = join(temporaryFolder(), 'tokens.bak')
  await backupTo(db, withTokens, 'SELECT 1')
  db.exec("UPDATE tokens SET revoked_at = '2026-03-01' WHERE id = 2")
  db.exec("UPDATE people SET disabled_at = '2026-03-01' WHERE name = 'Bea'")
  db.close()
  await restoreFrom(folder, withTokens)
  const closed = () => {
    const now = openDatabase(folder)
    const tokens = now.prepare('SELECT revoked_at FROM tokens ORDER BY id').pluck().all()
    const people = now.prepare('SELECT disabled_at FROM people ORDER BY id').pluck().all()
    now.close()
    return { tokens, people }
  }
  expect(closed()).toEqual({ tokens: [null, '2026-03-01'], people: [null, '2026-03-01'] })
  // Both by somebody whom the backup does not know: it has nobody else who administers.
  const other = openDatabase(folder)
  other.exec("UPDATE people SET disabled_at = '2026-04-01'")
  other.exec("UPDATE people SET role = 'vendeur' WHERE name = 'Bea'")
  other.exec(`INSERT INTO people (name, name_key, role, password, created_at)
    VALUES ('Cid', 'Cid', 'administrateur', 'x', '')`)
  other.close()
  const before = openDatabase((await withPeople(['Ada', 'Bea'], [])).folder)
  before.exec("UPDATE people SET role = 'vendeur' WHERE name = 'Bea'")
  const alone = join(temporaryFolder(), 'alone.bak')
  await backupTo(before, alone, 'SELECT 1')
  before.close()
  expect(await restoreFrom(folder, alone)).toMatchObject({ reopened: ['Ada'] })
  expect(closed().people).toEqual([null, '2026-04-01'])
  writeFileSync(join(folder, STORE_FILE), 'damaged')
  expect(await restoreFrom(folder, alone)).toMatchObject({ reopened: null })
  expect(closed().people).toEqual([null, null])
})

test('a role that was lowered since stays lowered, and an account that may order no more stays so, of the same alone', async () => {
  const { folder } = await withPeople(['Ada', 'Bea', 'Cid'], [])
  const db = openDatabase(folder)
  db.exec("UPDATE people SET role = 'vendeur' WHERE name = 'Cid'")
  const account = db.prepare(
    "INSERT INTO customers (id, name, can_order, discount, created_at) VALUES (?, ?, 1, '0', ?)",
  )
  for (const id of [1, 2, 3]) account.run(id, `${id}`, '2026-01-01')
  const file = join(temporaryFolder(), 'rights.bak')
  await backupTo(db, file, 'SELECT 1')
  db.exec(`UPDATE people SET role = 'responsable' WHERE name = 'Bea';
    UPDATE people SET role = 'administrateur' WHERE name = 'Cid';
    UPDATE customers SET can_order = 0 WHERE id IN (1, 2); UPDATE customers SET created_at = '2026-02-01' WHERE id = 2`)
  db.close()
  const rights = () => {
    const now = openDatabase(folder)
    const roles = now.prepare('SELECT role FROM people ORDER BY id').pluck().all()
    const orders = now.prepare('SELECT can_order FROM customers ORDER BY id').pluck().all()
    now.close()
    return { roles, orders }
  }
  expect(await restoreFrom(folder, file)).toMatchObject({ reopened: [] })
  expect(rights()).toEqual({ roles: ['administrateur', 'responsable', 'vendeur'], orders: [0, 1, 1] })
  // Nobody else would administer: who may still sign in does, and whose access was closed stays out.
  const since = openDatabase(folder)
  since.exec(`UPDATE people SET role = 'vendeur' WHERE name = 'Ada';
    UPDATE people SET disabled_at = '2026-03-01' WHERE name = 'Bea'`)
  since.close()
  expect(await restoreFrom(folder, file)).toMatchObject({ reopened: ['Ada'] })
  expect(rights().roles).toEqual(['administrateur', 'responsable', 'vendeur'])
})

test('who has no password that lets anybody in is no administrator: rows that cannot be read, and none that counts', async () => {
  const { folder, file } = await withPeople(['Ada', 'Bea'], [])
  const backup = openDatabase(folder)
  backup.exec("UPDATE people SET password = 'xx' WHERE name = 'Bea'")
  await backupTo(backup, file, 'SELECT 1')
  backup.exec("UPDATE people SET disabled_at = '2026-03-01' WHERE name = 'Ada'")
  backup.close()
  await expect(restoreFrom(folder, file)).rejects.toMatchObject({
    code: 'backup_unread',
    params: { problem: 'people.password: no hash, id 2' },
  })
  expect(await restoreFrom(folder, file, { unread: true })).toMatchObject({ reopened: ['Ada'] })
})

test('what an account no longer sees since the backup it does not see again', async () => {
  const { folder } = await withPeople(['Ada'], [])
  const db = openDatabase(folder)
  const account = db.prepare(
    "INSERT INTO customers (id, name, can_order, discount, products, created_at) VALUES (?, ?, 1, '0', ?, '2026-01-01')",
  )
  const then = [null, '[1,2,3]', '[1,2]', null, null]
  then.forEach((products, i) => account.run(i + 1, `${i}`, products))
  const file = join(temporaryFolder(), 'seen.bak')
  await backupTo(db, file, 'SELECT 1')
  const narrow = db.prepare('UPDATE customers SET products = ? WHERE id = ?')
  const now = ['[2,4]', '[2,4]', null, null, '[2]']
  now.forEach((products, i) => narrow.run(products, i + 1))
  // Another account under the number of one that was there.
  db.exec("UPDATE customers SET created_at = '2026-02-01' WHERE id = 5")
  db.close()
  await restoreFrom(folder, file)
  const restored = openDatabase(folder)
  const seen = restored.prepare('SELECT products FROM customers ORDER BY id').pluck().all()
  restored.close()
  expect(seen).toEqual(['[2,4]', '[2]', '[1,2]', null, null])
})

test('what cannot be read takes nothing from an account: it sees what it saw then, and is named; what cannot be read of the backup stays so', async () => {
  const { folder } = await withPeople(['Ada'], [])
  const db = openDatabase(folder)
  const account =
    db.prepare(`INSERT INTO customers (id, name, can_order, discount, products, families, created_at)
    VALUES (?, ?, 1, '0', ?, '[203]', '2026-01-01')`)
  const now = ['{', '["x"]', 'null', '[null]', '[203.5]', '[203,"x"]', '[203]']
  const then = [null, '[1]', null, '[1]', null, '[1]', '{']
  then.forEach((products, i) => account.run(i + 1, `${i}`, products))
  const file = join(temporaryFolder(), 'seen.bak')
  await backupTo(db, file, 'SELECT 1')
  const spoil = db.prepare('UPDATE customers SET products = ? WHERE id = ?')
  now.forEach((products, i) => spoil.run(products, i + 1))
  db.exec(`UPDATE customers SET families = 'null' WHERE id = 1`)
  db.close()
  expect(await restoreFrom(folder, file, { unread: true })).toMatchObject({
    seeAgain: ['0', '1', '2', '3', '4', '5'],
  })
  const restored = openDatabase(folder)
  const seen = restored.prepare('SELECT products, families FROM customers ORDER BY id').raw().all()
  restored.close()
  expect(seen).toEqual(then.map((products) => [products, '[203]']))
})
