import { expect, test } from 'vitest'
import type { Mark, KeptAnswer } from '../store/price-book.ts'
import { itemKey, PriceFloors, type FloorSource } from './price-floors.ts'

const AT = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-05T09:00:00.000Z'

/** A book that tells which ranges of it were read. */
function book() {
  const answers = new Map<number, (KeptAnswer & { itemId: number })[]>()
  const reads: string[] = []
  const source: FloorSource = {
    ...{ version: 1, isOffered: () => true },
    doubtedAt: () => '',
    marks: () => {
      reads.push('marks')
      return Promise.resolve(
        [...answers].map(([id, given]): Mark => ({
          ...{ area: 'print', id, answers: given.length },
          lastAt: given
            .map(({ confirmedAt }) => confirmedAt)
            .toSorted()
            .at(-1)!,
        })),
      )
    },
    answers: (area, first, last) => {
      reads.push(`${area} ${first}-${last}`)
      return Promise.resolve([...answers].flatMap(([id, given]) => (id >= first && id <= last ? given : [])))
    },
  }
  const say = (itemId: number, cents: number, confirmedAt = AT, fingerprint = String(cents)) => {
    const answer = {
      ...{ itemId, observedAt: confirmedAt, confirmedAt, delai: null, fingerprint },
      configuration: JSON.stringify({ quantities: [100] }),
      prices: { 'J+3': { cents, message: '' } },
    }
    answers.set(itemId, [...(answers.get(itemId) ?? []), answer])
  }
  const taken = () => reads.splice(0).join(', ')
  return { source, say, taken, answers }
}
const centsOf = (floors: ReadonlyMap<string, { lowest: { cents: number } | null }>, id: number) =>
  floors.get(itemKey({ area: 'print', id }))?.lowest?.cents

test('what was read once is read again only where more was said', async () => {
  const { source, say, taken } = book()
  const floors = new PriceFloors()
  for (let id = 1; id <= 250; id++) say(id, 1000 + id)
  expect(centsOf(await floors.at('a', '1', 0, source), 7)).toBe(1007)
  expect(taken()).toBe('marks, print 1-100, print 101-200, print 201-250')
  await floors.at('a', '1', 0, source)
  expect(taken()).toBe('')
  say(7, 900, LATER)
  say(200, 800, LATER)
  const now = await floors.at('a', '2', 0, source)
  expect([centsOf(now, 7), centsOf(now, 8), centsOf(now, 200)]).toEqual([900, 1008, 800])
  expect(taken()).toBe('marks, print 7-7, print 200-200')
})

test('a price that became too old is told where there is none since, without a question to the book of others', async () => {
  const { source, say, taken } = book()
  const floors = new PriceFloors()
  say(1, 500)
  say(1, 700, LATER)
  say(2, 600, LATER)
  say(3, 400)
  expect(centsOf(await floors.at('a', '1', 0, source), 1)).toBe(500)
  taken()
  const now = await floors.at('a', '1', Date.parse(LATER), source)
  expect([1, 2, 3].map((id) => centsOf(now, id))).toEqual([700, 600, 400])
  expect([1, 2, 3].map((id) => now.get(`print ${id}`)!.lowest!.aged)).toEqual([false, false, true])
  expect(now.get('print 1')!.fastestDays).toBe(3)
  expect(taken()).toBe('print 1-1, print 3-3')
  await floors.at('a', '1', Date.parse(LATER), source)
  expect(taken()).toBe('')
  // A longer age in the settings is one of prices that are told again.
  expect(centsOf(await floors.at('a', '1', 0, source), 3)).toBe(400)
  expect(taken()).toBe('print 3-3')
})

test('nothing is kept of what is gone, nor of another partner', async () => {
  const { source, say, answers } = book()
  const floors = new PriceFloors()
  say(1, 500)
  say(2, 600)
  await floors.at('a', '1', 0, source)
  answers.delete(2)
  expect([...(await floors.at('a', '2', 0, source)).keys()]).toEqual(['print 1'])
  const other = book()
  other.say(1, 700)
  expect(centsOf(await floors.at('b', '2', 0, other.source), 1)).toBe(700)
})

test('a lead time that the latest answer names no more is not the fastest, but where it was shown at its own request', async () => {
  const { source, say, answers } = book()
  say(7, 900)
  say(8, 900)
  const later = (delai: number | null, prices: object) => ({
    ...{ ...answers.get(7)![0]!, fingerprint: 'other', observedAt: LATER, confirmedAt: LATER },
    ...{ delai, prices: prices as KeptAnswer['prices'] },
  })
  answers.get(7)!.push(later(null, { 'J+5': { cents: 800, message: '' } }))
  answers.get(8)!.push(later(3, { 'J+5': { cents: 800, message: '' } }))
  const now = await new PriceFloors().at('a', '1', 0, source)
  expect([7, 8].map((id) => now.get(itemKey({ area: 'print', id }))?.fastestDays)).toEqual([5, 3])
})

test('what the catalogue offers no more is no price, once the catalogue is another', async () => {
  const { source, say, taken } = book()
  say(7, 500)
  say(7, 900, LATER)
  say(8, 600)
  const floors = new PriceFloors()
  await floors.at('a', '1', 0, source)
  taken()
  const isOffered: FloorSource['isOffered'] = ({ id }, _configuration, label) => id === 7 && label === 'J+3'
  const now = await floors.at('a', '1', 0, { ...source, version: 2, isOffered })
  expect([7, 8].map((id) => centsOf(now, id))).toEqual([500, undefined])
  expect(taken()).toBe('print 7-8')
})

test('a price from before the partner moved another of the product is told where there is none since', async () => {
  const { source, say } = book()
  const floors = new PriceFloors()
  say(7, 500)
  say(7, 600, AT, 'same')
  say(8, 500)
  expect(centsOf(await floors.at('a', '1', 0, source), 7)).toBe(500)
  say(7, 800, LATER, 'same')
  const now = await floors.at('a', '2', 0, source)
  expect([7, 8].map((id) => centsOf(now, id))).toEqual([800, 500])
})
