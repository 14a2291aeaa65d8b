import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SEES_ALL } from '../domain/catalogue.ts'
import { SqliteEngine } from '../store/sqlite/engine.ts'
import { world } from '../testing/app.ts'
import { SHOP, shop, type Loose } from '../testing/shop.ts'
import { InvalidBundle } from './refusal.ts'
import { Service } from './service.ts'

const everything = (service: Service) =>
  [
    'catalogue',
    'lead_times',
    'products',
    'families',
    'print_tariffs',
    'display_tariffs',
    'catalogue_changes',
  ].map((table) => service.store.sqlite.db.prepare(`SELECT * FROM ${table}`).all())

describe('loading a bundle', () => {
  test('twice changes nothing the second time', async () => {
    const { service } = await world()
    const before = everything(service)
    const snapshot = service.catalogue.snapshot
    expect(await service.catalogue.importBundle(SHOP)).toEqual({
      version: 1,
      changed: false,
      changes: [],
      refused: [],
    })
    expect(everything(service)).toEqual(before)
    expect(service.catalogue.snapshot).toBe(snapshot)
  })

  test('a later load of the same notes the time alone', async () => {
    const { service, clock } = await world()
    clock.advance(1000)
    await service.catalogue.importBundle(SHOP)
    expect(await service.catalogue.loadedAt()).toBe(clock.now().toISOString())
    expect(service.catalogue.snapshot.version).toBe(1)
  })

  test('with one fault changes nothing at all', async () => {
    const { service } = await world()
    const before = everything(service)
    const bundle = shop()
    bundle.produits[0].nom = 'Autre'
    bundle.tarifs.display[1].formats[11].grille = []
    await expect(service.catalogue.importBundle(bundle)).rejects.toThrow(InvalidBundle)
    expect(everything(service)).toEqual(before)
    expect(service.catalogue.snapshot.product(10, SEES_ALL)!.produit.nom).toBe('Cartes de visite')
  })

  test('replaces: what it lacks is removed, and each change is named', async () => {
    const { service } = await world()
    const bundle = shop()
    bundle.produits[0].nom = 'Cartes'
    bundle.produits[0].quantites.available.push(2000)
    bundle.produits = bundle.produits.filter(({ id }: Loose) => id !== 50)
    bundle.produits.push({ ...bundle.produits[1], id: 60, nom: 'Autre' })
    bundle.tarifs.print[2].grille[0].prix = '1001'
    bundle.familles[1].formats[0].nom = 'Moyen'
    bundle.familles.pop()
    const { changes, changed, version } = await service.catalogue.importBundle(bundle)
    expect({ changed, version }).toEqual({ changed: true, version: 2 })
    expect(changes).toEqual([
      { area: 'print', id: 60, name: 'Autre', kind: 'added', what: [] },
      { area: 'print', id: 10, name: 'Cartes', kind: 'changed', what: ['name', 'quantities'] },
      { area: 'print', id: 50, name: 'Sur mesure', kind: 'removed', what: [] },
      { area: 'print', id: 30, name: 'Flyers A5', kind: 'changed', what: ['tariff'] },
      { area: 'display', id: 8, name: 'Présentoir de comptoir', kind: 'changed', what: ['elements'] },
      { area: 'display', id: 9, name: 'PLV sur mesure', kind: 'removed', what: [] },
    ])
    expect(service.catalogue.snapshot.product(50, SEES_ALL)).toBeUndefined()
    expect((await service.catalogue.changes(1))[0]).toMatchObject({ version: 2, total: 6 })
  })

  test.each([
    ['the order of products', (bundle: Loose) => bundle.produits.reverse()],
    ['the days of a lead time', (bundle: Loose) => (bundle.delais[0].jours = 6)],
    ['a lead time that none names', (bundle: Loose) => bundle.delais.push({ id: 8, jours: 30 })],
    ['a tariff taken away', (bundle: Loose) => bundle.tarifs.print.pop()],
  ])('%s is a change', async (_what, change) => {
    const { service } = await world()
    const bundle = shop()
    change(bundle)
    expect((await service.catalogue.importBundle(bundle)).changed).toBe(true)
    const reopened = await service.store.catalogue.read()
    expect(reopened.products.map(({ id }) => id)).toEqual(bundle.produits.map(({ id }: Loose) => id))
  })

  test('thousands of changed tariffs do not multiply', async () => {
    const many = 2000
    const bundle = (price: string): Loose => ({
      format: 'comptoir-bundle/1',
      delais: [{ id: 1, jours: 1 }],
      produits: Array.from({ length: many }, (_, id) => ({
        id,
        nom: `p${id}`,
        delais: [1],
        quantites: { range: true },
      })),
      tarifs: {
        print: Array.from({ length: many }, (_, produit) => ({
          produit,
          delai_principal: 1,
          lecture: 'unitaire',
          grille: [{ quantite: 1, prix: price }],
        })),
      },
    })
    const { service } = await world({ bundle: bundle('1') })
    const read = vi.spyOn(SqliteEngine.prototype, 'read')
    onTestFinished(() => read.mockRestore())
    expect((await service.catalogue.importBundle(bundle('2'))).changes).toHaveLength(many)
    // It looks for what others have written meanwhile, too.
    expect(read.mock.calls.length).toBeLessThan(many / 10)
  })
})

