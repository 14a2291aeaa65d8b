/** The command line as other programs call it (contract.md): exit codes, output, faults one a line, `--json`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase, STORE_FILE } from '../store/database.ts'
import { lockFolder } from '../store/lock.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { CLI, runNode } from '../testing/processes.ts'
import { SHOP, shop, type Loose } from '../testing/shop.ts'

const oneLine = /^comptoir: [^\n]+\n$/

function bundleFile(bundle: unknown = SHOP): string {
  const file = join(temporaryFolder(), 'bundle.json')
  writeFileSync(file, typeof bundle === 'string' ? bundle : JSON.stringify(bundle))
  return file
}

/** A data folder with the shop loaded, without a process. */
async function loaded(): Promise<string> {
  const { Service } = await import('../service/service.ts')
  const { logger } = await import('./service.ts')
  const folder = temporaryFolder()
  const service = new Service({ folder, log: logger('silent') })
  service.catalogue.importBundle(SHOP)
  await service.close()
  return folder
}

describe('import', () => {
  test('says what was added, then that nothing changed, then what did', async () => {
    const data = join(temporaryFolder(), 'data')
    const first = await cli('import', bundleFile(), '--data', data)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^added: 7\n {2}print 10 Cartes de visite\n[\s\S]*changed: 0\nremoved: 0\n$/)
    expect(await cli('import', bundleFile(), '--data', data)).toEqual({
      code: 0,
      stdout: 'nothing changed\n',
      stderr: '',
    })
    const bundle = shop()
    bundle.tarifs.print[0].grille[0].prix = '1'
    bundle.produits.pop()
    const { stdout } = await cli('import', bundleFile(bundle), '--data', data, '--json')
    expect(JSON.parse(stdout)).toEqual({
      version: 2,
      unchanged: false,
      added: [],
      changed: [{ area: 'print', id: 10, name: 'Cartes de visite', kind: 'changed', what: ['tariff'] }],
      removed: [{ area: 'print', id: 50, name: 'Sur mesure', kind: 'removed', what: [] }],
    })
  })

  test('refuses whole, one fault a line on standard error; as one document with --json', async () => {
    const data = await loaded()
    const bundle = shop()
    bundle.format = 'x'
    bundle.tarifs.print[0].grille = []
    const file = bundleFile(bundle)
    const { code, stdout, stderr } = await cli('import', file, '--data', data)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.split('\n')).toEqual([
      `comptoir: ${file}: the bundle has 2 fault(s); nothing was changed`,
      '/format format_unknown: unknown format, "comptoir-bundle/1" is expected',
      '/tarifs/print/0/grille grid_empty: the grid is empty',
      '',
    ])
    const asJson = await cli('import', file, '--data', data, '--json')
    expect(asJson.code).toBe(1)
    expect(JSON.parse(asJson.stdout).errors.map((e: Loose) => `${e.path} ${e.code}`)).toEqual([
      '/format format_unknown',
      '/tarifs/print/0/grille grid_empty',
    ])
    expect((await cli('import', bundleFile(), '--data', data)).stdout).toBe('nothing changed\n')
  })

  test.each([
    ['missing', '/nonexistent/bundle.json', /cannot be read/],
    ['a folder', '/tmp', /cannot be read/],
    ['no JSON', '{"format":', /is not JSON/],
    ['empty', '', /is not JSON/],
    ['no object', '[]', / field_type/],
  ])('a file that is %s', async (_what, content, words) => {
    const file = content.startsWith('/') ? content : bundleFile(content)
    const { code, stderr, stdout } = await cli('import', file, '--data', temporaryFolder())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})

