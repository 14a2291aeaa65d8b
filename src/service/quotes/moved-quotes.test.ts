/** Prices of open quotes looked at again: from memory first, then asked of the partner, each line once. */
import { expect, test, vi } from 'vitest'
import { BY_KEY } from '../../domain/people.ts'
import { severalSources } from '../../testing/sources.ts'
import { productShop } from '../../testing/product-shop.ts'

const DAY_MS = 86_400_000

test('the report asks nobody; a look asks each line once, and tells what moved with the days of both prices', async () => {
  const { partner, clock, quote, ended, movedQuotes } = await productShop()
  await quote(50, 75)
  await quote(50)
  partner.asked.length = 0
  partner.cents = 1200
  clock.advance(DAY_MS)
  expect(await movedQuotes.of()).toMatchObject({ looked: 2, moved: 0, quotes: [] })
  expect(partner.asked).toEqual([])

  movedQuotes.begin()
  movedQuotes.begin()
  await ended()
  expect(partner.asked.toSorted()).toEqual([50, 75])
  const found = await movedQuotes.of()
  expect(found).toMatchObject({
    looking: { done: 2, total: 2, failures: [], returned: false },
    ...{ moved: 2, beforeCents: 3000, afterCents: 3600 },
  })
  const [line] = found.quotes[0]!.lines
  expect(line).toMatchObject({ kind: 'moved', before: { priceCents: 1000 }, after: { priceCents: 1200 } })
  expect(Date.parse(line!.after!.observedAt!) - Date.parse(line!.pricedAt!)).toBe(DAY_MS)
})

test('what has not been said again for long is told as too old', async () => {
  const { service, clock, quote, movedQuotes } = await productShop()
  await quote(50)
  clock.advance((service.settings.current.observedMaxAgeDays + 1) * DAY_MS)
  await quote(75)
  const found = await movedQuotes.of()
  expect(found).toMatchObject({ looked: 2, moved: 0, aged: 1 })
  expect(found.quotes.map(({ quote: { id }, lines }) => [id, lines[0]!.kind])).toEqual([[1, 'aged']])
})

test('a partner that is away is named; it is looked at by itself when it answers again, at most once in a while', async () => {
  const { service, of, partner, quote, ended, movedQuotes } = await productShop()
  await quote(50)
  partner.online = false
  movedQuotes.begin()
  await ended()
  expect((await movedQuotes.of()).looking).toMatchObject({
    failures: [{ partner: 'partenaire', error: { code: 'partner_timeout' } }],
  })

  partner.online = true
  partner.cents = 900
  partner.asked.length = 0
  vi.spyOn(of.duty, 'isHeld', 'get').mockReturnValue(true)
  of.link.ends.set('answered', 1)
  service.events.emit('online', of.id)
  expect((await movedQuotes.of()).looking.state, 'the first answer of a run is no return').toBe('idle')
  of.link.ends.set('unreachable', 1)
  service.events.emit('online', of.id)
  await ended()
  expect(await movedQuotes.of()).toMatchObject({ looking: { returned: true, failures: [] }, moved: 1 })
  service.events.emit('online', of.id)
  await ended()
  expect(partner.asked).toEqual([50])
})

test('it ends where it is stopped, though the partner does not answer', async () => {
  const { partner, quote, movedQuotes } = await productShop()
  await quote(50)
  partner.asked.length = 0
  let answer = (): void => undefined
  partner.held = new Promise((resolve) => (answer = resolve))
  movedQuotes.begin()
  const stopped = movedQuotes.stop()
  answer()
  await stopped
  expect(partner.asked).toEqual([])
  expect((await movedQuotes.of()).looking).toMatchObject({ state: 'idle', failures: [] })
})

test('the same report is told while nothing has changed, and another once something has', async () => {
  const { partner, quote, ended, movedQuotes } = await productShop()
  await quote(50)
  const { quotes } = await movedQuotes.of()
  expect((await movedQuotes.of()).quotes).toBe(quotes)
  partner.cents = 1100
  movedQuotes.begin()
  await ended()
  expect((await movedQuotes.of()).quotes).not.toBe(quotes)
})

test('another report is put together once a service may have missed what others changed', async () => {
  const { service, quote, movedQuotes } = await productShop()
  await quote(50)
  const { quotes } = await movedQuotes.of()
  service.events.emit('missed')
  expect((await movedQuotes.of()).quotes).not.toBe(quotes)
})

test('a line that its partner refuses by now is told in its words, until it takes it again', async () => {
  const { partner, quote, ended, movedQuotes } = await productShop()
  await quote(50, 75)
  partner.answers = { status: 400, words: 'La variante 348 n’est pas disponible.' }
  movedQuotes.begin()
  await ended()
  const found = await movedQuotes.of()
  expect(found).toMatchObject({ invalid: 1, moved: 0, looking: { failures: [] } })
  expect(found.quotes[0]).toMatchObject({
    lines: [{ kind: 'invalid', after: null, faults: [{ reason: { code: 'upstream_message' } }] }, { at: 1 }],
    ...{ beforeCents: 2000, afterCents: null },
  })
  partner.answers = null
  movedQuotes.begin()
  await ended()
  expect(await movedQuotes.of()).toMatchObject({ invalid: 0, quotes: [] })
})

test('a line at a lead time that its partner has no more is told as gone', async () => {
  const { partner, quote, ended, movedQuotes } = await productShop()
  partner.days = [2, 5]
  const { label } = (await quote(50)).lines[0]!.price
  partner.days = [3, 4]
  movedQuotes.begin()
  await ended()
  const found = await movedQuotes.of()
  expect(found).toMatchObject({ moved: 1, aged: 0 })
  expect(found.quotes[0]!.lines).toMatchObject([
    { kind: 'moved', before: { label, priceCents: 1000 }, after: { label, priceCents: null } },
  ])
})

test.each([404, 429, 500])(
  'an answer of %i is no refusal of a line: the partner is named',
  async (status) => {
    const { partner, quote, ended, movedQuotes } = await productShop()
    await quote(50)
    partner.answers = { status, words: 'Plus tard.' }
    movedQuotes.begin()
    await ended()
    expect(await movedQuotes.of()).toMatchObject({
      ...{ invalid: 0, quotes: [] },
      looking: { failures: [{ partner: 'partenaire' }] },
    })
  },
)

test('of two partners that return together each is asked, also while the other does not answer', async () => {
  const { service, partners } = await severalSources()
  for (const { base } of partners)
    await service.quotes.create(
      {
        lines: [
          {
            ...{ area: 'print' as const, delai: null },
            line: { produit: base + 1, variantes: [], valeurs: {}, quantites_multiples: [100] },
          },
        ],
      },
      BY_KEY,
    )
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  for (const { of, partner } of partners) {
    partner.asked.length = 0
    vi.spyOn(of.duty, 'isHeld', 'get').mockReturnValue(true)
    of.link.ends.set('answered', 1)
    of.link.ends.set('unreachable', 1)
  }
  const [first, second] = partners
  first!.partner.held = held
  service.events.emit('online', first!.of.id)
  await expect.poll(() => first!.partner.asked.length).toBe(1)
  service.events.emit('online', second!.of.id)
  await expect.poll(() => second!.partner.asked.length).toBe(1)
  answer()
  await expect
    .poll(async () => (await service.movedQuotes.of()).looking)
    .toMatchObject({ state: 'idle', returned: true, done: 2, total: 2, failures: [] })
})
