/** Before a visit: what is missing is told, one button fetches it, and a partner that is away takes nothing from the others. */
import { expect, test } from 'vitest'
import { leadTimeLabel } from '../../domain/lead-times.ts'
import { BY_KEY } from '../../domain/people.ts'
import { TestClock } from '../../testing/app.ts'
import { besidePartner, PARTNER_URL } from '../../testing/beside-partner.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamError } from '../../upstream/errors.ts'

const DAY_MS = 86_400_000
const AWAY = new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } })
const REFUSED = new UpstreamError(
  'refused',
  { code: 'partner_refused', params: { status: 400, words: 'Non.' } },
  { status: 400 },
)

/** A service beside a partner of three products, the last of which it refuses; its own clock stands still. */
async function shop() {
  const clock = new TestClock()
  const partner = { online: true, asked: [] as number[], held: null as Promise<void> | null }
  const products = [1, 2, 3].map((id) => ({
    ...{ id, nom: `Produit ${id}`, quantites: { range: true, min: 1, max: 1000 } },
    ...{ options: [], delais: [1] },
  }))
  const text = (value: unknown) => [[new TextEncoder().encode(JSON.stringify(value))]]
  const within = async <T>(answer: () => T): Promise<T> => {
    await partner.held
    if (!partner.online) throw AWAY
    return answer()
  }
  const client = {
    ...{ url: PARTNER_URL, account: 'compte', token: 'jeton' },
    catalogue: (area: string) => within(() => text(area === 'print' ? products : [])),
    prices: (_area: string, { produit }: { produit: number }) =>
      within(() => {
        partner.asked.push(produit)
        if (produit === 3) throw REFUSED
        return [{ label: leadTimeLabel(2), days: 2, cents: 1000, message: '' }]
      }),
    abandon: () => undefined,
  } as unknown as UpstreamClient
  const { service, partner: of } = await besidePartner(() => client, { clock })
  await of.sync.run(0)
  const line = (produit: number, quantity: number) => ({
    ...{ produit, variantes: [], valeurs: {}, quantites_multiples: [quantity] },
  })
  const ended = () =>
    expect
      .poll(async () => (await service.readiness.of(BY_KEY)).preparation)
      .toMatchObject({ state: 'idle', endedAt: expect.any(String) as string })
  return { service, of, partner, clock, line, ended }
}

test('what favourites, saved configurations and open quotes need is fetched by one request each, and is of today then', async () => {
  const { service, partner, clock, line, ended } = await shop()
  await service.shelf.setFavourite(BY_KEY, { area: 'print', id: 1 }, true)
  await service.shelf.save(BY_KEY, 'Cartes', { area: 'print', line: line(2, 50), delai: null })
  partner.online = false
  await service.quotes.create({ lines: [{ area: 'print', line: line(2, 75), delai: null }] }, BY_KEY)
  partner.online = true
  expect(await service.readiness.of(BY_KEY)).toMatchObject({
    prices: { ready: 0, old: 0, missing: 3, invalid: 0 },
    openQuotes: 1,
    brokenQuotes: 0,
    lacking: [
      { neededFor: 'quote', item: 2, state: 'missing' },
      { neededFor: 'configuration', of: 'Cartes' },
      { neededFor: 'favourite', item: 1, name: 'Produit 1' },
    ],
  })
  partner.asked.length = 0
  service.readiness.begin(BY_KEY)
  service.readiness.begin(BY_KEY)
  await ended()
  expect(partner.asked.toSorted()).toEqual([1, 2, 2])
  expect(await service.readiness.of(BY_KEY)).toMatchObject({
    prices: { ready: 3, missing: 0 },
    lacking: [],
    preparation: { failures: [], step: 'prices', done: 3, total: 3 },
  })
  clock.advance(2 * DAY_MS)
  expect(await service.readiness.of(BY_KEY)).toMatchObject({ prices: { ready: 0, old: 3 } })
})

