/** Rates and exemptions in the place of the address's VAT: what a list of them may be, and which one is in force. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from './settings.ts'
import {
  DEFAULT_VAT_REGIMES,
  inForce,
  ownVat,
  ownVatHeld,
  regimeInForce,
  vatHeld,
  vatOfRegime,
  VAT_REGIME_LIMITS,
  vatRegimeFaults,
  type VatRegime,
} from './vat-regimes.ts'

const [REGIME] = DEFAULT_VAT_REGIMES as [VatRegime]
const told = (regimes: readonly VatRegime[]) =>
  vatRegimeFaults(regimes, '').map(({ path, code, params }) => [path, code, ...Object.values(params ?? {})])

test('those that are delivered are possible', () => {
  expect(vatRegimeFaults(DEFAULT_SETTINGS.vatRegimes, '')).toEqual([])
})

test.each<[what: string, change: Partial<VatRegime>, ...fault: unknown[]]>([
  ['no tax, and no reason for it', { mention: '' }, '/0/mention', 'field_required'],
  ['a tax without words', { mention: '', rate: '5.5' }],
  ['a name as long as it may be', { name: 'x'.repeat(80) }],
  ['one that is longer', { name: 'x'.repeat(81) }, '/0/name', 'value_invalid', 80],
  ['words that are too long', { mention: 'x'.repeat(301) }, '/0/mention', 'value_invalid', 300],
  ['a rate that is too long', { rate: `5.${'0'.repeat(30)}` }, '/0/rate', 'value_invalid'],
  ['a reason that nobody can read', { mention: '\u200b \u2060' }, '/0/mention', 'field_required'],
  ['a name that nobody can read', { name: '\u200b' }, '/0/name', 'field_required'],
  ['a character that is none', { name: 'a\u0000b' }, '/0/name', 'text_control'],
  ['one in the words', { mention: 'a\u0000b' }, '/0/mention', 'text_control'],
  ['words of two lines', { mention: 'a\nb' }],
  ['a rate with a nought before it', { rate: '05.50' }, '/0/rate', 'value_invalid'],
  ['no rate', { rate: '' }, '/0/rate', 'value_invalid'],
  ['an id that is too long', { id: 'x'.repeat(41) }, '/0/id', 'vat_regime_id_invalid'],
])('%s', (_what, change, ...fault) => {
  expect(told([{ ...REGIME, ...change }])).toEqual(fault.length > 0 ? [fault] : [])
})

test('a field that means nothing is told, not kept', () => {
  expect(told([{ ...REGIME, 'a/b': 1 } as VatRegime])[0]?.slice(0, 3)).toEqual([
    '/0/a~1b',
    'value_invalid',
    'a/b',
  ])
})

test('too many are told once', () => {
  const { most } = VAT_REGIME_LIMITS
  const many = Array.from({ length: most + 1 }, (_, i) => ({ ...REGIME, id: `r${i}`, name: `R${i}` }))
  expect(told(many)).toEqual([['', 'list_too_long', most]])
  expect(told(many.slice(1))).toEqual([])
})

test('a draft goes by what the settings have now, as long as they have it, all else by what it kept', () => {
  const regime = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    name: fc.string(),
    rate: fc.constantFrom('0', '5.5', '20'),
    mention: fc.string(),
    needsVatNumber: fc.boolean(),
  })
  const lists = fc.uniqueArray(regime, { selector: ({ id }) => id, maxLength: 3 })
  fc.assert(
    fc.property(fc.option(regime), lists, (vatRegime, regimes) => {
      const now = regimes.find(({ id }) => id === vatRegime?.id) ?? vatRegime
      expect(regimeInForce({ state: 'draft', vatRegime }, regimes)).toEqual(now)
      for (const state of ['sent', 'accepted', 'refused', 'ordered', 'cancelled'])
        expect(regimeInForce({ state, vatRegime }, regimes)).toEqual(vatRegime)
    }),
  )
})

test('the lines of a quote go by theirs alike', () => {
  const [, EXPORT, , BOOKS] = DEFAULT_VAT_REGIMES as [VatRegime, VatRegime, VatRegime, VatRegime]
  const lines = [{ vatRegime: BOOKS }, { vatRegime: null }, { vatRegime: EXPORT }]
  const now = [{ ...BOOKS, rate: '10' }]
  const quote = { vatRegime: BOOKS, lines }
  expect(inForce({ ...quote, state: 'draft' }, now)).toEqual({
    ...{ state: 'draft', vatRegime: now[0] },
    lines: [{ vatRegime: now[0] }, { vatRegime: null }, { vatRegime: EXPORT }],
  })
  expect(inForce({ ...quote, state: 'sent' }, now)).toEqual({ ...quote, state: 'sent' })
})

test.each([
  // the quote's rate, the line's, that by which the line is taxed
  ['20', null, '20'],
  ['20', '5.5', '5.5'],
  ['20', '0', '0'],
  ['8.5', '5.5', '5.5'],
  // what is exempt is so whole
  ['0', '5.5', '0'],
  ['0.0', '20', '0.0'],
  // the same rate is no other VAT
  ['20', '20.0', '20'],
])('of a quote at %s %% a line at %s %% is taxed at %s %%', (rate, own, expected) => {
  const vat = { rate, reason: 'country' } as const
  const regime = own === null ? null : { ...REGIME, rate: own }
  const found = ownVat(vat, regime)
  expect(found?.rate ?? rate).toBe(expected)
  expect(found).toEqual(expected === rate ? null : vatOfRegime(regime!))
})

test('a quote is told the VAT that its totals were made with, whatever its lines have', () => {
  const now = { rate: '20', reason: 'country' } as const
  const books = { rate: '5.5', name: 'Livres', mention: '', base: 100, tax: 6 }
  const own = { rate: '8.5', base: 100, tax: 9 }
  expect(vatHeld(now, { vat: [own, books] }, null)).toEqual({ ...now, rate: '8.5' })
  expect(vatHeld(now, { vat: [own] }, null)).toEqual({ ...now, rate: '8.5' })
  expect(vatHeld(now, { vat: [books] }, null)).toEqual(now)
})

test('a line is told the VAT that it was totalled with, though its quote would charge none by now', () => {
  const now = { rate: '0', reason: 'elsewhere' } as const
  const [, , , BOOKS] = DEFAULT_VAT_REGIMES as [VatRegime, VatRegime, VatRegime, VatRegime]
  const { rate, name, mention } = BOOKS
  const totals = { vat: [{ rate, name, mention, base: 100, tax: 6 }] }
  expect(ownVatHeld(now, totals, BOOKS)).toEqual(vatOfRegime(BOOKS))
  expect(ownVatHeld(now, totals, { ...BOOKS, rate: '10' })).toBeNull()
  expect(ownVatHeld(now, totals, null)).toBeNull()
  expect(ownVatHeld(now, null, BOOKS)).toBeNull()
})
