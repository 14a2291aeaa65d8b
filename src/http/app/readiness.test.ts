import { expect, test } from 'vitest'
import type { Produit } from '../../domain/print/product.ts'
import { world } from '../../testing/app.ts'
import { add } from '../../testing/people.ts'
import { create } from '../../testing/quotes.ts'
import { SHOP } from '../../testing/shop.ts'
import { signedIn } from '../../testing/signed-in.ts'
import type { Readiness } from './readiness.ts'

test('what own tariffs price is ready, and what the catalogue lost is named with why', async () => {
  const here = await world()
  await create(here)
  const look = async () => (await here.desk.get('/api/readiness')).json<Readiness>()
  expect(await look()).toMatchObject({
    prices: { ready: 1, missing: 0, invalid: 0 },
    ...{ lacking: [], openQuotes: 1, brokenQuotes: 0, customers: 0, diskLow: false },
    preparation: { state: 'idle', endedAt: null },
  })
  await here.service.catalogue.load({
    ...{ leadTimes: [], produits: [], familles: [], printTariffs: [], displayTariffs: [] },
  })
  await here.service.quoteChecks.ended()
  expect(await look()).toMatchObject({
    prices: { ready: 0, invalid: 1 },
    ...{ openQuotes: 1, brokenQuotes: 1 },
    lacking: [
      {
        ...{ neededFor: 'quote', quote: { id: 1, number: 'Brouillon 1' }, quantities: [100] },
        ...{ state: 'invalid', message: expect.stringContaining('« Cartes') as string },
      },
    ],
  })
})

test('the own tariffs were loaded when they were, whatever a partner’s catalogue was taken over since', async () => {
  const here = await world()
  const { service, clock } = here
  const look = async () => (await here.desk.get('/api/readiness')).json<Readiness>().tariffsLoadedAt
  const loaded = clock.now().toISOString()
  const product = { id: 1, nom: 'Enveloppe', delais: [], quantites: { range: true, min: 1 }, options: [] }
  const offered = {
    produits: [product as unknown as Produit],
    ...{ leadTimes: [], familles: [], printTariffs: [], displayTariffs: [] },
  }
  const { id } = await service.partners.keep({ name: 'Atelier', url: 'https://p.example', token: 'x' })
  clock.advance(60_000)
  await service.catalogue.load(offered, id)
  expect(await look()).toBe(loaded)
  clock.advance(60_000)
  await service.catalogue.importBundle(SHOP)
  expect(await look()).toBe(clock.now().toISOString())
})

test('customers are those that a quote can be for, not accounts of the partner API', async () => {
  const here = await world()
  await here.desk.post('/api/companies', { name: 'Boulangerie Dupont' })
  expect((await here.desk.get('/api/readiness')).json<Readiness>()).toMatchObject({ customers: 1 })
})

test('everyone may look; to fetch is for who may sync, and where there is no partner there is nothing to fetch', async () => {
  const here = await world()
  await add(here.service, 'Olga', 'administrateur')
  await add(here.service, 'Vera', 'vendeur')
  const vera = await signedIn(here, 'Vera')
  expect((await vera.get('/api/readiness')).statusCode).toBe(200)
  expect((await vera.post('/api/readiness', {})).statusCode).toBe(403)
  const olga = await signedIn(here, 'Olga')
  const refused = await olga.post('/api/readiness', {})
  expect(refused.json()).toMatchObject({ errors: [{ code: 'no_upstream' }] })
})
