/** How the command line is called: what is given twice, empty or misspelt is told by name, and help answers. */
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { Service } from '../service/service.ts'
import { VERSION } from '../service/version.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded, oneLine } from '../testing/loaded-folder.ts'
import { type Loose } from '../testing/shop.ts'
import { logger } from './service.ts'

/** Runs a command where a variable of the environment is set. */
async function withVariable(name: string, value: string, ...args: string[]) {
  vi.stubEnv(name, value)
  try {
    return await cli(...args)
  } finally {
    vi.unstubAllEnvs()
  }
}

describe('an option', () => {
  test.each([
    ['outbox --data a --data b', '--data is given twice'],
    ['--data=a outbox --data b', '--data is given twice'],
    ['token create --customer A --customer B', '--customer is given twice'],
    ['token create --customer A --discount 1 --discount 2', '--discount is given twice'],
    ['upstream set --url https://a --url https://b', '--url is given twice'],
    ['serve --key a --key b', '--key is given twice'],
    ['sync --prices 1 --prices 2', '--prices is given twice'],
    ['customer set A --can-order --no-can-order', '--can-order and --no-can-order contradict each other'],
    ['customer set A --no-can-order --can-order', '--no-can-order and --can-order contradict each other'],
    ['customer set A --products all --products 1', 'either "all" or ids, not both'],
    ['serve --host=', '--host is empty'],
    ['serve --key=', '--key is empty'],
    ['token create --customer=', '--customer is empty'],
  ])('%s', async (args, words) => {
    const { code, stdout, stderr } = await cli(...args.split(' '))
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(words)
    expect((await cli(...args.split(' '), '--lang', 'fr')).stderr).toMatch(
      /donné deux|contredisent|pas les deux|est vide/,
    )
  })

  test.each([
    ['quote D2026-K7-0012 --pfd devis.pdf', 'there is no option --pfd;'],
    ['quote --pfd devis.pdf D2026-K7-0012', 'there is no option --pfd;'],
    ['--json token create --customr A', 'there is no option --customr;'],
    ['user create Ada --rle vendeur', 'there is no option --rle;'],
    ['store copy --form none', 'there is no option --form;'],
    ['quote -- --pdf', 'give --pdf FILE, --file FILE, or both'],
    ['quote D2026-K7-0012', 'give --pdf FILE, --file FILE, or both'],
  ])('that is unknown is named before one that is missing: %s', async (args, words) => {
    const { code, stderr } = await cli(...args.split(' '))
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(words)
  })

  test('whose values are a list joins them; a switch may stand twice', async () => {
    const data = await loaded()
    const args = [
      '--products',
      '10,20',
      '--products',
      '20,50',
      '--can-order',
      '--can-order',
      '--json',
      '--json',
    ]
    const made = await cli('token', 'create', '--customer', 'A', ...args, '--data', data)
    expect(JSON.parse(made.stdout)).toMatchObject({ customer: { products: [10, 20, 50], canOrder: true } })
  })
})

describe('--public-url', () => {
  test.each([
    ['shop.example', 'such as https://shop.example', 'une adresse comme'],
    ['ftp://shop.example', 'starts with https://', 'commence par https://'],
    ['https://shop.example:99999', 'is not a number from 1 to 65535', 'n’est pas un nombre'],
    ['https://nom:passe@shop.example', 'without a name and password', 'sans nom ni mot de passe'],
    ['https://shop.example/?key=k', 'without "?"', 'sans « ? »'],
    ['https://shop.example/comptoir', 'a name of its own', 'un nom à lui'],
  ])('%s', async (given, english, french) => {
    const args = ['serve', '--port', '0', '--data', join(temporaryFolder(), 'none')]
    for (const [language, words] of Object.entries({ en: english, fr: french })) {
      for (const run of [
        () => cli(...args, '--public-url', given, '--lang', language),
        () => withVariable('COMPTOIR_PUBLIC_URL', given, ...args, '--lang', language),
      ]) {
        const { code, stdout, stderr } = await run()
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr).toMatch(oneLine)
        expect(stderr).toContain('--public-url (COMPTOIR_PUBLIC_URL)')
        expect(stderr).toContain(words)
        expect(stderr).not.toContain('passe@')
      }
    }
  })
})

