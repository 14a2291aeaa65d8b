import pino from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../testing/folder.ts'
import type { Produit } from '../domain/print/product.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'
import { Service } from './service.ts'
import { waited } from '../testing/wait.ts'

/** A service beside a partner in memory that answers when it is let. */
async function shop() {
  const service = await Service.open({ folder: temporaryFolder(), log: pino({ level: 'silent' }) })
  onTestFinished(() => service.close())
  const product = {
    ...{ id: 1, nom: 'Carte', nombre_visuels_min: 1, nombre_visuels_max: 1, delais: [10] },
    ...{ quantites: { range: true, min: 1 }, options: [] },
  }
  const { id, link } = await service.partners.keep({
    name: null,
    url: 'https://partner.example',
    token: 'jeton',
  })
  const none = { familles: [], printTariffs: [], displayTariffs: [] }
  await service.catalogue.load(
    { leadTimes: [{ id: 10, days: 2 }], produits: [product as Produit], ...none },
    id,
  )
  await service.partners.reload()
  const asked: { quantity: number; priority: string }[] = []
  const partner = { online: true, each: 10, open: Promise.withResolvers<undefined>() }
  const client = {
    url: 'https://partner.example',
    prices: async (_area: string, line: { quantites_multiples: [number] }, priority: string) => {
      const [quantity] = line.quantites_multiples
      asked.push({ quantity, priority })
      await partner.open.promise
      if (!partner.online) {
        throw new UpstreamError('unreachable', { code: 'partner_unreachable', params: { cause: 'X' } })
      }
      return [{ label: 'J+2', days: 2, cents: quantity * partner.each, message: '' }]
    },
  }
  vi.spyOn(link, 'client', 'get').mockReturnValue(client as unknown as UpstreamClient)
  vi.spyOn(link, 'online', 'get').mockImplementation(() => partner.online)
  vi.spyOn(link, 'worthAsking', 'get').mockImplementation(() => partner.online)
  const line = { produit: 1, variantes: [], valeurs: {} }
  const look = (quantities: readonly number[]) =>
    service.offers.matrix(
      'print',
      line,
      quantities.map((quantity) => [quantity]),
    )
  return { service, partner, asked, look }
}

describe('a grid within the reach of the partner', () => {
  it('is answered at once, fills with what the partner answers, and is asked for behind everything else', async () => {
    const { partner, asked, look } = await shop()
    const first = await look([1, 2, 3])
    expect(first.map(({ pending }) => pending)).toEqual([true, true, true])
    expect(first[0]!.leadTimes).toMatchObject([{ status: 'unavailable', reason: { code: 'not_asked_yet' } }])
    partner.open.resolve(undefined)
    await waited(async () => expect((await look([1, 2, 3])).some(({ pending }) => pending)).toBe(false))
    const filled = await look([1, 2, 3])
    expect(filled.map(({ leadTimes }) => leadTimes[0])).toMatchObject([
      { status: 'observed', priceCents: 10 },
      { status: 'observed', priceCents: 20 },
      { status: 'observed', priceCents: 30 },
    ])
    expect(
      asked.map(({ quantity }) => quantity),
      'each once',
    ).toEqual([1, 2, 3])
    expect(new Set(asked.map(({ priority }) => priority))).toEqual(new Set(['background']))
  })

  it('whose prices are found to have moved is asked for anew, each cell once', async () => {
    const { service, partner, asked, look } = await shop()
    partner.open.resolve(undefined)
    await look([1, 2, 3, 4])
    await waited(async () => expect((await look([1, 2, 3, 4])).some(({ pending }) => pending)).toBe(false))
    asked.length = 0
    partner.each = 11
    const checked = service.offers.check('print', {
      produit: 1,
      variantes: [],
      valeurs: {},
      quantites_multiples: [2],
    })
    await service.offers.offers(checked)
    await waited(async () => {
      const rows = await look([1, 2, 3, 4])
      expect(rows.map(({ leadTimes }) => leadTimes[0]!.priceCents)).toEqual([11, 22, 33, 44])
    })
    await waited(async () => expect((await look([1, 2, 3, 4])).some(({ pending }) => pending)).toBe(false))
    expect(asked.map(({ quantity }) => quantity).sort()).toEqual([1, 2, 3, 4])
  })

  it('that is looked at while a price is found to have moved has the old one, or asks for the others', async () => {
    const { service, partner, look } = await shop()
    partner.open.resolve(undefined)
    const line = { produit: 1, variantes: [], valeurs: {}, quantites_multiples: [2] }
    const checked = service.offers.check('print', line)
    const filled = () =>
      waited(async () => expect((await look([1, 2, 3])).some(({ pending }) => pending)).toBe(false))
    await look([1, 2, 3])
    await filled()
    for (let each = 11; each < 31; each++) {
      partner.each = each
      const [rows] = await Promise.all([look([1, 2, 3]), service.offers.offers(checked)])
      const isNew = (at: number) => rows[at]!.leadTimes[0]!.priceCents === (at + 1) * each
      if (isNew(1)) expect([0, 2].every((at) => isNew(at) || rows[at]!.pending)).toBe(true)
      await look([1, 2, 3])
      await filled()
    }
  })

  it('is asked for two at once, at most so many lines, those of the newest first', async () => {
    const { partner, asked, look } = await shop()
    const many = Array.from({ length: 60 }, (_, i) => i + 1)
    expect((await look(many)).filter(({ pending }) => pending)).toHaveLength(48)
    expect(asked).toHaveLength(2)
    await look([1001, 1002])
    expect(asked).toHaveLength(2)
    partner.open.resolve(undefined)
    await waited(() => expect(asked.length).toBeGreaterThan(3))
    expect(asked.slice(2, 4).map(({ quantity }) => quantity)).toEqual([1001, 1002])
  })

  it('out of reach says so, and asks nothing', async () => {
    const { partner, asked, look } = await shop()
    partner.online = false
    const [row] = await look([1])
    expect(row).toMatchObject({
      pending: false,
      leadTimes: [{ reason: { code: 'never_asked', params: { away: 'offline' } } }],
    })
    expect(asked).toEqual([])
  })

  it('rests after a failure, and is asked for again once looked at later', async () => {
    const { service, partner, asked, look } = await shop()
    await service.settings.update({ ...service.settings.current, retryMs: 50 })
    await look([1, 2, 3, 4])
    partner.online = false
    partner.open.resolve(undefined)
    await waited(async () => expect((await look([1]))[0]!.pending).toBe(false))
    expect(asked).toHaveLength(2)
    partner.online = true
    await waited(async () => expect((await look([1]))[0]!.leadTimes[0]).toMatchObject({ priceCents: 10 }))
  })
})
