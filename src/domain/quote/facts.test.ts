import { expect, test } from 'vitest'
import type { Fault } from '../faults.ts'
import { isGone } from './facts.ts'

const unpriced = (code?: 'never_asked' | 'too_little_known' | 'excluded' | 'item_withdrawn'): Fault => ({
  path: '',
  code: 'price_unavailable',
  ...(code && { reason: { code, params: { away: 'offline' } } }),
})

test.each<[string, readonly Fault[] | null, boolean]>([
  ['nothing is wrong', null, false],
  ['its source is away, and was never asked', [unpriced('never_asked')], false],
  ['its source is away, and too little is known', [unpriced('too_little_known')], false],
  ['its lead time is not to be had', [unpriced('excluded')], true],
  ['its product was withdrawn', [unpriced('item_withdrawn')], true],
  ['nobody says why there is no price', [unpriced()], true],
  ['a choice of it is gone', [{ path: '/variantes/0', code: 'variant_unavailable' }], true],
  ['one is gone, and the source is away', [unpriced('never_asked'), unpriced('excluded')], true],
])('of a line something is gone: %s', (_, problem, gone) => {
  expect(isGone({ problem })).toBe(gone)
})
