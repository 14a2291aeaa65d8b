/** What an order's history tells of its parts for partners, in words. */
import { expect, test } from 'vitest'
import { ADDRESS, json } from '../../testing/app.ts'
import type { Coded } from '../../domain/messages.ts'
import { eventOf } from '../../service/order-story.ts'
import { create, print } from '../../testing/quotes.ts'
import { severalSources } from '../../testing/sources.ts'
import type { OutboxView } from '../../store/outbox.ts'

/** An order that a partner has under number 3, and its history in words, the latest first. */
async function made() {
  const shop = await severalSources()
  const [{ base, name }] = shop.partners as [(typeof shop.partners)[number]]
  const line = print({ produit: base + 1, quantites_multiples: [100] }, base + 9)
  const quote = await create(shop, { address: ADDRESS, lines: [line] })
  const [id] = json(await shop.desk.post(`/api/quotes/${quote['id']}/order`, {})).orders as [number]
  const { outbox } = shop.service.store
  let second = 0
  const moved = async (changes: Partial<OutboxView>) => {
    const [part] = await outbox.ofOrder(id)
    const at = new Date(shop.clock.now().getTime() + ++second * 1000).toISOString()
    const next = { ...part!, ...changes }
    await outbox.move(next, at, { event: eventOf(part!, next, at) })
  }
  await moved({ phase: 'sent', upstreamId: '3', partnerStatus: 'En cours', received: 'yes', account: 'a' })
  return {
    ...{ name, moved },
    settle: (upstreamId: string) => shop.desk.post(`/api/outbox/${id}/resolve`, { upstreamId }),
    story: async () =>
      (json(await shop.desk.get(`/api/orders/${id}/history`)) as unknown as { message: string }[]).map(
        ({ message }) => message,
      ),
  }
}

test('that a person has seen what was noted is told with that, and not as another number', async () => {
  const { name, moved, settle, story } = await made()
  const params = { id: '3', second: '4', charged: 5000, accepted: 1000 }
  await moved({ lastError: { code: 'outbox_made_twice', params } as Coded })
  expect((await settle('3')).statusCode).toBe(200)
  const told = (await story()).find((words) => words.includes('vu –'))
  expect(told).toBe(
    `C000001 chez ${name} : vu – La liste du partenaire montre cette commande deux fois, sous les numéros 3 et 4 : demandez-lui d’en annuler une.`,
  )
  expect((await story()).join()).not.toContain('rattachée')
})

test.each(['the same number', 'a new one'])(
  'that a partner takes up under %s what was given up is told, and its cancellation once',
  async (under) => {
    const { name, moved, story } = await made()
    await moved({ partnerStatus: 'Annulée', lastError: { code: 'outbox_cancelled_there' } })
    await moved({ phase: 'cancelled', lastError: null })
    const before = await story()
    const params = { word: 'En production', is: 'given_up', ...(under === 'a new one' && { id: '4' }) }
    await moved({
      ...(under !== 'a new one' && { partnerStatus: 'En production' }),
      lastError: { code: 'outbox_resumed_there', params },
    })
    const [latest, ...rest] = await story()
    expect(rest).toEqual(before)
    expect(latest).toContain(`${name}\u202f: En production – Le partenaire a repris cette commande`)
    if (under === 'a new one') expect(latest).toContain('sous le numéro 4')
  },
)

test('that it goes on under a second number before anything is decided is told with both', async () => {
  const { moved, story } = await made()
  await moved({ partnerStatus: 'Annulée', lastError: { code: 'outbox_cancelled_there' } })
  await moved({
    lastError: { code: 'outbox_made_twice', params: { id: '3', second: '4', cancelled: 'Annulée' } },
  })
  expect((await story())[0]).toContain('sous les numéros 3 et 4')
})