test('what the partner said this morning is asked again, what it said just now is not', async () => {
  const { service, partner, clock, line, ended } = await shop()
  await service.shelf.save(BY_KEY, 'Une', { area: 'print', line: line(1, 50), delai: null })
  const asked = async () => {
    partner.asked.length = 0
    service.readiness.begin(BY_KEY)
    await ended()
    return partner.asked
  }
  expect(await asked()).toEqual([1])
  clock.advance(60_000)
  expect(await asked()).toEqual([])
  clock.advance(3_600_000)
  expect((await service.readiness.of(BY_KEY)).prices).toMatchObject({ ready: 1 })
  expect(await asked()).toEqual([1])
})

test('what the partner refuses is left, and said to have no price; the others are fetched', async () => {
  const { service, line, ended } = await shop()
  await service.shelf.save(BY_KEY, 'Refusé', { area: 'print', line: line(3, 50), delai: null })
  await service.shelf.save(BY_KEY, 'Pris', { area: 'print', line: line(1, 50), delai: null })
  service.readiness.begin(BY_KEY)
  await ended()
  expect(await service.readiness.of(BY_KEY)).toMatchObject({
    prices: { ready: 1, missing: 1 },
    lacking: [{ of: 'Refusé', state: 'missing' }],
    preparation: { failures: [] },
  })
})

test('a partner that is away is named, once, and nothing that is here is lost', async () => {
  const { service, partner, line, ended } = await shop()
  await service.shelf.save(BY_KEY, 'Une', { area: 'print', line: line(1, 50), delai: null })
  service.readiness.begin(BY_KEY)
  await ended()
  partner.online = false
  service.readiness.begin(BY_KEY)
  await ended()
  expect(await service.readiness.of(BY_KEY)).toMatchObject({
    prices: { ready: 1 },
    preparation: { failures: [{ partner: 'partenaire', error: { code: 'partner_timeout' } }] },
  })
})

test('a try that fails is no preparation: when it was made ready last stays', async () => {
  const { service, partner, clock, ended } = await shop()
  const { preparation } = await service.readiness.of(BY_KEY)
  expect(preparation.preparedAt).toBe(null)
  service.readiness.begin(BY_KEY)
  await ended()
  const prepared = clock.now().toISOString()
  expect((await service.readiness.of(BY_KEY)).preparation.preparedAt).toBe(prepared)
  clock.advance(DAY_MS)
  partner.online = false
  service.readiness.begin(BY_KEY)
  await expect
    .poll(async () => (await service.readiness.of(BY_KEY)).preparation)
    .toMatchObject({ state: 'idle', endedAt: clock.now().toISOString(), preparedAt: prepared })
})

test('a partner that a sync under way does not reach is named, too', async () => {
  const { service, of, partner, ended } = await shop()
  partner.online = false
  let answer = (): void => undefined
  partner.held = new Promise((resolve) => (answer = resolve))
  const sync = of.sync.run(0).catch(() => undefined)
  service.readiness.begin(BY_KEY)
  answer()
  await sync
  await ended()
  expect(await service.readiness.of(BY_KEY)).toMatchObject({
    preparation: {
      failures: [{ partner: 'partenaire', error: { code: 'partner_timeout' } }],
      preparedAt: null,
    },
  })
})

test('without a partner all that there is is here: nothing can be fetched', async () => {
  const { service } = await shop()
  await service.partners.remove('partenaire')
  expect(() => service.readiness.begin(BY_KEY)).toThrow(expect.objectContaining({ code: 'no_upstream' }))
})

test('it ends where it is stopped, though the partner does not answer', async () => {
  const { service, partner, line } = await shop()
  await service.shelf.save(BY_KEY, 'Une', { area: 'print', line: line(1, 50), delai: null })
  let answer = (): void => undefined
  partner.held = new Promise((resolve) => (answer = resolve))
  service.readiness.begin(BY_KEY)
  const stopped = service.readiness.stop()
  answer()
  await stopped
  expect(partner.asked).toEqual([])
  expect((await service.readiness.of(BY_KEY)).preparation).toMatchObject({ state: 'idle', failures: [] })
})
