/** A quote is sent for as long as its prices are known to hold, or marked as to be reconfirmed. */
import { describe, expect, test, vi } from 'vitest'
import { leadTimeLabel } from '../../domain/lead-times.ts'
import { addDays } from '../../domain/shared/calendar.ts'
import { faultsOf, json, partnerOf, START, world, type World } from '../../testing/app.ts'
import { CARDS, create, DAY, move, print, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'
import type { UpstreamClient } from '../../upstream/client.ts'
import { UpstreamError } from '../../upstream/errors.ts'

const TODAY = START.slice(0, 10)
const AWAY = new UpstreamError('unreachable', { code: 'partner_timeout', params: { seconds: 1 } })

/** A shop beside a partner whose price can be set, and who may be away. */
async function besides() {
  const made = await world()
  const url = 'https://partner.example'
  const partner = await partnerOf(made.service, url)
  const says = { cents: 1000, away: false }
  const client = {
    ...{ url, account: 'compte', token: 'jeton', abandon: () => undefined },
    prices: () =>
      says.away
        ? Promise.reject(AWAY)
        : Promise.resolve([{ label: leadTimeLabel(2), days: 2, cents: says.cents, message: '' }]),
  } as unknown as UpstreamClient
  vi.spyOn(partner.link, 'client', 'get').mockReturnValue(client)
  vi.spyOn(partner.link, 'worthAsking', 'get').mockImplementation(() => !says.away)
  const line = print({ ...CARDS, produit: partner.link.block!.base + 10 }, null)
  const draft = (more: Loose = {}): Promise<Loose> => create(made, { ...QUOTE, lines: [line], ...more })
  const read = async (id: number) => json(await made.desk.get(`/api/quotes/${id}`))
  return { made, says, line, draft, read, name: partner.link.source.name }
}
const order = ({ desk }: World, id: number) => desk.post(`/api/quotes/${id}/order`, {})
const errorOf = (response: Parameters<typeof json>[0]) => json(response).errors[0]

describe('a quote of a partner’s prices', () => {
  test('says until when they are known to hold, and is sent for that long; own tariffs limit nothing', async () => {
    const { made, draft, name } = await besides()
    const { evidence, reconfirm, validUntil } = await draft()
    const until = addDays(TODAY, 30)
    expect(evidence).toEqual({ until, estimated: 0, seen: [{ source: name, at: START }] })
    expect([reconfirm, validUntil]).toEqual([false, until])
    const one = await draft({ validUntil: until })
    expect((await move(made, one.id, 'sent')).statusCode).toBe(200)

    const own = await create(made, { ...QUOTE, validUntil: '2030-01-01' })
    expect(own.evidence).toBeNull()
    expect(json(await move(made, own.id, 'sent'))).toMatchObject({ reconfirm: false, evidence: null })
  })

  test('beyond that it is sent marked alone: with the day until which it would go, and nothing is changed', async () => {
    const { made, draft, read } = await besides()
    const until = addDays(TODAY, 30)
    const { id } = await draft({ validUntil: addDays(until, 1) })
    for (const state of ['sent', 'accepted']) {
      const refused = await move(made, id, state)
      expect([refused.statusCode, faultsOf(refused)]).toEqual([409, [' quote_reconfirm']])
      expect(errorOf(refused).message).toContain('1 avril 2026')
    }
    expect(await read(id)).toMatchObject({ state: 'draft', version: 1, reconfirm: false })

    const sent = json(await move(made, id, 'sent', { reconfirm: true }))
    expect(sent).toMatchObject({ state: 'sent', reconfirm: true, evidence: null })
    const [listed] = json(await made.desk.get('/api/quotes'))
    expect(listed).toMatchObject({ id, reconfirm: true })
    const [revision] = json(await made.desk.get(`/api/quotes/${id}/revisions`))
    expect(revision).toMatchObject({ reconfirm: true })
  })

  test('the mark is of what was sent: a revision begins without, and giving it up goes back to it; a file bears it', async () => {
    const { made, draft, read } = await besides()
    const { id } = await draft({ validUntil: '2030-01-01' })
    await move(made, id, 'sent', { reconfirm: true })
    const file = await made.desk.get(`/api/quotes/${id}/file`)
    const payload = JSON.parse(Buffer.from(json(file).payload, 'base64').toString()) as Loose
    expect(payload).toMatchObject({ reconfirm: true, validUntil: '2030-01-01' })

    expect(json(await made.desk.post(`/api/quotes/${id}/revise`, {}))).toMatchObject({ reconfirm: false })
    expect(json(await made.desk.post(`/api/quotes/${id}/give-up`, {}))).toMatchObject({ reconfirm: true })
    await made.desk.post(`/api/quotes/${id}/revise`, {})
    await move(made, id, 'sent')
    expect(await read(id)).toMatchObject({ revision: 2, reconfirm: false })
    const sent = json(await made.desk.get(`/api/quotes/${id}/revisions`))
    expect(sent.map((one: Loose) => one.reconfirm)).toEqual([true, false])
    expect(json(await made.desk.get(`/api/quotes/${id}/revisions/1`))).toMatchObject({ reconfirm: true })
    expect(json(await made.desk.post(`/api/quotes/${id}/duplicate`, {}))).toMatchObject({ reconfirm: false })
  })

  test('a price that is said again today holds from today; of a partner who is away, from when it was seen', async () => {
    const { made, says, draft, read, name } = await besides()
    const [one, other] = [await draft(), await draft()]
    made.clock.advance(20 * DAY)
    const valid = addDays(TODAY, 40)
    for (const { id } of [one, other]) {
      const { version } = await read(id)
      const payload = { ...QUOTE, lines: one.lines, validUntil: valid, version }
      await made.desk.send({ method: 'PUT', url: `/api/quotes/${id}`, payload })
    }
    expect((await read(one.id)).evidence.until).toBe(addDays(TODAY, 30))
    says.away = true
    const prices = json(await made.desk.get(`/api/quotes/${one.id}/prices`))
    expect(prices).toMatchObject({ moved: false, evidence: { until: addDays(TODAY, 30) } })
    const refused = await move(made, one.id, 'sent')
    expect(faultsOf(refused)).toEqual([' quote_reconfirm'])

    says.away = false
    const today = json(await made.desk.get(`/api/quotes/${other.id}/prices`))
    expect(today.evidence).toEqual({
      ...{ until: addDays(TODAY, 50), estimated: 0 },
      seen: [{ source: name, at: made.clock.now().toISOString() }],
    })
    const sent = await move(made, other.id, 'sent')
    expect(json(sent)).toMatchObject({ state: 'sent', reconfirm: false })
    expect(json(sent).lines[0].pricedAt).toBe(made.clock.now().toISOString())
  })

  test('sent to be reconfirmed it is ordered at the same prices; where one has moved it is to be revised', async () => {
    const { made, says, line, draft } = await besides()
    const option = { ...line, line: { ...line.line, quantites_multiples: [200] }, role: 'option' }
    const valid = { validUntil: '2030-01-01' }
    const [same, dearer, firm] = [
      await draft({ ...valid, lines: [line, option] }),
      await draft(valid),
      await draft(),
    ]
    for (const { id } of [same, dearer]) await move(made, id, 'sent', { reconfirm: true })
    await move(made, firm.id, 'sent')
    expect((await order(made, same.id)).statusCode).toBe(201)

    says.cents = 1200
    const refused = await order(made, dearer.id)
    expect([refused.statusCode, faultsOf(refused)]).toEqual([409, [' reconfirm_moved']])
    expect((await order(made, firm.id)).statusCode, 'what was sent firm stays').toBe(201)
    says.cents = 1000
    expect((await order(made, dearer.id)).statusCode).toBe(201)
  })
})
