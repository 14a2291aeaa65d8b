import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { ON_POSTGRES } from '../stores.ts'
import { Comptoir, until } from './comptoir.ts'

const TOKEN = 'jeton-tres-secret-7f3a91'

let partner: RunningPartner
let comptoir: Comptoir
let printed = ''

beforeAll(async () => {
  partner = await startPartner({ seed: 41, products: 3, families: 2, token: TOKEN })
  comptoir = new Comptoir({ COMPTOIR_LOG_LEVEL: 'trace' })
})
afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})

async function run(...args: string[]) {
  const result = await comptoir.run(args)
  printed += result.stdout + result.stderr
  return result
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Whether the bytes hold the token, as it is or in a common coding of it. */
function shows(bytes: Buffer): boolean {
  const codings = [
    TOKEN,
    Buffer.from(TOKEN).toString('base64').replace(/=+$/, ''),
    Buffer.from(TOKEN).toString('hex'),
  ]
  return codings.some((coding) => bytes.includes(coding) || bytes.includes(Buffer.from(coding, 'utf16le')))
}

it('takes the token from standard input, and shows it nowhere', async () => {
  const set = await comptoir.run(['upstream', 'set', '--url', partner.url, '--json'], `${TOKEN}\n`)
  expect(set.code, set.stderr).toBe(0)
  printed += set.stdout + set.stderr
  await comptoir.serve()
  await comptoir.hush()
  await comptoir.makeToken()
  await run('upstream', 'show', '--json')
  await run('sync', '--json')
  await run('outbox', '--json')
  await run('doctor', '--json')
  const backups = join(comptoir.folder, 'backups')
  mkdirSync(backups)
  await run('backup', join(backups, 'copy.db'), '--json')

  // Every way to fail, with the log at its most talkative.
  for (const kind of [
    '401',
    '500-before-commit',
    'drop-before-commit',
    'malformed-json',
    '502-html',
  ] as const) {
    await partner.faults({ kind, times: 8 })
    await run('sync', '--json')
    await comptoir.desk('POST', 'sync', {})
    await until(
      'the sync ends',
      () => comptoir.desk('GET', 'sync'),
      ({ body }) => body['state'] !== 'running',
    )
    printed += (await comptoir.desk('GET', 'sync')).text
    await partner.clearFaults()
  }
  for (const path of ['status', 'upstream', 'settings', 'outbox', 'changes'])
    printed += (await comptoir.desk('GET', path)).text

  if (ON_POSTGRES) {
    const rows = await comptoir.rows()
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) expect(shows(Buffer.from(row)), row).toBe(false)
  } else {
    const log = statSync(join(comptoir.data, 'comptoir.db-wal'))
    expect(log.size, 'the log of writes is there').toBeGreaterThan(0)
  }
  for (const file of filesIn(comptoir.folder)) expect(shows(readFileSync(file)), file).toBe(false)
  expect(shows(Buffer.from(comptoir.log)), 'in the log').toBe(false)
  expect(comptoir.log).toContain('"level":')
  expect(shows(Buffer.from(printed)), 'in what was printed or answered').toBe(false)
  await comptoir.stop()
  for (const file of filesIn(comptoir.folder)) expect(shows(readFileSync(file)), file).toBe(false)
})

it('keeps the key for this user alone', () => {
  if (process.platform === 'win32') return
  expect(statSync(join(comptoir.data, 'secret.key')).mode & 0o777).toBe(0o600)
})

it.each(['http://imprimeur.example', 'ftp://imprimeur.example', 'http://127.0.0.1.example', 'imprimeur'])(
  'refuses %s',
  async (url) => {
    const { code, stderr } = await comptoir.run(['upstream', 'set', '--url', url], TOKEN)
    expect(code).not.toBe(0)
    expect(stderr).toContain('https://')
    expect(stderr).not.toContain(TOKEN)
  },
)

it('says what to do where no token is given', async () => {
  const { code, stderr } = await comptoir.run(['upstream', 'set', '--url', partner.url])
  expect(code).not.toBe(0)
  expect(stderr).toContain('--token')
})
