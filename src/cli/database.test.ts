/** The command line on the PostgreSQL database of a shared store. */
import pg from 'pg'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migratePostgres } from '../store/postgres/schema.ts'
import { MIGRATIONS } from '../store/sqlite/migrations.ts'
import { LOOKING, runHere as cli } from '../testing/command-line.ts'
import { postgresDatabase } from '../testing/engines.ts'
import { runNode, startNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { bundleFile, oneLine } from '../testing/loaded-folder.ts'
import { PASSWORD } from '../testing/people.ts'
import type { Loose } from '../testing/shop.ts'

async function rowsOf(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

const tablesOf = (url: string) =>
  rowsOf(url, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")

/** A way to a database over which nothing goes any more, from when on it is told so. */
async function lineTo(url: string): Promise<{ readonly url: string; still(): void }> {
  const to = new URL(url)
  const sockets = new Set<Socket>()
  const relay = createServer((near) => {
    const far = connect(Number(to.port), to.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    relay.close()
  })
  await once(relay, 'listening')
  const { port } = relay.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    still: () => {
      for (const socket of sockets) socket.unpipe().pause()
    },
  }
}

/** An address as it may be shown. */
const shown = (url: string) => Object.assign(new URL(url), { password: '' }).href

test.each([...LOOKING, 'store copy --to /nonexistent/copy'])(
  'a command that only looks makes no table, and no folder: %s',
  async (args) => {
    const url = Object.assign(new URL(await postgresDatabase({ bare: true })), { password: 'secret' }).href
    const data = join(temporaryFolder(), 'new')
    const told = await cli(...args.split(' '), '--store', url, '--data', data)
    expect(told).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) as string })
    expect(told.stderr).toContain(
      `the database ${shown(url)} holds no store; load a bundle with "comptoir import BUNDLE.json --data ${data} --store ${shown(url)}"`,
    )
    expect(told.stderr).not.toContain('secret')
    const french = await cli(...args.split(' '), '--json', '--lang', 'fr', '--store', url, '--data', data)
    expect(JSON.parse(french.stdout)).toEqual({
      error: expect.stringContaining(`la base ${shown(url)} ne contient pas de magasin`) as string,
      ...{ code: 'database_empty', errors: [] },
    })
    expect(await tablesOf(url)).toEqual([])
    expect(existsSync(data)).toBe(false)
  },
)

test('another program’s database, and one that is away, are told by a command that looks', async () => {
  const url = await postgresDatabase({ bare: true })
  await rowsOf(url, 'CREATE TABLE theirs (id integer)')
  const told = await cli('outbox', '--store', url, '--data', temporaryFolder(), '--json')
  expect(JSON.parse(told.stdout)).toMatchObject({ code: 'database_foreign' })
  expect(await tablesOf(url)).toEqual([['theirs']])
  const away = await cli('outbox', '--store', 'postgres://a@127.0.0.1:1/b', '--data', temporaryFolder())
  expect(away).toMatchObject({ code: 1, stderr: expect.stringMatching(oneLine) as string })
  expect(away.stderr).toContain('does not answer')
})

test('a command that makes something makes the store, which the ones that look then see', async () => {
  const url = await postgresDatabase({ bare: true })
  const on = ['--store', url, '--data', temporaryFolder()]
  expect((await cli('import', bundleFile(), ...on)).code).toBe(0)
  expect(await cli('token', 'list', ...on)).toMatchObject({ code: 0, stdout: 'no tokens\n' })
  expect((await cli('doctor', ...on)).stdout).toContain(`schema: version ${MIGRATIONS.length}`)
})

test.each([
  ['token create', ['token', 'create', '--customer', 'Zoé', '--discount', '120'], 'percentage'],
  ['token create', ['token', 'create', '--customer', ' '], 'customer'],
  ['upstream set', ['upstream', 'set', '--url', 'https://partner.example', '--token', 'un\njeton'], 'token'],
  ['user create', ['user', 'create', 'x'.repeat(101), '--role', 'vendeur'], '1 to 100 characters'],
])('%s that is refused for what was typed leaves an empty database empty: %j', async (_, typed, said) => {
  const url = await postgresDatabase({ bare: true })
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([PASSWORD]) as never)
  onTestFinished(() => stdin.mockRestore())
  const told = await cli(...typed, '--store', url, '--data', temporaryFolder())
  expect(told).toMatchObject({ code: 1, stderr: expect.stringContaining(said) as string })
  expect(await tablesOf(url)).toEqual([])
})

