/** Commands beside a running service, and what the command line says of itself. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OF_FILES, ON_POSTGRES } from '../stores.ts'
import { bundle, copyOfBundle, paris } from './bundle.ts'
import { cards, expectRefused, priced } from './commands.ts'
import { Program, type Server, until } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

describe('on the folder of a running service', () => {
  const program = new Program()
  let server: Server
  let token: string

  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'A', canOrder: true })
    server = await program.serve()
  })
  afterAll(() => program.end())

  const price = async (): Promise<string> => {
    const answer = await server.ask('/0.2/print/prix/', { token, json: cards })
    expect(answer.status, answer.text).toBe(200)
    return (answer.json() as Any)['J+5'].PrixHT
  }

  test('import takes effect within 2 seconds, without a dropped request, and never back and forth', async () => {
    const steps = [2150, 3001, 3002, 3003]
    const took: number[] = []
    let over = false
    const seen = [0, 1, 2, 3].map(async () => {
      const prices: number[] = []
      while (!over) prices.push(Number(await price()))
      return prices
    })
    try {
      for (const cents of steps.slice(1)) {
        await program.import(priced(cents))
        const imported = performance.now()
        await until('the new price', price, (now) => now === String(cents))
        took.push(performance.now() - imported)
      }
    } finally {
      over = true
    }
    // A busy machine delays one or the other, not each.
    expect(Math.min(...took)).toBeLessThan(2000)
    for (const prices of await Promise.all(seen)) {
      expect(prices.length).toBeGreaterThan(10)
      expect(steps).toEqual(expect.arrayContaining([...new Set(prices)]))
      expect(prices).toEqual([...prices].sort((a, b) => a - b))
    }
    await program.import(bundle)
    await until('the first price again', price, (now) => now === '2150')
  }, 180_000)

  test('what a bundle lacks is removed, and what it adds is there', async () => {
    const other = copyOfBundle()
    other.produits[0].nom = 'Cartes postales premium'
    other.produits = other.produits.filter((product: Any) => product.id !== 104)
    other.produits.push({ ...other.produits[4], id: 107, nom: 'Nouveauté' })
    other.familles = other.familles.filter((family: Any) => family.id !== 203)
    const run = await program.done('import', '--json', program.file(other))
    const changes = run.json() as Any
    const ids = (list: Any[]) => list.map((each) => each.id).sort()
    expect([ids(changes.added), ids(changes.changed), ids(changes.removed)]).toEqual([
      [107],
      [101],
      [104, 203],
    ])
    const products = await until(
      'the new list',
      async () => (await server.ask('/0.2/print/produit/', { token })).json() as Any[],
      (list) => list.some((product) => product.id === 107),
    )
    expect(products.map((product) => product.id)).toEqual([101, 102, 103, 105, 106, 107])
    expect(products[0].nom).toBe('Cartes postales premium')
    const families = (await server.ask('/0.2/display/famille/', { token })).json() as Any[]
    expect(families.map((family) => family.id)).toEqual([201, 202, 204])
    expect((await server.ask('/0.2/print/produit/104/', { token })).status).toBe(400)

    const back = await program.import(bundle)
    for (const word of ['Cartes postales', 'Reliure sur devis', 'Nouveauté', 'Présentoir sur étude'])
      expect(back.stdout).toContain(word)
    const again = (await program.done('import', '--json', program.file(bundle))).json() as Any
    expect([again.added, again.changed, again.removed]).toEqual([[], [], []])
    await until('the first catalogue', price, (now) => now === '2150')
  })

  test('backup while the service runs; restore is refused while it runs', async ({ skip }) => {
    skip(ON_POSTGRES, OF_FILES)
    const file = join(program.folder, 'backup-running')
    const before = await server.ask('/0.2/print/panier/validate/', {
      token,
      json: { devis: 'avant', lignes: [cards], adresse_livraison: paris },
    })
    expect(before.status).toBe(201)
    let over = false
    let served = 0
    const load = (async () => {
      while (!over) {
        const answer = await server.ask('/0.2/print/panier/validate/', {
          token,
          json: { devis: 'pendant', lignes: [cards], adresse_livraison: paris },
        })
        expect(answer.status, answer.text).toBe(201)
        served++
      }
    })()
    try {
      await program.done('backup', file)
    } finally {
      over = true
    }
    await load
    expect(served).toBeGreaterThan(0)
    expect(existsSync(file)).toBe(true)
    expectRefused(await program.run('restore', file), /use|run/i)
    expect(await price()).toBe('2150')
  })

  test('doctor of a sound folder says so, running or not; --json is one document', async () => {
    const run = await program.done('doctor')
    expect(run.stdout).toMatch(/\S/)
    const report = (await program.done('doctor', '--json')).json() as Any
    expect(report).toMatchObject({ ok: true, running: true })
    expect(report.checks.length).toBeGreaterThanOrEqual(5)
    for (const check of report.checks) expect(check).toMatchObject({ ok: true })
  })

  test('a second service on the folder is refused, and the first goes on', async () => {
    const again = await program.run('serve', '--port', '0')
    expectRefused(again, /use/)
    expect(await price()).toBe('2150')
  })

  test('a port in use is one clear line', async () => {
    const { port } = new URL(server.base)
    expectRefused(
      await program.runOn(join(program.folder, 'other'), 'serve', '--port', port),
      new RegExp(port),
    )
    expect(await price()).toBe('2150')
  })
})

describe('the command line itself', () => {
  const program = new Program()
  afterAll(() => program.end())

  test('what it does not know is one clear line', async () => {
    const runs = await Promise.all([
      program.run('rien'),
      program.run('import'),
      program.run('serve', '--port', 'abc'),
      program.run('serve', '--port', '70000'),
      program.run('token', 'create'),
      program.run('token', 'create', '--customer', 'A', '--discount', 'dix'),
      program.run('token', 'create', '--customer', 'A', '--discount', '101'),
      program.run('token', 'create', '--customer', 'A', '--products', '1;2'),
      program.run('token', 'revoke', '99'),
      program.run('token', 'revoke', 'abc'),
      program.run('doctor', '--inconnu'),
      program.run('doctor', '--store', 'postgres://comptoir:100%sec@127.0.0.1:1/store'),
    ])
    for (const run of runs) expectRefused(run)
    expect(runs.at(-1)!.stderr).not.toMatch(/sec@|does not answer|ECONNREFUSED/)
  })

  test('--json makes refusals one JSON document on standard output', async () => {
    for (const args of [
      ['token', 'revoke', '99'],
      ['restore', join(program.folder, 'missing')],
      ['import', join(program.folder, 'missing.json')],
      ['token', 'create', '--customer', 'A', '--discount', 'dix'],
    ]) {
      const run = await program.run(...args, '--json')
      expect(run.code, args.join(' ')).not.toBe(0)
      expect(run.json(), args.join(' ')).toBeTypeOf('object')
    }
  })
})
