import { describe, expect, test } from 'vitest'
import { expectEachLanguage } from '../testing/words.ts'
import { FAULT_CODES } from './faults.ts'
import { faultMessage, message, MESSAGE_CODES, reasonMessage, storedFact } from './messages.ts'
import type { FaultParams } from './reasons.ts'

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

  /** Words that are another's, and a word for each language. */
  const GIVEN = new Set(['upstream_message', 'outbox_told_before', 'told_before', 'chosen_element'])
  const VALUES: Readonly<Record<string, string>> = { what: 'order', fault: 'query' }
  const OF_ONE_LANGUAGE: Readonly<Record<string, string>> = { nearestEn: 'nearest' }

  test.each(MESSAGE_CODES)('%s says something in both languages, of the same facts', (code) => {
    const [fr, en] = (['fr', 'en'] as const).map((locale) => {
      const named = new Set<string>()
      const params = new Proxy<FaultParams>(
        {},
        {
          get: (_, name) => (
            named.add(OF_ONE_LANGUAGE[String(name)] ?? String(name)),
            VALUES[String(name)] ?? '7'
          ),
        },
      )
      return { text: message(code, locale, params), named: [...named].sort() }
    })
    for (const { text } of [fr!, en!]) {
      expect(text).toMatch(/\S/)
      expect(text).not.toMatch(/undefined|NaN|\[object/)
    }
    expectEachLanguage({ fr: fr!.text, en: en!.text })
    expect(en!.named).toEqual(fr!.named)
    if (!GIVEN.has(code)) expect(en!.text).not.toBe(fr!.text)
  })

  test('a fact that this program has no words for is told as it stands', () => {
    expect(storedFact('{"code":"outbox_stopped"}')).toEqual({ code: 'outbox_stopped' })
    for (const text of ['{"code":"of_another_program"}', '{"code":"toString"}', 'in words', 'null'])
      expect(storedFact(text)).toEqual({ code: 'outbox_told_before', params: { text } })
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
    ['integer', 'fr', 'Type incorrect ; attendu : un nombre entier.'],
    ['integer | null', 'fr', 'Type incorrect ; attendu : un nombre entier.'],
    ['string | null', 'en', 'Wrong type: a string is expected.'],
    ['"print" | "display"', 'en', 'Wrong type: "print" or "display" is expected.'],
  ] as const)('the expected type %s is named (%s)', (expected, locale, text) => {
    expect(message('field_type', locale, { expected })).toBe(text)
  })

  test.each([
    [1000, '1 000 o', '1,000 B'],
    [1024, '1 Ko', '1 KB'],
    [1024 * 1024, '1 Mo', '1 MB'],
    [64 * 1024 * 1024, '64 Mo', '64 MB'],
  ])('a limit of %i bytes reads %s, %s', (limit, fr, en) => {
    const said = (locale: 'fr' | 'en') =>
      message('partner_too_large', locale, { path: '/x', limit }).replace(/\s/g, ' ')
    expect(said('fr')).toContain(` dépasse ${fr},`)
    expect(said('en')).toContain(` is over ${en};`)
  })

  test.each([
    [{ kind: 'integer', option: 'Largeur' }, 'nombre entier', 'whole number'],
    [{ kind: 'decimal', option: 'Largeur' }, 'nombre décimal', 'decimal number'],
    [
      { kind: '1 au moins', kindEn: 'at least 1', parameter: 'limit' },
      'limit doit être 1 au moins',
      'at least 1',
    ],
    [{ characters: 1000 }, 'Texte trop long', 'Text too long'],
    [{ lines: 500 }, '500 lignes au plus', '500 lines at most'],
    [{ kind: 'origin', value: 'x' }, '« x » n’est pas une origine', '“x” is no origin'],
  ])('a value that cannot be says what it should be: %j', (params, fr, en) => {
    expect(message('value_invalid', 'fr', params)).toContain(fr)
    expect(message('value_invalid', 'en', params)).toContain(en)
  })

  test('a slow partner is told with its time, a quick one without', () => {
    expect(message('partner_ok', 'fr', { products: 3, seconds: 4 })).toContain('3 produits, en 4 s')
    expect(message('partner_ok', 'en', { products: 3, seconds: 4 })).toContain('3 products, in 4 s')
    expect(message('partner_ok', 'fr', { products: 3 })).toMatch(/3 produits\.$/)
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

  test('lead times are told as the reader writes them', () => {
    const gone = { name: 'J+3', item: 'Cartes', labels: 'J+1, J+2', offered: '1 (J+1), 2 (J+2)' }
    expect(message('lead_time_unavailable', 'fr', gone)).toContain('J+3')
    expect(message('lead_time_unavailable', 'en', gone)).toBe(
      'Lead time D+3 is not offered for “Cartes”: choose among D+1, D+2.',
    )
    expect(reasonMessage({ code: 'lead_time_not_answered', params: { label: 'J+2' } }, 'en')).toContain(
      'no price at D+2 ',
    )
    expect(reasonMessage({ code: 'lead_time_not_answered', params: { label: 'J+2' } }, 'fr')).toContain(
      'à J+2 ',
    )
  })

  test.each([
    [{ quantity: 101, nearest: '100, 250' }, 'Quantity 101 is not offered; the nearest: 100, 250.'],
    [{ quantity: 9, min: 10, max: 20 }, 'Quantity 9 is out of bounds: from 10 to 20.'],
  ])('a quantity that is not offered says which are', (params, text) => {
    expect(message('quantity_not_offered', 'en', params)).toBe(text)
  })
})

test('a name that turns the direction of reading leaves the sentence that quotes it as it is', () => {
  const option = '\u202eerutarter\u2066'
  for (const locale of ['fr', 'en'] as const)
    expect(message('several_variants_of_option', locale, { ...PARAMS, option })).toBe(
      message('several_variants_of_option', locale, { ...PARAMS, option: 'erutarter' }),
    )
})

test.each<[string, FaultParams]>([
  ['file_too_many_rows', { most: 20_000 }],
  ['import_faulty', { count: 20_000 }],
  ['more_faults', { count: 20_000 }],
])('%s writes thousands as the language does', (code, params) => {
  expect(message(code as 'more_faults', 'fr', params)).toMatch(/\b20\s000\b/)
  expect(message(code as 'more_faults', 'en', params)).toContain('20,000')
})
