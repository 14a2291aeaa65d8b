/** The total that is wanted of a draft: the discount that makes it, which nothing writes. */
import { expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import { CARDS, create, FLYERS, move, print, put, QUOTE } from '../../testing/quotes.ts'

const TOTEM = { famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }
const SERVICE = { area: 'free', text: 'Pose', quantity: 1, unitCents: 4999 }
const LINES = [print(CARDS), print(FLYERS), { area: 'display', line: TOTEM, delai: 1 }, SERVICE]

test.each([
  ['ht', 'prix_total_ht'],
  ['ttc', 'prix_final_ttc'],
] as const)(
  '%s: the quote comes to it with that discount, over several orders and services',
  async (of, field) => {
    const made = await world()
    const quote = await create(made, { ...QUOTE, lines: LINES, discount: { percent: '3' } })
    const wanted = quote['totals'][field] - 1500
    const answer = await made.desk.post(`/api/quotes/${quote['id']}/wanted-total`, { of, cents: wanted })
    expect(answer.statusCode).toBe(200)
    const { discount, totals } = json(answer)
    expect(totals[field]).toBe(wanted)
    expect(json(await made.desk.get(`/api/quotes/${quote['id']}`))).toMatchObject({
      version: quote['version'],
    })
    const changed = json(await put(made, `/api/quotes/${quote['id']}`, { ...quote, discount }))
    expect(changed.totals).toEqual(totals)
  },
)

test('what is more than the lines come to needs no discount; without a price, and of what was sent, there is none to find', async () => {
  const made = await world()
  const { id } = await create(made)
  const ask = (of: number, cents = 99_999_999) =>
    made.desk.post(`/api/quotes/${of}/wanted-total`, { of: 'ht', cents })
  expect(json(await ask(id))).toMatchObject({ discount: null })
  expect(json(await ask(id, Number.MAX_SAFE_INTEGER))).toMatchObject({ discount: null })
  for (const cents of [1e17, -1]) expect((await ask(id, cents)).statusCode).toBe(400)
  const broken = await create(made, { ...QUOTE, lines: [print({ ...CARDS, quantites_multiples: [101] })] })
  expect(faultsOf(await ask(broken['id']))).toEqual(['/lines/0 price_unavailable'])
  await move(made, id, 'sent')
  expect((await ask(id)).statusCode).toBe(409)
})
