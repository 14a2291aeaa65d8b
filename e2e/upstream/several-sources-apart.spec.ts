/** What befalls one partner is its own: the others, and the shop's own tariffs, go on as if nothing were. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MalformedAs } from '../partner/catalogue.ts'
import type { FaultKind } from '../partner/faults.ts'
import { until, type Comptoir, type Json } from './comptoir.ts'
import { sentTo, Shop } from './shop.ts'
import { add, inHere, OWN, startSource, type PartnerSource } from './sources.ts'

let shop: Shop
let comptoir: Comptoir
let alpha: PartnerSource
let bravo: PartnerSource

beforeAll(async () => {
  shop = await Shop.open(91)
  ;({ comptoir, alpha, bravo } = shop)
})
afterAll(() => shop.end())
beforeEach(async () => {
  await bravo.partner.catalogue({ op: 'malformed', as: null })
  await shop.calm()
})

/** Long enough for all that is done meanwhile, also on a busy machine; shorter than we wait for an answer. */
const SLOW_MS = 6_000
/** More at a time than a partner is sent, each new to the price book. */
const MANY = 12
const pricesOf = (source: PartnerSource, quantity: number) =>
  comptoir.desk<{ leadTimes: { status: string; priceCents: number | null }[] }>('POST', 'prices', {
    area: 'display',
    line: inHere({ ...source.lines.display[0]!, quantite: quantity }, source.base),
  })

/** How long an answer of a partner is waited for. */
const waitsFor = async ({ name, partner: { url } }: PartnerSource, limits: { timeoutMs?: number }) =>
  expect(await comptoir.desk('PUT', `partners/${name}`, { url, limits })).toMatchObject({ status: 200 })

describe('Bravo is slow', () => {
  it('prices of Alpha and of our own are answered before it has answered once', async () => {
    await bravo.partner.faults({ kind: 'delay', ms: SLOW_MS, times: 1_000 })
    await bravo.partner.clearRequests()
    let answered = 0
    const slow = Array.from({ length: MANY }, (_, i) => pricesOf(bravo, 100 + i).finally(() => answered++))
    await bravo.partner.requests(4)
    for (let i = 0; i < MANY; i++) {
      const { body } = await pricesOf(alpha, 100 + i)
      expect(body.leadTimes.some(({ status }) => status === 'firm')).toBe(true)
    }
    const own = await comptoir.partner('POST', 'print/prix/', OWN.lines.print[0])
    expect(own.status).toBe(200)
    expect(answered).toBe(0)
    await bravo.partner.clearFaults()
    await Promise.all(slow)
  })

  it('the catalogue of Alpha is taken over before Bravo’s lists have come', async () => {
    const { id } = [...alpha.catalogue.products.values()][1]!.page
    await alpha.partner.catalogue({ op: 'rename', id, nom: 'Pendant ce temps' })
    await bravo.partner.faults({ path: '(produit|famille)/$', kind: 'delay', ms: SLOW_MS, times: 2 })
    const state = async () => (await comptoir.desk('GET', 'sync')).body['state']
    await until('no sync runs', state, (seen) => seen !== 'running')
    expect((await comptoir.desk('POST', 'sync', {})).status).toBe(202)
    await until('the new name', names, (seen) => seen.includes('Pendant ce temps'))
    expect(await state()).toBe('running')
    expect(await until('the sync ends', state, (seen) => seen !== 'running')).toBe('idle')
  })

  it('orders of Alpha go on before its own have an answer', async () => {
    const lines = [
      [alpha, await shop.lineOf(alpha, 'print')],
      [bravo, await shop.lineOf(bravo, 'print')],
    ] as const
    await shop.observe('print', lines)
    // Longer than we wait for an answer, so that Bravo's are in doubt, again and again.
    await waitsFor(bravo, { timeoutMs: 1_500 })
    await bravo.partner.faults({ path: 'validate/$', kind: 'delay', ms: 3_000, times: 1_000 })
    const mixed = await shop.order('print', lines)
    const alone = await shop.order('print', [lines[0]])
    await shop.statusIs(alone.id, 'En attente de fichiers')
    const left = await until(
      'Alpha has its part',
      () => shop.entriesOf(mixed.id),
      ({ length }) => length === 1,
    )
    expect(left).toMatchObject([{ partner: 'Bravo', state: 'a_transmettre' }])
    expect((await shop.ordered(mixed.id)).status).toBe('a_transmettre')
    await bravo.partner.clearFaults()
    await shop.statusIs(mixed.id, 'En attente de fichiers')
    await waitsFor(bravo, {})
    for (const source of shop.partners) expect(await sentTo(source, mixed.devis)).toHaveLength(1)
  })
})

/** Names of the products that are served. */
const names = async () =>
  (await comptoir.partner<{ nom: string }[]>('GET', 'print/produit/')).body.map(({ nom }) => nom)