test('unknown ids are told together', async () => {
  const ids = ['--products', '10,98,99', '--families', '96,97']
  const { code, stderr } = await cli('token', 'create', '--customer', 'A', ...ids, '--data', await loaded())
  expect(code).toBe(1)
  expect(stderr).toBe(
    'comptoir: --products: the catalogue has no product 98, 99; --families: the catalogue has no family 96, 97\n',
  )
})

test('a discount may have a decimal comma', async () => {
  const data = await loaded()
  const made = await cli('token', 'create', '--customer', 'A', '--discount', '5,5', '--data', data, '--json')
  expect(JSON.parse(made.stdout)).toMatchObject({ customer: { discount: '5.5' } })
})

test('one name composed and decomposed is one customer', async () => {
  const data = await loaded()
  const names = ['Café', 'Cafe\u0301']
  for (const name of names) await cli('token', 'create', '--customer', name, '--data', data)
  await cli('customer', 'set', names[1]!, '--can-order', '--data', data)
  const { stdout } = await cli('customer', 'list', '--json', '--data', data)
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'Café', canOrder: true }])
  // One that was stored decomposed before.
  const service = await Service.open({ folder: data, log: logger('silent') })
  service.store.sqlite.db.prepare('UPDATE customers SET name = ?').run(names[1])
  await service.close()
  await cli('token', 'create', '--customer', names[0]!, '--data', data)
  expect(JSON.parse((await cli('customer', 'list', '--json', '--data', data)).stdout)).toHaveLength(1)
})

describe('help', () => {
  test('answers where no command is named, and where it is asked for one', async () => {
    const root = await cli('--help')
    for (const args of [[], ['help']]) expect(await cli(...args)).toEqual(root)
    expect(await cli('token')).toEqual(await cli('token', '--help'))
    const create = await cli('token', 'create', '--help')
    expect(create.stdout).toMatch(/^Usage: comptoir token create /)
    expect(await cli('help', 'token', 'create')).toEqual(create)
    expect(root).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['help nope', 'there is no command "nope"; see "comptoir --help"'],
    ['help token nope', 'there is no command "nope"; see "comptoir token --help"'],
    ['token nope', 'there is no command "nope"; see "comptoir token --help"'],
    ['nope token', 'there is no command "nope"; see "comptoir --help"'],
  ])('%s is refused where it stands', async (args, words) => {
    expect(await cli(...args.split(' '))).toEqual({ code: 1, stdout: '', stderr: `comptoir: ${words}\n` })
  })

  test('and version are one document with --json', async () => {
    expect(JSON.parse((await cli('--version', '--json')).stdout)).toEqual({ version: VERSION })
    for (const args of [['--help'], ['token', '--help'], ['help', 'token'], []]) {
      const { code, stdout, stderr } = await cli('--json', ...args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(JSON.parse(stdout) as Loose).toEqual({ help: (await cli(...args)).stdout.trimEnd() })
    }
    expect(JSON.parse((await cli('nope', '--json')).stdout)).toMatchObject({ code: 'usage', errors: [] })
  })
})

describe('a variable of the environment', () => {
  test.each([
    ['COMPTOIR_LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal, silent'],
    ['COMPTOIR_GRACE_MS', 'x', '3600000'],
    ['COMPTOIR_SETTLE_MS', '-1', '86400000'],
  ])('%s that cannot be is named, with what it may be', async (name, value, allowed) => {
    for (const lang of ['en', 'fr']) {
      const data = join(temporaryFolder(), 'new')
      const args = ['serve', '--port', '0', '--lang', lang, '--data', data]
      const { code, stderr } = await withVariable(name, value, ...args)
      expect(code).toBe(1)
      expect(stderr).toMatch(oneLine)
      for (const part of [name, value, allowed]) expect(stderr).toContain(part)
      expect(stderr).not.toMatch(/unexpected|inattendu/)
    }
  })
})
