import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, copyOfBundle, paris } from './bundle.ts'
import { Program, until } from './program.ts'
import type { Run, Server } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

/** Refused: not 0, nothing on standard output, one clear line on standard error. */
function expectRefused(run: Run, word?: RegExp): void {
  expect(run.code, run.stdout).not.toBe(0)
  expect(run.code).not.toBeNull()
  expect(run.stdout).toBe('')
  expect(run.faults, run.stderr).toHaveLength(1)
  expect(run.stderr).not.toMatch(/\n\s+at /)
  if (word) expect(run.stderr).toMatch(word)
}

const cards = { produit: 101, quantites_multiples: [100] }

/** The bundle with another price for 100 cards. */
const priced = (cents: number) => {
  const changed = copyOfBundle()
  changed.tarifs.print[0].grille[0].prix = String(cents)
  return changed
}

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
    let over = false
    const seen = [0, 1, 2, 3].map(async () => {
      const prices: number[] = []
      while (!over) prices.push(Number(await price()))
      return prices
    })
    try {
      for (const cents of steps.slice(1)) {
        await program.import(priced(cents))
        await until('the new price', 2000, price, (now) => now === String(cents))
      }
    } finally {
      over = true
    }
    for (const prices of await Promise.all(seen)) {
      expect(prices.length).toBeGreaterThan(10)
      expect(steps).toEqual(expect.arrayContaining([...new Set(prices)]))
      expect(prices).toEqual([...prices].sort((a, b) => a - b))
    }
    await program.import(bundle)
    await until('the first price again', 2000, price, (now) => now === '2150')
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
      2000,
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
    await until('the first catalogue', 2000, price, (now) => now === '2150')
  })

  test('backup while the service runs; restore is refused while it runs', async () => {
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

describe('import is all or nothing', () => {
  const program = new Program()
  let server: Server
  let token: string
  let list: string

  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'A' })
    server = await program.serve()
    list = (await server.ask('/0.2/print/produit/', { token })).text
  })
  afterAll(() => program.end())

  const unchanged = async () => {
    expect((await server.ask('/0.2/print/produit/', { token })).text).toBe(list)
    const answer = await server.ask('/0.2/print/prix/', { token, json: cards })
    expect((answer.json() as Any)['J+5'].PrixHT).toBe('2150')
  }

  /** Every kind of fault that tariffs are refused for, each at a place of its own: pointer, change. */
  const faults: [pointer: string, change: (b: Any) => void][] = [
    ['/delais/4', (b) => b.delais.push({ id: 1, jours: 7 })],
    ['/delais/5', (b) => b.delais.push({ id: 9, jours: 5 })],
    ['/produits/6', (b) => b.produits.push(structuredClone(b.produits[3]))],
    [
      '/produits/1/options/1',
      (b) => b.produits[1].options.push({ id: 1021, nom: 'x', type: 'decimal', variantes: [] }),
    ],
    [
      '/produits/2/options/5/variantes/0',
      (b) =>
        b.produits[2].options.push({
          id: 1032,
          nom: 'x',
          type: 'variante',
          variantes: [{ id: 10311, nom: 'y' }],
        }),
    ],
    ['/produits/3/delais/2', (b) => b.produits[3].delais.push(77)],
    ['/familles/4', (b) => b.familles.push(structuredClone(b.familles[2]))],
    ['/tarifs/print/0/variantes/99', (b) => (b.tarifs.print[0].variantes['99'] = { fixe: '1' })],
    ['/tarifs/print/0/delais/88', (b) => (b.tarifs.print[0].delais['88'] = {})],
    ['/tarifs/print/0/exclusions/0/variante', (b) => (b.tarifs.print[0].exclusions[0].variante = 98)],
    ['/tarifs/print/0/exclusions/1/delai', (b) => (b.tarifs.print[0].exclusions[1].delai = 87)],
    ['/tarifs/print/1/grille', (b) => (b.tarifs.print[1].grille = [])],
    ['/tarifs/print/2/surface/largeur', (b) => (b.tarifs.print[2].surface.largeur = 440)],
    ['/tarifs/print/2/valeurs/461', (b) => (b.tarifs.print[2].valeurs['461'] = { fixe: '1' })],
    ['/tarifs/print/2/grille', (b) => (b.tarifs.print[2].grille[1].quantite = 2)],
    ['/tarifs/print/3/delai_principal', (b) => (b.tarifs.print[3].delai_principal = 3)],
    ['/tarifs/print/3/grille/0/prix', (b) => (b.tarifs.print[3].grille[0].prix = '0,5')],
    ['/tarifs/print/3/variantes/10511/fixe', (b) => (b.tarifs.print[3].variantes['10511'].fixe = '1e3')],
    ['/tarifs/print/3/visuel_supplementaire', (b) => (b.tarifs.print[3].visuel_supplementaire = 'abc')],
    [
      '/tarifs/print/4/surface',
      (b) => {
        b.produits[5].options = b.produits[2].options.slice(0, 2)
        b.tarifs.print[4].surface = structuredClone(bundle.tarifs.print[2]!.surface)
      },
    ],
    ['/tarifs/print/5', (b) => b.tarifs.print.push(structuredClone(bundle.tarifs.print[0]))],
    [
      '/tarifs/print/6/produit',
      (b) => b.tarifs.print.push({ ...structuredClone(bundle.tarifs.print[4]), produit: 777 }),
    ],
    ...['formats', 'supports', 'impressions', 'finitions', 'decoupes', 'variantes'].map(
      (kind): [string, (b: Any) => void] => [
        `/tarifs/display/0/${kind}/99`,
        (b) =>
          (b.tarifs.display[0][kind]['99'] =
            kind === 'formats' ? structuredClone(b.tarifs.display[0].formats['11']) : { fixe: '1' }),
      ],
    ),
    ['/tarifs/display/0/delais/66', (b) => (b.tarifs.display[0].delais['66'] = {})],
    ['/tarifs/display/0/exclusions/0/support', (b) => (b.tarifs.display[0].exclusions[0].support = 99)],
    [
      '/tarifs/display/0/sans_impression/pourcentage',
      (b) => (b.tarifs.display[0].sans_impression.pourcentage = 'trente'),
    ],
    ['/tarifs/display/2/delai_principal', (b) => (b.tarifs.display[2].delai_principal = 4)],
    [
      '/tarifs/display/2/formats/17/grille/0/prix',
      (b) => (b.tarifs.display[2].formats['17'].grille[0].prix = 9000),
    ],
    [
      '/tarifs/display/3/famille',
      (b) => b.tarifs.display.push({ ...structuredClone(bundle.tarifs.display[1]), famille: 999 }),
    ],
    ['/tarifs/display/4', (b) => b.tarifs.display.push(structuredClone(bundle.tarifs.display[1]))],
  ]

  const faulty = () => {
    const bad = copyOfBundle()
    for (const [, change] of faults) change(bad)
    return program.file(bad)
  }
  const at = (pointer: string, path: string) => path === pointer || path.startsWith(`${pointer}/`)

  test('every fault is listed in --json as path, code and message; nothing is changed', async () => {
    const run = await program.run('import', '--json', faulty())
    expect(run.code).not.toBe(0)
    const { errors } = run.json() as { errors: { path: string; code: string; message: string }[] }
    for (const fault of errors) {
      expect(Object.keys(fault).sort()).toEqual(['code', 'message', 'path'])
      expect(fault.code).toMatch(/^[a-z_]+$/)
      expect(fault.message).toMatch(/\S/)
    }
    const missing = faults.filter(([pointer]) => !errors.some((fault) => at(pointer, fault.path)))
    expect(missing.map(([pointer]) => pointer)).toEqual([])
    const surplus = errors.filter((fault) => !faults.some(([pointer]) => at(pointer, fault.path)))
    expect(surplus).toEqual([])
    await unchanged()
  })

  test('every fault is one line on standard error, with its pointer; nothing is changed', async () => {
    const run = await program.run('import', faulty())
    expect(run.code).not.toBe(0)
    expect(run.stdout).toBe('')
    for (const [pointer] of faults)
      expect(
        run.faults.filter((line) => new RegExp(`(^|\\s)${pointer}(/|\\s|:|$)`).test(line)),
        pointer,
      ).not.toHaveLength(0)
    // One clear line, then one line a fault.
    const { errors } = (await program.run('import', '--json', faulty())).json() as { errors: Any[] }
    expect(run.faults).toHaveLength(errors.length + 1)
    await unchanged()
  })

  test.each([
    ['an unknown format', { ...bundle, format: 'comptoir-bundle/2' }, '/format'],
    ['no format', { ...bundle, format: undefined }, '/format'],
    ['no object', [], ''],
    ['lists that are none', { ...bundle, produits: {} }, '/produits'],
  ])('%s is refused', async (_, content, pointer) => {
    const run = await program.run('import', '--json', program.file(content))
    expect(run.code).not.toBe(0)
    const { errors } = run.json() as { errors: { path: string }[] }
    expect(errors.map((fault) => fault.path)).toContain(pointer)
    await unchanged()
  })

  test('a file that is missing, or no JSON, is one clear line', async () => {
    expectRefused(await program.run('import', join(program.folder, 'missing.json')), /missing\.json/)
    expectRefused(await program.run('import', program.file('{"format": ')))
    await unchanged()
  })

  test('produits, familles and tarifs may be missing', async () => {
    const other = new Program()
    try {
      const run = await other.run(
        'import',
        other.file({ format: 'comptoir-bundle/1', delais: bundle.delais }),
      )
      expect(run.code, run.stderr).toBe(0)
    } finally {
      await other.end()
    }
  })
})

