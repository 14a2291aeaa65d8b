import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import type { OrderRecord } from '../../store/orders.ts'
import { Turns } from '../turns.ts'
import { sendOrders } from './answers.ts'

/** What is sent, and how many orders have been read for it so far. */
async function sent(count: number, labelLength: number) {
  const state: { payload: unknown; read: number } = { payload: undefined, read: 0 }
  async function* orders(): AsyncGenerator<OrderRecord> {
    for (let id = count; id > 0; id--) {
      state.read++
      yield order(id, 'x'.repeat(labelLength))
    }
  }
  const reply = {
    type: () => reply,
    send: (payload: unknown) => {
      state.payload = payload
      return reply
    },
  }
  await sendOrders(reply as unknown as FastifyReply, orders(), new Turns())
  return state
}

function order(id: number, label: string): OrderRecord {
  const amounts = {
    prix_ht: 1,
    costHt: 1,
    remise_ht: 0,
    total_ht: 1,
    tva: 0,
    total_ttc: 1,
    vatRate: '20',
    vatRegime: null,
    vat: null,
  }
  const body = JSON.stringify({ label })
  return {
    ...{
      id,
      area: 'print',
      customerId: 1,
      status: 'enregistree',
      reference: '',
      address: '{}',
      recipient: '',
    },
    ...{
      ...amounts,
      delai: null,
      catalogueVersion: 1,
      placedBy: null,
      services: null,
      quoteId: null,
      quoteRevision: null,
      createdAt: '2026-01-05T10:00:00Z',
    },
    lines: [
      {
        id,
        body,
        cents: 1,
        costCents: 1,
        delai: null,
        leadTime: 'J+2',
        name: 'Cartes',
        sourceId: null,
        summary: null,
        promised: null,
        agreed: 0,
        vatRegime: null,
      },
    ],
  }
}

const idsOf = (json: string) => (JSON.parse(json) as { id: number }[]).map(({ id }) => id)

test.each([[0], [1], [3]])('a short list (%i) is sent whole', async (count) => {
  const { payload } = await sent(count, 10)
  expect(idsOf(payload as string)).toEqual(Array.from({ length: count }, (_, i) => count - i))
})

test('a long list is read as it is sent, and is the same list', async () => {
  const state = await sent(40, 50_000)
  expect(state.payload).toBeInstanceOf(Readable)
  expect(state.read).toBeLessThan(5)
  expect(idsOf(await text(state.payload as Readable))).toEqual(Array.from({ length: 40 }, (_, i) => 40 - i))
})

test('of a reader who has gone nothing more is read', async () => {
  const state = await sent(1000, 50_000)
  const stream = state.payload as Readable
  await stream[Symbol.asyncIterator]().next()
  stream.destroy()
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(state.read).toBeLessThan(10)
})
