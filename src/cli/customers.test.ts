/** `comptoir customer` and `comptoir token` (local-api.md). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Service } from '../service/service.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { runHere as cli } from '../testing/command-line.ts'
import { shop } from '../testing/shop.ts'
import { logger } from './service.ts'
import { oneLine, bundleFile, loaded } from '../testing/loaded-folder.ts'

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

describe('token', () => {
  test('a customer’s name is one line of at most 100 characters', async () => {
    const data = await loaded()
    for (const name of ['x'.repeat(101), 'two\nlines']) {
      const { code, stderr } = await cli('token', 'create', '--customer', name, '--data', data)
      expect(code).toBe(1)
      expect(stderr).toContain('A name has 1 to 100 characters, on one line.')
    }
    expect((await cli('customer', 'list', '--data', data)).stdout).toBe('no customers\n')
  })

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
    const service = await Service.open({ folder: data, log: logger('silent') })
    const { id } = await service.customers.ensure('A', {})
    const insert = service.store.sqlite.db.prepare(
      'INSERT INTO tokens (customer_id, hash, created_at) VALUES (?, ?, ?)',
    )
    const fill = service.store.sqlite.db.transaction(() => {
      for (let i = 0; i < 10_000; i++) insert.run(id, Buffer.from(`hash ${i}`), '2026-03-02T09:00:00.000Z')
    })
    fill()
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
