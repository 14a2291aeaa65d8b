/** Integers that no id, version or amount can be, wherever a request may name one: told like any other that nothing has. */
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, world, type World } from '../../testing/app.ts'
import { makeCompany } from '../../testing/companies.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { CARDS, create, print, put, QUOTE } from '../../testing/quotes.ts'

const FREE = { area: 'free', text: 'Pose', quantity: 1, unitCents: 100 }
const NOTES = { internalNote: 'x', files: [] }

const CUSTOMER = { name: 'Atelier', canOrder: true, discount: '0', products: null, families: null }
const PATHS = [
  ['PUT', '/api/quotes/ID'],
  ['POST', '/api/quotes/ID/duplicate'],
  ['PUT', '/api/companies/ID'],
  ['POST', '/api/orders/ID/reprice'],
  ['POST', '/api/outbox/ID/retry'],
  ['POST', '/api/customers/ID/tokens'],
  ['DELETE', '/api/tokens/ID'],
  ['DELETE', '/api/shelf/configurations/ID'],
] as const

/** Requests with a large integer in one place each. */
const requestsWith = (
  n: number,
): readonly (readonly [method: 'POST' | 'PUT' | 'DELETE', url: string, body: object])[] => [
  ['POST', '/api/quotes', { ...QUOTE, companyId: n }],
  ['POST', '/api/quotes', { ...QUOTE, companyId: 1, contactId: n }],
  ['POST', '/api/quotes', { ...QUOTE, customerId: n }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [print(CARDS, n)] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [print({ ...CARDS, produit: n })] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [print({ ...CARDS, variantes: [n] })] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [print({ ...CARDS, quantites_multiples: [n] })] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [{ ...FREE, unitCents: n }] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [{ ...FREE, costCents: n }] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [{ ...FREE, quantity: n }] }],
  ['POST', '/api/quotes', { ...QUOTE, lines: [{ ...print(CARDS), sale: { by: 'fixed', cents: n } }] }],
  ['POST', '/api/quotes', { ...QUOTE, discount: { cents: n } }],
  ['POST', '/api/quotes/price', { ...QUOTE, companyId: n }],
  ['POST', '/api/quotes/price', { ...QUOTE, quoteId: n }],
  ['POST', '/api/quotes/price', { ...QUOTE, customerId: n }],
  ['PUT', '/api/quotes/1', { ...QUOTE, version: n }],
  ['PUT', '/api/quotes/1', { ...QUOTE, version: 1, companyId: n }],
  ['PUT', '/api/quotes/1', { ...QUOTE, version: 1, companyId: 1, contactId: n }],
  ['PUT', '/api/quotes/1', { ...QUOTE, version: 1, customerId: n }],
  ['PUT', '/api/quotes/1/notes', { ...NOTES, notesVersion: n }],
  ['PUT', '/api/quotes/1/delivery', { address: ADDRESS, note: '', version: n }],
  ['POST', '/api/quotes/1/reprice', { how: 'take', version: n }],
  ['POST', '/api/quotes/1/reprice', { how: 'take', line: n }],
  ['PUT', '/api/quotes/1/state', { state: 'sent', version: n }],
  ['POST', '/api/quotes/1/order', { version: n }],
  ['POST', '/api/quotes/1/revise', { version: n }],
  ['POST', '/api/quotes/1/give-up', { version: n }],
  ['DELETE', `/api/quotes/1?version=${BigInt(n)}`, {}],
  ['PUT', '/api/companies/1', { name: 'Dupont', version: n }],
  ['PUT', '/api/companies/1', { name: 'Dupont', version: 1, contacts: [{ id: n, lastName: 'Martin' }] }],
  ['PUT', '/api/companies/1', { name: 'Dupont', version: 1, addresses: [{ id: n, address: ADDRESS }] }],
  ['PUT', '/api/companies/1/archived', { archived: true, version: n }],
  ['POST', '/api/orders/1/reprice', { totalCents: n }],
  ['POST', '/api/outbox/1/retry', { acceptCents: n }],
  ['POST', '/api/outbox/1/resolve', { upstreamId: n }],
  ['POST', '/api/customers', { ...CUSTOMER, products: [n] }],
  ['POST', '/api/customers', { ...CUSTOMER, families: [n] }],
  ['PUT', '/api/shelf/favourites', { area: 'print', id: n, favourite: true }],
  ['POST', '/api/shelf/recents', print(CARDS, n)],
  ['POST', '/api/shelf/configurations', { name: 'x', ...print(CARDS, n) }],
  ['POST', '/api/prices', print({ ...CARDS, produit: n })],
  ['POST', '/api/price-matrix', { ...print(CARDS), quantities: [[n]] }],
  ['POST', '/api/sync', { prices: n }],
  ['POST', '/api/partners', { url: 'https://partner.example', limits: { ratePerSecond: n } }],
  ['PUT', '/api/settings', { upstreamRatePerSecond: n }],
  ...PATHS.map(([method, url]) => [method, url.replace('ID', `${BigInt(n)}`), QUOTE] as const),
]

