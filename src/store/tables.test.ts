/** What is kept in few rows, and the catalogue, on each engine; two of them are two processes over one store. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresDatabase } from '../testing/engines.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { CatalogueTables, type Comparison, type NewCatalogue } from './catalogue.ts'
import { CustomerTable } from './customers.ts'
import type { Engine } from './engine.ts'
import { EventTable } from './events.ts'
import { PartnerTables, type PartnersNow, type PartnerToKeep } from './partners.ts'
import { PostgresEngine } from './postgres/engine.ts'
import { PriceBook } from './price-book.ts'
import { SettingsTable } from './settings.ts'
import { SourceTable } from './sources.ts'
import { SqliteEngine } from './sqlite/engine.ts'
import { TokenTable } from './tokens.ts'
import { first, put } from './work.ts'

const AT = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-02T10:00:00.000Z'

function sqlite(folder: string): Engine {
  const engine = new SqliteEngine(folder)
  onTestFinished(() => engine.close())
  return engine
}

function postgres(url: string): Engine {
  const engine = new PostgresEngine(url)
  onTestFinished(() => engine.close())
  return engine
}

/** One process' view of a store. */
async function tablesOf(engine: Engine) {
  const settings = new SettingsTable(engine)
  const sources = new SourceTable(engine)
  const events = new EventTable(engine)
  const catalogue = new CatalogueTables(engine, events)
  const refresh = async () => {
    await settings.reload()
    await sources.reload()
  }
  await refresh()
  return {
    ...{ settings, sources, events, catalogue, refresh },
    partners: new PartnerTables(settings, sources, catalogue),
    customers: new CustomerTable(engine, settings),
    tokens: new TokenTable(engine),
    priceBook: new PriceBook(engine),
  }
}

type Tables = Awaited<ReturnType<typeof tablesOf>>

const ENGINES: [string, () => Promise<() => Engine>][] = [
  [
    'SQLite',
    () => {
      const folder = temporaryFolder()
      return Promise.resolve(() => sqlite(folder))
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const url = await postgresDatabase()
      return () => postgres(url)
    },
  ],
]

const ADA = { name: 'Ada', canOrder: true, discount: '7.25', products: [1, 2], families: null }

/** A partner of this name, new unless one is there. */
const called =
  (name: string, value: unknown = 'sealed') =>
  ({ sources }: PartnersNow): PartnerToKeep => ({
    before: sources.find((source) => source.name === name) ?? null,
    ...{ name, url: `https://${name}.example`, limits: {} },
    settings: (id) => new Map([[`secret:${id}`, value]]),
  })

function catalogueOf(sourceId: number, base: number, bodies: readonly string[]): NewCatalogue {
  return {
    sourceId,
    block: { base, size: 10 ** 10 },
    leadTimes: [{ id: base + 9, days: null }],
    entities: {
      // The ids run against their order.
      products: bodies.map((body, i) => ({ id: base + bodies.length - i, body })),
      ...{ families: [], print_tariffs: [], display_tariffs: [] },
    },
  }
}

const told = ({ tables }: Comparison) => {
  const total = tables.products.added.length + tables.products.changed.length + tables.products.removed.length
  return { record: total > 0 ? { total, entries: [] } : null }
}

async function load({ catalogue }: Tables, incoming: NewCatalogue, at = AT): Promise<number> {
  return (await catalogue.replace(incoming, await catalogue.compare(incoming), told, at)).version
}

