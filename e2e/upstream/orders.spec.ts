import { describe, expect, it } from 'vitest'
import { startPartner } from '../partner/client.ts'
import type { FaultKind } from '../partner/faults.ts'
import { OF_FILES, ON_POSTGRES } from '../stores.ts'
import { ADDRESS, Comptoir, QUICK, until, type Json } from './comptoir.ts'
import {
  atPartner,
  comptoir,
  entryOf,
  inState,
  line,
  order,
  orderAnother,
  ordering,
  partner,
  sent,
  SETTLE_MS,
  SHAPE,
  statusOf,
} from './ordering.ts'

ordering()

it('never looks an order up before it has settled', async () => {
  await partner.clearRequests()
  await partner.faults({ path: 'panier/validate/$', kind: 'late-commit', ms: SETTLE_MS - 200 })
  const { devis, id } = await order()
  await sent(id)
  const seen = Date.now()
  expect(await atPartner(devis)).toHaveLength(1)
  const { requests } = await partner.requests()
  const attempts = requests.filter(({ path }) => path.endsWith('/validate/'))
  expect(attempts).toHaveLength(1)
  expect(seen - Date.parse(attempts[0]!.at)).toBeGreaterThanOrEqual(SETTLE_MS)
})

it('looks an order up that a killed program was sending, not before it has settled again', async () => {
  await partner.faults({ path: 'panier/validate/$', kind: 'late-commit', ms: SETTLE_MS - 100 })
  await partner.clearRequests()
  const { devis, id } = await order()
  await until(
    'the order is on its way',
    () => partner.requests(),
    ({ requests }) => requests.some(({ path }) => path.endsWith('/validate/')),
  )
  await comptoir.kill()
  const restarted = Date.now()
  await comptoir.serve()
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
  expect(Date.now() - restarted).toBeGreaterThanOrEqual(SETTLE_MS)
})

it('sends a reference that is unique to each order', async () => {
  const body = { devis: 'Affiche', adresse_livraison: ADDRESS, lignes: [line] }
  await comptoir.partner('POST', 'print/panier/validate/', body)
  await comptoir.partner('POST', 'print/panier/validate/', body)
  const both = await until(
    'both are there',
    () => atPartner('Affiche'),
    (found) => found.length === 2,
  )
  expect(new Set(both.map(({ order: { reference_client } }) => reference_client)).size).toBe(2)
})

it('waits for the user where the price has changed, and sends at the price he accepts', async () => {
  await partner.offline(60_000)
  const { devis, id, cents } = await order()
  await partner.prices(1.25)
  await partner.offline(0)
  const entry = (await inState(id, 'a_verifier'))!
  expect(entry).toMatchObject({ acceptedCents: cents })
  expect(entry.upstreamCents).not.toBe(cents)
  expect(entry.lastError).toMatchObject({
    code: 'outbox_price_moved',
    params: { asked: entry.upstreamCents, accepted: cents },
  })
  expect(entry.lastError!.message).toContain((cents / 100).toFixed(2).replace('.', ','))
  expect(await atPartner(devis)).toEqual([])
  const answer = await comptoir.desk('POST', `outbox/${id}/retry`, { acceptCents: entry.upstreamCents })
  expect(answer.status).toBe(200)
  await sent(id)
  expect((await atPartner(devis)).map(({ order: made }) => made.prix_fact_ht)).toEqual([entry.upstreamCents])
  const pays = async () => (await comptoir.partner('GET', `print/commande/${id}/`)).body['prix_fact_ht']
  expect(await pays(), 'what the customer was promised stays').toBe(cents)
  await comptoir.desk('POST', `orders/${id}/reprice`)
  expect(await pays(), 'until a person says otherwise').toBe(entry.upstreamCents)
  const { body } = await comptoir.desk<{ acceptances: Json[] }>('GET', `orders/${id}`)
  expect(body.acceptances, 'what was accepted first is not forgotten').toMatchObject([
    { beforeCents: cents, askedCents: entry.upstreamCents, acceptedCents: entry.upstreamCents },
  ])
})

