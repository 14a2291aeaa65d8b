import { describe, expect, test } from 'vitest'
import { FAULT_CODES } from './faults.ts'
import { faultMessage, message, reasonMessage } from './messages.ts'

const PARAMS = {
  ...{ id: 1, variant: 2, option: 'Papier', quantity: 3, min: 1, max: 9, count: 4, delai: 5, kind: 'format' },
  ...{
    expected: 'integer',
    field: 'ville',
    path: '/x/',
    allow: 'GET',
    support: 'Carton',
    days: 2,
    cause: 'disk',
  },
}

describe('words for every code', () => {
  test.each(FAULT_CODES)('%s, in both languages', (code) => {
    const [fr, en] = (['fr', 'en'] as const).map((locale) => message(code, locale, PARAMS))
    for (const text of [fr, en]) {
      expect(text).toMatch(/^[A-ZÀ-Ý\d«“].*\.$/u)
      expect(text).not.toContain('undefined')
    }
    expect(fr).not.toBe(en)
  })

  test('an unavailable price says the reason itself', () => {
    const fault = { path: '/lignes/0', code: 'price_unavailable' } as const
    expect(faultMessage(fault, 'en')).toBe('No price at this lead time.')
    expect(faultMessage({ ...fault, reason: { code: 'no_tariff' } }, 'en')).toBe(
      'On request: no tariff for this product.',
    )
    expect(faultMessage({ ...fault, reason: { code: 'excluded', text: 'Jamais.' } }, 'en')).toBe('Jamais.')
  })

  test('a tariff’s own message is given as it is, in any language', () => {
    expect(reasonMessage({ code: 'excluded', text: 'Pas en J+1' }, 'fr')).toBe('Pas en J+1')
    expect(reasonMessage({ code: 'excluded', text: 'Pas en J+1' }, 'en')).toBe('Pas en J+1')
  })

  test.each([
    ['integer', 'fr', 'Type incorrect : un nombre entier est attendu.'],
    ['integer | null', 'fr', 'Type incorrect : un nombre entier est attendu.'],
    ['string | null', 'en', 'Wrong type: a string is expected.'],
    ['"print" | "display"', 'en', 'Wrong type: "print" or "display" is expected.'],
  ] as const)('the expected type %s is named (%s)', (expected, locale, text) => {
    expect(message('field_type', locale, { expected })).toBe(text)
  })

  test('a misspelt country is asked about where one is near', () => {
    const nearest = { nearest: 'Allemagne', nearestEn: 'Germany' }
    expect(message('country_unknown', 'fr', nearest)).toBe('Pays non reconnu. Vouliez-vous dire Allemagne ?')
    expect(message('country_unknown', 'en', nearest)).toBe('Unknown country. Did you mean Germany?')
    expect(message('country_unknown', 'fr', {})).toContain('choisissez-le dans la liste')
    expect(message('country_unknown', 'en', {})).toContain('choose it in the list')
  })

  test('a postal code of elsewhere names the place and how its codes begin', () => {
    for (const locale of ['fr', 'en'] as const)
      expect(message('postal_code_elsewhere', locale, { place: 'La Réunion', prefix: '974' })).toMatch(
        /La Réunion.*974/,
      )
  })

  test.each([
    [{ quantity: 101, nearest: '100, 250' }, 'Quantity 101 is not offered; the nearest: 100, 250.'],
    [{ quantity: 9, min: 10, max: 20 }, 'Quantity 9 is out of bounds: from 10 to 20.'],
  ])('a quantity that is not offered says which are', (params, text) => {
    expect(message('quantity_not_offered', 'en', params)).toBe(text)
  })
})
