/** A line that its partner refuses: marked in its words wherever it turns out, and neither sent nor ordered. */
import { describe, expect, test } from 'vitest'
import { BY_KEY } from '../../domain/people.ts'
import { ADDRESS } from '../../testing/app.ts'
import { productShop } from '../../testing/product-shop.ts'

const WORDS = 'La variante 348 n’est pas disponible.'
const REFUSED = { status: 400, words: WORDS }

async function refusing() {
  const made = await productShop()
  const { service, partner, quote } = made
  const { id } = await quote(50, 75)
  partner.answers = REFUSED
  return {
    ...made,
    id,
    problems: async () =>
      (await service.quotes.get(id)).lines.map(({ problem }) =>
        problem?.map(({ reason }) => reason?.params?.['message']),
      ),
    send: (indicative = true) =>
      service.quoteDecisions.move(id, { state: 'sent', indicative, reconfirm: true }, BY_KEY),
  }
}

const IN_THE_WAY = {
  faults: [0, 1].map((at) => ({
    ...{ path: `/lines/${at}`, code: 'price_unavailable', stops: 'both' },
    because: [{ reason: { code: 'upstream_message', params: { message: WORDS } } }],
  })),
}

describe('a line that its partner refuses', () => {
  test('is marked as the draft is opened, and no more once it is taken again', async () => {
    const { service, partner, id, problems } = await refusing()
    const prices = await service.quotes.prices(id)
    expect(prices.problems).toMatchObject([[{ reason: { params: { message: WORDS } } }], [{}]])
    expect(await problems()).toEqual([[WORDS], [WORDS]])
    const quote = await service.quotes.get(id)
    expect(quote.obstacles.filter(({ code }) => code === 'price_unavailable')).toMatchObject(
      IN_THE_WAY.faults,
    )
    expect(quote, 'of its content nothing is another').toMatchObject({
      version: 1,
      lines: [{ price: { priceCents: 1000 } }, { price: { priceCents: 1000 } }],
    })
    partner.answers = null
    expect(await service.quotes.prices(id)).toMatchObject({ moved: false, problems: [null, null] })
    expect(await problems()).toEqual([undefined, undefined])
  })

  test('keeps its quote from being sent, though nobody had opened it', async () => {
    const { service, id, problems, send } = await refusing()
    await expect(send()).rejects.toMatchObject(IN_THE_WAY)
    expect(await problems()).toEqual([[WORDS], [WORDS]])
    expect(await service.quotes.get(id)).toMatchObject({ state: 'draft', number: null })
  })

  test('of what the catalogue itself took out since is no more its partner’s matter once it is back', async () => {
    const { service, partner, id, of, send } = await refusing()
    await expect(send()).rejects.toMatchObject(IN_THE_WAY)
    partner.offers = false
    await of.sync.run(0)
    await service.quoteChecks.ended()
    expect((await service.quotes.get(id)).lines[0]!.problem).toMatchObject([{ code: 'product_unknown' }])
    partner.offers = true
    await of.sync.run(0)
    await service.quoteChecks.ended()
    expect((await service.quotes.get(id)).lines.map(({ problem }) => problem)).toEqual([null, null])
    expect(await service.movedQuotes.of()).toMatchObject({ invalid: 0 })
  })

  test('keeps its draft from being ordered', async () => {
    const { service, id, problems } = await refusing()
    const { lines } = await service.quotes.get(id)
    const asks = lines.map(({ line }) => ({ area: 'print' as const, line, delai: null }))
    await service.quotes.update(id, { address: ADDRESS, lines: asks, version: 1 }, BY_KEY, true)
    await expect(service.quoteDecisions.order(id, {}, BY_KEY)).rejects.toMatchObject(IN_THE_WAY)
    expect(await problems()).toEqual([[WORDS], [WORDS]])
  })

  test('is refused from memory while the partner is away: the last that it said is no price', async () => {
    const { service, partner, id, quote, problems, send } = await refusing()
    await service.quotes.prices(id)
    partner.online = false
    expect(await service.quotes.prices(id)).toMatchObject({ problems: [[{}], [{}]] })
    expect(await problems()).toEqual([[WORDS], [WORDS]])
    await expect(send()).rejects.toMatchObject(IN_THE_WAY)
    const another = await quote(50)
    expect(another.lines[0]).toMatchObject({ refused: true, price: { priceCents: null } })
    const [row, other] = await service.offers.matrix('print', another.lines[0]!.line, [[50], [60]])
    expect(row).toMatchObject({ leadTimes: [], faults: [{ reason: { params: { message: WORDS } } }] })
    expect(other!.faults).toEqual([])
  })
})

test.each([404, 429, 500])('an answer of %i says nothing of a line: it stays what it was', async (status) => {
  const { service, partner, id, problems, send } = await refusing()
  partner.answers = { status, words: 'Plus tard.' }
  expect(await service.quotes.prices(id)).toMatchObject({ moved: false, problems: [null, null] })
  expect(await problems()).toEqual([undefined, undefined])
  expect(await send()).toMatchObject({ state: 'sent', reconfirm: true })
})

test('a slow partner holds no line back whose price is known; a comparison waits for it', async () => {
  const { service, partner, quote } = await productShop()
  await quote(50)
  let answer = (): void => undefined
  partner.held = new Promise((resolve) => (answer = resolve))
  partner.cents = 1100
  const { id, lines } = await quote(50)
  expect(lines[0]!.price).toMatchObject({ status: 'observed', priceCents: 1000 })
  expect(await service.offers.atOnce(service.offers.check('print', lines[0]!.line))).toMatchObject([
    { status: 'observed', priceCents: 1000 },
  ])
  const compared = service.quotes.prices(id)
  answer()
  expect(await compared).toMatchObject({ moved: true, lines: [{ status: 'firm', priceCents: 1100 }] })
})
