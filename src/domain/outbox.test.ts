import { describe, expect, it } from 'vitest'
import { ORDER_STATES } from './order.ts'
import { nextPhase, OUTBOX_MOVES, STATUS_OF_PHASE, type OutboxEvent, type OutboxPhase } from './outbox.ts'

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
  'retry',
  'identify',
  'cancel',
]

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
    for (const event of EVENTS) {
      const next = OUTBOX_MOVES[phase][event]
      if (next) expect(nextPhase(phase, event)).toBe(next)
      else expect(() => nextPhase(phase, event)).toThrow(`no move ${event} from ${phase}`)
    }
  })

  it('ends where an order is sent or cancelled, and nowhere else', () => {
    expect(phases.filter((phase) => Object.keys(OUTBOX_MOVES[phase]).length === 0)).toEqual([
      'sent',
      'cancelled',
    ])
    for (const phase of phases.filter((one) => one !== 'cancelled')) {
      const ends = [...walks(phase, 5)].map((walk) => walk.at(-1))
      expect(ends, `${phase} can come to its end`).toContain('sent')
    }
  })

  it('never sends twice without proof, a reading of the list or a person between the two', () => {
    const excuses: readonly string[] = ['not_sent', 'not_found', 'retry']
    for (const walk of walks('ready', 8)) {
      const attempts = walk.flatMap((step, i) => (step === 'attempt' ? [i] : []))
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
    for (const phase of phases) expect(ORDER_STATES).toContain(STATUS_OF_PHASE[phase])
    expect(STATUS_OF_PHASE.attention).toBe('a_verifier')
    expect(STATUS_OF_PHASE.refused).toBe('refusee')
  })
})
