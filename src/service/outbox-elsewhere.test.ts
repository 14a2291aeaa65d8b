/** An order whose partner has another address by now: it goes there where the same goods are offered, and says so before. */
import { expect, it } from 'vitest'
import { dropped, outboxShop, Partner, settled } from '../testing/outbox.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import { UpstreamError } from '../upstream/errors.ts'

const unreadable = () =>
  Promise.reject(
    new UpstreamError('unreadable', { code: 'partner_no_total', params: { path: 'panier/', got: '{}' } }),
  )

it.each([
  ['who names it', true],
  ['a tool that knows of no other', false],
])(
  'goes to the other address only where that offers the same goods by name, and is shown as it would be decided: by %s',
  async (_who, names) => {
    const { outbox, partner, place, phase, upstream, synced, store } = await outboxShop()
    partner.simulate = dropped
    outbox.start()
    const id = await place()
    const other = new Partner()
    other.url = 'https://other.example'
    upstream.client = other as unknown as UpstreamClient
    await settled(async () => expect(await phase(id)).toBe('attention'))
    expect(other.orderBook).toEqual([])
    const held = async (code: string, words: string) => {
      expect(await outbox.entry(id)).toMatchObject({
        partnerIs: 'elsewhere',
        held: { code, params: { made: partner.url } },
        decisions: expect.not.arrayContaining(['retry']) as string[],
      })
      await expect(outbox.retry(id, null)).rejects.toThrow(words)
      expect(await phase(id)).toBe('attention')
    }
    // The same ids may be other goods there, and nothing is known of them.
    await held('outbox_goods_unread', 'has not been read yet')
    await synced(other.url, 'Banderole')
    await held('outbox_other_goods', 'does not offer')
    await synced(other.url, 'Carte')
    expect(await outbox.entry(id)).toMatchObject({
      held: null,
      decisions: expect.arrayContaining(['retry']) as string[],
    })
    // Who was not told where it goes, or of another address, sends it nowhere.
    for (const to of [null, partner.url, 'https://third.example'])
      await expect(outbox.retry(id, null, to)).rejects.toMatchObject({
        ...{ code: 'outbox_other_address', params: { set: other.url } },
      })
    expect(await phase(id)).toBe('attention')
    expect(await store.journal.ofOrder(id)).toEqual([])
    await outbox.retry(id, null, names ? other.url : undefined)
    const [note] = await store.journal.ofOrder(id)
    expect(note).toMatchObject({
      ...{ action: 'outbox_retried', facts: { from: partner.url, to: other.url } },
    })
    await settled(async () => expect(await phase(id)).toBe('sent'))
    expect(other.orderBook).toHaveLength(1)
  },
)

it('goes to the address that it was made for by no word of another one', async () => {
  const { outbox, partner, place, phase } = await outboxShop()
  partner.simulate = unreadable
  outbox.start()
  const id = await place()
  await settled(async () => expect(await phase(id)).toBe('attention'))
  await expect(outbox.retry(id, null, 'https://other.example')).rejects.toMatchObject({
    ...{ code: 'outbox_other_address', params: { set: partner.url } },
  })
  expect(await phase(id)).toBe('attention')
})

it('is followed at the other address of its partner, where that shows it under its number and its whole reference', async () => {
  const { outbox, partner, place, phase, upstream, store } = await outboxShop()
  outbox.start()
  const [known, foreign] = [await place(), await place()]
  for (const id of [known, foreign]) await settled(async () => expect(await phase(id)).toBe('sent'))
  const moved = new Partner()
  moved.url = 'https://moved.example'
  const [own, other] = partner.orderBook
  moved.orderBook.push(
    { ...own!, status: 'En production' },
    { ...other!, status: 'Annulée', reference: 'Vitrine' },
  )
  upstream.client = moved as unknown as UpstreamClient
  const status = async (id: number) => (await store.outbox.ofOrder(id))[0]?.partnerStatus
  await settled(async () => expect(await status(known)).toBe('En production'))
  expect(await status(foreign)).toBe('En cours')
  expect(await outbox.entry(foreign)).toMatchObject({ lastError: null })
})