async function prepared(store: string | null): Promise<World> {
  const here = await world({ store })
  await makeCompany(here)
  await create(here)
  const { id } = await create(here)
  expect((await here.desk.post(`/api/quotes/${id}/order`, {})).statusCode).toBe(201)
  return here
}

test.each([1e19, -1e19, 1e308])('%d is told alike on both engines, and never fails', async (n) => {
  const worlds = [await prepared(null), await prepared(await postgresDatabase())] as const
  for (const [method, url, payload] of requestsWith(n)) {
    const told = async ({ desk }: World) => {
      const answer = await desk.send({ method, url, payload })
      return [answer.statusCode, answer.statusCode < 400 ? [] : faultsOf(answer)]
    }
    const request = `${method} ${url} ${JSON.stringify(payload)}`
    const [status, faults] = await told(worlds[0])
    expect.soft(status, request).toBeLessThan(500)
    expect.soft(await told(worlds[1]), request).toEqual([status, faults])
  }
  expect.soft(worlds.flatMap(({ logged }) => logged)).toEqual([])
})

test.each([1e19, -1e19, 1e308])('%d is nobody’s id and no version that anything has', async (n) => {
  const here = await prepared(await postgresDatabase())
  const company = await here.desk.post('/api/quotes', { ...QUOTE, companyId: n })
  expect([company.statusCode, faultsOf(company)]).toEqual([400, ['/companyId company_unknown']])
  const notes = await put(here, '/api/quotes/1/notes', { ...NOTES, notesVersion: n })
  expect([notes.statusCode, faultsOf(notes)]).toEqual([409, [' quote_changed']])
  const sync = await here.desk.post('/api/sync', { prices: n })
  expect([sync.statusCode, faultsOf(sync)]).toEqual([400, ['/prices value_invalid']])
})

test('a number that is beyond all is a fault where it stands', async () => {
  const here = await prepared(null)
  const place = 987_654_321_987_654
  const headers = { 'content-type': 'application/json' }
  const bodies = requestsWith(place).filter(([, , payload]) => JSON.stringify(payload).includes(`${place}`))
  for (const [method, url, payload] of bodies)
    for (const beyond of ['1e999', '-1e999']) {
      const text = JSON.stringify(payload).replace(`${place}`, beyond)
      const answer = await here.desk.send({ method, url, headers, payload: text })
      // What a line asks for is kept as a draft's, with what is wrong with it.
      if (answer.statusCode < 400) expect.soft(answer.body, text).toMatch(/"problem":"|"message":"/)
      else
        expect
          .soft(faultsOf(answer), `${method} ${url} ${text}`)
          .toMatchObject([expect.stringMatching(/^\//)])
    }
  const line = JSON.stringify({ ...QUOTE, lines: [{ ...FREE, quantity: place }] }).replace(
    `${place}`,
    '1e999',
  )
  const answer = await here.desk.send({ method: 'POST', url: '/api/quotes', headers, payload: line })
  expect(faultsOf(answer)).toEqual(['/lines/0/quantity field_type'])
})
