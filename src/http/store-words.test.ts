/** What is said of a store that does not answer, to a program that has a key and to a person at a screen. */
import { expect, test, vi } from 'vitest'
import { StoreError, type StoreErrorCode } from '../store/errors.ts'
import { world } from '../testing/app.ts'
import { printCart } from '../testing/carts.ts'
import { create } from '../testing/quotes.ts'

const KEYED = { 'idempotency-key': 'k', 'accept-language': 'en' }
const detailOf = (answer: { json<T>(): T }) => answer.json<{ detail: string }>().detail

async function failing(code: StoreErrorCode) {
  const made = await world()
  const tool = made.partner(await made.token('Zoé', { canOrder: true }))
  const failure = () => Promise.reject(new StoreError(code, { store: 'postgres://h/d', file: 'f' }))
  vi.spyOn(made.service.store.orders, 'findKey').mockImplementation(failure)
  vi.spyOn(made.service.orders, 'summaries').mockImplementation(failure)
  return { ...made, order: (headers: Record<string, string>) => tool.post(VALIDATE, printCart, headers) }
}
const VALIDATE = '/0.2/print/panier/validate/'

test.each([
  ['away', 503, /^The database does not answer\. This try saved nothing; an earlier one may have\./],
  ['newer', 503, /^This service ends.*This try saved nothing; an earlier one may have\./],
  ['full', 500, /^The data store does not accept writes.*This try saved nothing; an earlier one may have\./],
] as const)('with a key, of a store that is %s: nothing by this try', async (code, status, words) => {
  const { order } = await failing(code)
  const answer = await order(KEYED)
  expect(answer.statusCode).toBe(status)
  expect(detailOf(answer)).toMatch(words)
  expect(detailOf(answer)).toMatch(/with the same Idempotency-Key,?:? ?nothing is ordered twice\.$/i)
  expect(answer.json()).toMatchObject({ errors: [{ path: '', code: 'internal_error' }] })
  const french = detailOf(await order({ 'idempotency-key': 'k' }))
  expect(french).toContain('Cet essai n’a rien enregistré ; un essai précédent a pu l’être.')
  expect(french).toMatch(/rien n’est commandé deux fois\.$/)
})

test('a commit in doubt: a program is told of its key, a person where to look', async () => {
  const { order, desk } = await failing('commit_unknown')
  expect(detailOf(await order(KEYED))).toContain('with the same idempotency key')
  const here = await desk.get('/api/orders')
  expect(here.statusCode).toBe(503)
  expect(detailOf(here)).toContain('il n’est pas certain que rien n’ait été enregistré')
  expect(detailOf(here)).toContain('regardez ici et parmi les devis et les commandes')
  expect(detailOf(here)).not.toMatch(/clé|idempot/i)
  expect(here.json()).toMatchObject({ doubt: true })
})

test('of a store that is closed, for its service stops: that it does, and no failure is in the log', async () => {
  const { desk, service, logged } = await world({ logLevel: 'warn' })
  await service.close()
  const answers = [
    await desk.get('/api/orders'),
    await desk.post('/api/people', { name: 'Zoé', password: 'un mot de passe', role: 'administrateur' }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503)
    expect(detailOf(answer)).toMatch(/^Le service s’arrête/)
  }
  expect(logged).toEqual([])
})

test('without a key, and of a database that is away, nothing was saved', async () => {
  const { desk } = await failing('away')
  expect(detailOf(await desk.get('/api/orders'))).toContain('Rien n’a été enregistré')
})

test.each([
  ['sent', (id: number) => ({ method: 'PUT', url: `/api/quotes/${id}/state`, payload: { state: 'sent' } })],
  ['copied', (id: number) => ({ method: 'POST', url: `/api/quotes/${id}/duplicate`, payload: {} })],
  ['ordered', (id: number) => ({ method: 'POST', url: `/api/quotes/${id}/order`, payload: {} })],
] as const)(
  'a quote that was %s, and cannot be read for the answer: nobody says that nothing was saved',
  async (_what, request) => {
    const made = await world()
    const { id } = await create(made)
    const { engine } = made.service.store
    const [write, read] = [engine.write.bind(engine), engine.read.bind(engine)]
    let isAway = false
    vi.spyOn(engine, 'write').mockImplementation(async (work) => {
      const result = await write(work)
      isAway = true
      return result
    })
    vi.spyOn(engine, 'read').mockImplementation((work) =>
      isAway ? Promise.reject(new StoreError('away', { store: 'postgres://h/d' })) : read(work),
    )
    const answer = await made.desk.send(request(id))
    expect(isAway).toBe(true)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ doubt: true })
    expect(detailOf(answer)).not.toContain('Rien n’a été enregistré')
  },
)
