/** What a customer took of what a quote left him to choose: kept as it is accepted, and what is ordered. */
import { expect, test } from 'vitest'
import { ADDRESS, faultsOf, json, world, type World } from '../../testing/app.ts'
import { CARDS, create, FLYERS, move, print } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

/** What 100 and 250 cards, and 250 flyers cost. */
const [CARD, MORE, FLYER] = [2150, 2990, 1447]
const design = { area: 'free', text: 'Création graphique', quantity: 1, unitCents: 6000, role: 'option' }
const CHOICES = {
  reference: 'REF',
  address: ADDRESS,
  lines: [
    print(CARDS),
    { ...print({ ...CARDS, quantites_multiples: [250] }), role: 'alternative' },
    { ...print(FLYERS), role: 'alternative' },
    design,
  ],
}

async function sent(made: World, more: Loose = {}) {
  const draft = await create(made, { ...CHOICES, ...more })
  const quote = json(await move(made, draft.id, 'sent'))
  const ids = quote.lines.map(({ id }: Loose) => id) as string[]
  return { id: quote.id as number, quote, cards: ids[0]!, more: ids[1]!, flyers: ids[2]!, design: ids[3]! }
}
const told = ({ lines }: Loose) =>
  lines.map(({ id, role, price }: Loose) => [id, role, price.priceCents]) as [string, string, number][]

test('is asked for before it is accepted, and writes nothing then', async () => {
  const made = await world()
  const one = await sent(made)
  const answer = await made.desk.post(`/api/quotes/${one.id}/choice`, {
    taken: [one.flyers, one.design],
    version: one.quote.version,
  })
  expect(answer.statusCode).toBe(200)
  expect(json(answer).totals.prix_ht).toBe(FLYER + 6000)
  expect(json(await made.desk.get(`/api/quotes/${one.id}`))).toEqual(one.quote)
})

test('changes places with what it stands for, has its total, is told in the history, and is ordered', async () => {
  const made = await world()
  const one = await sent(made)
  const accepted = json(await move(made, one.id, 'accepted', { taken: [one.more, one.design] }))
  expect(accepted).toMatchObject({ state: 'accepted', number: one.quote.number, revision: 1 })
  expect(told(accepted)).toEqual([
    [one.more, 'included', MORE],
    [one.cards, 'alternative', CARD],
    [one.flyers, 'alternative', FLYER],
    [one.design, 'included', 6000],
  ])
  expect(accepted.totals.prix_ht).toBe(MORE + 6000)
  expect(accepted.lines.map(({ promised }: Loose) => promised)).toEqual(
    [1, 0, 2, 3].map((at) => one.quote.lines[at].promised),
  )
  const [event] = json(await made.desk.get(`/api/quotes/${one.id}/history`))
  expect(event.message).toBe(
    `Devis ${one.quote.number} accepté ; retenu : Cartes de visite (250, J+2) ; Création graphique`,
  )
  // What was sent stays as it was.
  const asSent = json(await made.desk.get(`/api/quotes/${one.id}/revisions/1`))
  expect(told(asSent)).toEqual(told(one.quote))
  const ordered = await made.desk.post(`/api/quotes/${one.id}/order`, {})
  expect(ordered.statusCode).toBe(201)
  const order = json(await made.desk.get(`/api/orders/${json(ordered).orders[0]}`))
  expect(order.grandTotals.prix_ht).toBe(MORE + 6000)
})

test('a quote is accepted as it was sent where nothing is said, or what is in its total anyway', async () => {
  const made = await world()
  const plain = await sent(made)
  const old = json(await move(made, plain.id, 'accepted'))
  expect(told(old)).toEqual(told(plain.quote))
  expect(json(await made.desk.get(`/api/quotes/${plain.id}/history`))[0].message).not.toContain('retenu')
  const one = await sent(made)
  const same = json(await move(made, one.id, 'accepted', { taken: [one.cards] }))
  expect(told(same)).toEqual(told(one.quote))
  const [event] = json(await made.desk.get(`/api/quotes/${one.id}/history`))
  expect(event.message).toContain('retenu : Cartes de visite (100, J+2)')
})

test('what cannot have been taken is refused at its place; so is a choice that is said of anything but an acceptance', async () => {
  const made = await world()
  const one = await sent(made)
  const faults = async (state: string, taken: string[]) =>
    faultsOf(await move(made, one.id, state, { taken }))
  expect(await faults('accepted', ['x'])).toEqual(['/taken/0 taken_unknown'])
  expect(await faults('accepted', [one.more, one.flyers])).toEqual(['/taken/1 taken_twice'])
  expect(await faults('accepted', [one.cards, one.flyers])).toEqual(['/taken/1 taken_twice'])
  expect(await faults('refused', [one.more])).toEqual(['/taken taken_state'])
  const draft = await create(made, CHOICES)
  const early = await move(made, draft.id, 'accepted', { taken: [draft.lines[1].id] })
  expect(faultsOf(early)).toEqual(['/taken taken_state'])
  expect(json(await made.desk.get(`/api/quotes/${one.id}`)).state).toBe('sent')
})

test('with another discount of the account by now, a choice has no total that was offered', async () => {
  const made = await world()
  const account = await made.service.customers.ensure('Grand compte', { discount: '10' })
  const one = await sent(made, { customerId: account.id })
  await made.service.customers.ensure('Grand compte', { discount: '20' })
  const refused = await move(made, one.id, 'accepted', { taken: [one.more] })
  expect([refused.statusCode, faultsOf(refused)]).toEqual([409, [' totals_changed']])
  expect((await move(made, one.id, 'accepted')).statusCode).toBe(200)
})