describe('backup and restore', () => {
  test('a backup brings back catalogue, customers, tokens and orders; what came after it is gone', async () => {
    const program = new Program()
    try {
      await program.import(bundle)
      const token = await program.token({ customer: 'A', canOrder: true, discount: '10' })
      let server = await program.serve()
      const send = async (devis: string) => {
        const answer = await server.ask('/0.2/print/panier/validate/', {
          token,
          headers: { 'Idempotency-Key': devis },
          json: { devis, lignes: [cards], adresse_livraison: paris },
        })
        expect(answer.status, answer.text).toBe(201)
        return answer.text
      }
      const kept = await send('gardée')
      const file = join(program.folder, 'sauvegarde')
      await program.done('backup', file)
      await send('perdue')
      await program.import(priced(4444))
      const late = await program.token({ customer: 'B' })
      await server.stop()

      await program.done('restore', file)
      server = await program.serve()
      const orders = (await server.ask('/0.2/print/commande/', { token })).json() as Any[]
      expect(orders.map((order) => order.reference_client)).toEqual(['gardée'])
      expect(await send('gardée')).toBe(kept)
      const prices = (await server.ask('/0.2/print/prix/', { token, json: cards })).json() as Any
      expect(prices['J+5'].PrixHT).toBe('2150')
      expect((await server.ask('/0.2/print/produit/', { token: late })).status).toBe(401)
      expect((await program.done('doctor', '--json')).json()).toMatchObject({ ok: true })
      await server.stop()

      // Onto a folder that has never been used.
      const other = join(program.folder, 'ailleurs')
      const restored = await program.runOn(other, 'restore', file)
      expect(restored.code, restored.stderr).toBe(0)
      const list = (await program.runOn(other, 'token', 'list', '--json')).json() as Any[]
      expect(list.map((each) => each.customer)).toEqual(['A'])
    } finally {
      await program.end()
    }
  }, 180_000)

  test('a file that is no backup is refused, and the store stays', async () => {
    const program = new Program()
    try {
      await program.import(bundle)
      await program.token({ customer: 'A' })
      const before = readFileSync(join(program.data, 'comptoir.db'))
      expectRefused(await program.run('restore', program.file('not a backup')))
      expectRefused(await program.run('restore', join(program.folder, 'missing')))
      expect(readFileSync(join(program.data, 'comptoir.db')).equals(before)).toBe(true)
    } finally {
      await program.end()
    }
  })
})

