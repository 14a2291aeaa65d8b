/** Data folders and backups as commands find them: what is wrong is told of the right file, and nothing is left. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase, STORE_FILE } from '../store/sqlite/database.ts'
import { contents } from '../testing/files.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { runNode, startNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { loaded, oneLine } from '../testing/loaded-folder.ts'
import { type Loose } from '../testing/shop.ts'

/** Such a folder, changed as a stranger would. */
const changed = (sql: string) => loaded(({ store }) => store.sqlite.db.exec(sql))

async function backedUp(): Promise<string> {
  const file = join(temporaryFolder(), 'copy.bak')
  expect((await cli('backup', file, '--data', await loaded())).code).toBe(0)
  return file
}

describe('restore of a damaged backup', () => {
  async function damaged(): Promise<string> {
    const file = await backedUp()
    const bytes = readFileSync(file)
    bytes.fill(0xa5, bytes.length >> 2, (bytes.length * 3) >> 2)
    writeFileSync(file, bytes)
    return file
  }

  test.each([
    ['en', 'is damaged', 'nothing was changed: choose another backup'],
    ['fr', 'est endommagée', 'rien n’a été modifié : choisissez une autre sauvegarde'],
  ])('names the backup and not the store (%s)', async (lang, what, advice) => {
    const data = await loaded()
    const file = await damaged()
    const before = contents(data)
    const { code, stdout, stderr } = await cli('restore', file, '--data', data, '--lang', lang)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`${file} ${what}`)
    expect(stderr).toContain(advice)
    expect(stderr).not.toContain(data)
    expect(contents(data)).toEqual(before)
  })

  test('leaves nothing in a new folder, nor the folder', async () => {
    const above = temporaryFolder()
    expect((await cli('restore', await damaged(), '--data', join(above, 'new', 'data'))).code).toBe(1)
    expect(readdirSync(above)).toEqual([])
    const there = temporaryFolder()
    writeFileSync(join(there, 'notes.txt'), 'mine')
    expect((await cli('restore', await damaged(), '--data', there)).code).toBe(1)
    expect(readdirSync(there)).toEqual(['notes.txt'])
  })
})

describe('a schema that is not ours', () => {
  test('is told by doctor: what is foreign, and what is missing', async () => {
    const foreign = await changed('CREATE TRIGGER gone AFTER INSERT ON orders BEGIN DELETE FROM orders; END')
    const told = await cli('doctor', '--data', foreign)
    expect(told.code).toBe(1)
    expect(told.stdout).toContain('LOOK store: not as Comptoir made it (foreign: trigger gone)')
    const lacking = await changed('DROP INDEX transmissions_there')
    expect((await cli('doctor', '--data', lacking, '--lang', 'fr')).stdout).toContain(
      'VOIR magasin : autre que Comptoir ne l’a fait (il manque : index transmissions_there)',
    )
  })

  // The one is read as a service begins, the other once there is an order.
  test.each(['tokens', 'order_texts'])(
    'without a table (%s) is a damaged store, in every command',
    async (table) => {
      const data = await changed(`DROP TABLE ${table}`)
      for (const args of [['doctor'], ['token', 'list'], ['serve', '--port', '0']]) {
        const { code, stderr } = await cli(...args, '--data', data)
        expect(code).toBe(1)
        expect(stderr).toMatch(oneLine)
        expect(stderr).toContain(`${join(data, STORE_FILE)} is damaged (no such table: ${table})`)
      }
    },
  )

  test('after use is ours', async () => {
    const data = await changed('ANALYZE')
    expect(await cli('doctor', '--data', data)).toMatchObject({ code: 0, stderr: '' })
  })
})

test('what a killed service left of where it listens is removed; a running one keeps it', async () => {
  const data = await loaded()
  const child = startNode(CLI, ['serve', '--port', '0', '--data', data])
  await child.until(2)
  const file = join(data, 'server.json')
  const doctor = async () => JSON.parse((await cli('doctor', '--data', data, '--json')).stdout) as Loose
  expect((await doctor()).service).toMatchObject({ pid: child.process.pid })
  await child.kill('SIGKILL')
  expect(existsSync(file)).toBe(true)
  expect(await doctor()).toMatchObject({ running: false, service: null })
  expect(existsSync(file)).toBe(false)
})

