/** `comptoir import`: what was loaded, each fault on a line, and files of every kind (local-api.md). */
import { existsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Service } from '../service/service.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { runNode } from '../testing/processes.ts'
import { CLI } from '../testing/program.ts'
import { SHOP, shop, type Loose } from '../testing/shop.ts'
import { LARGEST_BUNDLE_BYTES } from './bundle-file.ts'
import { logger } from './service.ts'
import { oneLine, bundleFile, loaded } from '../testing/loaded-folder.ts'

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
    ['wrong in its second line', '{"format":\n  oups}', /is not JSON: see line 2, column 3/],
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
    expect(nested.stderr).toContain('nesting_too_deep: nested too deeply: 100 levels at most')
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
    const service = await Service.open({ folder: data, log: logger('silent') })
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

describe('demo', () => {
  test('goes into an empty store alone; beside it nothing else is imported, and no partner set', async () => {
    const data = join(temporaryFolder(), 'data')
    expect(await cli('demo', '--data', data)).toMatchObject({ code: 0, stdout: 'added: 128\n' })
    const other = await cli('import', bundleFile(), '--data', data, '--json')
    expect(JSON.parse(other.stdout)).toMatchObject({ code: 'demo_loaded' })
    const partner = await cli(
      'upstream',
      'set',
      '--url',
      'http://127.0.0.1:9',
      '--token',
      'x',
      '--data',
      data,
    )
    expect(partner).toMatchObject({ code: 1 })
    expect(partner.stderr).toContain('The demo is loaded')
    // The same as a file changes nothing.
    expect(await cli('import', 'resources/demo-bundle.json', '--data', data)).toMatchObject({
      stdout: 'nothing changed\n',
    })
    expect(await cli('demo', '--data', data)).toMatchObject({ code: 0, stdout: 'nothing changed\n' })
    const own = join(temporaryFolder(), 'own')
    await cli('import', bundleFile(), '--data', own)
    expect((await cli('demo', '--data', own)).stderr).toContain('only loaded into an empty store')
  })
})
