/** Two people who change the same thing at once: neither writes over what he never saw. */
import { expect, test } from 'vitest'
import { faultsOf, json, partnerOf, world } from '../../testing/app.ts'
import { postgresDatabase } from '../../testing/engines.ts'
import { add } from '../../testing/people.ts'

const ENGINES: [string, () => Promise<string | null>][] = [
  ['a file', () => Promise.resolve(null)],
  ['PostgreSQL', () => postgresDatabase()],
]

test.each(ENGINES)(
  'what another changed meanwhile is refused, what he did not is taken, in %s',
  async (_, place) => {
    const { service, desk } = await world({ store: await place() })
    const put = (url: string, payload: object) => desk.send({ method: 'PUT', url, payload })
    const general = (percent: string) => ({ general: { percent, rounding: 'cent' }, items: [] })

    // Who changes something else takes nothing back; the same thing is refused, with what it is by now.
    const { markUps } = json(await desk.get('/api/settings'))
    await put('/api/settings', { markUps: general('25'), before: { markUps } })
    const beside = await put('/api/settings', { quoteValidityDays: 45, before: { quoteValidityDays: 30 } })
    expect(json(beside)).toMatchObject({ quoteValidityDays: 45, markUps: general('25') })
    const late = { markUps: general('10'), retryMs: 500, before: { markUps, retryMs: 30_000 } }
    const refused = await put('/api/settings', late)
    expect([refused.statusCode, faultsOf(refused)]).toEqual([409, ['/markUps fields_changed']])
    expect(json(refused)['present']).toEqual({ markUps: general('25') })
    expect(json(await desk.get('/api/settings'))).toMatchObject({ markUps: general('25'), retryMs: 30_000 })
    // What has become just what one wants is no matter, nor is what a tool does not say how it had read.
    const same = await put('/api/settings', { markUps: general('25'), before: { markUps } })
    expect(same.statusCode).toBe(200)
    expect((await put('/api/settings', { markUps: general('5') })).statusCode).toBe(200)
    expect(faultsOf(await put('/api/settings', { before: 7 }))).toEqual(['/before field_type'])

    const agency = { name: 'Agence', canOrder: true, discount: '0', products: null, families: null }
    const { id } = json(await desk.post('/api/customers', agency))
    const customer = `/api/customers/${String(id)}`
    await put(customer, { canOrder: false, before: { canOrder: true } })
    expect(json(await put(customer, { discount: '5', before: { discount: '0' } }))).toMatchObject({
      ...agency,
      ...{ canOrder: false, discount: '5' },
    })
    const second = await put(customer, {
      discount: '7',
      products: [],
      before: { discount: '0', products: null },
    })
    expect([second.statusCode, faultsOf(second)]).toEqual([409, ['/discount fields_changed']])
    expect(json(second)['present']).toEqual({ discount: '5' })
    expect(json(await put(customer, agency))).toMatchObject(agency)

    await add(service, 'Ada', 'administrateur')
    const { id: zoe } = await add(service, 'Zoé', 'vendeur')
    await put(`/api/people/${zoe}`, { disabled: true, before: { disabled: false } })
    const role = await put(`/api/people/${zoe}`, { role: 'responsable', before: { role: 'vendeur' } })
    expect(json(role)).toMatchObject({ role: 'responsable', disabledAt: expect.any(String) })
    const back = { role: 'administrateur', disabled: false, before: { role: 'vendeur', disabled: true } }
    const third = await put(`/api/people/${zoe}`, back)
    expect([third.statusCode, faultsOf(third)]).toEqual([409, ['/role fields_changed']])
    expect(json(third)['present']).toEqual({ role: 'responsable' })

    const url = 'http://127.0.0.1:9'
    const { link } = await partnerOf(service, url)
    const partner = `/api/partners/${encodeURIComponent(link.source.name)}`
    await put(partner, { limits: { concurrency: 2 }, before: { limits: {} } })
    const moved = await put(partner, { url: `${url}9`, before: { url } })
    expect(json(moved)).toMatchObject({ url: `${url}9`, limits: { concurrency: 2 } })
    const fourth = await put(partner, {
      url: `${url}8`,
      limits: {},
      before: { url, limits: { concurrency: 2 } },
    })
    expect([fourth.statusCode, faultsOf(fourth)]).toEqual([409, ['/url fields_changed']])
    expect(json(fourth)['present']).toEqual({ url: `${url}9` })
  },
)