it('says of an order whose cart cannot be read that it was not sent, in the language of the reader', async () => {
  await comptoir.partner('POST', 'print/prix/', line)
  await partner.offline(60_000)
  const { devis, id } = await order()
  await partner.faults({ path: 'print/panier/$', kind: 'malformed-json', times: 1000 })
  await partner.offline(0)
  const entry = (await inState(id, 'a_verifier'))!
  expect(entry).toMatchObject({ attempts: 0, received: 'no', lastError: { code: 'partner_not_json' } })
  expect(entry.lastError!.message).toMatch(/partenaire/)
  await partner.clearFaults()
  await comptoir.desk('POST', `outbox/${id}/retry`)
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
})

it('an order that was given up leaves nothing to pay', async () => {
  await comptoir.partner('POST', 'print/prix/', line)
  await partner.offline(60_000)
  const { id } = await order()
  // A step under way decides for itself first.
  await until(
    'it is given up',
    () => comptoir.desk('POST', `outbox/${id}/resolve`, { cancel: true }),
    ({ status }) => status === 200,
  )
  await partner.offline(0)
  const { body } = await comptoir.partner('GET', `print/commande/${id}/`)
  expect(body).toMatchObject({ status: 'annulee', amount_due: 0 })
  expect(body['prix_fact_total_ttc']).toBeGreaterThan(0)
})

