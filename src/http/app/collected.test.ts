/** What a customer collects at the shop: no address of his own, VAT by the shop's, and a partner sends to the shop. */
import { expect, test } from 'vitest'
import { ADDRESS, json, world } from '../../testing/app.ts'
import { readPdf } from '../../testing/pdf.ts'
import { create, move, print, put, CARDS } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import { severalSources } from '../../testing/sources.ts'

const SHOP = {
  ...{ name: 'Imprimerie du Port', address1: '12 quai des Belges', address2: 'Cour', postalCode: '13001' },
  ...{ town: 'Marseille', country: 'France', phone: '04 91 00 00 00', email: 'port@example.fr' },
}
const PLACE = {
  ...{ societe: 'Imprimerie du Port', adresse1: '12 quai des Belges', adresse2: 'Cour' },
  ...{ code_postal: '13001', ville: 'Marseille', pays: 'France' },
}
type Made = Awaited<ReturnType<typeof world>>
async function issuer({ desk, service }: Made, changes: Loose) {
  const now = service.documents.letterhead.current.issuer
  const payload = { issuer: { ...now, ...changes } }
  const answer = await desk.send({ method: 'PUT', url: '/api/letterhead', payload })
  expect(answer.statusCode).toBe(200)
}
const codes = ({ obstacles }: Loose) => (obstacles as Loose[]).map(({ path, code }) => `${path} ${code}`)
const WALK_IN = { collected: true, lines: [print(CARDS)] }

test('who walks in orders without an address, without a name, and in a shop that has not said where it is', async () => {
  const made = await world()
  const quote = await create(made, WALK_IN)
  expect(quote).toMatchObject({ collected: true, vat: { rate: '20' }, obstacles: [] })
  const ordered = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, { version: 1 }))
  expect(ordered.quote).toMatchObject({ state: 'ordered', collected: true })
  const order = json(await made.desk.get(`/api/orders/${ordered.orders[0]}`))
  expect(order.order.adresse_livraison.adresse1).toBe('')
})

test('it goes to the shop by its letterhead, with who collects it; lists name him, not the shop', async () => {
  const made = await world()
  await issuer(made, SHOP)
  const address = { prenom: 'Ana', nom: 'Ruiz', telephone: '06', societe: 'X', adresse1: 'Y', ville: 'Z' }
  const quote = await create(made, { ...WALK_IN, address })
  expect(quote['address']).toMatchObject({ prenom: 'Ana', nom: 'Ruiz', telephone: '06', ...PLACE })
  const { orders } = json(await made.desk.post(`/api/quotes/${quote['id']}/order`, {}))
  expect(json(await made.desk.get(`/api/orders/${orders[0]}`)).order.adresse_livraison).toMatchObject(PLACE)
  expect(json(await made.desk.get('/api/orders'))[0].recipient).toBe('Ana Ruiz')
  expect(json(await made.desk.get('/api/quotes'))[0].recipient).toBe('Ana Ruiz')
})

test('VAT goes by where the shop is, whatever address was typed', async () => {
  const made = await world()
  await issuer(made, { ...SHOP, postalCode: '97200', town: 'Fort-de-France' })
  const address = { nom: 'Ruiz', pays: 'Espagne', code_postal: '28001' }
  const previewed = json(await made.desk.post('/api/quotes/price', { ...WALK_IN, address }))
  const quote = await create(made, { ...WALK_IN, address })
  expect(quote['vat']).toMatchObject({ rate: '8.5', reason: 'postal_code' })
  expect(previewed.totals).toEqual(quote['totals'])
})