describe('Bravo answers garbage', () => {
  const sync = async (): Promise<Json> => {
    const state = () => comptoir.desk('GET', 'sync')
    await until('no sync runs', state, ({ body }) => body['state'] !== 'running')
    expect((await comptoir.desk('POST', 'sync', {})).status).toBe(202)
    return (await until('the sync ends', state, ({ body }) => body['state'] !== 'running')).body
  }

  it.each<{ as: MalformedAs } | { kind: FaultKind }>([
    ...(['html', 'truncated', 'null', 'duplicates'] as const).map((as) => ({ as })),
    ...(['500-before-commit', '401'] as const).map((kind) => ({ kind })),
  ])('in its catalogue (%o): Alpha’s is taken, and Bravo’s stays', async (how) => {
    const { id } = [...alpha.catalogue.products.values()][0]!.page
    const nom = `Nom de ${Object.values(how).join()}`
    await alpha.partner.catalogue({ op: 'rename', id, nom })
    if ('kind' in how) await bravo.partner.faults({ ...how, times: 1_000 })
    else await bravo.partner.catalogue({ op: 'malformed', ...how })
    const before = await names()
    const { state, error } = await sync()
    expect(state).toBe('failed')
    expect(error).toContain('Bravo')
    expect(error).not.toContain('Alpha')
    const after = await names()
    expect(after).toContain(nom)
    expect(after).toHaveLength(before.length)
    const { code, stderr } = await comptoir.run(['sync'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('Bravo')
    expect(await comptoir.run(['sync', '--name', 'Alpha'])).toMatchObject({ code: 0 })
  })

  it.each<FaultKind>(['malformed-json', '502-html', 'half-body', '429-retry-after', '401'])(
    'in its prices and carts (%s): Alpha’s are firm, and a mixed cart says whose line has none',
    async (kind) => {
      const line = inHere(await shop.lineOf(alpha, 'print'), alpha.base)
      const unseen = inHere({ ...bravo.lines.display[1]!, quantite: 7_777 }, bravo.base)
      const display = inHere(await shop.lineOf(alpha, 'display'), alpha.base)
      await bravo.partner.faults({ kind, times: 1_000 })
      const { body } = await comptoir.desk<{ leadTimes: { status: string }[] }>('POST', 'prices', {
        area: 'print',
        line,
      })
      expect(body.leadTimes.some(({ status }) => status === 'firm')).toBe(true)
      const alone = await comptoir.partner('POST', 'print/panier/', { lignes: [line] })
      expect(alone.status, alone.text).toBe(200)
      const lignes = [display, OWN.lines.display[0], unseen]
      const mixed = await comptoir.partner<{ errors: { path: string; code: string }[] }>(
        'POST',
        'display/panier/',
        { lignes },
      )
      expect(mixed.status, mixed.text).toBe(400)
      expect(mixed.body.errors).toMatchObject([{ path: '/lignes/2', code: 'price_unavailable' }])
    },
  )
})

describe('Bravo is out of reach', () => {
  it('status says so of it alone', async () => {
    await bravo.partner.offline(60_000)
    await pricesOf(bravo, 501)
    await pricesOf(alpha, 501)
    const { body } = await until(
      'it is known to be away',
      () => comptoir.desk<{ online: boolean; partners: Json[] }>('GET', 'status'),
      (seen) => !seen.body.online,
    )
    const online = Object.fromEntries(body.partners.map((one) => [one['name'], one['online']]))
    expect(online).toEqual({ Alpha: true, Bravo: false })
    expect((await pricesOf(alpha, 502)).body.leadTimes.some(({ status }) => status === 'firm')).toBe(true)
  })

  it('each one’s prices are remembered by themselves', async () => {
    await pricesOf(alpha, 601)
    await pricesOf(bravo, 601)
    const of = async (source: PartnerSource) =>
      (await pricesOf(source, 601)).body.leadTimes.filter(({ priceCents }) => priceCents !== null)
    const [first, second] = [await of(alpha), await of(bravo)]
    expect(first.map(({ priceCents }) => priceCents)).not.toEqual(second.map(({ priceCents }) => priceCents))
    await bravo.partner.offline(60_000)
    const remembered = await until(
      'it is known to be away',
      () => of(bravo),
      (prices) => prices.every(({ status }) => status === 'observed'),
    )
    expect(remembered.map(({ priceCents }) => priceCents)).toEqual(second.map(({ priceCents }) => priceCents))
    expect((await of(alpha)).map(({ status }) => status)).toEqual(first.map(() => 'firm'))
    await shop.offline()
    const both = await until(
      'both are known to be away',
      () => of(alpha),
      (prices) => prices.every(({ status }) => status === 'observed'),
    )
    expect(both.map(({ priceCents }) => priceCents)).toEqual(first.map(({ priceCents }) => priceCents))
    const own = await comptoir.desk<{ leadTimes: { status: string }[] }>('POST', 'prices', {
      area: 'display',
      line: OWN.lines.display[0],
    })
    expect(own.body.leadTimes.every(({ status }) => status === 'firm')).toBe(true)
  })

  it('a mixed order with its remembered price is taken: the others’ parts go, its own waits', async () => {
    const lines = [
      [bravo, await shop.lineOf(bravo, 'display')],
      [alpha, await shop.lineOf(alpha, 'display')],
      [OWN, OWN.lines.display[0]!],
    ] as const
    await shop.observe('display', lines)
    await bravo.partner.offline(60_000)
    const { id, devis } = await shop.order('display', lines)
    await until(
      'Alpha has its part',
      () => sentTo(alpha, devis),
      (found) => found.length === 1,
    )
    await comptoir.kill()
    await comptoir.serve()
    expect((await shop.ordered(id, 'display')).status).toBe('a_transmettre')
    await bravo.partner.offline(0)
    await shop.statusIs(id, 'En attente de fichiers', 'display')
    for (const source of shop.partners) expect(await sentTo(source, devis)).toHaveLength(1)
  })
})

describe('Bravo is no longer set', () => {
  it('its part of an order waits for it, and goes once it is set again', async () => {
    const lines = [
      [alpha, await shop.lineOf(alpha, 'print')],
      [bravo, await shop.lineOf(bravo, 'print')],
    ] as const
    await shop.observe('print', lines)
    await shop.offline()
    const { id, devis } = await shop.order('print', lines)
    const before = (await shop.entriesOf(id)).find(({ partner }) => partner === 'Bravo')!
    await comptoir.done(['upstream', 'clear', '--name', 'Bravo'])
    await until(
      'Bravo is not set',
      () => comptoir.desk<{ partners: Json[] }>('GET', 'status'),
      ({ body }) => body.partners.length === 1,
    )
    await shop.online()
    await until(
      'Alpha has its part',
      () => sentTo(alpha, devis),
      (found) => found.length === 1,
    )
    const [entry] = await until(
      'one waits',
      () => shop.entriesOf(id),
      (left) => left.length === 1,
    )
    expect(entry).toMatchObject({ id: before.id, partner: 'Bravo', order: id })
    expect(await sentTo(bravo, devis)).toEqual([])
    const lignes = (await shop.ordered(id)).lignes
    expect(lignes, 'the order is as it was').toHaveLength(2)
    const refused = await comptoir.partner('POST', 'print/prix/', inHere(lines[1][1], bravo.base))
    expect(refused.status, 'its products are gone').toBe(400)

    await add(comptoir, bravo)
    await until(
      'Bravo is set again',
      () => comptoir.desk<{ partners: Json[] }>('GET', 'status'),
      ({ body }) => body.partners.length === 2,
    )
    await until(
      'a person may have it sent',
      async () => {
        const [left] = await shop.entriesOf(id)
        if (left?.state === 'a_verifier') await comptoir.desk('POST', `outbox/${left.id}/retry`, {})
        return left
      },
      (left) => left === undefined,
    )
    await shop.statusIs(id, 'En attente de fichiers')
    for (const source of shop.partners) expect(await sentTo(source, devis)).toHaveLength(1)
  })

  it('a part in doubt is not sent to who has its name at another address', async () => {
    const line = await shop.lineOf(bravo, 'print')
    await bravo.partner.faults({ path: 'validate/$', kind: 'drop-after-commit' })
    await bravo.partner.faults({ path: 'commande/$', kind: 'drop-before-commit', times: 1_000 })
    const made = await shop.order('print', [[bravo, line]])
    await until(
      'it was sent',
      () => sentTo(bravo, made.devis),
      (found) => found.length === 1,
    )
    const other = await startSource('Bravo', bravo.base, {
      products: 6,
      families: 3,
      seed: 92,
      token: 'autre',
    })
    try {
      await add(comptoir, other)
      const [entry] = await until(
        'a person looks',
        () => shop.entriesOf(made.id),
        ([seen]) => seen?.state === 'a_verifier',
      )
      expect(entry!.partner).toBe('Bravo')
      expect(await other.partner.orders()).toEqual([])
    } finally {
      await bravo.partner.clearFaults()
      await add(comptoir, bravo)
      await other.partner.stop()
    }
    await until(
      'Bravo is where it was',
      () => comptoir.desk<{ partners: Json[] }>('GET', 'status'),
      (seen) => seen.body.partners.some(({ url }) => url === bravo.partner.url),
    )
    const [entry] = await shop.entriesOf(made.id)
    await comptoir.desk('POST', `outbox/${entry!.id}/retry`, {})
    await shop.statusIs(made.id, 'En attente de fichiers')
    expect(await sentTo(bravo, made.devis)).toHaveLength(1)
  })
})
