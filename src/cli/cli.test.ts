/** The command line as other programs call it (contract.md): exit codes, output, faults one a line, `--json`. */
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Service } from '../service/service.ts'
import { openDatabase, STORE_FILE } from '../store/database.ts'
import { lockFolder } from '../store/lock.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { CLI, runNode } from '../testing/processes.ts'
import { SHOP, shop, type Loose } from '../testing/shop.ts'
import { LARGEST_BUNDLE_BYTES } from './bundle-file.ts'
import { logger } from './service.ts'

const oneLine = /^comptoir: [^\n]+\n$/

function bundleFile(bundle: unknown = SHOP): string {
  const file = join(temporaryFolder(), 'bundle.json')
  writeFileSync(file, typeof bundle === 'string' ? bundle : JSON.stringify(bundle))
  return file
}

/** A data folder with the shop loaded, without a process. */
async function loaded(): Promise<string> {
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
      warnings: [],
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
      `comptoir: ${file}: the bundle has 2 faults; nothing was changed`,
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
    ['no object', '[]', /\n"" field_type: /],
    ['cut short', '{"format": "comptoir-bundle/1", "delais": [', /is not JSON: it ends in the middle/],
    ['wrong in its second line', '{"format":\n  oups}', /is not JSON: look at line 2, column 3/],
  ])('a file that is %s', async (_what, content, words) => {
    const file = content.startsWith('/') ? content : bundleFile(content)
    const { code, stderr, stdout } = await cli('import', file, '--data', temporaryFolder())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/\n {4}at /)
  })
})