test('a command that looks at the store of an older program brings it up to date, as with a file', async () => {
  const url = await postgresDatabase({ bare: true })
  await migratePostgres(url, MIGRATIONS.slice(0, -1))
  expect(await cli('outbox', '--store', url, '--data', temporaryFolder())).toMatchObject({ code: 0 })
  expect(await rowsOf(url, 'SELECT version FROM comptoir_schema')).toEqual([[String(MIGRATIONS.length)]])
})

test('commands that are told to type are on the store that was named', async () => {
  const url = await postgresDatabase()
  const told = await cli('sync', '--store', url, '--data', temporaryFolder(), '--json')
  expect((JSON.parse(told.stdout) as Loose).error).toContain(`--store ${shown(url)}`)
})

test('an address whose password is not escaped is refused by every option that takes one, and none of it is shown', async () => {
  const url = 'postgres://comptoir:1234/SECRET@127.0.0.1:1/comptoir'
  const data = join(temporaryFolder(), 'new')
  for (const args of [
    ['doctor', '--store', url],
    ['store', 'copy', '--to', url],
  ]) {
    for (const json of [[], ['--json']]) {
      const told = await cli(...args, '--data', data, ...json)
      expect(told.code).toBe(1)
      expect(told.stdout + told.stderr).toContain('/ as %2F')
      expect(told.stdout + told.stderr).not.toMatch(/SECR|1234/)
    }
  }
  expect(existsSync(data)).toBe(false)
})

test.each([
  'postgress://c:SECRET@127.0.0.1/c2',
  'https://a/SECRET',
  'file:///SECRET',
  'c:SECRET@127.0.0.1/c2',
])('a mistyped address is no folder to copy a store to: %s', async (address) => {
  const told = await cli('store', 'copy', '--to', address, '--data', temporaryFolder())
  expect(told.code).toBe(1)
  expect(told.stdout + told.stderr).not.toContain('SECRET')
  expect(existsSync(address)).toBe(false)
})

test('where a store is copied to may stand in the environment, or in a file that it names', async () => {
  const from = await postgresDatabase()
  const file = join(temporaryFolder(), 'address')
  for (const variable of ['COMPTOIR_STORE_TO', 'COMPTOIR_STORE_TO_FILE']) {
    const to = join(temporaryFolder(), 'copy')
    writeFileSync(file, `${to}\n`)
    const env = { [variable]: variable.endsWith('FILE') ? file : to }
    const { code, stderr } = await runNode(CLI, ['store', 'copy', '--store', from], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(join(to, 'comptoir.db'))).toBe(true)
  }
})

test('doctor counts the services that have the store, whichever their folders', async () => {
  const url = await postgresDatabase()
  const data = temporaryFolder()
  const told = () => cli('doctor', '--store', url, '--data', data)
  expect((await told()).stdout).toMatch(/\nservice: none in this data folder\nservices of this store: 0\n$/)
  for (const folder of [temporaryFolder(), temporaryFolder()]) {
    const child = startNode(CLI, ['serve', '--port', '0', '--store', url, '--data', folder])
    await child.until(2)
  }
  expect((await told()).stdout).toMatch(
    /\nservices of this store: 2 \(127\.0\.0\.1, connected since \S+Z, 127\.0\.0\.1, connected since \S+Z\)\n$/,
  )
  const json = JSON.parse((await cli('doctor', '--store', url, '--data', data, '--json')).stdout) as Loose
  expect(json).toMatchObject({ running: false, service: null, services: [{ address: '127.0.0.1' }, {}] })
})

test('SIGTERM ends a service whose database stands still soon after its grace, and its folder is free', async () => {
  const line = await lineTo(await postgresDatabase())
  const data = temporaryFolder()
  const args = ['serve', '--port', '0', '--data', data, '--grace', '500']
  const child = startNode(CLI, [...args, '--store', line.url])
  await child.until(2)
  line.still()
  expect(await child.kill('SIGTERM')).toBe(1)
  expect(child.stderr()).toContain('the store does not answer')
  const next = startNode(CLI, ['serve', '--port', '0', '--data', data, '--store', await postgresDatabase()])
  await next.until(2)
  expect(await next.kill('SIGTERM')).toBe(0)
})
