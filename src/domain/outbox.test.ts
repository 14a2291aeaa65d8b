import { describe, expect, it } from 'vitest'
import type { MessageCode } from './messages.ts'
import { ORDER_STATES } from './order.ts'
import {
  nextPhase,
  OUTBOX_MOVES,
  RECEIVED_AFTER,
  STATUS_OF_PHASE,
  statusOfOrder,
  type OutboxEvent,
  type OutboxPhase,
} from './outbox.ts'

const phases = Object.keys(OUTBOX_MOVES) as OutboxPhase[]
const EVENTS: readonly OutboxEvent[] = [
  'attempt',
  'not_sent',
  'found',
  'no_proof',
  'not_found',
  'unknown',
  'price_changed',
  'refusal',
  'partner_back',
  'retry',
  'identify',
  'cancel',
]

/** What docs/outbox.md says of each phase, written out: the table under test is held against it, both ways. */
const SAID: Readonly<Record<OutboxPhase, readonly string[]>> = {
  ready: [
    'attempt → sending',
    'not_sent → ready',
    'price_changed → attention',
    'unknown → attention',
    'refusal → refused',
    'found → sent',
    'retry → ready',
    'cancel → cancelled',
  ],
  sending: [
    'found → sent',
    'not_sent → ready',
    'no_proof → doubtful',
    'refusal → refused',
    'unknown → attention',
  ],
  doubtful: [
    'found → sent',
    'not_found → ready',
    'unknown → attention',
    'no_proof → doubtful',
    'identify → sent',
  ],
  attention: ['partner_back → ready', 'retry → ready', 'identify → sent', 'cancel → cancelled'],
  refused: ['retry → ready', 'identify → sent', 'cancel → cancelled'],
  sent: ['identify → sent', 'cancel → cancelled'],
  cancelled: ['identify → cancelled'],
}

/** Every walk of so many events from a phase, as the phases and events passed. */
function* walks(from: OutboxPhase, length: number): Generator<(OutboxPhase | OutboxEvent)[]> {
  yield [from]
  if (length === 0) return
  for (const [event, to] of Object.entries(OUTBOX_MOVES[from]) as [OutboxEvent, OutboxPhase][]) {
    for (const rest of walks(to, length - 1)) yield [from, event, ...rest]
  }
}

describe('the table of the outbox', () => {
  it('names every event somewhere, and no others', () => {
    const named = new Set(Object.values(OUTBOX_MOVES).flatMap((moves) => Object.keys(moves)))
    expect([...named].sort()).toEqual([...EVENTS].sort())
  })

  it.each(phases)('moves from %s as it says, and refuses everything else', (phase) => {
    const moved: string[] = []
    for (const event of EVENTS) {
      try {
        moved.push(`${event} → ${nextPhase(phase, event)}`)
      } catch (error) {
        expect(String(error)).toContain(`no move ${event} from ${phase}`)
      }
    }
    expect(moved.sort()).toEqual([...SAID[phase]].sort())
  })

  it('ends where an order is sent or cancelled, and nowhere else; what is sent is not sent again', () => {
    const ends = phases.filter((phase) => Object.values(OUTBOX_MOVES[phase]).every((next) => next === phase))
    expect(ends).toEqual(['cancelled'])
    expect(Object.values(OUTBOX_MOVES.sent)).toEqual(['sent', 'cancelled'])
    for (const phase of phases.filter((one) => one !== 'cancelled')) {
      const ends = [...walks(phase, 5)].map((walk) => walk.at(-1))
      expect(ends, `${phase} can come to its end`).toContain('sent')
    }
  })

  it('never sends twice without proof, a reading of the list or a person between the two', () => {
    const excuses: readonly string[] = ['not_sent', 'not_found', 'retry']
    for (const walk of walks('ready', 8)) {
      const attempts = walk.flatMap((step, i) => (step === 'attempt' ? [i] : []))
      // Of what was never sent alone (OutboxTable.stoppedElsewhere).
      if (attempts.length > 0 && walk.lastIndexOf('partner_back') > attempts[0]!) continue
      attempts.slice(1).forEach((attempt, i) => {
        const between = walk.slice(attempts[i], attempt)
        expect(
          between.some((step) => excuses.includes(step)),
          walk.join(' '),
        ).toBe(true)
      })
    }
  })

  it('sends from ready alone, and leaves a doubt by the list or a person alone', () => {
    expect(phases.filter((phase) => OUTBOX_MOVES[phase].attempt)).toEqual(['ready'])
    expect(OUTBOX_MOVES.sending.no_proof).toBe('doubtful')
    expect(Object.keys(OUTBOX_MOVES.doubtful).sort()).toEqual([
      'found',
      'identify',
      'no_proof',
      'not_found',
      'unknown',
    ])
  })

  it('shows each phase as a status of the contract', () => {
    expect(STATUS_OF_PHASE).toEqual({
      ready: 'a_transmettre',
      sending: 'a_transmettre',
      doubtful: 'a_transmettre',
      attention: 'a_verifier',
      refused: 'refusee',
      sent: 'transmise',
      cancelled: 'annulee',
    })
    // Without a partner there is no outbox, and an order stays recorded.
    expect([...new Set(Object.values(STATUS_OF_PHASE)), 'enregistree'].sort()).toEqual(
      [...ORDER_STATES].sort(),
    )
  })

  it('knows after which events the partner has the order', () => {
    expect(RECEIVED_AFTER).toEqual({ no_proof: 'maybe', not_found: 'no', found: 'yes', identify: 'yes' })
  })
})

