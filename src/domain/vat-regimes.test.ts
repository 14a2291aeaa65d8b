/** Rates and exemptions in the place of the address's VAT: what a list of them may be, and which one is in force. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from './settings.ts'
import {
  DEFAULT_VAT_REGIMES,
  regimeInForce,
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
