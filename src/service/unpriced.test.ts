/** A price of the partner's that cannot be read is a cost all the same: no customer is told what was answered. */
import { expect, it, vi } from 'vitest'
import { worded } from '../domain/messages.ts'
import { partnerShop } from '../testing/partner-shop.ts'
import { unreadable, UpstreamError } from '../upstream/errors.ts'
import { unpriced } from './remembered-prices.ts'

it.each(['', 'PrixHT: "1250.50"'])('%j says nothing of it', (message) => {
  const said = [unpriced(message)].map((reason) => worded({ code: reason.code, params: {} }, 'fr'))
  expect(said).toEqual(['Le partenaire ne donne aucun prix qui puisse être lu.'])
})

it('the partner’s own words are told', () => {
  expect(unpriced('Sur devis')).toEqual({ code: 'upstream_message', params: { message: 'Sur devis' } })
})

it('is in neither the answer nor the book, and stands in the log', async () => {
  const { service, of, line, partner } = await partnerShop({
    days: new Map([[10, 2]]),
    cents: new Map(),
    main: 10,
  })
  const warned = vi.spyOn(service.log, 'warn')
  vi.spyOn(of.link.client!, 'prices').mockResolvedValue([
    { label: 'J+2', days: 2, cents: null, message: '', unreadable: '"1250.50"' },
  ])
  const checked = service.offers.check('print', line)
  const first = await service.prices.of(checked)
  await of.prices.kept()
  partner.online = false
  const later = await service.prices.of(checked)
  for (const prices of [first, later]) {
    expect(prices).toMatchObject([{ cents: null, reason: { code: 'upstream_no_price' } }])
    expect(JSON.stringify(prices)).not.toContain('1250')
  }
  expect(JSON.stringify(warned.mock.calls)).toContain('1250.50')
})

it('a lead time that was refused in fewer and in more copies is not estimated between them', async () => {
  const { service, of, line, partner } = await partnerShop({
    days: new Map([[10, 2]]),
    cents: new Map(),
    main: 10,
  })
  const words = 'Délai impossible au-delà de 1000 exemplaires.'
  const ask = vi.spyOn(of.link.client!, 'prices')
  const at = (copies: number) => service.offers.check('print', { ...line, quantites_multiples: [copies] })
  for (const copies of [100, 250, 500, 1000, 2500, 10_000]) {
    const isTaken = copies <= 1000
    ask.mockResolvedValueOnce([
      { label: 'J+2', days: 2, cents: isTaken ? 4 * copies : null, message: isTaken ? '' : words },
      { label: 'J+5', days: 5, cents: 3 * copies, message: '' },
    ])
    await service.prices.of(at(copies))
  }
  await of.prices.kept()
  partner.online = false
  const [fast, slow] = await service.prices.of(at(5000))
  expect(fast).toMatchObject({
    cents: null,
    reason: { code: 'refused_at_copies', params: { copies: 2500, message: words } },
  })
  expect(fast).not.toHaveProperty('known')
  expect(slow?.known).toMatchObject({ kind: 'estimated' })
  expect(worded({ code: 'refused_at_copies', params: { copies: 2500, message: words } }, 'fr')).toBe(
    'sans doute impossible : pour 2\u202f500 ex., le partenaire a répondu « Délai impossible au-delà de 1000 exemplaires. »',
  )
})

it('a lead time that was refused in every quantity is listed in others, too, with the words of the nearest', async () => {
  const { service, of, line, partner } = await partnerShop({
    days: new Map([[10, 2]]),
    cents: new Map(),
    main: 10,
  })
  const ask = vi.spyOn(of.link.client!, 'prices')
  const at = (copies: number) => service.offers.check('print', { ...line, quantites_multiples: [copies] })
  for (const copies of [100, 250, 500, 1000, 2500, 10_000]) {
    ask.mockResolvedValueOnce([
      { label: 'J+2', days: 2, cents: 3 * copies, message: '' },
      { label: 'J+9', days: 9, cents: null, message: 'Machine en panne' },
    ])
    await service.prices.of(at(copies))
  }
  await of.prices.kept()
  partner.online = false
  expect(await service.prices.of(at(750))).toMatchObject([
    { leadTime: { label: 'J+2' }, known: { kind: 'estimated' } },
    {
      leadTime: { label: 'J+9', days: 9 },
      cents: null,
      reason: { code: 'refused_at_copies', params: { copies: 500, message: 'Machine en panne' } },
    },
  ])
})

it('where the answer cannot be read that is told, not what an estimate would need', async () => {
  const { service, of, line } = await partnerShop({
    days: new Map([[10, 2]]),
    cents: new Map([[2, 300]]),
    main: 10,
  })
  const at = (copies: number) => service.offers.check('print', { ...line, quantites_multiples: [copies] })
  await service.prices.of(at(100))
  await of.prices.kept()
  const known = { lacking: ['Larg.'], estimates: new Map(), refused: new Map() }
  vi.spyOn(of.priceBook, 'estimate').mockResolvedValue([known])
  const reason = async (failed: Error) => {
    vi.spyOn(of.link.client!, 'prices').mockRejectedValue(failed)
    return (await service.prices.of(at(5000))).map((price) => price.reason)
  }
  expect(await reason(unreadable('partner_not_json', {}))).toEqual([
    { code: 'never_asked', params: { away: 'unreadable' } },
  ])
  expect(await reason(new UpstreamError('unreachable', { code: 'partner_unreachable', params: {} }))).toEqual(
    [{ code: 'value_needed', params: { options: 'Larg.' } }],
  )
})