describe('import reads', () => {
  const bytesFile = (...parts: (string | number[])[]) => {
    const file = join(temporaryFolder(), 'bundle.json')
    writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part as string))))
    return file
  }

  test('a byte order mark, and a pipe', async () => {
    const data = await loaded()
    const text = JSON.stringify(SHOP)
    expect((await cli('import', bytesFile('\uFEFF', text), '--data', data)).stdout).toBe('nothing changed\n')
    const piped = await runNode(CLI, ['import', '/dev/fd/3', '--data', data], {
      shell: `exec 3< <(cat '${bytesFile(text)}')`,
    })
    expect(piped).toMatchObject({ code: 0, stdout: 'nothing changed\n' })
  })

  const wrong: [what: string, before: string, bytes: number[]][] = [
    ['Latin-1', '{"format": "Ã©t', [0xe9, 0x20]],
    ['a character cut short', 'é'.repeat(40_000), [0xe2, 0x82, 0x22]],
    ['a surrogate', 'x'.repeat(9), [0xed, 0xa0, 0x80]],
    ['a continuation without a beginning', '', [0x80, 0x80, 0x80]],
    ['the last byte', '{}', [0xff]],
  ]
  test.each(wrong)('no bytes that are not UTF-8: %s, by their offset', async (_what, before, bytes) => {
    const file = bytesFile(before, bytes, 'x'.repeat(100_000))
    const data = join(temporaryFolder(), 'none')
    const { code, stdout, stderr } = await cli('import', file, '--data', data)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`the byte at offset ${Buffer.byteLength(before)} does not belong`)
    expect(existsSync(data)).toBe(false)
  })

  test('nothing over its limit: it is refused before it is read', async () => {
    const file = bytesFile('{}')
    truncateSync(file, LARGEST_BUNDLE_BYTES + 1)
    const { code, stderr } = await cli('import', file, '--data', temporaryFolder())
    expect(code).toBe(1)
    expect(stderr).toContain('has 201 MB; a bundle has 200 MB at most')
  })

  test('a key once, and no nesting without an end', async () => {
    const data = await loaded()
    const text = JSON.stringify(SHOP).replace('"format":', '"format":"x","tarifs":null,"format":')
    const twice = await cli('import', bytesFile(text), '--data', data, '--json')
    expect(JSON.parse(twice.stdout).errors.map((e: Loose) => `${e.path} ${e.code}`)).toEqual([
      '/format duplicate_key',
      '/tarifs duplicate_key',
    ])
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const nested = await cli('import', bytesFile(`{"format":${deep}}`), '--data', data)
    expect(nested.stderr).toMatch(/: nested too deeply\n$/)
    expect((await cli('import', bundleFile(), '--data', data)).stdout).toBe('nothing changed\n')
  })

  test('what nobody can order with a warning a line, and loads it', async () => {
    const bundle = shop()
    bundle.produits[0].nombre_visuels_max = 0
    bundle.produits[0].delais.push(3)
    const loaded = await cli('import', bundleFile(bundle), '--data', join(temporaryFolder(), 'data'))
    expect(loaded.code).toBe(0)
    expect(loaded.stdout).toContain('added: 7')
    expect(loaded.stderr.split('\n')).toEqual([
      'comptoir: warning: /produits/0/nombre_visuels_max: with 1 to 0 visuals nobody can order: give a maximum of 1 at least',
      'comptoir: warning: /produits/0/delais/3: 3 occurs twice: keep one of them',
      '',
    ])
    const data = join(temporaryFolder(), 'data')
    const asJson = await cli('import', bundleFile(bundle), '--data', data, '--json', '--lang', 'fr')
    expect(asJson).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(asJson.stdout).warnings).toMatchObject([
      { path: '/produits/0/nombre_visuels_max', code: 'visuals_impossible' },
      { path: '/produits/0/delais/3', code: 'repeated', message: '3 figure deux fois : gardez-en un' },
    ])
  })

  test('a bundle with faults makes no store', async () => {
    const data = join(temporaryFolder(), 'none')
    expect((await cli('import', bundleFile('{}'), '--data', data)).code).toBe(1)
    expect(existsSync(data)).toBe(false)
  })

  test('a product of 200,000 quantities, whose catalogue is shown', async () => {
    const data = join(temporaryFolder(), 'data')
    const bundle = shop()
    bundle.produits[0].quantites = {
      range: false,
      available: Array.from({ length: 200_000 }, (_, i) => i + 1),
    }
    expect((await cli('import', bundleFile(bundle), '--data', data)).code).toBe(0)
    const service = new Service({ folder: data, log: logger('silent') })
    const entries = await service.desk.catalogue()
    await service.close()
    expect(entries.find(({ id }) => id === bundle.produits[0].id)).toMatchObject({
      quantityMin: 1,
      quantityMax: 200_000,
      quantityCount: 200_000,
    })
  })

  test('two at once: the last one is the catalogue, whole', async () => {
    const data = await loaded()
    const bundles = [1, 2].map((cents) => {
      const bundle = shop()
      for (const tarif of bundle.tarifs.print) tarif.grille[0].prix = String(cents)
      return bundleFile(bundle)
    })
    const runs = await Promise.all(bundles.map((file) => runNode(CLI, ['import', file, '--data', data])))
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }))
    const again = await Promise.all(bundles.map((file) => cli('import', file, '--data', data)))
    expect(again.map(({ code }) => code)).toEqual([0, 0])
  })
})

describe('a command that only looks', () => {
  test.each([
    ['token list'],
    ['token revoke 1'],
    ['customer list'],
    ['customer set A --can-order'],
    ['upstream show'],
    ['upstream clear'],
    ['sync'],
    ['outbox'],
    ['doctor'],
    ['backup /nonexistent/copy.bak'],
  ])('makes no store where there is none: %s', async (args) => {
    const data = join(temporaryFolder(), 'mistyped')
    const { code, stdout, stderr } = await cli(...args.split(' '), '--data', data)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`${data} holds no store`)
    expect(existsSync(data)).toBe(false)
    const asJson = JSON.parse((await cli('--json', ...args.split(' '), `--data=${data}`)).stdout) as Loose
    expect(asJson).toMatchObject({ code: 'no_store', errors: [] })
  })
})

describe('--data', () => {
  test('stands before or after the command, in one word or two', async () => {
    const data = await loaded()
    for (const args of [
      ['--data', data, 'doctor', '--json'],
      [`--data=${data}`, '--json', 'doctor'],
      ['doctor', '--data', data, '--json'],
      ['doctor', '--json', `--data=${data}`],
    ])
      expect(JSON.parse((await cli(...args)).stdout)).toMatchObject({ ok: true })
    expect((await cli('--data', data, 'token', 'list')).stdout).toBe('no tokens\n')
  })

  test.each([['/proc/x'], ['/proc/x/y'], ['']])('that cannot be is refused at once: "%s"', async (data) => {
    for (const args of [
      ['import', bundleFile()],
      ['serve', '--port', '0'],
      ['token', 'create', '--customer', 'A'],
    ]) {
      const { code, stdout, stderr } = await cli(...args, '--data', data)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(oneLine)
    }
  })
})