it("shows a refusal in the partner's own words", async () => {
  await partner.offline(60_000)
  const { devis, id } = await order()
  await partner.catalogue({ op: 'remove', id: line['produit'] as number })
  await partner.offline(0)
  const entry = (await inState(id, 'refusee'))!
  // The words of the partner for a product that it no longer has.
  const words = await partner.send('POST', '/0.2/print/panier/', { devis: 'x', lignes: [line] })
  expect(words.status).toBe(400)
  const [text] = JSON.stringify(await words.json()).match(/[A-ZÀ-Ý][^"]{10,}/) ?? []
  expect(text).toBeTruthy()
  expect(entry.lastError!.message).toContain(text)
  expect(await atPartner(devis)).toEqual([])
  expect((await comptoir.desk('POST', `outbox/${id}/resolve`, { cancel: true })).status).toBe(200)
  expect(await statusOf(id)).toBe('annulee')
  orderAnother()
})

describe('a list that cannot tell', () => {
  async function doubtful(kind: FaultKind) {
    await partner.faults({ path: 'panier/validate/$', kind })
    await partner.faults({ path: 'print/commande/$', kind: 'malformed-json', times: 1000 })
    const made = await order()
    const entry = (await inState(made.id, 'a_verifier'))!
    expect(entry).toMatchObject({ received: 'maybe', lastError: { code: expect.any(String) } })
    await partner.clearFaults()
    return made
  }

  it('leaves it to a person: it is this order over there', async () => {
    const { devis, id } = await doubtful('drop-after-commit')
    const [there] = await atPartner(devis)
    const answer = await comptoir.desk('POST', `outbox/${id}/resolve`, { upstreamId: there!.order.id })
    expect(answer.status).toBe(200)
    expect(await entryOf(id)).toBeUndefined()
    expect(await atPartner(devis)).toHaveLength(1)
    expect((await comptoir.desk('POST', `outbox/${id}/retry`)).status, 'a settled order stays so').toBe(409)
  })

  it('leaves it to a person: give it up', async () => {
    const { devis, id } = await doubtful('drop-before-commit')
    expect((await comptoir.desk('POST', `outbox/${id}/resolve`, { cancel: true })).status).toBe(200)
    expect(await entryOf(id)).toBeUndefined()
    expect(await atPartner(devis)).toEqual([])
  })

  it('leaves it to a person: try again, which finds it where it is by now to be seen', async () => {
    const { devis, id } = await doubtful('drop-after-commit')
    expect((await comptoir.desk('POST', `outbox/${id}/retry`)).status).toBe(200)
    await sent(id)
    expect(await atPartner(devis)).toHaveLength(1)
  })
})

it('takes an order offline at observed prices, and transmits it later', async () => {
  await comptoir.partner('POST', 'print/prix/', line)
  await partner.offline(60_000)
  const { devis, id } = await order()
  expect(await statusOf(id)).toBe('a_transmettre')
  await comptoir.kill()
  await comptoir.serve()
  expect(await statusOf(id)).toBe('a_transmettre')
  await partner.offline(0)
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
})

it("follows the upstream's own status", async () => {
  const { devis, id } = await order()
  await sent(id)
  const [there] = await atPartner(devis)
  await partner.status(there!.order.id, 'Expédiée')
  await until(
    'the status is followed',
    () => statusOf(id),
    (status) => status === 'Expédiée',
  )
})

it('keeps an order to the partner that it was made for', async () => {
  await partner.faults({ path: 'panier/validate/$', kind: 'drop-after-commit' })
  await partner.faults({ path: 'print/commande/$', kind: 'drop-before-commit', times: 1000 })
  const { devis, id } = await order()
  await until(
    'it was sent',
    () => atPartner(devis),
    (found) => found.length === 1,
  )
  const other = await startPartner(SHAPE)
  try {
    await comptoir.setUpstream(other)
    const entry = (await inState(id, 'a_verifier'))!
    expect(entry.lastError!.params).toMatchObject({ made: partner.url })
    expect(await other.orders()).toEqual([])
  } finally {
    await partner.clearFaults()
    await comptoir.setUpstream(partner)
    await until(
      'the first partner is set again',
      () => comptoir.desk('GET', 'status'),
      ({ body }) => body['upstream'] === partner.url,
    )
    await other.stop()
  }
  await comptoir.desk('POST', `outbox/${id}/retry`)
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
})

it('goes on with an order in doubt where its partner is taken away and set again with the same token', async () => {
  await partner.faults({ path: 'panier/validate/$', kind: '500-before-commit' })
  await partner.faults({ path: 'print/commande/$', kind: 'drop-before-commit', times: 1000 })
  const { devis, id } = await order()
  await until(
    'it is in doubt',
    () => entryOf(id),
    (entry) => entry?.attempts === 1,
  )
  await comptoir.done(['upstream', 'clear'])
  await comptoir.setUpstream(partner)
  await partner.clearFaults()
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
})

it('does not send again what a restored backup believes to be waiting', async ({ skip }) => {
  // Of a database it is restored-database.spec.ts.
  skip(ON_POSTGRES, OF_FILES)
  await comptoir.partner('POST', 'print/prix/', line)
  await partner.offline(60_000)
  const { devis, id } = await order()
  const backup = `${comptoir.folder}/old.db`
  await comptoir.done(['backup', backup])
  await partner.offline(0)
  await sent(id)
  await comptoir.stop()
  await comptoir.done(['restore', backup])
  await comptoir.setUpstream(partner)
  await comptoir.serve()
  expect(await statusOf(id)).toBe('a_transmettre')
  await sent(id)
  expect(await atPartner(devis)).toHaveLength(1)
})

it('is quiet where nothing is to be done', async () => {
  const idle = new Comptoir()
  try {
    await idle.serve()
    // What the start leaves to do is done some time, on a busy machine later.
    await until(
      `fewer than 12 ticks of 10 ms in 2 s; retry each ${QUICK.COMPTOIR_RETRY_MS} ms`,
      async () => {
        const before = await idle.processorTicks()
        await new Promise((done) => setTimeout(done, 2_000))
        return (await idle.processorTicks()) - before
      },
      (used) => used < 12,
    )
  } finally {
    await idle.end()
  }
})
