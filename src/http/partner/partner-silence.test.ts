/** Prices of a product of a partner that has never answered for it (docs/partner-api.md 2.3). */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Produit } from '../../domain/print/product.ts'
import { ADDRESS, json, world } from '../../testing/app.ts'

const PRODUCT = {
  ...{ id: 1, nom: 'Carte', delais: [9], options: [] },
  ...{ nombre_visuels_min: 1, nombre_visuels_max: 1, quantites: { range: true, min: 1 } },
} as unknown as Produit

/** A partner whose product is known and none of whose lead times is, as after it was given another address. */
async function shop(answer: (response: ServerResponse) => unknown, token: string | null = 'jeton') {
  // Nobody waits for a try after a failure.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => void vi.restoreAllMocks())
  const server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const made = await world()
  const { service } = made
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { id, link } = await service.partners.keep({ name: 'Ailleurs', url, token })
  const none = { familles: [], printTariffs: [], displayTariffs: [] }
  await service.catalogue.load({ leadTimes: [{ id: 9, days: null }], produits: [PRODUCT], ...none }, id)
  await service.partners.reload()
  const line = { produit: link.block!.base + 1, quantites_multiples: [100] }
  return { service, client: made.partner(await made.token('Atelier', { canOrder: true })), line }
}

test.each<[string, (response: ServerResponse) => unknown, string]>([
  ['fails', (response) => response.writeHead(503).end(), 'The partner does not answer.'],
  [
    'asks for patience',
    (response) => response.writeHead(429, { 'retry-after': '9999' }).end(),
    'The partner asks for patience: this price is not known.',
  ],
  [
    'refuses the token',
    (response) => response.writeHead(401).end(),
    'The partner refuses our token: it cannot be asked for this price.',
  ],
  [
    'breaks off',
    (response) => response.destroy(),
    'Offline, and the partner was never asked for this price.',
  ],
  [
    'answers what cannot be read',
    (response) => response.end('<p>'),
    'The partner’s answer cannot be read: it does not give this price.',
  ],
])('a partner that %s: prices say so, and a cart the same', async (_how, answer, message) => {
  const { client, line } = await shop(answer)
  const english = { 'accept-language': 'en' }
  const prices = await client.post('/0.2/print/prix/', line, english)
  expect(prices.statusCode, prices.body).toBe(400)
  expect(json(prices).errors).toEqual([{ path: '', code: 'price_unavailable', message }])
  const cart = await client.post(
    '/0.2/print/panier/',
    { adresse_livraison: ADDRESS, lignes: [line] },
    english,
  )
  expect(json(cart).errors).toEqual([{ path: '/lignes/0', code: 'price_unavailable', message }])
})

test('one that answers no lead time has none, and a cart says that it gives no price', async () => {
  const { client, line } = await shop((response) => response.end('{}'))
  const prices = await client.post('/0.2/print/prix/', line)
  expect(prices.statusCode).toBe(200)
  expect(json(prices)).toEqual({})
  const cart = await client.post('/0.2/print/panier/', { adresse_livraison: ADDRESS, lignes: [line] })
  const message = 'Le partenaire ne donne aucun prix qui puisse être lu.'
  expect(json(cart).errors).toEqual([{ path: '/lignes/0', code: 'price_unavailable', message }])
})

test('one whose token is not stored is told so, and where to store it; not that it refuses one', async () => {
  const { client, line } = await shop((response) => response.end('{}'), null)
  const prices = await client.post('/0.2/print/prix/', line)
  const message =
    'Aucun jeton n’est enregistré pour ce partenaire : ce prix ne peut pas lui être demandé. Enregistrez-le dans Réglages, Partenaires.'
  expect(json(prices).errors).toEqual([{ path: '', code: 'price_unavailable', message }])
})

test('where our own pace holds a request back, the partner is not said to ask for patience', async () => {
  const { service, client, line } = await shop((response) => response.end('{}'))
  await service.changeSettings({ upstreamRatePerSecond: 0.01, upstreamTimeoutMs: 100 })
  const ask = (copies: number) => client.post('/0.2/print/prix/', { ...line, quantites_multiples: [copies] })
  // One of both has the turn of the next hundred seconds, if its first sync has not.
  for (const copies of [100, 200]) await ask(copies)
  const prices = await ask(300)
  expect(json(prices).errors[0].message).toContain('Nos demandes à ce partenaire attendent leur tour')
})
