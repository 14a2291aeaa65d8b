import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, json, world, type Caller, type World } from '../../testing/app.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { add } from '../../testing/people.ts'
import { SHOP, shop } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { BUNDLE_TYPE, LARGEST_UPLOAD_BYTES, type TakenBundleAnswer } from './own-tariffs.ts'

const DEMO = join(import.meta.dirname, '../../../resources/demo-bundle.json')
const PARTNER = { url: 'http://127.0.0.1:1', token: 'jeton' }
const IN_ENGLISH = { 'accept-language': 'en' }

const give = (desk: Caller, payload: string | Buffer, headers: Record<string, string> = {}) =>
  desk.send({
    method: 'POST',
    url: '/api/tariffs/bundle',
    headers: { 'content-type': BUNDLE_TYPE, ...headers },
    payload,
  })
const wordsOf = async (here: World, payload: string | Buffer, headers = IN_ENGLISH) => {
  const response = await give(here.desk, payload, headers)
  return `${response.statusCode} ${json(response)['detail']}`
}
const loadDemo = (desk: Caller) => desk.send({ method: 'POST', url: '/api/tariffs/demo' })
const status = async ({ desk }: World) => json(await desk.get('/api/status'))

test('a bundle that is given is loaded whole, tells what it did, and is in the journal', async () => {
  const here = await world({ bundle: null })
  const first = await give(here.desk, `\uFEFF${JSON.stringify(SHOP)}`)
  expect(first.statusCode).toBe(201)
  expect(first.json<TakenBundleAnswer>()).toEqual({
    ...{ added: 7, changed: 0, removed: 0 },
    ...{ warnings: [], warningCount: 0 },
  })
  expect(await status(here)).toMatchObject({ products: 4, families: 3, demo: false })
  const bundle = shop()
  bundle.produits.pop()
  bundle.produits[0].quantites.available.push(-5)
  const next = json(await give(here.desk, JSON.stringify(bundle)))
  expect(next).toMatchObject({ added: 0, changed: 1, removed: 1, warningCount: 1 })
  expect(next['warnings'][0].path).toBe('/produits/0/quantites/available/4')
  const [noted] = json(await here.desk.get('/api/journal?limit=1')) as unknown as { message: string }[]
  expect(noted!.message).toMatch(/^Catalogue importé : 0 ajouts, 1 modifications, 1 retraits$/)
})

test('what a bundle would change is told first, and it is kept by that', async () => {
  const here = await world()
  const preview = (payload: string) =>
    here.desk.send({
      ...{ method: 'POST', url: '/api/tariffs/bundle/preview', payload },
      headers: { 'content-type': BUNDLE_TYPE },
    })
  const NONE = { itemCount: 0, newCount: 0, removedCount: 0 }
  expect(json(await preview(JSON.stringify(SHOP)))).toMatchObject(NONE)
  const bundle = shop()
  const { nom } = bundle.produits.pop()
  bundle.produits.push({ ...bundle.produits[0], id: 9001, nom: 'Neuf' })
  bundle.tarifs.print[0].grille[0].prix = '123456'
  const { digest, ...told } = json(await preview(JSON.stringify(bundle)))
  expect(told).toMatchObject({ itemCount: 2, newCount: 1, removed: [nom], removedCount: 1 })
  expect(await status(here)).toMatchObject({ products: 4 })
  const keep = (payload: string) =>
    here.desk.send({
      ...{ method: 'POST', url: `/api/tariffs/bundle?digest=${digest}`, payload },
      headers: { 'content-type': BUNDLE_TYPE },
    })
  expect((await keep(JSON.stringify(SHOP))).statusCode).toBe(409)
  expect(json(await keep(JSON.stringify(bundle)))).toMatchObject({ added: 1, removed: 1 })
  expect((await preview('{"a":')).statusCode).toBe(400)
})

test('of a file that is no bundle it is told what is wrong, and where; nothing is changed', async () => {
  const here = await world()
  const bundle = shop()
  bundle.format = 'x'
  bundle.tarifs.print[0].grille = []
  const response = await give(here.desk, JSON.stringify(bundle))
  expect(response.statusCode).toBe(400)
  expect(faultsOf(response)).toEqual(['/format format_unknown', '/tarifs/print/0/grille grid_empty'])
  expect(await wordsOf(here, '{"format": 1, "format": 2}')).toMatch(/^400 this key occurs twice/)
  expect(await wordsOf(here, '{"a": 1,\n "b": }')).toMatch(/^400 .* line 2, column 7\.$/)
  expect(await wordsOf(here, '{"a":')).toMatch(/ends in the middle/)
  expect(await wordsOf(here, ' ')).toMatch(/^400 This file is empty/)
  expect(await wordsOf(here, Buffer.from([0x7b, 0xff]))).toMatch(/not UTF-8 text: the byte at position 1 /)
  expect((await give(here.desk, '')).statusCode).toBe(400)
  expect((await here.desk.post('/api/tariffs/bundle', SHOP)).statusCode).toBe(415)
  expect((await give(here.desk, Buffer.alloc(LARGEST_UPLOAD_BYTES + 1, ' '))).statusCode).toBe(413)
  expect(await status(here)).toMatchObject({ products: 4, families: 3 })
})

test('the demo goes into an empty store alone, marked, and nothing real comes beside it', async () => {
  const here = await world({ bundle: null })
  expect((await loadDemo(here.desk)).statusCode).toBe(201)
  const demo = await status(here)
  expect(demo['demo']).toBe(true)
  expect(demo['products'] + demo['families']).toBeGreaterThan(100)
  for (const refused of [
    await give(here.desk, JSON.stringify(SHOP)),
    await here.desk.post('/api/partners', PARTNER),
    await give(here.desk, readFileSync(DEMO)),
  ]) {
    expect(refused.statusCode).toBe(409)
    expect(faultsOf(refused)).toEqual([' demo_loaded'])
  }
  expect(json(await here.desk.get('/api/partners'))).toEqual([])
  expect(json(await loadDemo(here.desk)), 'again').toMatchObject({ added: 0, changed: 0, removed: 0 })
  expect((await status(here))['products']).toBe(demo['products'])
})

test('the demo does not come beside a catalogue, a partner or a customer', async () => {
  for (const make of [
    (here: World) => here.service.catalogue.importBundle(SHOP).then(() => undefined),
    (here: World) => here.desk.post('/api/partners', PARTNER),
    (here: World) => here.desk.post('/api/companies', { name: 'Dupont' }),
  ]) {
    const here = await world({ bundle: null })
    await make(here)
    const response = await loadDemo(here.desk)
    expect(response.statusCode).toBe(409)
    expect(faultsOf(response)).toEqual([' demo_beside_data'])
    expect((await status(here))['demo']).toBe(false)
  }
})

test('in the store of a server there is no demo, which could not be wiped from it', async () => {
  const here = await world({ bundle: null, store: await postgresDatabase() })
  expect(faultsOf(await loadDemo(here.desk))).toEqual([' demo_on_server'])
  expect((await give(here.desk, JSON.stringify(SHOP))).statusCode).toBe(201)
  expect(await status(here)).toMatchObject({ products: 4, families: 3 })
})

test('it takes the right to change settings', async () => {
  const here = await world({ bundle: null })
  await add(here.service, 'Ada', 'responsable')
  const ada = await signedIn(here, 'Ada')
  expect((await give(ada, JSON.stringify(SHOP))).statusCode).toBe(403)
  expect((await loadDemo(ada)).statusCode).toBe(403)
  expect(await status(here)).toMatchObject({ products: 0, demo: false })
})