describe.each(ENGINES)('on %s', (_name, make) => {
  async function two(): Promise<[Tables, Tables]> {
    const open = await make()
    return [await tablesOf(open()), await tablesOf(open())]
  }
  const one = async () => (await two())[0]

  test('what is no number is nobody’s id', async () => {
    const engine = (await make())()
    expect(await engine.read(() => first('SELECT id FROM sources WHERE id = ?', NaN))).toBeUndefined()
  })

  test('settings: what is written is known at once here, and elsewhere once it is read anew', async () => {
    const [here, there] = await two()
    await here.settings.set('a', { deep: ['é', 1] })
    await here.settings.set('b', null)
    expect([here.settings.get('a'), here.settings.get('b')]).toEqual([{ deep: ['é', 1] }, null])
    expect(there.settings.get('a')).toBeUndefined()
    await there.refresh()
    expect(there.settings.get('a')).toEqual({ deep: ['é', 1] })
    await here.settings.delete('a')
    expect(here.settings.get('a')).toBeUndefined()
  })

  test('settings: changes of one value at once are all in it, whoever makes them', async () => {
    const [here, there] = await two()
    const add = (of: Tables, i: number) =>
      of.settings.update('list', (before) => [...((before as number[] | undefined) ?? []), i])
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? here : there, i)))
    await Promise.all([here.refresh(), there.refresh()])
    const list = here.settings.get('list') as number[]
    expect(list.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i))
    expect(there.settings.get('list')).toEqual(list)
  })

  test('settings: a decision that is refused leaves the value as it is', async () => {
    const { settings } = await one()
    await settings.set('a', 1)
    const refuse = () => {
      throw new Error('no')
    }
    await expect(settings.update('a', refuse)).rejects.toThrow('no')
    expect(settings.get('a')).toBe(1)
  })

  test('settings: what is written while they are read anew is not lost', async () => {
    const { settings } = await one()
    await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        await Promise.all([settings.reload(), settings.set(`key ${i}`, i)])
        expect(settings.get(`key ${i}`)).toBe(i)
      }),
    )
    for (let i = 0; i < 30; i++) expect(settings.get(`key ${i}`)).toBe(i)
  })

  test('partners: two that are set at once by one name are one, and its settings are written with it', async () => {
    const [here, there] = await two()
    const [a, b] = await Promise.all([
      here.partners.keep(called('alpha', 'one'), AT),
      there.partners.keep(called('alpha', 'two'), AT),
    ])
    expect(a.id).toBe(b.id)
    await here.refresh()
    expect(here.sources.all().filter(({ kind }) => kind === 'partner')).toMatchObject([
      { id: a.id, name: 'alpha', url: 'https://alpha.example', block: null, removed: false, limits: {} },
    ])
    expect(['one', 'two']).toContain(here.settings.get(`secret:${a.id}`))
  })

  test('partners: one that is taken away, and is there again, makes the catalogue another', async () => {
    const { partners, sources, settings, catalogue, events } = await one()
    const { id, back } = await partners.keep(called('alpha'), AT)
    expect(back).toBe(false)
    expect(await catalogue.version()).toBe(0)
    expect(await partners.remove(id, LATER, [`secret:${id}`])).toBe(true)
    expect(await partners.remove(id, LATER, [])).toBe(false)
    expect(sources.byId(id)).toMatchObject({ removed: true, removedAt: LATER })
    expect(settings.get(`secret:${id}`)).toBeUndefined()
    expect(await catalogue.version()).toBe(1)
    expect(await partners.keep(called('alpha'), AT)).toEqual({ id, back: true })
    expect(sources.byId(id)).toMatchObject({ removed: false, removedAt: null })
    expect(await catalogue.version()).toBe(2)
    const { last } = await events.bounds()
    expect((await events.after(0, 1, 10)).at(-1)).toEqual({
      id: last,
      type: 'catalogue',
      data: '{"version":2}',
    })
  })

  test('sources: blocks that are given at once do not overlap', async () => {
    const [here, there] = await two()
    const ids: number[] = []
    for (const name of ['a', 'b', 'c', 'd']) ids.push((await here.partners.keep(called(name), AT)).id)
    await there.refresh()
    const blocks = await Promise.all(ids.map((id, i) => (i % 2 === 0 ? here : there).sources.block(id, 5)))
    expect(new Set(blocks.map((block) => block!.base)).size).toBe(4)
    expect(await there.sources.block(ids[0]!, 10 ** 11), 'once given it stays').toEqual(blocks[0])
    await here.sources.setCatalogueUrl(ids[0]!, 'https://a.example')
    await here.sources.setLastSync(ids[0]!, LATER)
    expect(here.sources.byId(ids[0]!)).toMatchObject({
      ...{ catalogueUrl: 'https://a.example', lastSync: LATER, block: blocks[0] },
    })
  })

  test('customers: of one name made at once one is, and the other is told', async () => {
    const [here, there] = await two()
    const make_ = ({ customers }: Tables) =>
      customers.keep((all) => {
        if (all.some(({ name }) => name === ADA.name)) throw new Error('taken')
        return { ...ADA, id: null }
      }, AT)
    const results = await Promise.allSettled([make_(here), make_(there)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [ada, ...others] = await here.customers.all()
    expect(others).toEqual([])
    expect(ada).toMatchObject(ADA)
    const { id } = ada!
    await here.customers.keep(() => ({ ...ADA, id, name: 'Béa', products: null }), LATER)
    expect(await there.customers.byId(id)).toEqual({ ...ADA, id, name: 'Béa', products: null })
    expect(await there.customers.byId(id + 1)).toBeUndefined()
  })

  test('customers: the one of a setting is made once', async () => {
    const [here, there] = await two()
    const ids = await Promise.all(
      [here, there, here].map(({ customers }) => customers.ofSetting('desk', ADA, AT)),
    )
    expect(new Set(ids).size).toBe(1)
    // Whichever of the two was first.
    await here.refresh()
    expect(here.settings.get('desk')).toBe(ids[0])
    expect(await here.customers.all()).toHaveLength(1)
  })

  test('tokens: made, used, revoked once', async () => {
    const { customers, tokens } = await one()
    const { id: customerId } = await customers.keep(() => ({ ...ADA, id: null }), AT)
    const hash = Buffer.from([0, 255, 1, 2])
    const id = await tokens.insert(customerId, hash, AT)
    const [active] = await tokens.active()
    expect(active).toMatchObject({ id, customerId })
    expect(Buffer.from(active!.hash).equals(hash)).toBe(true)
    await tokens.recordUse([id, 999], LATER)
    expect(await tokens.revoke(id, LATER)).toBe(true)
    expect(await tokens.revoke(id, LATER)).toBe(false)
    expect(await tokens.active()).toEqual([])
    expect(await tokens.all()).toEqual([
      { id, customerId, customer: 'Ada', createdAt: AT, lastUsedAt: LATER, revokedAt: LATER },
    ])
  })

  test('catalogue: read in its order, over pages and sources, without what is taken away', async () => {
    const tables = await one()
    const { partners, sources, catalogue } = tables
    const ids: number[] = []
    for (const name of ['a', 'b', 'gone']) ids.push((await partners.keep(called(name), AT)).id)
    const bodies = Array.from({ length: 1203 }, (_, i) => `{"n":${i}}`)
    for (const id of ids) {
      const { base } = (await sources.block(id, 5))!
      await load(tables, catalogueOf(id, base, id === ids[0] ? bodies : ['{"of":1}', '{"of":2}']))
    }
    await partners.remove(ids[2]!, LATER, [])
    const data = await catalogue.read()
    expect(data.version).toBe(4)
    expect(data.sources.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(data.products.map(({ body }) => body)).toEqual([...bodies, '{"of":1}', '{"of":2}'])
    expect(data.leadTimes).toHaveLength(2)
    const { base } = sources.byId(ids[1]!)!.block!
    await catalogue.setDays(base + 9, 4)
    await catalogue.setDays(base + 10, 6)
    expect((await catalogue.leadTimes()).slice(1)).toEqual([
      { id: base + 9, days: 4 },
      { id: base + 10, days: 6 },
    ])
    expect(await catalogue.withIds('products', [base + 1, base + 7, base + 2])).toEqual([
      { id: base + 1, body: '{"of":2}' },
      { id: base + 2, body: '{"of":1}' },
    ])
    expect(await catalogue.isEmpty('families', { base, size: 10 })).toBe(true)
    expect(await catalogue.isEmpty('products', { base, size: 10 })).toBe(false)
  })

  test('catalogue: begun anew where it becomes another while it is read', async () => {
    const [here, there] = await two()
    const { base } = (await here.sources.block(1, 5))!
    const bodies = (word: string) => Array.from({ length: 1100 }, (_, i) => `{"${word}":${i}}`)
    await load(there, catalogueOf(1, base, bodies('before')))
    const reading = here.catalogue.read()
    await load(there, catalogueOf(1, base, bodies('after')))
    const { version, products } = await reading
    const words = new Set(products.map(({ body }) => /"(\w+)"/.exec(body)![1]))
    expect([...words]).toEqual([version === 1 ? 'before' : 'after'])
    expect(products).toHaveLength(1100)
  })

  test('catalogue: a load is worked out anew where another came before it', async () => {
    const [here, there] = await two()
    const { base } = (await here.sources.block(1, 5))!
    const mine = catalogueOf(1, base, ['{"a":1}', '{"b":1}'])
    const old = await here.catalogue.compare(mine)
    await load(there, catalogueOf(1, base, ['{"a":1}', '{"b":2}', '{"c":1}']))
    const { version, record } = await here.catalogue.replace(mine, old, told, LATER)
    expect({ version, total: record!.total }).toEqual({ version: 2, total: 3 })
    expect((await here.catalogue.read()).products.map(({ body }) => body)).toEqual(['{"a":1}', '{"b":1}'])
    expect(await load(here, mine), 'the same again changes nothing').toBe(2)
    expect(await here.catalogue.loadedAt()).toBe(AT)
    expect(await here.catalogue.changes(1)).toEqual([
      { at: LATER, source: 'bundle', version: 2, total: 3, entries: [] },
    ])
  })

  test('catalogue: when our own tariffs were loaded is told of them alone, the same ones again among them', async () => {
    const engine = (await make())()
    const here = await tablesOf(engine)
    const { sources, partners, catalogue } = here
    expect(await catalogue.tariffsLoadedAt()).toBeNull()
    const own = catalogueOf(1, (await sources.block(1, 5))!.base, ['{"a":1}'])
    await load(here, own)
    const { id } = await partners.keep(called('alpha'), AT)
    const theirs = catalogueOf(id, (await sources.block(id, 5))!.base, ['{"b":1}'])
    await load(here, theirs, LATER)
    expect([await catalogue.tariffsLoadedAt(), await catalogue.loadedAt()]).toEqual([AT, LATER])
    // A store of before kept no time of its own tariffs.
    await engine.write(() => put('UPDATE sources SET last_sync = NULL'))
    expect(await catalogue.tariffsLoadedAt()).toBe(AT)
    await load(here, own, LATER)
    expect(await catalogue.tariffsLoadedAt()).toBe(LATER)
  })

  test('price book: how far the answers of each product have come, and those of a range, by id', async () => {
    const { priceBook } = await one()
    const block = { base: 10 ** 10, size: 10 ** 10 }
    const upstream = 'https://a.example'
    const answer = (cents: number, confirmedAt: string) => ({
      ...{ fingerprint: String(cents), configuration: '{}', delai: null, confirmedAt },
      prices: { 'J+2': { cents, message: '' } },
    })
    for (const [id, cents, at] of [
      [3, 30, LATER],
      [3, 31, AT],
      [1, 10, AT],
      [2, 20, AT],
      [-5, 1, AT],
    ] as const)
      await priceBook.record({ upstream, area: 'print', id: block.base + id }, answer(cents, at))
    await priceBook.record(
      { upstream: 'https://b.example', area: 'print', id: block.base + 1 },
      answer(9, AT),
    )
    expect(await priceBook.marks(upstream, block)).toEqual([
      { area: 'print', id: block.base + 1, answers: 1, lastAt: AT },
      { area: 'print', id: block.base + 2, answers: 1, lastAt: AT },
      { area: 'print', id: block.base + 3, answers: 2, lastAt: LATER },
    ])
    const range = await priceBook.ofRange(upstream, 'print', block.base + 2, block.base + 3)
    expect(range.map(({ itemId, fingerprint }) => [itemId - block.base, fingerprint])).toEqual([
      [2, '20'],
      [3, '31'],
      [3, '30'],
    ])
    expect(await priceBook.marks(upstream, null)).toEqual([])
  })

  test('price book: how many prices are of a block', async () => {
    const { priceBook } = await one()
    const block = { base: 10 ** 10, size: 10 ** 10 }
    const item = { upstream: 'https://a.example', area: 'print', id: block.base + 1 } as const
    expect(await priceBook.points(item.upstream, block)).toBe(0)
    const prices = { 'J+2': { cents: 100, message: '' }, 'J+5': { cents: null, message: 'Non.' } }
    const answer = { fingerprint: 'f', configuration: '{}', delai: null, prices, confirmedAt: AT }
    await priceBook.record(item, answer)
    await priceBook.record({ ...item, id: 1 }, answer)
    expect(await priceBook.points(item.upstream, block)).toBe(1)
    expect(await priceBook.points(item.upstream, null)).toBe(0)
  })
})