describe('a running service', () => {
  test('takes over what another process loaded, and tells of it', async () => {
    const { service, folder, log } = await world().then((made) => ({ ...made, log: made.service.log }))
    const told = vi.fn()
    service.events.on('catalogue', told)
    const command = await Service.open({ folder, log })
    const bundle = shop()
    bundle.produits[0].nom = 'Cartes'
    await command.catalogue.importBundle(bundle)
    const { id } = await command.customers.ensure('New', {})
    const { token } = await command.tokens.create(id)
    await command.close()
    await service.refresh()
    expect(service.catalogue.snapshot.product(10, SEES_ALL)!.produit.nom).toBe('Cartes')
    expect(service.tokens.authenticate(token)?.customer.name).toBe('New')
    expect(told).toHaveBeenCalledTimes(1)
    await service.refresh()
    expect(told).toHaveBeenCalledTimes(1)
  })
})

describe('last uses of tokens', () => {
  test.each(['SQLITE_FULL', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY'])(
    'wait where the store says %s, and are written later',
    async (code) => {
      const { service, token } = await world()
      service.tokens.authenticate(await token('A'))
      const write = vi
        .spyOn(service.store.tokens, 'recordUse')
        .mockImplementationOnce(() => Promise.reject(Object.assign(new Error('no'), { code })))
      await service.tokens.flushUses()
      expect((await service.tokens.all())[0]!.lastUsedAt).not.toBeNull()
      expect(write).toHaveBeenCalledTimes(2)
    },
  )
})

test('a use of a token that is noted while others are written is written next', async () => {
  const { service, token, clock } = await world()
  const [a, b] = [await token('A'), await token('B')]
  service.tokens.authenticate(a)
  const first = service.tokens.flushUses()
  await Promise.resolve()
  service.tokens.authenticate(b)
  await first
  await service.tokens.flushUses()
  expect((await service.store.tokens.all()).map(({ lastUsedAt }) => lastUsedAt)).toEqual(
    [a, b].map(() => clock.now().toISOString()),
  )
})

test('customers that are made at once are all there, and of one name one is', async () => {
  const { service } = await world()
  const made = await Promise.allSettled(
    ['A', 'B', 'a', 'C'].map((name) =>
      service.customers.create({ name, canOrder: true, discount: '0', products: null, families: null }),
    ),
  )
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(made[2]).toMatchObject({ reason: { code: 'name_taken' } })
  const desks = await Promise.all([service.customers.desk(), service.customers.desk()])
  expect(desks[0].id).toBe(desks[1].id)
  expect((await service.customers.all()).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'Comptoir'])
})

test('of two loads at once the later one is in force, and told of', async () => {
  const { service } = await world()
  const told = vi.fn()
  service.events.on('catalogue', told)
  const named = (name: string) => {
    const bundle = shop()
    bundle.produits[0].nom = name
    return service.catalogue.importBundle(bundle)
  }
  const versions = (await Promise.all([named('Un'), named('Deux')])).map(({ version }) => version)
  expect(versions).toEqual([2, 3])
  expect(service.catalogue.snapshot.version).toBe(3)
  expect(service.catalogue.snapshot.product(10, SEES_ALL)!.produit.nom).toBe('Deux')
  expect(told).toHaveBeenLastCalledWith({ version: 3 })
})

test('who waits for a reload has the newest catalogue, whatever is loaded while an older one is read', async () => {
  const { service, folder } = await world({ bundle: null })
  const other = await Service.open({ folder, log: service.log })
  onTestFinished(() => other.close())
  const many = (name: string) => ({
    format: 'comptoir-bundle/1',
    delais: [{ id: 1, jours: 2 }],
    produits: Array.from({ length: 1200 }, (_, id) => ({
      id,
      nom: name,
      delais: [1],
      quantites: { range: true },
    })),
  })
  await other.catalogue.importBundle(many('avant'))
  const first = service.catalogue.reload()
  await new Promise(setImmediate)
  await other.catalogue.importBundle(many('après'))
  await Promise.all([first, service.catalogue.reload()])
  expect(service.catalogue.snapshot.version).toBe(other.catalogue.snapshot.version)
})
