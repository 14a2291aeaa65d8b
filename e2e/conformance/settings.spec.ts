import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/** What a setting changes of the partner API: the right to order in display, VAT, origins, the rate limit. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const program = new Program()
const key = 'cle-des-reglages-0123456789'
let server: Server
let before: Any

beforeAll(async () => {
  await program.import(bundle)
  await program.token({ customer: 'Sans droit' })
  await program.token({ customer: 'Avec droit', canOrder: true })
  await program.token({ customer: 'Pressé' })
  server = await program.serve('--key', key)
  before = (await server.ask('/api/settings', { headers: { Authorization: `Bearer ${key}` } })).json()
})
afterAll(() => program.end())

const set = async (changes: object): Promise<void> => {
  const answer = await server.ask('/api/settings', {
    method: 'PUT',
    json: { ...before, ...changes },
    headers: { Authorization: `Bearer ${key}` },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
}

const rollUp = { famille: 201, format: 11, support: 21, quantite: 1 }
const cards = { produit: 101, quantites_multiples: [100] }

test('ordering_not_allowed: a setting extends the right to order to the display area', async () => {
  const order = (customer: string) =>
    server.ask('/0.2/display/panier/validate/', {
      token: program.tokens[customer],
      json: { lignes: [rollUp], adresse_livraison: paris },
    })
  expect((await order('Sans droit')).status).toBe(201)
  await set({ displayOrderingNeedsRight: true })
  expectFaults(await order('Sans droit'), 403, [['', 'ordering_not_allowed']])
  expect((await order('Avec droit')).status).toBe(201)
  await set({})
  expect((await order('Sans droit')).status).toBe(201)
})

test('VAT is a table in the settings', async () => {
  const vat = async (pays: string, code_postal: string) => {
    const answer = await server.ask('/0.2/print/panier/', {
      token: program.tokens['Sans droit'],
      json: { lignes: [cards], adresse_livraison: { ...paris, pays, code_postal } },
    })
    return (answer.json() as { prix_tva: number }).prix_tva
  }
  expect(before.vat).toMatchObject({ rate: '20', elsewhere: '0' })
  await set({
    vat: {
      countries: ['Belgique'],
      rate: '21',
      exceptions: [{ postalPrefix: '40', rate: '5.5' }],
      elsewhere: '1',
    },
  })
  // 2150 × 21 % = 451.5, up; × 5.5 % = 118.25; × 1 % = 21.5, up
  expect(await vat('BELGIQUE', '1000')).toBe(452)
  expect(await vat('belgique', '4000')).toBe(118)
  expect(await vat('France', '4000')).toBe(22)
  await set({})
  expect(await vat('France', '4000')).toBe(430)
})

test('CORS only for an origin that the settings name', async () => {
  const allowed = async (origin: string) =>
    (
      await server.ask('/0.2/print/produit/', {
        token: program.tokens['Sans droit'],
        headers: { Origin: origin },
      })
    ).headers['access-control-allow-origin']
  await set({ corsOrigins: ['https://outil.example'] })
  expect(await allowed('https://outil.example')).toBe('https://outil.example')
  for (const origin of [
    'https://autre.example',
    'http://outil.example',
    'https://outil.example.evil',
    'null',
  ])
    expect(await allowed(origin), origin).toBeUndefined()
  const preflight = await server.ask('/0.2/print/prix/', {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://outil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
    },
  })
  expect(preflight.status).toBeLessThan(300)
  expect(preflight.headers['access-control-allow-origin']).toBe('https://outil.example')
  for (const header of ['authorization', 'content-type', 'idempotency-key'])
    expect(String(preflight.headers['access-control-allow-headers']).toLowerCase()).toContain(header)
  await set({})
  expect(await allowed('https://outil.example')).toBeUndefined()
})

test('too_many_requests (429): a limit for each token, with Retry-After', async () => {
  await set({ rateLimitPerMinute: 5 })
  try {
    const look = () => server.ask('/0.2/print/produit/', { token: program.tokens['Pressé'] })
    const answers = []
    for (let count = 0; count < 12; count++) answers.push(await look())
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expectFaults(answer, 429, [['', 'too_many_requests']])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(
      (await server.ask('/0.2/print/produit/', { token: program.tokens['Avec droit'] })).status,
      'another token has its own',
    ).toBe(200)
  } finally {
    await set({})
  }
})

test('settings survive a restart', async () => {
  await set({ displayOrderingNeedsRight: true })
  await server.stop()
  server = await program.serve('--key', key)
  const answer = await server.ask('/0.2/display/panier/validate/', {
    token: program.tokens['Sans droit'],
    json: { lignes: [rollUp], adresse_livraison: paris },
  })
  expectFaults(answer, 403, [['', 'ordering_not_allowed']])
})
