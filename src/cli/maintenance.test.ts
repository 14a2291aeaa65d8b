/** `comptoir backup`, `restore` and `doctor`, and stores that cannot be used (docs/backup.md). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../service/upkeep/backup-facts.ts'
import { damageTable } from '../store/sqlite/damage.fixture.ts'
import { openDatabase, STORE_FILE } from '../store/sqlite/database.ts'
import { lockFolder } from '../store/lock.ts'
import { canMount, smallDisk } from '../testing/disk.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { Service } from '../service/service.ts'
import { add } from '../testing/people.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { runNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { shop, type Loose } from '../testing/shop.ts'
import { logger } from './service.ts'
import { oneLine, bundleFile, loaded } from '../testing/loaded-folder.ts'

describe('backup, restore and doctor', () => {
  test('a backup is restored, and the restore undone', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'copy.bak')
    expect((await cli('backup', file, '--data', data)).code).toBe(0)
    expect(
      (await cli('import', bundleFile({ format: 'comptoir-bundle/1', delais: [] }), '--data', data)).code,
    ).toBe(0)
    const restored = await cli('restore', file, '--data', data, '--json')
    expect(restored.code).toBe(0)
    const { before } = JSON.parse(restored.stdout) as { before: string }
    expect((await cli('import', bundleFile(), '--data', data)).stdout).toBe('nothing changed\n')
    expect((await cli('restore', before, '--data', data)).code).toBe(0)
    expect((await cli('import', bundleFile(), '--data', data)).stdout).toContain('added: 7')
  })

  test.each([0, 12])(
    'what was numbered after the backup, at %i, keeps its number for itself',
    async (backedUp) => {
      const data = await loaded()
      const file = join(temporaryFolder(), 'copy.bak')
      const given = (last: number) => {
        const db = openDatabase(data)
        db.prepare("DELETE FROM sqlite_sequence WHERE name IN ('orders', 'quotes')").run()
        if (last > 0)
          db.prepare("INSERT INTO sqlite_sequence VALUES ('orders', ?), ('quotes', ?)").run(last, last + 1)
        db.close()
      }
      const last = () => {
        const db = openDatabase(data)
        const sql = "SELECT seq FROM sqlite_sequence WHERE name IN ('orders', 'quotes') ORDER BY name"
        const all = db.prepare(sql).pluck().all()
        db.close()
        return all
      }
      given(backedUp)
      expect((await cli('backup', file, '--data', data)).code).toBe(0)
      given(20)
      expect((await cli('restore', file, '--data', data)).code).toBe(0)
      expect(last()).toEqual([20, 21])
      // Of a store that nobody can read nobody knows how far it came.
      writeFileSync(join(data, STORE_FILE), 'no database any more')
      expect((await cli('restore', file, '--data', data)).code).toBe(0)
      expect(last()).toEqual([backedUp + 1000, backedUp + (backedUp > 0 ? 1001 : 1000)])
    },
  )

  test.runIf(canMount())('of a store on a read-only disk a backup is made, and a restore of it', async () => {
    const disk = smallDisk('16m')
    const data = join(disk.folder, 'data')
    expect((await cli('import', bundleFile(), '--data', data)).code).toBe(0)
    disk.makeReadOnly()
    const { code, stderr } = await cli('token', 'list', '--data', data)
    expect(code).toBe(1)
    expect(stderr).toContain('cannot be written (read-only disk); choose another folder with --data')
    const target = temporaryFolder()
    expect((await cli('backup', join(target, 'copy.bak'), '--data', data)).code).toBe(0)
    expect(readdirSync(target)).toEqual(['copy.bak'])
    const other = join(temporaryFolder(), 'other')
    for (const file of [join(target, 'copy.bak'), join(data, STORE_FILE)]) {
      expect((await cli('restore', file, '--data', other)).code).toBe(0)
      expect((await cli('import', bundleFile(), '--data', other)).stdout).toBe('nothing changed\n')
    }
    const nowhere = await cli('backup', join(target, 'none', 'copy.bak'), '--data', data)
    expect(nowhere.stderr).toContain('cannot be written (no such file or folder)')
  })

  test.runIf(canMount())(
    'of a store on a full disk doctor tells what it holds, and a backup is made elsewhere',
    async () => {
      const disk = smallDisk('4m')
      const data = join(disk.folder, 'data')
      expect((await cli('import', bundleFile(), '--data', data)).code).toBe(0)
      expect(() => writeFileSync(join(disk.folder, 'ballast'), Buffer.alloc(8 * 1024 * 1024))).toThrow(
        'ENOSPC',
      )
      const { code, stdout, stderr } = await cli('doctor', '--data', data)
      expect(code).toBe(1)
      expect(stderr).toMatch(oneLine)
      const why = `store: ${join(data, STORE_FILE)} cannot be written (the disk is full)`
      expect(stdout).toMatch(
        new RegExp(`^LOOK ${why.replace(/[()]/g, '\\$&')}\nok   schema: .*\nLOOK disk: 0 MiB`),
      )
      const { checks } = JSON.parse((await cli('doctor', '--data', data, '--json')).stdout)
      expect(checks.map(({ name, ok }: Loose) => [name, ok])).toEqual([
        ['store', false],
        ['schema', true],
        ['disk', false],
      ])
      const target = temporaryFolder()
      expect((await cli('backup', join(target, 'copy.bak'), '--data', data)).code).toBe(0)
      expect(readdirSync(target)).toEqual(['copy.bak'])
      const beside = join(disk.folder, 'copy.bak')
      const refused = await cli('backup', beside, '--data', data)
      expect(refused.stderr).toBe(
        `comptoir: the disk of ${beside} is full; free some space and start again\n`,
      )
      expect(readdirSync(disk.folder).sort()).toEqual(['ballast', 'data'])
    },
  )

  test('restore says who may sign in where the backup knows no people, and notes itself', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'copy.bak')
    await cli('backup', file, '--data', data)
    const open = () => Service.open({ folder: data, log: logger('silent') })
    const staffed = await open()
    await add(staffed, 'Ada', 'administrateur')
    await staffed.close()
    const { stdout } = await cli('restore', file, '--data', data)
    expect(stdout).toContain('this backup knows no people: those from before stay, and sign in again')
    const service = await open()
    expect(service.people.all()).toMatchObject([{ name: 'Ada' }])
    expect((await service.status()).placed).toMatchObject({ what: 'restored', from: null })
    await service.close()

    writeFileSync(join(data, STORE_FILE), 'no database any more')
    const lost = await cli('restore', file, '--data', data)
    expect(lost.stdout).toMatch(/^LOOK this backup knows no people.*all is open/m)
    expect(lost.stdout).toContain(`comptoir user create NAME --role administrateur --data ${data}`)
  })

  test('restore is refused while a service holds the folder, and of no backup', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'bad.bak')
    writeFileSync(file, 'no database')
    const bad = await cli('restore', file, '--data', data)
    expect(bad.code).toBe(1)
    expect(bad.stderr).toMatch(oneLine)
    const lock = lockFolder(data)
    const refused = await cli('restore', file, '--data', data)
    lock.release()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('is in use by another Comptoir')
  })

  test('a store of which rows cannot be read is copied as it is, and put back so only where that is said', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'copy.bak')
    const db = openDatabase(data)
    db.exec("UPDATE products SET body = '{'")
    db.close()
    const made = await cli('backup', file, '--data', data)
    expect(made.code).toBe(0)
    expect(made.stderr).toMatch(oneLine)
    expect(made.stderr).toContain(
      'rows of the store, and of this backup, cannot be read (products.body: no JSON, id 10)',
    )
    const other = join(temporaryFolder(), 'other')
    const refused = await cli('restore', file, '--data', other)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`${file} cannot be read (products.body: no JSON, id 10)`)
    expect(refused.stderr).toContain('--unread')
    expect(existsSync(join(other, STORE_FILE))).toBe(false)
    const row = openDatabase(data)
    row.exec("UPDATE products SET body = '{}'; UPDATE print_tariffs SET body = '{'")
    row.close()
    await cli('backup', file, '--data', data)
    expect((await cli('restore', file, '--data', other, '--unread')).code).toBe(0)
  })

  test('a damaged store that gives way is kept, and told and noted as damaged', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'copy.bak')
    await cli('backup', file, '--data', data)
    damageTable(data, 'products')
    const restored = await cli('restore', file, '--data', data)
    expect(restored.code).toBe(0)
    expect(restored.stdout).toMatch(
      /LOOK the store from before, which is kept, is damaged \(.+\): it cannot be/,
    )
    const kept = readdirSync(data).find((name) => /before-restore-[\dTZ-]+$/.test(name))!
    expect(factsOf(join(data, kept))).toMatchObject({ damaged: expect.any(String) as string, unread: null })
    const again = JSON.parse((await cli('restore', file, '--data', data, '--json')).stdout) as object
    expect(again).toMatchObject({ beforeDamaged: null })
  })

  test('backup of nothing, and into nowhere, are refused', async () => {
    const none = await cli('backup', '/tmp/never.bak', '--data', join(temporaryFolder(), 'none'))
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(oneLine)
    expect(existsSync('/tmp/never.bak')).toBe(false)
    const nowhere = await cli('backup', '/nonexistent/copy.bak', '--data', await loaded())
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(oneLine)
  })

  test('a backup takes the place of another one, and of no other file', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'notes.txt')
    writeFileSync(file, 'mine')
    const refused = await cli('backup', file, '--data', data)
    expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) as string })
    expect(refused.stderr).toContain('is there already, and no backup of Comptoir')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    const backup = join(temporaryFolder(), 'daily.db')
    for (let day = 0; day < 2; day++) expect((await cli('backup', backup, '--data', data)).code).toBe(0)
  })

  test('doctor finds a sound store sound', async () => {
    const { code, stdout } = await cli('doctor', '--data', await loaded(), '--json')
    const { ok, running, checks } = JSON.parse(stdout)
    expect(checks.map((check: Loose) => check.name)).toEqual([
      'store',
      'schema',
      'catalogue',
      'upstream',
      'disk',
    ])
    expect({ code, ok, running }).toEqual({ code: 0, ok: true, running: false })
  })

  test('doctor has what others added left out by a backup, and what is lacking put back by one from before', async () => {
    const data = await loaded()
    const file = join(temporaryFolder(), 'copy.bak')
    const changed = async (sql: string) => {
      const db = openDatabase(data)
      db.exec(sql)
      db.close()
      return (await cli('doctor', '--data', data)).stdout
    }
    expect(await changed('CREATE INDEX theirs ON journal (at)')).toContain(
      `(foreign: index theirs): make a backup, which leaves that out, and restore it with "comptoir restore FILE --data ${data}"`,
    )
    expect((await cli('backup', file, '--data', data)).code).toBe(0)
    expect((await cli('restore', file, '--data', data)).code).toBe(0)
    expect(await changed('SELECT 1')).toMatch(/^ok {3}store: sound/)
    expect(await changed('DROP INDEX events_of_order')).toContain('events_of_order): restore a backup with')
  })

  test('doctor exits non-zero where something wants a look, or there is no store', async () => {
    const data = temporaryFolder()
    const missing = await cli('doctor', '--data', data)
    expect(missing.code).toBe(1)
    expect(missing.stderr).toMatch(oneLine)
    expect(readdirSync(data)).toEqual([])
    openDatabase(data).close()
    const empty = await cli('doctor', '--data', data)
    expect(empty.code).toBe(1)
    expect(empty.stdout).toContain('LOOK catalogue: empty')
  })
})

describe('what others wrote', () => {
  test('is shown, not obeyed: a name forges no line and no colour', async () => {
    const name = 'Zo\u001b[2J\u009b31mé\n99\tforged\u202e'
    const data = await loaded()
    await cli('token', 'create', '--customer', 'Zoé', '--data', data)
    // As an earlier program took it; a new name of this kind is refused.
    const db = openDatabase(data)
    db.prepare('UPDATE customers SET name = ?').run(name)
    db.close()
    const { stdout } = await cli('token', 'list', '--data', data)
    expect(stdout).toMatch(/^1\tZo\\u001b\[2J\\u009b31mé\\n99\\tforged\\u202e\tcreated [^\n]*\n$/)
    const asJson = (await cli('customer', 'list', '--data', data, '--json')).stdout
    // eslint-disable-next-line no-control-regex
    expect(asJson).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    expect(JSON.parse(asJson)).toMatchObject([{ name }])
    const refused = await cli('customer', 'set', `${name}x`, '--can-order', '--data', data)
    expect(refused.stderr).toMatch(oneLine)
    expect(refused.stderr).toContain('\\u001b[2J')
    const file = await cli('import', '/nonexistent/\u001b[2J\nx', '--data', data)
    expect(file.stderr).toBe('comptoir: /nonexistent/\\u001b[2J\\nx cannot be read: no such file or folder\n')
  })
})

describe('a store that cannot be used', () => {
  test.each([['import'], ['token list'], ['doctor'], ['serve --port 0'], ['backup']])(
    '%s says why in one line',
    async (command) => {
      const data = temporaryFolder()
      writeFileSync(join(data, STORE_FILE), 'rubbish'.repeat(1000))
      const operand =
        command === 'import' ? [bundleFile()] : command === 'backup' ? [join(data, 'b.bak')] : []
      const { code, stdout, stderr } = await cli(...command.split(' '), ...operand, '--data', data)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(oneLine)
      expect(stderr).toContain(`restore a backup with "comptoir restore FILE --data ${data}"`)
      expect(readFileSync(join(data, STORE_FILE), 'utf8')).toBe('rubbish'.repeat(1000))
    },
  )

  test.each([
    ['rubbish'.repeat(1000), { code: 'corrupt' }, { code: 'store_damaged' }],
    ['', { code: 'empty' }, { code: 'store_damaged', problem: '0 bytes' }],
  ])('doctor gives the check that fails in the usual form, too', async (content, failure, found) => {
    const data = temporaryFolder()
    writeFileSync(join(data, STORE_FILE), content)
    const { code, stdout, stderr } = await cli('doctor', '--data', data, '--json')
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    const told = JSON.parse(stdout)
    expect(told).toMatchObject({
      ok: false,
      running: false,
      service: null,
      data,
      error: expect.any(String),
      ...failure,
    })
    expect(told.checks.map(({ name }: Loose) => name)).toEqual(['store', 'disk'])
    expect(told.checks[0]).toMatchObject({ ok: false, detail: expect.any(String), found })
  })

  test('a file size limit met in the middle of an import loses nothing', async () => {
    const data = await loaded()
    const bundle = shop()
    bundle.produits.push(
      ...Array.from({ length: 2000 }, (_, i) => ({
        id: 1000 + i,
        nom: 'x'.repeat(200),
        quantites: { range: true },
      })),
    )
    const args = ['import', bundleFile(bundle), '--data', data]
    const limited = await runNode(CLI, args, { shell: 'trap "" XFSZ; ulimit -f 300' })
    expect(limited.code).toBe(1)
    expect(limited.stderr).toMatch(oneLine)
    expect((await cli('import', bundleFile(), '--data', data)).stdout).toBe('nothing changed\n')
  })
})