test('a corrupt store is refused by every command, and the file is untouched', async () => {
  const program = new Program()
  try {
    await program.import(bundle)
    await program.token({ customer: 'A' })
    const store = readdirSync(program.data).find((name) => name.endsWith('.db'))!
    const path = join(program.data, store)
    const sound = readFileSync(path)
    const damages: [string, Buffer][] = [
      ['text in its place', Buffer.from('this is not a store\n'.repeat(500))],
      ['a header of zeros', Buffer.concat([Buffer.alloc(100), sound.subarray(100)])],
    ]
    for (const [what, bytes] of damages) {
      writeFileSync(path, bytes)
      const runs = await Promise.all([
        program.run('serve', '--port', '0'),
        program.run('doctor'),
        program.run('token', 'list'),
        program.run('import', program.file(bundle)),
      ])
      for (const run of runs) expectRefused(run)
      expect(readFileSync(path).equals(bytes), what).toBe(true)
    }
    // Damage inside: the pages after the first are noise. doctor says so and changes nothing.
    const inside = Buffer.from(sound)
    for (let index = 4096; index < inside.length; index++) inside[index] = (index * 131) & 0xff
    writeFileSync(path, inside)
    const doctor = await program.run('doctor')
    expect(doctor.code).not.toBe(0)
    expect(readFileSync(path).equals(inside)).toBe(true)
  } finally {
    await program.end()
  }
}, 180_000)

