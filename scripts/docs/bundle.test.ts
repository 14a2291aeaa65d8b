/** Loads the bundle that docs/bundle.md shows, and holds every price of the page against the served API. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADDRESS, json, world } from '../../src/testing/app.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/bundle.md'), 'utf8')
const blocks = [...page.matchAll(/^```json ?(\w*)\n(.*?)^```/gms)].map((match) => ({
  kind: match[1]!,
  body: JSON.parse(match[2]!) as Record<string, unknown>,
  line: page.slice(0, match.index).split('\n').length,
}))
const of = (...kinds: string[]) => blocks.filter(({ kind }) => kinds.includes(kind))

async function shop(discount = '0') {
  const { token, partner } = await world({ bundle: of('')[0]!.body })
  return partner(await token('Reader', { discount }))
}

test('docs/bundle.md shows one bundle, and examples of every kind', () => {
  expect(of('')).toHaveLength(1)
  expect(of('print').length).toBeGreaterThan(5)
  expect(of('display').length).toBeGreaterThan(2)
  expect(of('cart')).toHaveLength(1)
  expect(of('', 'print', 'display', 'cart')).toHaveLength(blocks.length)
})

test.each(of('print', 'display'))('docs/bundle.md, line $line: the $kind prices', async ({ kind, body }) => {
  const answer = await (await shop()).post(`/0.2/${kind}/prix/`, body['ligne'])
  expect(answer.statusCode, answer.body).toBe(200)
  const prices = Object.entries(json(answer) as Record<string, { PrixHT: string; Message: string }>)
  expect(Object.fromEntries(prices.map(([label, price]) => [label, price.PrixHT || price.Message]))).toEqual(
    body['prix'],
  )
})

test.each(of('cart'))('docs/bundle.md, line $line: the totals of a cart', async ({ body }) => {
  const customer = await shop(body['remise'] as string)
  const totals = body['totaux'] as { code_postal: string }[]
  expect(totals).not.toEqual([])
  for (const { code_postal, ...amounts } of totals) {
    const cart = { adresse_livraison: { ...ADDRESS, code_postal }, lignes: body['lignes'] }
    expect(json(await customer.post('/0.2/print/panier/', cart))).toMatchObject(amounts)
  }
})