describe('in French', () => {
  const commands = [
    '',
    'serve',
    'import',
    'token',
    'token create',
    'token list',
    'customer set',
    'upstream set',
  ]
  test.each([...commands, 'sync', 'backup', 'doctor'])(
    'the help of "%s" has none of the English words',
    async (name) => {
      const { code, stdout } = await cli(...name.split(' ').filter(Boolean), '--help', '--lang', 'fr')
      expect(code).toBe(0)
      expect(stdout).toMatch(/^Utilisation : comptoir/)
      expect(stdout).not.toMatch(
        /usage:|options:\n|commands:|arguments:|default|display|\bshow\b|\bprint\b|\bfile\b/i,
      )
      const english = (await cli(...name.split(' ').filter(Boolean), '--help')).stdout
      expect(english).toMatch(/^Usage: comptoir/)
      expect(english).not.toMatch(/[éèêà]|\bpar\b|\bdossier\b/)
    },
  )

  const refusals: [args: string, words: string][] = [
    ['nonsense', 'la commande « nonsense » n’existe pas ; voyez « comptoir --help »'],
    ['serve --nonsense', 'l’option --nonsense n’existe pas ; voyez --help'],
    ['import', 'il manque <catalogue> ; voyez --help'],
    ['import a b', '1 argument attendu, 2 reçus ; mettez entre guillemets un nom qui a des espaces'],
    ['serve --host', '--host <hôte> demande une valeur'],
    ['token create', '--customer <nom> est nécessaire'],
    ['serve --port x', '--port <port> : « x » ne convient pas : un nombre entier de 0 à 65535 est attendu'],
    ['token create --customer A --products 1,x', '--products <all|ids> : « 1,x » ne convient pas : « all »'],
    ['outbox --data /nonexistent', '/nonexistent ne contient pas de magasin'],
    ['import /nonexistent/b.json', '/nonexistent/b.json ne peut pas être lu : n’existe pas'],
  ]
  test.each(refusals)('a refusal: %s', async (args, words) => {
    const { code, stderr } = await cli(...args.split(' '), '--lang=fr')
    expect(code).toBe(1)
    expect(stderr).toMatch(oneLine)
    expect(stderr).toContain(`comptoir: ${words}`)
  })

  test('results and faults of a bundle', async () => {
    const data = await loaded()
    const bundle = shop()
    bundle.tarifs.print[0].grille = []
    const refused = await cli('import', bundleFile(bundle), '--data', data, '--lang', 'fr')
    expect(refused.stderr).toMatch(
      / : le catalogue a 1 défaut ; rien n’a été modifié\n.*grid_empty: la grille est vide\n$/,
    )
    const unchanged = await cli('import', bundleFile(), '--data', data, '--lang', 'fr')
    expect(unchanged.stdout).toBe('rien n’a changé\n')
    expect((await cli('doctor', '--data', data, '--lang', 'fr')).stdout).toMatch(
      /^ok {3}magasin : intact\n[\s\S]*service : arrêté\n$/,
    )
  })

  test('is the language of the environment, where --lang says nothing; keys and codes stay', async () => {
    const run = (env: Record<string, string>) =>
      runNode(CLI, ['outbox', '--data', '/nonexistent', '--json'], {
        env: { LC_ALL: '', LC_MESSAGES: '', LANG: '', ...env },
      })
    const rows: [Record<string, string>, RegExp][] = [
      [{ LANG: 'fr_FR.UTF-8' }, /ne contient pas/],
      [{ LANG: 'fr_FR.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, /holds no store/],
      [{ LANG: 'en_GB.UTF-8', LC_ALL: 'fr_CA' }, /ne contient pas/],
      [{ LANG: 'de_DE.UTF-8' }, /holds no store/],
    ]
    for (const [env, words] of rows) {
      const answer = JSON.parse((await run(env)).stdout) as Loose
      expect(answer).toEqual({ error: expect.stringMatching(words), code: 'no_store', errors: [] })
    }
  })

  test('another language is refused', async () => {
    expect((await cli('doctor', '--lang', 'de')).stderr).toContain('"de" is not right: fr or en is expected')
  })
})

describe('customer', () => {
  test('set changes what is named, and makes no token; list shows it', async () => {
    const data = await loaded()
    const run = async (...args: string[]) => (await cli(...args, '--data', data)).stdout
    await run('token', 'create', '--customer', 'Zoé', '--products', '10')
    expect(await run('customer', 'set', 'Zoé', '--can-order', '--discount', '5')).toBe(
      'Zoé\tmay order\tdiscount 5 %\tproducts 10\tall families\n',
    )
    await run('customer', 'set', 'Zoé', '--no-can-order', '--products', 'all', '--families', '7')
    expect(await run('customer', 'list')).toBe('Zoé\tmay not order\tdiscount 5 %\tall products\tfamilies 7\n')
    expect(JSON.parse(await run('customer', 'list', '--json'))).toMatchObject([
      { name: 'Zoé', canOrder: false, discount: '5', products: null, families: [7] },
    ])
    expect(JSON.parse(await run('token', 'list', '--json'))).toHaveLength(1)
  })

  test('an unknown name, and nothing to change, are refused', async () => {
    const data = await loaded()
    for (const args of [['Zoé', '--can-order'], ['Zoé']]) {
      const { code, stderr } = await cli('customer', 'set', ...args, '--data', data)
      expect(code).toBe(1)
      expect(stderr).toMatch(oneLine)
    }
    expect((await cli('customer', 'list', '--data', data)).stdout).toBe('no customers\n')
  })
})

describe('what others wrote', () => {
  test('is shown, not obeyed: a name forges no line and no colour', async () => {
    const data = await loaded()
    const name = 'Zo\u001b[2J\u009b31mé\n99\tforged\u202e'
    await cli('token', 'create', '--customer', name, '--data', data)
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
      {
        ...{ id: 1, customer: 'Zoé', lastUsedAt: null, revokedAt: null },
        ...{ canOrder: true, discount: '12.5', products: [10, 20], families: [7] },
      },
    ])
    expect((await cli('token', 'list', '--data', data)).stdout).toMatch(
      /^1\tZoé\tcreated .*\tnever used\tactive\tmay order\tdiscount 12.5 %\tproducts 10,20\tfamilies 7\n$/,
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

  test.each([
    ['--products', '10,99', '--products: the catalogue has no product 99'],
    ['--families', '99', '--families: the catalogue has no family 99'],
  ])('%s with an unknown id is refused by name, and makes nothing', async (option, ids, words) => {
    const data = await loaded()
    const made = await cli('token', 'create', '--customer', 'A', option, ids, '--data', data)
    expect(made).toEqual({ code: 1, stdout: '', stderr: `comptoir: ${words}\n` })
    expect((await cli('customer', 'list', '--data', data)).stdout).toBe('no customers\n')
  })

  test('an id that was withdrawn since may stay', async () => {
    const data = await loaded()
    await cli('token', 'create', '--customer', 'A', '--products', '10,50', '--data', data)
    const bundle = shop()
    bundle.produits.pop()
    await cli('import', bundleFile(bundle), '--data', data)
    const kept = await cli('customer', 'set', 'A', '--can-order', '--data', data, '--json')
    expect(JSON.parse(kept.stdout)).toMatchObject({ canOrder: true, products: [10, 50] })
  })

  test('ten thousand are listed', async () => {
    const data = await loaded()
    const service = new Service({ folder: data, log: logger('silent') })
    const { id } = service.customers.ensure('A', {})
    const insert = service.store.db.prepare(
      'INSERT INTO tokens (customer_id, hash, created_at) VALUES (?, ?, ?)',
    )
    service.store.transaction(() => {
      for (let i = 0; i < 10_000; i++) insert.run(id, Buffer.from(`hash ${i}`), '2026-03-02T09:00:00.000Z')
    })
    await service.close()
    const { stdout } = await cli('token', 'list', '--data', data)
    expect(stdout.split('\n')).toHaveLength(10_001)
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
    [['create', '--customer', 'A', '--discount', '1,2,5']],
    [['create', '--customer', 'A', '--discount', 'NaN']],
    [['create', '--customer', 'A', '--discount', '-1']],
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
