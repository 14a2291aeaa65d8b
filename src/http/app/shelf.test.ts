import { expect, test } from 'vitest'
import { faultsOf, world, type World } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { signedIn } from '../../testing/signed-in.ts'
import type { Configuration, Recent, Shelf } from './shelf-schemas.ts'

/** A line that the shop offers, as the configurator begins with it. */
async function lineIn({ desk }: World): Promise<{ id: number; line: Record<string, unknown> }> {
  const { entries } = (await desk.get('/api/catalogue')).json<{ entries: { area: string; id: number }[] }>()
  const { id } = entries.find(({ area }) => area === 'print')!
  const { defaultLine } = (await desk.get(`/api/products/${id}`)).json<{
    defaultLine: Record<string, unknown>
  }>()
  return { id, line: defaultLine }
}
const shelfOf = async (caller: World['desk']) => (await caller.get('/api/shelf')).json<Shelf>()
const put = (caller: World['desk'], url: string, payload: object) =>
  caller.send({ method: 'PUT', url, payload })

test('favourites are each person’s own, and the shop’s where nobody has signed in', async () => {
  const here = await world()
  const { id } = await lineIn(here)
  expect(
    (await put(here.desk, '/api/shelf/favourites', { area: 'print', id, favourite: true })).json(),
  ).toEqual([{ area: 'print', id }])
  await add(here.service, 'Ada', 'vendeur')
  await add(here.service, 'Bob', 'vendeur')
  const [ada, bob] = [await signedIn(here, 'Ada'), await signedIn(here, 'Bob')]
  await put(ada, '/api/shelf/favourites', { area: 'print', id, favourite: true })
  await put(ada, '/api/shelf/favourites', { area: 'print', id, favourite: true })
  expect((await shelfOf(ada)).favourites).toEqual([{ area: 'print', id }])
  expect((await shelfOf(bob)).favourites).toEqual([])
  await put(ada, '/api/shelf/favourites', { area: 'print', id, favourite: false })
  expect((await shelfOf(ada)).favourites).toEqual([])
  expect((await shelfOf(here.desk)).favourites).toEqual([{ area: 'print', id }])
  const unknown = await put(ada, '/api/shelf/favourites', { area: 'display', id: 999_999, favourite: true })
  expect(unknown.statusCode).toBe(404)
})

test('what was configured lately: the newest first, once a product, the last thirty', async () => {
  const here = await world()
  const { id, line } = await lineIn(here)
  const body = { area: 'print', line: { ...line, label: 'for Martin' }, delai: null, leadTimeLabel: 'J+2' }
  await here.desk.post('/api/shelf/recents', body)
  here.clock.advance(1000)
  const recents = (await here.desk.post('/api/shelf/recents', body)).json<Recent[]>()
  expect(recents).toHaveLength(1)
  expect(recents[0]).toMatchObject({
    area: 'print',
    item: id,
    leadTimeLabel: 'J+2',
    at: here.clock.now().toISOString(),
  })
  expect(recents[0]!.line, 'a label is of one customer’s line').toMatchObject({ label: '' })
  for (let i = 0; i < 40; i++) {
    const choice = {
      area: 'print',
      itemName: 'x',
      line: {},
      delai: null,
      leadTimeLabel: null,
      parts: [],
      price: null,
    } as const
    await here.service.store.shelf.configured(
      0,
      { ...choice, itemId: 5000 + i },
      `2026-04-${10 + (i % 20)}`,
      30,
    )
  }
  expect((await shelfOf(here.desk)).recents).toHaveLength(30)
  expect(
    (await here.desk.post('/api/shelf/recents', { ...body, line: { produit: 999_999 } })).statusCode,
  ).toBe(400)
})