describe('token', () => {
  test('create, list and revoke', async () => {
    const data = await loaded()
    const made = await cli(
      'token',
      'create',
      '--customer',
      'Zoé',
      '--can-order',
      '--discount',
      '12.5',
      '--products',
      '10,20',
      '--families',
      '7',
      '--data',
      data,
    )
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const token = made.stdout.trim()
    expect(made.stdout).toMatch(/^\S+\n$/)
    const files = readdirSync(data).map((name) => readFileSync(join(data, name)).toString('latin1'))
    expect(files.some((text) => text.includes(token))).toBe(false)

    const list = await cli('token', 'list', '--data', data, '--json')
    expect(JSON.parse(list.stdout)).toMatchObject([
      { id: 1, customer: 'Zoé', lastUsedAt: null, revokedAt: null },
    ])
    expect((await cli('token', 'list', '--data', data)).stdout).toMatch(
      /^1\tZoé\tcreated .*\tnever used\tactive\n$/,
    )

    const again = await cli(
      'token',
      'create',
      '--customer',
      'Zoé',
      '--discount',
      '5',
      '--data',
      data,
      '--json',
    )
    expect(JSON.parse(again.stdout)).toMatchObject({
      id: 2,
      customer: { canOrder: true, discount: '5', products: [10, 20] },
    })

    expect(await cli('token', 'revoke', '1', '--data', data)).toMatchObject({
      code: 0,
      stdout: 'token 1 revoked\n',
    })
    const twice = await cli('token', 'revoke', '1', '--data', data)
    expect(twice.code).toBe(1)
    expect(twice.stderr).toMatch(oneLine)
  })

  test('"all" shows everything', async () => {
    const data = await loaded()
    const all = ['--products', 'all', '--families', 'all', '--data', data, '--json']
    const { customer } = JSON.parse((await cli('token', 'create', '--customer', 'A', ...all)).stdout)
    expect(customer).toMatchObject({ products: null, families: null })
  })

  test.each([
    [['create']],
    [['create', '--customer', '']],
    [['create', '--customer', 'A', '--discount', '101']],
    [['create', '--customer', 'A', '--discount', 'x']],
    [['create', '--customer', 'A', '--products', '1,x']],
    [['create', '--customer', 'A', '--families', '']],
    [['revoke', 'x']],
    [['revoke']],
  ])('%j is refused in one line', async (args) => {
    const { code, stdout, stderr } = await cli('token', ...args, '--data', temporaryFolder())
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(oneLine)
  })
})

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

  test('backup of nothing, and into nowhere, are refused', async () => {
    const none = await cli('backup', '/tmp/never.bak', '--data', join(temporaryFolder(), 'none'))
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(oneLine)
    expect(existsSync('/tmp/never.bak')).toBe(false)
    const nowhere = await cli('backup', '/nonexistent/copy.bak', '--data', await loaded())
    expect(nowhere.code).toBe(1)
    expect(nowhere.stderr).toMatch(oneLine)
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
      expect(stderr).toContain('restore a backup with "comptoir restore FILE"')
      expect(readFileSync(join(data, STORE_FILE), 'utf8')).toBe('rubbish'.repeat(1000))
    },
  )

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

test('the same in a process of its own', async () => {
  const data = await loaded()
  const run = (...args: string[]) => runNode(CLI, [...args, '--data', data])
  expect(await run('import', bundleFile())).toEqual({ code: 0, stdout: 'nothing changed\n', stderr: '' })
  const refused = await run('import', bundleFile('{}'))
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('/format field_required')
  expect((await run('nonsense')).code).not.toBe(0)
})

describe('usage', () => {
  test.each([
    ['--help'],
    ['serve --help'],
    ['import --help'],
    ['token --help'],
    ['token create --help'],
    ['backup --help'],
    ['restore --help'],
    ['doctor --help'],
    ['--version'],
  ])('%s', async (args) => {
    const { code, stdout, stderr } = await cli(...args.split(' '))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.length).toBeGreaterThan(4)
  })

  test.each([
    ['nonsense'],
    ['import'],
    ['import a b'],
    ['serve --port 65536'],
    ['serve --port x'],
    ['backup'],
    ['--nonsense'],
  ])('"%s" is refused in one line', async (args) => {
    const { code, stdout, stderr } = await cli(...args.split(' '))
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr).toMatch(oneLine)
  })

  test('with --json the refusal is a document', async () => {
    const { code, stdout } = await cli('serve', '--port', 'x', '--json')
    expect(code).not.toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ error: expect.stringContaining('--port') })
  })
})
