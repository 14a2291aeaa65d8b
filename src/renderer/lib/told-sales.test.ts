import { expect, test } from 'vitest'
import type { QuoteLine } from '../api/types'
import type { DraftLine } from './quote-draft'
import { soldAsTold } from './told-sales'

const line = { produit: 10, quantites_multiples: [100] }
const draft = (sale: object | null, more: object = {}) =>
  ({ id: 'a', area: 'print', line, delai: 2, sale, ...more }) as DraftLine
const saved = (sale: object, more: object = {}) =>
  [{ ...draft(sale), amounts: { listCents: 5216 }, ...more }] as unknown as QuoteLine[]
const hidden = { by: 'markup', percent: null }

test('a line at a percentage that is not shown is copied at the price that was told', () => {
  expect(soldAsTold(draft(hidden), saved(hidden))).toEqual(draft({ by: 'fixed', cents: 5216 }))
})

test.each([
  [
    'a percentage that is shown',
    draft({ by: 'markup', percent: '50' }),
    saved({ by: 'markup', percent: '50' }),
  ],
  ['the catalogue’s price', draft(null), saved(hidden)],
  ['a fixed price', draft({ by: 'fixed', cents: 100 }), saved(hidden)],
  ['other copies by now', draft(hidden, { line: { ...line, quantites_multiples: [250] } }), saved(hidden)],
  ['another kind of percentage by now', draft(hidden), saved({ by: 'margin', percent: null })],
  ['a line that was never answered', draft(hidden), saved(hidden, { id: 'b' })],
  ['no price', draft(hidden), saved(hidden, { amounts: null })],
])('%s stays as it is', (_what, one, lines) => {
  expect(soldAsTold(one, lines)).toBe(one)
})