test('of a partner’s product the shop’s address is needed, and is where the partner sends it', async () => {
  const made = await severalSources()
  const [one] = made.partners
  const line = print({ produit: one!.base + 1, quantites_multiples: [100] }, one!.base + 9)
  const quote = await create(made, { collected: true, address: { nom: 'Ruiz' }, lines: [line] })
  expect(codes(quote)).toEqual(['/address shop_address_required'])
  const refused = await made.desk.post(`/api/quotes/${quote['id']}/order`, {})
  expect(refused.statusCode).toBe(400)
  expect(json(refused).errors[0].message).toContain('Réglages → Documents')
  await issuer(made, SHOP)
  // A draft takes the shop's address as it is saved.
  const content = { collected: true, address: { nom: 'Ruiz' }, lines: quote['lines'], version: 1 }
  const saved = json(await put(made, `/api/quotes/${quote['id']}`, content))
  expect(codes(saved)).toEqual([])
  await made.desk.get(`/api/quotes/${quote['id']}/order`)
  const asked = one!.partner.asked.find(({ what }) => what === 'panier')?.body as Loose
  expect(asked['adresse_livraison']).toMatchObject({ ...PLACE, nom: 'Ruiz' })
})

test('it stays so where nothing is said of it, goes where that is said, and is copied and made again', async () => {
  const made = await world()
  await issuer(made, SHOP)
  const quote = await create(made, { ...WALK_IN, address: { nom: 'Ruiz' } })
  const lines = quote['lines'] as Loose[]
  const url = `/api/quotes/${quote['id']}`
  const kept = json(await put(made, url, { lines, address: { nom: 'Ruiz' }, version: 1 }))
  expect(kept).toMatchObject({ collected: true, address: PLACE })
  const copy = json(await made.desk.post(`${url}/duplicate`, {}))
  expect(copy).toMatchObject({ collected: true, address: { nom: 'Ruiz', ...PLACE } })
  const gone = json(await put(made, url, { lines, address: { nom: 'Ruiz' }, collected: false, version: 2 }))
  expect(gone).toMatchObject({ collected: false, address: { nom: 'Ruiz', ville: '' } })
  expect(codes(gone)).toContain('/address/ville address_required')
  const { orders } = json(await made.desk.post(`/api/quotes/${copy['id']}/order`, {}))
  const again = json(await made.desk.post(`/api/orders/${orders[0]}/again`, {}))
  expect(again.quote).toMatchObject({ collected: true, address: { nom: 'Ruiz', ...PLACE } })
})

test('what was sent stays where it is collected, and is so in its revisions', async () => {
  const made = await world()
  await issuer(made, SHOP)
  const quote = await create(made, WALK_IN)
  const url = `/api/quotes/${quote['id']}`
  const sent = json(await move(made, Number(quote['id']), 'sent'))
  const completed = json(
    await put(made, `${url}/delivery`, {
      ...{ address: { nom: 'Ruiz', ville: 'Lyon', pays: 'Espagne' }, note: '', version: sent.version },
    }),
  )
  expect(completed).toMatchObject({ collected: true, address: { nom: 'Ruiz', ...PLACE } })
  expect(json(await made.desk.get(`${url}/revisions/1`))).toMatchObject({ collected: true })
  const revised = json(await made.desk.post(`${url}/revise`, { version: completed.version }))
  expect(revised).toMatchObject({ collected: true, address: PLACE })
})

test('the document says that it is collected, and of whom nothing is known that he walked in', async () => {
  const made = await world()
  const quote = await create(made, WALK_IN)
  const { rawPayload } = await made.desk.get(`/api/quotes/${quote['id']}/document`)
  const text = (await readPdf(rawPayload)).pages.join('\n')
  expect(text).toContain('Retrait au magasin')
  expect(text).toContain('Client de passage')
})

test('it is not found by the town of the shop, its order neither; what is delivered there is', async () => {
  const made = await world()
  await issuer(made, SHOP)
  const walkedIn = await create(made, WALK_IN)
  await made.desk.post(`/api/quotes/${walkedIn['id']}/order`, {})
  const { id } = await create(made, { lines: [print(CARDS)], address: { ...ADDRESS, ...PLACE } })
  const { orders } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
  const found = json(await made.desk.get(`/api/search?q=${encodeURIComponent(PLACE.ville)}`))
  const ids = (list: { id: number }[]) => list.map((one) => one.id)
  expect([ids(found['quotes']), ids(found['orders'])]).toEqual([[id], orders])
  const listed = json(await made.desk.get(`/api/orders?search=${encodeURIComponent(PLACE.ville)}`))
  expect(ids(listed as unknown as { id: number }[])).toEqual(orders)
})
