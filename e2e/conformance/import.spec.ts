/** `import`: all of a bundle or nothing, with every fault (bundle.md, "The file"). */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, copyOfBundle } from './bundle.ts'
import { cards, expectRefused } from './commands.ts'
import { Program, type Server } from './program.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

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