test('a configuration is saved by name, seen by all, renamed, deleted and brought back; the journal tells', async () => {
  const here = await world()
  const { id, line } = await lineIn(here)
  await add(here.service, 'Ada', 'administrateur')
  await add(here.service, 'Bob', 'vendeur')
  const [ada, bob] = [await signedIn(here, 'Ada'), await signedIn(here, 'Bob')]
  const body = { name: '  Flyers du marché ', area: 'print', line, delai: null, leadTimeLabel: null }
  const response = await bob.post('/api/shelf/configurations', body)
  expect(response.statusCode).toBe(201)
  const made = response.json<Configuration>()
  expect(made).toMatchObject({ name: 'Flyers du marché', item: id, savedBy: 'Bob' })
  expect((await shelfOf(ada)).configurations).toEqual([made])
  const url = `/api/shelf/configurations/${made.id}`
  expect((await put(ada, url, { name: 'Flyers' })).json()).toEqual({ ...made, name: 'Flyers' })
  expect(faultsOf(await put(ada, url, { name: ' ' }))).toEqual(['/name field_required'])
  for (const name of ['x'.repeat(101), 'two\nlines']) {
    expect(faultsOf(await put(ada, url, { name }))).toEqual(['/name person_name_invalid'])
    const saved = await bob.post('/api/shelf/configurations', { ...body, name })
    expect(faultsOf(saved)).toEqual(['/name person_name_invalid'])
  }
  expect((await ada.send({ method: 'DELETE', url })).statusCode).toBe(204)
  expect((await ada.send({ method: 'DELETE', url })).statusCode).toBe(404)
  expect((await put(ada, url, { name: 'x' })).statusCode).toBe(404)
  expect((await shelfOf(bob)).configurations).toEqual([])
  expect((await ada.post(`${url}/restore`, {})).json()).toEqual({ ...made, name: 'Flyers' })
  expect((await shelfOf(bob)).configurations).toHaveLength(1)
  const told = (await ada.get('/api/journal')).json<{ person: string; message: string }[]>()
  expect(told.slice(0, 3).map(({ person, message }) => `${person}: ${message}`)).toEqual([
    'Ada: Configuration « Flyers » rétablie',
    'Ada: Configuration « Flyers » supprimée',
    'Ada: Configuration « Flyers du marché » renommée « Flyers »',
  ])
})

test('a configuration of which the catalogue offers all but the lead time is told to fit no more', async () => {
  const offered = (jours: number) => ({
    format: 'comptoir-bundle/1',
    delais: [{ id: jours + 1, jours }],
    produits: [
      {
        id: 1,
        nom: 'Cartes',
        delais: [jours + 1],
        quantites: { range: false, available: [100] },
        options: [],
      },
    ],
  })
  const here = await world({ bundle: offered(0) })
  const line = { produit: 1, quantites_multiples: [100] }
  const save = (leadTimeLabel: string | null) =>
    here.desk.post('/api/shelf/configurations', {
      ...{ name: leadTimeLabel ?? 'Quel que soit le délai', area: 'print', line, delai: null, leadTimeLabel },
    })
  for (const label of ['J+0', null]) expect((await save(label)).json()).toMatchObject({ fits: true })
  await here.service.catalogue.importBundle(offered(5))
  const { configurations } = await shelfOf(here.desk)
  expect(configurations.map(({ name, fits }) => [name, fits])).toEqual([
    ['Quel que soit le délai', true],
    ['J+0', false],
  ])
})

test('what is wrong with the line is told at its place in the body', async () => {
  const here = await world()
  const body = {
    name: 'x',
    area: 'print',
    line: { produit: 10, variantes: [999], quantites_multiples: [100] },
    delai: null,
  }
  const refused = await here.desk.post('/api/shelf/configurations', body)
  expect(faultsOf(refused)).toEqual(['/line/variantes/0 variant_unavailable'])
})

test('a lead time that no number can be exactly is refused', async () => {
  const here = await world()
  const { line } = await lineIn(here)
  const body = { name: 'x', area: 'print', line, delai: 9_223_372_036_854_775_808 }
  const refused = await here.desk.post('/api/shelf/configurations', body)
  expect(faultsOf(refused)).toEqual(['/delai value_invalid'])
})

test('what was deleted longer than a day ago is gone with the next that is, and its number never given again', async () => {
  const here = await world()
  const { line } = await lineIn(here)
  const save = async () =>
    (
      await here.desk.post('/api/shelf/configurations', { name: 'x', area: 'print', line, delai: null })
    ).json<Configuration>().id
  const [one, two] = [await save(), await save()]
  await here.desk.send({ method: 'DELETE', url: `/api/shelf/configurations/${two}` })
  here.clock.advance(2 * 86_400_000)
  await here.desk.send({ method: 'DELETE', url: `/api/shelf/configurations/${one}` })
  expect((await here.desk.post(`/api/shelf/configurations/${two}/restore`, {})).statusCode).toBe(404)
  expect((await here.desk.post(`/api/shelf/configurations/${one}/restore`, {})).statusCode).toBe(200)
  expect(await save()).toBeGreaterThan(two)
})

test('several services of one store have one shelf', async () => {
  const store = await postgresDatabase()
  const [here, there] = [await world({ store }), await world({ store, bundle: null })]
  const { id, line } = await lineIn(here)
  const made = (
    await here.desk.post('/api/shelf/configurations', { name: 'x', area: 'print', line, delai: null })
  ).json<Configuration>()
  await put(there.desk, '/api/shelf/favourites', { area: 'print', id, favourite: true })
  await there.desk.post('/api/shelf/recents', { area: 'print', line, delai: null })
  expect(await shelfOf(here.desk)).toMatchObject({
    favourites: [{ area: 'print', id }],
    recents: [{ item: id }],
    configurations: [made],
  })
  await there.desk.send({ method: 'DELETE', url: `/api/shelf/configurations/${made.id}` })
  expect((await shelfOf(here.desk)).configurations).toEqual([])
})
