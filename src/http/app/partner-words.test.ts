/** What a partner says as it fails may hold what it asks: who may not see costs is told it without amounts. */
import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../service/outbox-entry.ts'
import { EVERY_RIGHT, ROLE_RIGHTS } from '../../domain/shared/rights.ts'
import { outboxView } from './outbox.ts'

test('of an order that waits, in the words and in the facts', () => {
  const lastError = {
    code: 'partner_failed',
    params: { status: 500, words: 'cart of 7666,00 lost' },
  } as const
  const entry = { lastError, stranded: null, held: null, upstreamId: null, decisions: [], lines: [] }
  const seen = (rights: ReadonlySet<(typeof ROLE_RIGHTS)['vendeur'][number]>) =>
    JSON.stringify(outboxView(entry as unknown as OutboxEntry, { locale: 'en', rights }))
  expect(seen(new Set(ROLE_RIGHTS.vendeur))).not.toContain('7666')
  const whole = seen(EVERY_RIGHT)
  expect(whole).toContain('The partner failed (500): cart of 7666,00 lost')
  expect(whole).not.toContain('whole')
})
