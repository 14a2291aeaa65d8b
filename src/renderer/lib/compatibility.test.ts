import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksOf, hasLimits, othersIn, verdictOf } from './compatibility'
import { family, product } from './details.fixture'
import { displayForm, printForm, type Form } from './form'
import { selectionOf } from './selection'

const leadTimes = [1, 3, 5].map((days) => ({ id: days * 10, days, label: `J+${days}` }))
const proof = {
  id: 2,
  nom: 'BAT',
  type: 'variante' as const,
  variantes: [
    { id: 21, nom: 'Sans BAT' },
    { id: 22, nom: 'BAT papier' },
  ],
}
const limit = (
  leadTime: number | null,
  chosen: Record<string, number>,
  quantityMin: number | null = null,
) => ({
  ...{ leadTime, chosen, quantityMin },
  message: `pas en ${leadTime}`,
})
const limited = (limits: Form['limits']) =>
  printForm({
    ...product,
    leadTimes,
    limits,
    product: { ...product.product, options: [...product.product.options, proof] },
  })
const chosen = (form: Form, variantes: number[], quantity = 1) =>
  selectionOf(form, { ...product.defaultLine, variantes, quantites_multiples: [quantity] })

describe('print', () => {
  // Mesh cannot be had in a day, a paper proof not within three, ten or more not in five.
  const form = limited([
    limit(10, { variante: 12 }),
    limit(10, { variante: 22 }),
    limit(30, { variante: 22 }),
    limit(50, { variante: 12 }, 10),
  ])

  test('a choice that leaves no lead time names what stands in its way', () => {
    const withProof = chosen(form, [11, 22], 20)
    const verdict = verdictOf(form, withProof, 'option:1', 12, 'J+5')!
    expect(verdict.never).toBe(true)
    expect(verdict.blocks.map(({ message }) => message)).toEqual(['pas en 10', 'pas en 30', 'pas en 50'])
    expect(othersIn(verdict.blocks, 'option:1')).toEqual([
      { field: form.fields.find(({ key }) => key === 'option:2'), id: 22 },
      { quantityMin: 10 },
    ])
    expect(verdictOf(form, withProof, 'option:1', 11, 'J+5')).toBeNull()
  })

  test('one that leaves others says so where it takes the one that is wanted', () => {
    const verdict = verdictOf(form, chosen(form, [11, 21]), 'option:1', 12, 'J+1')!
    expect([verdict.never, verdict.notAtWanted]).toEqual([false, true])
    expect(verdictOf(form, chosen(form, [11, 21]), 'option:1', 12, 'J+3')).toBeNull()
  })

  test('fewer than the limit names are free of it', () => {
    expect(verdictOf(form, chosen(form, [11, 22], 9), 'option:1', 12, null)).toBeNull()
  })

  test('a limit of no lead time holds at all', () => {
    const never = limited([limit(null, { variante: 12 })])
    expect(verdictOf(never, chosen(never, [11]), 'option:1', 12, null)?.never).toBe(true)
    expect(hasLimits(never)).toBe(true)
    expect(hasLimits(limited([]))).toBe(false)
  })
})

test('display: an element by its kind, and the days that a support needs', () => {
  const form = displayForm({
    ...family,
    leadTimes,
    // The id of the finish is a format's, too.
    limits: [limit(50, { finition: 70 })],
  })
  expect(hasLimits(form)).toBe(true)
  const selection = selectionOf(form, family.defaultLine)
  expect(blocksOf(form, selection).map(({ leadTime, minDays }) => [leadTime.days, minDays])).toEqual([[1, 3]])
  expect(blocksOf(form, { ...selection, choices: { ...selection.choices, support: null } })).toEqual([])
})

test('what is chosen less rules out no more', () => {
  const limits = fc.array(
    fc.record({
      leadTime: fc.option(fc.constantFrom(10, 30, 50)),
      chosen: fc.dictionary(fc.constant('variante'), fc.constantFrom(11, 12, 21, 22)),
      quantityMin: fc.option(fc.integer({ min: 1, max: 50 })),
      message: fc.constant(null),
    }),
  )
  fc.assert(
    fc.property(limits, fc.integer({ min: 2, max: 60 }), fc.constantFrom(11, 12), (some, quantity, id) => {
      const form = limited(some)
      const ids = (...args: Parameters<typeof chosen>) =>
        blocksOf(...([form, chosen(...args)] as const)).map((b) => b.leadTime.id)
      const all = ids(form, [id, 22], quantity)
      for (const less of [ids(form, [id], quantity), ids(form, [id, 22], quantity - 1)])
        expect(all).toEqual(expect.arrayContaining(less))
      const verdict = verdictOf(form, chosen(form, [id === 11 ? 12 : 11, 22], quantity), 'option:1', id, null)
      expect(verdict?.never ?? false).toBe(all.length === leadTimes.length)
    }),
  )
})

test('a support that every lead time is long enough for needs none of its own', () => {
  const daysOf = (...days: (number | null)[]) => {
    const leadTimes = days.map((each, id) => ({ id, days: each, label: each === null ? null : `J+${each}` }))
    const field = displayForm({ ...family, leadTimes }).fields.find(({ key }) => key === 'support')
    return field?.kind === 'choice' && field.choices[0]!.minDays
  }
  expect(daysOf(3, 6)).toBe(0)
  expect(daysOf(2, 6)).toBe(3)
  // Of a lead time that nobody knows yet nothing is told.
  expect(daysOf(3, null)).toBe(3)
  expect(daysOf()).toBe(3)
})
