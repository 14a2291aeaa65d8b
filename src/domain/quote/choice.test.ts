/** What was taken of a quote, as its history tells it. */
import { expect, test } from 'vitest'
import { journalWords } from '../journal.ts'
import { takenWords } from './choice.ts'
import { PLAIN_LINE, type KeptLine, type Offer } from './facts.ts'

const price = { label: 'J+6', days: 6, delai: 1, status: 'firm', priceCents: 100, costCents: 100 } as Offer
const LINE: KeptLine = {
  ...PLAIN_LINE,
  ...{ id: 'a', area: 'print', line: { produit: 1, quantites_multiples: [1000, 500] }, delai: null },
  ...{ leadTimeLabel: 'J+6', name: 'Flyers A5', parts: [], names: {}, problem: null, promised: null, price },
}

test('a quantity is told as it is read: with its thousands apart', () => {
  const before = [{ ...LINE, role: 'option' as const }]
  expect(takenWords(before, [{ ...LINE, role: 'included' }])).toBe('Flyers A5 (1\u202f500, J+6)')
})

test('what reads alike is told by its group, and within one by its line, in either language', () => {
  const heading = (id: string, name: string): KeptLine => ({ ...LINE, id, name, area: 'heading' })
  const option = (id: string, more: Partial<KeptLine> = {}): KeptLine => ({
    ...LINE,
    ...{ id, role: 'option' },
    ...more,
  })
  const free = { area: 'free', name: 'Pose' } as const
  const before = [
    option('a', free),
    ...[heading('b', 'Salon'), option('c'), option('d', free)],
    ...[heading('e', 'Siège'), option('f'), option('g'), option('h', free), option('i', free)],
  ]
  const taken = takenWords(
    before,
    before.map((line) => ({ ...line, role: 'included' })),
  )
  expect(taken.split(' ; ')).toEqual([
    ...['Pose', 'Flyers A5 (1\u202f500, J+6, Salon)', 'Pose (Salon)'],
    ...['Flyers A5 (1\u202f500, J+6, Siège, ligne 6)', 'Flyers A5 (1\u202f500, J+6, Siège, ligne 7)'],
    ...['Pose (Siège, ligne 8)', 'Pose (Siège, ligne 9)'],
  ])
  const told = journalWords({ action: 'quote_accepted', facts: { quote: 1, taken } }, 'en')
  expect(told).toContain('Flyers A5 (1\u202f500, D+6, Siège, line 6)')
  expect(told).toContain('Pose (Siège, line 9)')
})
