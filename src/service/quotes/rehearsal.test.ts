/** What ordering a quote would send: asked of each partner, with nothing written. */
import { expect, test, vi } from 'vitest'
import { json } from '../../testing/app.ts'
import { create, print } from '../../testing/quotes.ts'
import { signedIn } from '../../testing/signed-in.ts'
import { add } from '../../testing/people.ts'
import type { Loose } from '../../testing/shop.ts'
import { severalSources } from '../../testing/sources.ts'
import { UpstreamError } from '../../upstream/errors.ts'

/** A quote with a line of the own tariffs and one of each partner, and what is told of ordering it. */
async function quoted() {
  const made = await severalSources()
  const lines = made.partners.map(({ base }) =>
    print({ produit: base + 1, quantites_multiples: [100] }, base + 9),
  )
  const quote = await create(made, {
    address: { nom: 'Durand', adresse1: '1 rue Haute', code_postal: '75001', ville: 'Paris' },
    lines: [print({ produit: 10, quantites_multiples: [100] }), ...lines],
  })
  const rehearse = async (desk = made.desk): Promise<Loose> => {
    const answer = await desk.get(`/api/quotes/${quote['id']}/order`)
    expect(answer.statusCode).toBe(200)
    return json(answer)
  }
  return { ...made, quote, rehearse }
}

test('each partner’s total stands beside the quote’s, and nothing is ordered', async () => {
  const { desk, partners, quote, rehearse } = await quoted()
  const [one, two] = partners
  vi.spyOn(two!.of.link.client!, 'simulate').mockResolvedValue({
    prix_ht: 2240,
    lines: [2240],
    netCents: 2016,
  })
  const { parts, version } = await rehearse()
  expect(version).toBe(quote['version'])
  expect(parts).toEqual([
    {
      ...{ partner: one!.name, area: 'print', lineCount: 1, state: 'agreed', why: '', leavesAt: null },
      ...{ quotedCents: 1000, askedCents: 1000, netCents: null, lines: [] },
    },
    {
      ...{ partner: two!.name, area: 'print', lineCount: 1, state: 'moved', why: '', leavesAt: null },
      ...{ quotedCents: 2000, askedCents: 2240, netCents: 2016 },
      lines: [{ line: 2, quotedCents: 2000, askedCents: 2240, words: '' }],
    },
  ])
  expect(json(await desk.get('/api/orders'))).toEqual([])
  expect(json(await desk.get(`/api/quotes/${quote['id']}`)).state).toBe('draft')
})

test('a refusal is told by its line, a partner that is away by when it is sent; the others are asked all the same', async () => {
  const { partners, rehearse } = await quoted()
  const [one, two] = partners
  one!.partner.refused = [{ path: '/lignes/0/produit', code: 'product_unknown', message: 'Épuisé.' }]
  two!.partner.online = false
  const { parts, retryMs } = await rehearse()
  expect(retryMs).toBeGreaterThan(0)
  expect(parts[0]).toMatchObject({
    state: 'refused',
    lines: [{ line: 1, askedCents: null, words: 'Épuisé.' }],
  })
  expect(parts[1]).toMatchObject({ state: 'waits', why: '', askedCents: null, leavesAt: null })
})

test('a partner that fails only now says why; one that asks for patience says until when', async () => {
  const { partners, rehearse } = await quoted()
  const [one, two] = partners
  const failed = new UpstreamError('failed', { code: 'partner_failed', params: { status: 503 } })
  vi.spyOn(one!.of.link.client!, 'simulate').mockRejectedValue(failed)
  const until = '2030-01-01T08:00:00.000Z'
  vi.spyOn(two!.of.link, 'pausedUntil', 'get').mockReturnValue(until)
  vi.spyOn(two!.of.link, 'worthAsking', 'get').mockReturnValue(false)
  const { parts } = await rehearse()
  expect(parts[0]).toMatchObject({ state: 'waits', why: expect.stringContaining('503') as string })
  expect(parts[1]).toMatchObject({ state: 'waits', leavesAt: until })
})

test('who may not see costs is told the state alone', async () => {
  const made = await quoted()
  await add(made.service, 'Léa', 'vendeur')
  const lea = await signedIn(made, 'Léa')
  const { parts } = json(await lea.get(`/api/quotes/${made.quote['id']}/order`))
  expect(parts[0]).toMatchObject({ state: 'agreed', quotedCents: null, askedCents: null, netCents: null })
})

test('of a quote of our own products nobody is asked', async () => {
  const made = await severalSources()
  const quote = await create(made)
  expect(json(await made.desk.get(`/api/quotes/${quote['id']}/order`)).parts).toEqual([])
  expect((await made.desk.get('/api/quotes/99/order')).statusCode).toBe(404)
})
