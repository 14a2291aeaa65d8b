/** Prices of open quotes looked at again: from memory first, then asked of the partner, each line once. */
import { expect, test, vi } from 'vitest'
import { leadTimeLabel } from '../../domain/lead-times.ts'
import { BY_KEY } from '../../domain/people.ts'
import { TestClock } from '../../testing/app.ts'
import { besidePartner, PARTNER_URL } from '../../testing/beside-partner.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamError } from '../../upstream/errors.ts'

const DAY_MS = 86_400_000
const AWAY = new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } })

/** A service beside a partner of one product, whose price can be set. */
async function shop() {
  const clock = new TestClock()
  const partner = { online: true, cents: 1000, asked: [] as number[], held: null as Promise<void> | null }
  const product = {
    ...{ id: 1, nom: 'Carte', quantites: { range: true, min: 1, max: 1000 } },
    ...{ options: [], delais: [1] },
  }
  const within = async <T>(answer: () => T): Promise<T> => {
    await partner.held
    if (!partner.online) throw AWAY
    return answer()
  }
  const client = {
    ...{ url: PARTNER_URL, account: 'compte', token: 'jeton' },
    catalogue: (area: string) =>
      within(() => [[new TextEncoder().encode(JSON.stringify(area === 'print' ? [product] : []))]]),
    prices: (_area: string, line: { quantites_multiples: number[] }) =>
      within(() => {
        partner.asked.push(line.quantites_multiples[0]!)
        return [{ label: leadTimeLabel(2), days: 2, cents: partner.cents, message: '' }]
      }),
    abandon: () => undefined,
  } as unknown as UpstreamClient
  const { service, partner: of } = await besidePartner(() => client, { clock })
  await of.sync.run(0)
  const { movedQuotes } = service
  const quote = (...quantities: number[]) =>
    service.quotes.create(
      {
        lines: quantities.map((quantity) => ({
          ...{ area: 'print' as const, delai: null },
          line: { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [quantity] },
        })),
      },
      BY_KEY,
    )
  const ended = () =>
    expect
      .poll(async () => (await movedQuotes.of()).looking)
      .toMatchObject({ state: 'idle', endedAt: expect.any(String) as string })
  return { service, of, partner, clock, quote, ended, movedQuotes }
}

test('the report asks nobody; a look asks each line once, and tells what moved with the days of both prices', async () => {
  const { partner, clock, quote, ended, movedQuotes } = await shop()
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
  const { service, clock, quote, movedQuotes } = await shop()
  await quote(50)
  clock.advance((service.settings.current.observedMaxAgeDays + 1) * DAY_MS)
  await quote(75)
  const found = await movedQuotes.of()
  expect(found).toMatchObject({ looked: 2, moved: 0, aged: 1 })
  expect(found.quotes.map(({ quote: { id }, lines }) => [id, lines[0]!.kind])).toEqual([[1, 'aged']])
})

test('a partner that is away is named; it is looked at by itself when it answers again, at most once in a while', async () => {
  const { service, of, partner, quote, ended, movedQuotes } = await shop()
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
  const { partner, quote, movedQuotes } = await shop()
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
  const { partner, quote, ended, movedQuotes } = await shop()
  await quote(50)
  const { quotes } = await movedQuotes.of()
  expect((await movedQuotes.of()).quotes).toBe(quotes)
  partner.cents = 1100
  movedQuotes.begin()
  await ended()
  expect((await movedQuotes.of()).quotes).not.toBe(quotes)
})

test('another report is put together once a service may have missed what others changed', async () => {
  const { service, quote, movedQuotes } = await shop()
  await quote(50)
  const { quotes } = await movedQuotes.of()
  service.events.emit('missed')
  expect((await movedQuotes.of()).quotes).not.toBe(quotes)
})
