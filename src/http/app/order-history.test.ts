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
