/** Transmissions with values that nothing of ours wrote: they keep no other from being sent, or from being told. */
import { expect, it } from 'vitest'
import { outboxShop, settled } from '../testing/outbox.ts'
import { put } from '../store/work.ts'

it.each([
  ['area', 'abc'],
  ['received', 'perhaps'],
  ['phase', 'abc'],
  ['last_attempt_at', 'abc'],
])(
  'an order whose transmission has an impossible %s waits, told as unreadable, and the next is sent',
  async (column, value) => {
    const { store, outbox, place, phase } = await outboxShop()
    const [bad, good] = [await place(), await place()]
    await store.engine.write(() =>
      put(`UPDATE transmissions SET ${column} = ? WHERE order_id = ?`, value, bad),
    )
    outbox.start()
    await settled(async () => expect(await phase(good)).toBe('sent'))
    expect(await store.outbox.open()).toEqual({ entries: [], unreadable: 1 })
    const filter = { area: null, status: null, quote: null, sourceId: null, companyId: null, search: '' }
    expect((await store.orderList.summaries(filter, 10, 0)).entries).toHaveLength(2)
    await expect(outbox.entry(bad)).rejects.toThrow(`transmissions.${column}: impossible value`)
  },
)
