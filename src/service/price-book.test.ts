import { expect, it, onTestFinished } from 'vitest'
import { partnerOf, world } from '../testing/app.ts'
import type { AnsweredPrice } from '../upstream/read.ts'
import { Service } from './service.ts'

const FIRST = 'https://first.example'
const OTHER = 'https://other.example'
const LINE = { produit: 10, variantes: [401, 411], quantites_multiples: [100] }

const price = (label: string, cents: number | null, message = ''): AnsweredPrice => ({
  label,
  days: Number(label.slice(2)),
  cents,
  message,
})

async function shop() {
  const { service, clock } = await world({ bundle: null })
  const { priceBook: book, link } = await partnerOf(service, FIRST)
  /** The partner at another address. */
  const move = (url: string, token: string | null = 'jeton') =>
    service.partners.keep({ name: null, url, token })
  return { service, clock, book, link, move, line: service.offers.check('print', LINE) }
}

it('gives the latest price of each lead time again, with its date', async () => {
  const { book, line, clock } = await shop()
  await book.record(line, null, [price('J+2', 1000), price('J+5', 800)])
  clock.advance(60_000)
  const later = clock.now().toISOString()
  await book.record(line, null, [price('J+2', 1100), price('J+5', null, 'Trop tard.')])
  expect(Object.fromEntries(await book.observed(line))).toMatchObject({
    'J+2': { cents: 1100, at: later },
    'J+5': { cents: null, message: 'Trop tard.', at: later },
  })
  expect(book.points).toBe(3)
})

it('has no price of a lead time that the partner names no more, but where it is shown at its own request alone', async () => {
  const { book, line, clock } = await shop()
  const labels = async () => [...(await book.observed(line)).keys()]
  await book.record(line, null, [price('J+2', 1000), price('J+5', 800), price('J+8', 600)])
  await book.record(line, 9, [price('J+9', 700)])
  clock.advance(60_000)
  await book.record(line, null, [])
  expect(await labels(), 'an answer without any names none').toEqual(['J+2', 'J+5', 'J+8', 'J+9'])
  clock.advance(60_000)
  await book.record(line, null, [price('J+5', 800), price('J+8', 600)])
  expect(await labels()).toEqual(['J+5', 'J+8', 'J+9'])
  clock.advance(60_000)
  await book.record(line, null, [price('J+5', 800)])
  expect(await labels(), 'a cart names but its own').toEqual(['J+5', 'J+8', 'J+9'])
  clock.advance(60_000)
  await book.record(line, null, [price('J+2', 1000), price('J+5', 800)])
  expect(await labels()).toEqual(expect.arrayContaining(['J+2', 'J+5', 'J+9']))
})

it('takes the same answer again as a confirmation', async () => {
  const { book, line, clock } = await shop()
  await book.record(line, null, [price('J+2', 1000)])
  clock.advance(60_000)
  await book.record(line, null, [price('J+2', 1000)])
  expect(book.points).toBe(1)
  expect((await book.observed(line)).get('J+2')?.at).toBe(clock.now().toISOString())
})

it('tells prices of before another one moved, of the same product, also to the next run and other processes', async () => {
  const { book, line, clock, service } = await shop()
  const many = service.offers.check('print', { ...LINE, quantites_multiples: [500] })
  const told = async () =>
    [(await book.observed(line)).get('J+2'), (await book.observed(many)).get('J+2')].map(
      (one) => one?.beforeMove,
    )
  await book.record(line, null, [price('J+2', 1000)])
  await book.record(many, null, [price('J+2', 4000)])
  expect(await told()).toEqual([false, false])
  expect(await book.isBehind({ area: 'print', id: LINE.produit })).toBe(false)
  clock.advance(60_000)
  await book.record(line, null, [price('J+2', 1000), price('J+5', 900)])
  expect(await told(), 'one more lead time is no other price').toEqual([false, false])
  clock.advance(60_000)
  await book.record(line, null, [price('J+2', 1500)])
  expect(await told()).toEqual([false, true])
  const next = await Service.open({ folder: service.store.folder, log: service.log, clock })
  onTestFinished(() => next.close())
  const again = next.partners.all()[0]!.priceBook
  expect((await again.observed(many)).get('J+2')?.beforeMove).toBe(true)
  const item = { area: 'print', id: LINE.produit } as const
  expect([await book.isBehind(item), await again.isBehind(item)], 'so are estimates').toEqual([true, true])
  clock.advance(60_000)
  await book.record(many, null, [price('J+2', 6000)])
  expect(await told(), 'all of it was asked anew').toEqual([false, false])
  const later = await Service.open({ folder: service.store.folder, log: service.log, clock })
  onTestFinished(() => later.close())
  const { priceBook } = later.partners.all()[0]!
  expect((await priceBook.observed(line)).get('J+2')?.beforeMove, 'and is no older for that').toBe(false)
  expect([await book.isBehind(item), await priceBook.isBehind(item)]).toEqual([false, false])
})

it('takes what a cart says of a lead time for that price, which the line’s own prices tell with all others', async () => {
  const { book, line, clock, service } = await shop()
  const many = service.offers.check('print', { ...LINE, quantites_multiples: [500] })
  await book.record(line, null, [price('J+2', 1000), price('J+5', 800)])
  await book.record(many, null, [price('J+2', 4000)])
  clock.advance(60_000)
  await book.record(line, 2, [price('J+2', 1000)])
  expect((await book.observed(many)).get('J+2')?.beforeMove, 'it is the same').toBe(false)
  clock.advance(60_000)
  await book.record(line, 2, [price('J+2', 1200)])
  const next = await Service.open({ folder: service.store.folder, log: service.log, clock })
  onTestFinished(() => next.close())
  for (const { priceBook } of [{ priceBook: book }, next.partners.all()[0]!]) {
    expect((await priceBook.observed(line)).get('J+2')).toMatchObject({ cents: 1200, beforeMove: false })
    expect((await priceBook.observed(many)).get('J+2')?.beforeMove).toBe(true)
  }
})

it("does not give one partner's prices as another's, and has them again when it is back", async () => {
  const { book, line, move } = await shop()
  await book.record(line, null, [price('J+2', 1000)])
  await book.refuse(line, 'Non.')
  await move(OTHER)
  expect((await book.observed(line)).size).toBe(0)
  expect(book.points).toBe(0)
  expect(await book.knowledge(line)).toMatchObject({ observations: [], hints: { refused: [] } })
  await move(FIRST)
  expect((await book.observed(line)).get('J+2')?.cents).toBe(1000)
  expect(book.points).toBe(1)
})

it('is written after a long write of another connection, which nothing waits for', async () => {
  const { book, line, service } = await shop()
  const long = Promise.withResolvers<null>()
  const held = service.store.duringForeignWrite(long.promise)
  const written = book.record(line, null, [price('J+2', 1000)])
  await new Promise((done) => setTimeout(done, 20))
  expect(book.points).toBe(0)
  long.resolve(null)
  await Promise.all([held, written])
  expect(book.points).toBe(1)
})

it('keeps the token of a partner from another', async () => {
  const { link, move } = await shop()
  await move(`${FIRST}/api`, null)
  expect(link.hasToken).toBe(true)
  await move(OTHER, null)
  expect(link.hasToken).toBe(false)
  expect(link.client).toBeNull()
})