describe('serve', () => {
  test('the line, the address with the key, --key and an exit of 0 on SIGTERM and on SIGINT', async () => {
    const program = new Program()
    try {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        const server = await program.serve('--key', 'une-cle-de-test-0123456789')
        expect(server.lines[0]).toBe(`listening on ${server.base}`)
        const address = await until(
          'the address',
          2000,
          () => Promise.resolve(server.lines[1] ?? ''),
          (line) => line !== '',
        )
        expect(address).toContain(server.base)
        expect(address).toContain('une-cle-de-test-0123456789')
        expect((await server.ask('/docs/')).status).toBe(200)
        expect(await server.signal(signal)).toEqual({ code: 0, signal: null })
      }
    } finally {
      await program.end()
    }
  })

  // A race, so it is left out rather than expected to fail.
  test('SIGTERM as soon as the line is there ends with 0 too', async () => {
    const program = new Program()
    try {
      for (let round = 0; round < 10; round++)
        expect(await (await program.serve()).signal('SIGTERM')).toEqual({ code: 0, signal: null })
    } finally {
      await program.end()
    }
  }, 180_000)

  test('SIGTERM finishes what runs: an order whose body is still coming is answered, and kept', async () => {
    const program = new Program()
    try {
      await program.import(bundle)
      const token = await program.token({ customer: 'A', canOrder: true })
      const server = await program.serve()
      const body = JSON.stringify({ devis: 'fin', lignes: [cards], adresse_livraison: paris })
      const answer = new Promise<{ status: number; text: string }>((done, failed) => {
        const slow = request(`${server.base}/0.2/print/panier/validate/`, {
          method: 'POST',
          headers: {
            Authorization: `Token ${token}`,
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            Expect: '100-continue',
          },
        })
        slow.on('error', failed)
        // The service has the head of the request: now it is told to end, and gets the body after that.
        slow.on('continue', () => {
          slow.write(body.slice(0, 20))
          void server.signal('SIGTERM')
          const refusing = async () => {
            try {
              await server.ask('/0.2/print/produit/', { token, fresh: true })
              return false
            } catch {
              return true
            }
          }
          until('no new connections', 5000, refusing, (refused) => refused).then(
            () => slow.end(body.slice(20)),
            failed,
          )
        })
        slow.on('response', (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('error', failed)
          response.on('end', () => done({ status: response.statusCode ?? 0, text }))
        })
        slow.flushHeaders()
      })
      const { status, text } = await answer
      expect(status, text).toBe(201)
      expect(await server.signal('SIGTERM')).toEqual({ code: 0, signal: null })
      const again = await program.serve()
      const orders = (await again.ask('/0.2/print/commande/', { token })).json() as Any[]
      expect(orders).toHaveLength(1)
    } finally {
      await program.end()
    }
  }, 180_000)
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
    ])
    for (const run of runs) expectRefused(run)
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
