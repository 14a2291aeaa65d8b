/** The prices that a sync asks for: a product that the partner fails on takes nothing from the others. */
import { describe, expect, test } from 'vitest'
import { AREAS } from '../domain/areas.ts'
import { SEES_ALL } from '../domain/catalogue.ts'
import { FaultList } from '../domain/faults.ts'
import { leadTimeLabel } from '../domain/lead-times.ts'
import { besidePartner, PARTNER_URL } from '../testing/beside-partner.ts'
import { UpstreamError, type UpstreamErrorKind } from '../upstream/errors.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { PricesFailed } from './partner-sync.ts'
import { refusalWords } from './source-catalogue.ts'

const failure = (kind: UpstreamErrorKind = 'failed') =>
  new UpstreamError(kind, { code: 'partner_failed', params: { status: 500, words: '' } }, { status: 500 })
const WORDS = 'prices are missing: The partner failed (500)'

interface Line {
  readonly produit: number
  readonly delai?: number
}

/**
 * A partner of so many products.
 * @param each whether it answers each lead time by itself
 */
async function partnerOf(count: number, each = false) {
  const delais = each ? [1, 2, 3] : [1]
  const asked = new Map<number, number>()
  const partner = {
    count,
    /** what a line fails of; undefined: it has a price */
    fails: (_line: Line): UpstreamError | undefined => undefined,
    asked,
  }
  const list = (): Uint8Array[][] => {
    const products = Array.from({ length: partner.count }, (_, i) => ({
      ...{ id: i + 1, nom: `Produit ${i + 1}`, quantites: { range: true, min: 1, max: 1000 } },
      ...{ options: [], delais },
    }))
    return [[new TextEncoder().encode(JSON.stringify(products))]]
  }
  const client = {
    ...{ url: PARTNER_URL, account: 'compte', token: 'jeton' },
    catalogue: (area: string) =>
      Promise.resolve(area === 'print' ? list() : [[new TextEncoder().encode('[]')]]),
    prices: (_area: string, line: Line) => {
      asked.set(line.produit, (asked.get(line.produit) ?? 0) + 1)
      const error = partner.fails(line)
      if (error) return Promise.reject(error)
      const days = (line.delai ?? 1) * 2
      return Promise.resolve([{ label: leadTimeLabel(days), days, cents: 1000, message: '' }])
    },
    abandon: () => undefined,
  } as unknown as UpstreamClient
  const { service, partner: of } = await besidePartner(() => client)
  const answers = async (id: number) =>
    (await of.priceBook.coverage()).find(({ itemId }) => itemId === id)?.answers ?? 0
  return { ...partner, partner, of, service, answers }
}

describe('a product that the partner fails on', () => {
  test.each(['failed', 'unreadable'] as const)(
    '%s: it is left out and named, and all the others have their prices',
    async (kind) => {
      const { partner, of, answers, asked } = await partnerOf(4)
      partner.fails = ({ produit }) => (produit === 2 ? failure(kind) : undefined)
      const { refused } = await of.sync.run(40)
      expect(refused).toMatchObject([{ area: 'print', id: 2, name: 'Produit 2', prices: true }])
      expect(refusalWords(refused[0]!, 'en')).toBe(WORDS)
      expect(of.sync.state).toMatchObject({ state: 'idle', error: null, refusedCount: 1, outsideCount: 0 })
      expect(asked.get(2), 'it is not asked again and again').toBe(1)
      for (const id of [1, 3, 4]) expect(await answers(id)).toBeGreaterThan(5)
      expect(await answers(2)).toBe(0)
    },
  )

  test('comes last the next time, and is named no more once it has its prices', async () => {
    const { partner, of, answers, asked } = await partnerOf(4)
    partner.fails = ({ produit }) => (produit === 1 ? failure() : undefined)
    await of.sync.run(4)
    asked.clear()
    expect((await of.sync.run(4)).refused).toEqual([])
    expect([...asked.keys()]).not.toContain(1)
    partner.fails = () => undefined
    expect((await of.sync.run(60)).refused).toEqual([])
    expect(await answers(1)).toBeGreaterThan(0)
    expect(of.sync.state.refusedCount).toBe(0)
  })

  test('is forgotten with it, once the partner offers it no more', async () => {
    const { partner, of, service } = await partnerOf(3)
    partner.fails = ({ produit }) => (produit === 3 ? failure() : undefined)
    expect((await of.sync.run(30)).refused).toHaveLength(1)
    partner.count = 2
    expect((await of.sync.run(30)).refused).toEqual([])
    expect(service.catalogue.snapshot.nameOf('print', 3)).toBeUndefined()
  })

  test('does not stand in the way of a few others that fail, as long as most do not', async () => {
    const { partner, of, answers } = await partnerOf(14)
    partner.fails = ({ produit }) => (produit <= 6 ? failure() : undefined)
    const { refused } = await of.sync.run(100)
    expect(refused.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await answers(14)).toBeGreaterThan(0)
  })
})

test('a lead time that the partner fails on: the others are known, and it is asked for other lines', async () => {
  const { partner, of, service, answers } = await partnerOf(3, true)
  partner.fails = ({ produit, delai }) => (produit === 1 && delai === 3 ? failure() : undefined)
  const { refused } = await of.sync.run(120)
  expect(refused.map((item) => refusalWords(item, 'en'))).toEqual([WORDS])
  for (const id of [1, 2, 3]) expect(await answers(id), `${id}`).toBeGreaterThan(5)
  expect(service.catalogue.snapshot.leadTimes.get(2)?.days).toBe(4)
})

test('a partner that answers the lead time asked for alone: each product has its share, most of it at the main one', async () => {
  const { of, service, asked } = await partnerOf(3, true)
  await of.sync.run(60)
  expect([...asked.values()]).toEqual([20, 20, 20])
  const { snapshot } = service.catalogue
  const lines = [7, 70, 700].map((copies) => {
    const line = { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [copies] }
    return AREAS.print.checkRequest(line, snapshot, SEES_ALL, new FaultList())!
  })
  for (const { estimates } of await of.priceBook.estimate({ area: 'print', id: 1 }, lines)) {
    expect([...estimates.keys()], 'the other lead times are known by the few that were asked for').toEqual([
      'J+2',
      'J+4',
      'J+6',
    ])
  }
})

describe('the sync fails as a whole', () => {
  const failed = async (of: Awaited<ReturnType<typeof partnerOf>>['of']) => {
    await expect(of.sync.run(100)).rejects.toBeInstanceOf(PricesFailed)
    expect(of.sync.state).toMatchObject({ state: 'failed' })
  }

  test('where the partner fails on more than half of what is asked', async () => {
    const { partner, of } = await partnerOf(5)
    partner.fails = ({ produit }) => (produit <= 3 ? failure() : undefined)
    await failed(of)
  })

  test('soon where it fails on everything', async () => {
    const { partner, of, asked } = await partnerOf(100)
    partner.fails = () => failure()
    await failed(of)
    expect(asked.size).toBe(20)
  })

  test.each(['unauthorized', 'throttled'] as const)('soon where all are %s', async (kind) => {
    const { partner, of, asked } = await partnerOf(2)
    partner.fails = () => failure(kind)
    await failed(of)
    expect([...asked.values()].reduce((sum, count) => sum + count, 0)).toBe(5)
  })

  test.each(['unreachable', 'interrupted'] as const)('at once where it is %s', async (kind) => {
    const { partner, of, asked } = await partnerOf(10)
    partner.fails = () => failure(kind)
    await failed(of)
    expect(asked.size).toBe(1)
  })
})
