/** Carts with lines of the shop's own tariffs and of two partners: one order, and a transmission to each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Adresse } from '../partner/wire.ts'
import { ADDRESS, until, type Comptoir, type Json, type OutboxEntry } from './comptoir.ts'
import { costAt, sentTo, Shop } from './shop.ts'
import { inHere, OWN, type PartnerSource, type Source } from './sources.ts'

let shop: Shop
let comptoir: Comptoir
let alpha: PartnerSource
let bravo: PartnerSource
let partners: readonly PartnerSource[]

beforeAll(async () => {
  shop = await Shop.open(71)
  ;({ comptoir, alpha, bravo, partners } = shop)
})
afterAll(() => shop.end())
beforeEach(() => shop.calm())

describe.each(['print', 'display'] as const)('a cart of %s with lines of every source', (area) => {
  const mixed = async () =>
    [
      [bravo, { ...(await shop.lineOf(bravo, area)), label: 'B0' }],
      [OWN, { ...OWN.lines[area][0], label: 'O' }],
      [alpha, { ...(await shop.lineOf(alpha, area)), label: 'A' }],
      [bravo, { ...(await shop.lineOf(bravo, area, 1)), label: 'B1' }],
    ] as const

  it('panier/ is asked of each for its own lines, and adds up', async () => {
    const lines = await mixed()
    const lignes = lines.map(([{ base }, line]) => inHere(line, base))
    for (const { partner } of partners) await partner.clearRequests()
    const cart = await comptoir.partner<Json & { prix_ht: number; lignes: (Json & { prix_ht: number })[] }>(
      'POST',
      `${area}/panier/`,
      { devis: 'P', lignes },
    )
    expect(cart.status, cart.text).toBe(200)
    expect(cart.body.lignes.map(({ label }) => label)).toEqual(['B0', 'O', 'A', 'B1'])
    expect(cart.body.prix_ht).toBe(cart.body.lignes.reduce((sum, line) => sum + line.prix_ht, 0))
    for (const { name, partner } of partners) {
      const carts = (await partner.requests()).requests.filter(({ path }) => path.endsWith('/panier/'))
      expect(carts.length, name).toBeGreaterThan(0)
      for (const { body } of carts) {
        expect(body).not.toMatch(/\d{11}/)
        for (const { label } of (JSON.parse(body) as { lignes: Json[] }).lignes)
          expect(label).toMatch(new RegExp(`^${name[0]}`))
      }
    }
    for (const [i, [source, line]] of lines.entries()) {
      expect(cart.body.lignes[i]).toMatchObject(inHere(line, source.base))
      if (source !== OWN) {
        expect(cart.body.lignes[i]!.prix_ht).toBe(await costAt(source as PartnerSource, area, line))
      }
    }
  })

  it('becomes one order, and one at each partner', async () => {
    const lines = await mixed()
    const { devis, id, body } = await shop.order(area, lines)
    expect((body['lignes'] as Json[]).map(({ label }) => label)).toEqual(['B0', 'O', 'A', 'B1'])
    await shop.statusIs(id, 'En attente de fichiers', area)
    expect(await shop.entriesOf(id)).toEqual([])
    const list = await comptoir.partner<Json[]>('GET', `${area}/commande/`)
    expect(list.body.filter(({ reference_client: reference }) => reference === devis)).toHaveLength(1)
    for (const source of partners) {
      const [made, another] = await sentTo(source, devis)
      expect(another).toBeUndefined()
      const own = lines.filter(([{ name }]) => name === source.name).map(([, line]) => line)
      expect(made!.sent['lignes']).toMatchObject(own)
      expect(made!.order.lignes).toHaveLength(own.length)
      expect(made!.sent['adresse_livraison'] as Adresse).toMatchObject(ADDRESS)
    }
    const { lignes } = await shop.ordered(id, area)
    expect(lignes.map(({ label }) => label)).toEqual(['B0', 'O', 'A', 'B1'])
  })

  it('waits as ORDER-1 and ORDER-2 where no partner is reached, at remembered prices', async () => {
    const lines = await mixed()
    const wanted = new Map(
      await Promise.all(
        partners.map(async (source) => {
          const own = lines.filter(([{ name }]) => name === source.name)
          const costs = await Promise.all(own.map(([, line]) => costAt(source, area, line)))
          return [source.name, costs.reduce((sum: number, cents) => sum + cents!, 0)] as const
        }),
      ),
    )
    await shop.observe(area, lines)
    await shop.offline()
    const { devis, id } = await shop.order(area, lines)
    const entries = await shop.entriesOf(id)
    expect(entries.map((entry) => entry.id).sort()).toEqual([`${id}-1`, `${id}-2`])
    expect(new Set(entries.map(({ partner }) => partner))).toEqual(new Set(['Alpha', 'Bravo']))
    for (const entry of entries) {
      expect(entry).toMatchObject({ devis, area, order: id, state: 'a_transmettre' })
      expect(entry.acceptedCents, entry.partner).toBe(wanted.get(entry.partner))
    }
    expect((await shop.ordered(id, area)).status).toBe('a_transmettre')
    const { body } = await comptoir.desk<{ partners: { name: string; outbox: number }[] }>('GET', 'status')
    expect(body.partners.map(({ outbox }) => outbox)).toEqual([1, 1])
    const printed = JSON.parse(await comptoir.done(['outbox', '--json'])) as OutboxEntry[]
    expect(printed.map((entry) => entry.id).sort()).toEqual([`${id}-1`, `${id}-2`])

    // One comes back: its part goes, and the order stays where the other one is.
    await bravo.partner.offline(0)
    await until(
      'Bravo has its part',
      () => shop.entriesOf(id),
      (left) => left.length === 1,
    )
    expect((await shop.entriesOf(id))[0]).toMatchObject({ partner: 'Alpha', order: id })
    expect((await shop.entriesOf(id))[0]!.id).toBe(entries.find(({ partner }) => partner === 'Alpha')!.id)
    expect(await sentTo(bravo, devis)).toHaveLength(1)
    expect((await shop.ordered(id, area)).status).toBe('a_transmettre')
    await alpha.partner.offline(0)
    await shop.statusIs(id, 'En attente de fichiers', area)
    for (const source of partners) expect(await sentTo(source, devis)).toHaveLength(1)
  })

  it('waits for a person where one partner asks another price, by that id', async () => {
    const lines = await mixed()
    await shop.observe(area, lines)
    await shop.offline()
    const { id, devis } = await shop.order(area, lines)
    await alpha.partner.prices(1.5)
    await shop.online()
    const [entry] = await until(
      'the rest is sent, and the price has moved',
      () => shop.entriesOf(id),
      (left) => left.length === 1 && left[0]!.state === 'a_verifier',
    )
    expect(entry!.partner).toBe('Alpha')
    expect(entry!.upstreamCents).toBeGreaterThan(entry!.acceptedCents)
    expect(await sentTo(alpha, devis)).toEqual([])
    expect((await shop.ordered(id, area)).status, 'furthest behind').toBe('a_verifier')
    expect((await comptoir.desk('POST', `outbox/${id}-3/retry`, {})).status).toBe(404)
    const accepted = { acceptCents: entry!.upstreamCents }
    expect((await comptoir.desk('POST', `outbox/${entry!.id}/retry`, accepted)).status).toBe(200)
    await shop.statusIs(id, 'En attente de fichiers', area)
    for (const source of partners) expect(await sentTo(source, devis)).toHaveLength(1)
  })

  it('is given up at one partner by that id, and goes to the other', async () => {
    const lines = await mixed()
    await shop.observe(area, lines)
    await shop.offline()
    const { id, devis } = await shop.order(area, lines)
    const entry = (await shop.entriesOf(id)).find(({ partner }) => partner === 'Bravo')!
    // A step under way decides for itself first.
    await until(
      'it is given up',
      () => comptoir.desk('POST', `outbox/${entry.id}/resolve`, { cancel: true }),
      ({ status }) => status === 200,
    )
    expect((await shop.entriesOf(id)).map(({ partner }) => partner)).toEqual(['Alpha'])
    await shop.online()
    await until(
      'Alpha has its part',
      () => shop.entriesOf(id),
      (left) => left.length === 0,
    )
    expect(await sentTo(alpha, devis)).toHaveLength(1)
    expect(await sentTo(bravo, devis)).toEqual([])
  })

  it('has the partners’ own word once it is everywhere', async () => {
    const { devis, id } = await shop.order(area, await mixed())
    await shop.statusIs(id, 'En attente de fichiers', area)
    for (const source of partners) {
      const [made] = await sentTo(source, devis)
      await source.partner.status(made!.order.id, 'Expédiée')
    }
    await shop.statusIs(id, 'Expédiée', area)
  })

  it.each(['sent again', 'identified'])(
    'is refused where one partner refuses, while the other’s part goes; then %s',
    async (decision) => {
      const lines = await mixed()
      await shop.observe(area, lines)
      await shop.offline()
      const { devis, id } = await shop.order(area, lines)
      const refused = { method: 'POST', path: `${area}/panier/$`, kind: 'echo-400' as const, times: 1000 }
      await bravo.partner.faults(refused)
      await shop.online()
      await shop.statusIs(id, 'refusee', area)
      const [entry] = await until(
        'Alpha has its part',
        () => shop.entriesOf(id),
        (left) => left.length === 1,
      )
      expect(await sentTo(alpha, devis)).toHaveLength(1)
      expect(entry).toMatchObject({ partner: 'Bravo', state: 'refusee' })
      await bravo.partner.clearFaults()
      if (decision === 'sent again') {
        expect((await comptoir.desk('POST', `outbox/${entry!.id}/retry`, {})).status).toBe(200)
        await shop.statusIs(id, 'En attente de fichiers', area)
        expect(await sentTo(bravo, devis)).toHaveLength(1)
      } else {
        const it = { upstreamId: area === 'print' ? 4711 : 4712 }
        const identify = () => comptoir.desk('POST', `outbox/${entry!.id}/resolve`, it)
        expect((await identify()).status).toBe(200)
        // The partner knows of no such order: that is told until it is said again.
        expect(await shop.entriesOf(id)).toMatchObject([{ lastError: { code: 'outbox_id_not_shown' } }])
        expect((await identify()).status).toBe(200)
        expect(await shop.entriesOf(id)).toEqual([])
        expect(await sentTo(bravo, devis)).toEqual([])
      }
      expect(await sentTo(alpha, devis)).toHaveLength(1)
    },
  )
})

describe('the lead time of a display cart', () => {
  /** Lines of both partners, and days that both can have at a price. */
  async function shared() {
    for (const ours of alpha.lines.display) {
      for (const theirs of bravo.lines.display) {
        const days = alpha
          .daysOf(ours['famille'] as number)
          .filter((day) => bravo.daysOf(theirs['famille'] as number).includes(day))
        for (const day of days) {
          const sold = await Promise.all([
            costAt(alpha, 'display', ours, idOf(alpha, day)),
            costAt(bravo, 'display', theirs, idOf(bravo, day)),
          ])
          if (sold.every((cents) => cents !== null)) return { ours, theirs, day, sold: sold as number[] }
        }
      }
    }
    throw new Error('No days in common.')
  }
  const idOf = ({ leadTimes }: Source, days: number) => [...leadTimes].find(([, known]) => known === days)![0]

  it('is compared by days, and each source is told its own id', async () => {
    const { ours, theirs, day, sold } = await shared()
    for (const named of [OWN, alpha, bravo]) {
      const delai = idOf(named, day) + named.base
      const lines = [
        [alpha, ours],
        [OWN, OWN.lines.display[0]!],
        [bravo, theirs],
      ] as const
      const { devis, id, body } = await shop.order('display', lines, { delai })
      expect(body['delai']).toBe(delai)
      expect(body['prix_fact_ht']).toBeGreaterThan(sold[0]! + sold[1]!)
      await shop.statusIs(id, 'En attente de fichiers', 'display')
      for (const source of partners) {
        const [made] = await sentTo(source, devis)
        expect(made!.sent['delai'], source.name).toBe(idOf(source, day))
        expect(made!.order.prix_fact_ht).toBe(source === alpha ? sold[0] : sold[1])
      }
    }
  })

  it('is refused at /delai where a line cannot have those days', async () => {
    const { ours, theirs } = await shared()
    const days = [...OWN.leadTimes.values()]
    const lacking = days.find((day) => !bravo.daysOf(theirs['famille'] as number).includes(day))!
    const lignes = [
      inHere(theirs, bravo.base),
      inHere(OWN.lines.display[0]!, OWN.base),
      inHere(ours, alpha.base),
    ]
    const answer = await comptoir.partner<{ errors: { path: string; code: string }[] }>(
      'POST',
      'display/panier/',
      { delai: idOf(OWN, lacking), lignes },
    )
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors).toMatchObject([{ path: '/delai', code: 'lead_time_unavailable' }])
  })
})

