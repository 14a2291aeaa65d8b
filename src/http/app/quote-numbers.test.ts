/** What quotes are called, and what they are numbered under. */
import { describe, expect, test } from 'vitest'
import { json, world, type World } from '../../testing/app.ts'
import { create, move, put, QUOTE } from '../../testing/quotes.ts'
import type { Loose } from '../../testing/shop.ts'

const named = async ({ desk }: World, code: string) => {
  const answer = await desk.send({ method: 'PUT', url: '/api/device', payload: { code } })
  return { status: answer.statusCode, ...json(answer) } as Loose
}

describe('a quote', () => {
  test('is called a draft until it is sent, then has a number for good, in every list and language', async () => {
    const made = await world()
    expect(await named(made, 'k7')).toMatchObject({ status: 200, code: 'K7', changeable: true })
    const first = await create(made)
    const second = await create(made)
    await create(made)
    expect([first.number, second.number]).toEqual(['Brouillon 1', 'Brouillon 2'])
    const english = await made.desk.get('/api/quotes/1', { 'accept-language': 'en' })
    expect(json(english).number).toBe('Draft 1')
    await made.desk.send({ method: 'DELETE', url: '/api/quotes/1' })
    expect(json(await move(made, 3, 'sent')).number).toBe('D2026-K7-0001')
    expect(json(await move(made, 2, 'sent')).number).toBe('D2026-K7-0002')
    expect(json(await move(made, 2, 'accepted')).number).toBe('D2026-K7-0002')
    const list = json(await made.desk.get('/api/quotes'))
    expect(list.map(({ number }: Loose) => number).toSorted()).toEqual(['D2026-K7-0001', 'D2026-K7-0002'])
    const ids = async (search: string) =>
      json(await made.desk.get(`/api/quotes?search=${search}`)).map(({ id }: Loose) => id)
    for (const text of ['D2026-K7-0002', 'd2026k70002', 'k7-0002', '0002'])
      expect(await ids(text), text).toEqual([2])
    for (const none of ['D000002', 'brouillon 2', 'K7-0003']) expect(await ids(none), none).toEqual([])
  })

  test('that is ordered as a draft has a number, which its orders bear and are found by', async () => {
    const made = await world()
    await named(made, 'K7')
    const { id } = await create(made, { ...QUOTE, reference: null })
    const { orders, quote } = json(await made.desk.post(`/api/quotes/${id}/order`, {}))
    expect(quote).toMatchObject({ number: 'D2026-K7-0001', revision: 1, state: 'ordered' })
    const found = json(await made.desk.get('/api/orders?quote=d2026-k7-0001'))
    expect(found).toMatchObject([{ id: orders[0], reference: 'D2026-K7-0001' }])
    expect(json(await made.desk.get(`/api/orders/${orders[0]}`))).toMatchObject({
      ...{ quoteId: id, quoteNumber: 'D2026-K7-0001', quoteRevision: 1 },
    })
    const journal = json(await made.desk.get('/api/journal'))
    expect(journal.map(({ message }: Loose) => message).slice(0, 2)).toEqual([
      `Commande C00000${orders[0]} passée (devis D2026-K7-0001)`,
      'Brouillon 1 créé',
    ])
  })

  test('that is refused its sending takes no number', async () => {
    const made = await world()
    await named(made, 'K7')
    await create(made, { ...QUOTE, lines: [] })
    await create(made)
    expect((await move(made, 1, 'sent')).statusCode).toBe(400)
    expect((await put(made, '/api/quotes/2/state', { state: 'sent', version: 9 })).statusCode).toBe(409)
    const twice = await Promise.all([move(made, 2, 'sent'), move(made, 2, 'sent')])
    expect(twice.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await create(made)
    expect(json(await move(made, 3, 'sent')).number).toBe('D2026-K7-0002')
  })
})

describe('the code of the device', () => {
  test.each([['K'], ['ABCDE'], ['K0'], ['K-7'], ['']])('“%s” is none', async (code) => {
    const made = await world()
    expect(await named(made, code)).toMatchObject({
      status: 400,
      errors: [{ path: '/code', code: 'device_code_invalid' }],
    })
  })

  test('stays once a quote bears it', async () => {
    const made = await world()
    const { code } = json(await made.desk.get('/api/device'))
    await create(made)
    await move(made, 1, 'sent')
    expect(json(await made.desk.get('/api/device'))).toEqual({ code, changeable: false })
    expect(await named(made, 'K7')).toMatchObject({
      status: 400,
      errors: [{ path: '/code', code: 'device_code_used' }],
    })
    expect(await named(made, code), 'the one that it has').toMatchObject({ status: 200 })
  })
})