/** Runs a command as a user who is not the superuser, for whom rights hold. */
function asUser(...args: string[]) {
  const shell =
    process.getuid?.() === 0 ? 'set -- setpriv --reuid 65534 --regid 65534 --clear-groups -- "$@"' : 'true'
  return runNode(CLI, args, { shell })
}

describe.skipIf(process.platform !== 'linux')('rights', () => {
  const share = (folder: string, mode: number, file: number) => {
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), file)
    chmodSync(folder, mode)
    onTestFinished(() => chmodSync(folder, 0o700))
  }

  test('doctor looks at a store that cannot be written', async () => {
    const data = await loaded()
    share(data, 0o777, 0o444)
    chmodSync(join(data, 'comptoir.lock'), 0o666)
    const { code, stdout } = await asUser('doctor', '--data', data)
    expect(code).toBe(1)
    expect(stdout).toContain(`LOOK store: ${join(data, STORE_FILE)} cannot be written (permission denied)`)
  })

  test('a folder that takes no file is named, where its lock file is missing', async () => {
    const data = await loaded()
    rmSync(join(data, 'comptoir.lock'))
    share(data, 0o555, 0o666)
    const { code, stderr } = await asUser('doctor', '--data', data)
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`${data} cannot be written (read-only)`)
  })

  test('what may not be read is not said to be missing, or no backup', async () => {
    const data = await loaded()
    share(data, 0o000, 0o600)
    const outside = (await asUser('outbox', '--data', data)).stderr
    expect(outside).toMatch(oneLine)
    expect(outside).toContain(`${data} cannot be read (permission denied)`)
    share(data, 0o755, 0o000)
    const inside = (await asUser('outbox', '--data', data)).stderr
    expect(inside).toContain(`${join(data, STORE_FILE)} cannot be read (permission denied)`)
    const file = await backedUp()
    share(join(file, '..'), 0o755, 0o000)
    const folder = temporaryFolder()
    chmodSync(folder, 0o777)
    const backup = (await asUser('restore', file, '--data', join(folder, 'new'))).stderr
    expect(backup).toContain(`the backup ${file} cannot be read (permission denied)`)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a folder where a file should be', () => {
  test('comptoir.db is told as that', async () => {
    const data = temporaryFolder()
    mkdirSync(join(data, STORE_FILE))
    for (const [lang, words] of [
      ['en', 'cannot be written (it is a folder); move that folder away, or choose another folder'],
      ['fr', '(c’est un dossier) ; déplacez ce dossier, ou choisissez un autre dossier'],
    ] as const) {
      const { code, stderr } = await cli('user', 'list', '--data', data, '--lang', lang)
      expect(code).toBe(1)
      expect(stderr).toContain(join(data, STORE_FILE))
      expect(stderr).toContain(words)
    }
  })

  test('so is server.json, and no service begins', async () => {
    const data = await loaded()
    const file = join(data, 'server.json')
    mkdirSync(file)
    const { code, stderr } = await cli('serve', '--port', '0', '--data', data)
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`${file} cannot be written (it is a folder); move that folder away`)
  })
})

describe('a command that fails makes no store', () => {
  test.each([
    [['token', 'create', '--customer', 'A', '--products', '99']],
    [['upstream', 'set', '--url', 'ftp://x', '--token', 't']],
    [['serve', '--host', '203.0.113.1', '--port', '0']],
  ])('%j', async (args) => {
    const above = temporaryFolder()
    const { code } = await cli(...args, '--data', join(above, 'mistyped', 'data'))
    expect(code).toBe(1)
    expect(readdirSync(above)).toEqual([])
  })

  test('serve, where its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const folder = join(temporaryFolder(), 'mistyped')
    mkdirSync(folder)
    const port = String((other.address() as AddressInfo).port)
    expect((await cli('serve', '--port', port, '--data', folder)).code).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })

  test('and takes none away that was there', async () => {
    const data = temporaryFolder()
    openDatabase(data).close()
    expect((await cli('token', 'create', '--customer', 'A', '--products', '99', '--data', data)).code).toBe(1)
    expect(existsSync(join(data, STORE_FILE))).toBe(true)
  })

  test('and one that succeeds does', async () => {
    const data = join(temporaryFolder(), 'new')
    expect((await cli('token', 'create', '--customer', 'A', '--data', data)).code).toBe(0)
    expect((await cli('customer', 'list', '--data', data)).stdout).toContain('A\t')
  })
})