it.each(['print', 'display'] as const)(
  'own lines of %s alone: enregistree, and nothing is sent',
  async (area) => {
    const { id } = await shop.order(
      area,
      OWN.lines[area].map((line) => [OWN, line] as const),
    )
    expect((await shop.ordered(id, area)).status).toBe('enregistree')
    expect(await shop.entriesOf(id)).toEqual([])
    for (const { partner } of partners) {
      const { requests } = await partner.requests()
      expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
    }
  },
)

it('an order for one partner has the order’s own number in the outbox', async () => {
  const line = await shop.lineOf(bravo, 'print')
  await comptoir.desk('POST', 'prices', { area: 'print', line: inHere(line, bravo.base) })
  await bravo.partner.offline(60_000)
  const { id, devis } = await shop.order('print', [
    [OWN, OWN.lines.print[0]!],
    [bravo, line],
  ])
  expect(await shop.entriesOf(id)).toMatchObject([{ id, order: id, partner: 'Bravo' }])
  await bravo.partner.offline(0)
  await comptoir.desk('POST', `outbox/${id}/retry`, {})
  await shop.statusIs(id, 'En attente de fichiers')
  expect(await sentTo(bravo, devis)).toHaveLength(1)
  expect(await sentTo(alpha, devis)).toEqual([])
})