describe('the status of an order of several transmissions', () => {
  const at = (phase: OutboxPhase, partnerStatus: string | null = null, code: MessageCode | null = null) => ({
    phase,
    partnerStatus,
    lastError: code && { code },
  })
  const asked = (word: string) => at('sent', word, 'outbox_cancelled_there')

  it.each<[string, ReturnType<typeof at>[], string]>([
    ['refused before all', [at('sent', 'Livrée'), at('refused'), at('attention')], 'refusee'],
    ['a person before what waits', [at('ready'), at('attention')], 'a_verifier'],
    ['what waits before what is sent', [at('sent', 'En cours'), at('doubtful')], 'a_transmettre'],
    ['one just sent before a word of the partner’s', [at('sent', 'En cours'), at('sent')], 'transmise'],
    ['the first one’s word', [at('sent', 'Livrée'), at('sent', 'En cours')], 'Livrée'],
    ['what was given up is behind nothing', [at('cancelled'), at('sent', 'En cours')], 'En cours'],
    ['all given up', [at('cancelled'), at('cancelled')], 'annulee'],
    ['one alone', [at('sending')], 'a_transmettre'],
    ['a partner’s word that is one of ours, in words', [at('sent', 'refusee'), at('sent')], 'transmise'],
    ['such a word of one alone', [at('sent', 'enregistree')], 'Enregistrée'],
    ['a person before all, of what a partner has cancelled', [asked('annulee'), at('sent')], 'a_verifier'],
    ['a person also of that alone', [asked('Cancelled')], 'a_verifier'],
    ['the others, where it is kept', [at('sent', 'Annulée'), at('sent', 'En cours')], 'En cours'],
    ['recorded, where it alone is kept', [at('sent', 'annulee')], 'enregistree'],
    ['given up, where it is', [at('cancelled', 'annulee')], 'annulee'],
    ['what waits before such a word', [at('sent', 'refusee'), at('ready')], 'a_transmettre'],
  ])('%s', (_what, transmissions, status) => {
    expect(statusOfOrder(transmissions, false)).toBe(status)
  })

  it('own lines stay where every transmission was given up', () => {
    expect(statusOfOrder([at('cancelled')], true)).toBe('enregistree')
    expect(statusOfOrder([at('cancelled'), at('ready')], true)).toBe('a_transmettre')
  })
})
