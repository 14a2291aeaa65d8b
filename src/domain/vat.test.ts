import { describe, expect, test } from 'vitest'
import {
  DEFAULT_VAT,
  deskCountry,
  isPercentage,
  isVatTable,
  rateOfTax,
  vatFaults,
  vatOf,
  vatRate,
} from './vat.ts'

const rate = (pays: string, code_postal: string) => vatRate(DEFAULT_VAT, { pays, code_postal })

describe('VAT by delivery address', () => {
  test.each([
    '',
    'France',
    'FRANCE',
    'france',
    ' France ',
    'Francé',
    'FRÂNCE',
    'FR',
    'fr',
    'Monaco',
    'MONACO',
    'mónaco',
  ])('"%s" pays 20 %%', (pays) => {
    expect(rate(pays, '75001')).toBe('20')
    expect(rate(pays, '')).toBe('20')
    expect(rate(pays, '98000')).toBe('20')
  })

  test.each([
    'Belgique',
    'BE',
    'Deutschland',
    'United Kingdom',
    'F',
    'FRA',
    'Frances',
    'La France',
    'Guyane',
    '-',
    '0',
  ])('"%s" pays none', (pays) => {
    expect(rate(pays, '75001')).toBe('0')
    expect(rate(pays, '97100')).toBe('0')
  })

  const overseas: [prefix: string, expected: string][] = [
    ['970', '20'],
    ['971', '8.5'],
    ['972', '8.5'],
    ['973', '0'],
    ['974', '8.5'],
    ['975', '20'],
    ['976', '0'],
    ['977', '20'],
    ['978', '20'],
    ['979', '20'],
    ['987', '20'],
    ['988', '20'],
  ]
  test.each(overseas)('postal codes starting %s pay %s %%', (prefix, expected) => {
    for (const pays of ['', 'France', 'fr', 'MONACO']) {
      for (const rest of ['00', '10', '99', '']) expect(rate(pays, prefix + rest)).toBe(expected)
    }
    expect(rate('', ` ${prefix.slice(0, 2)} ${prefix.slice(2)} 00 `)).toBe(expected)
    expect(rate('Suisse', `${prefix}00`)).toBe('0')
  })

  test('only the start of the code counts', () => {
    for (const code of ['09710', '69710', '19973', '97', '9', 'B-9710']) expect(rate('', code)).toBe('20')
  })

  test('every other French postal code pays 20 %', () => {
    for (let code = 1000; code < 100_000; code += 500) {
      const text = String(code).padStart(5, '0')
      if (!/^97[12346]/.test(text)) expect(rate('France', text)).toBe('20')
    }
  })

  test('the table of the settings decides', () => {
    const table = {
      countries: ['Suisse', 'CH'],
      rate: '8.1',
      exceptions: [
        { postalPrefix: '12', rate: '2.6' },
        { postalPrefix: '1', rate: '3.8' },
      ],
      elsewhere: '1',
    }
    expect(vatRate(table, { pays: 'süisse', code_postal: '8000' })).toBe('8.1')
    expect(vatRate(table, { pays: 'ch', code_postal: '1200' })).toBe('2.6')
    expect(vatRate(table, { pays: 'ch', code_postal: '1300' })).toBe('3.8')
    expect(vatRate(table, { pays: '', code_postal: '1200' })).toBe('1')
  })
})

test('of several starts of a postal code the longest decides, whatever their order', () => {
  const exceptions = [
    { postalPrefix: '97', rate: '6' },
    { postalPrefix: '97 4', rate: '8.5' },
    { postalPrefix: '9', rate: '5' },
  ]
  for (const table of [exceptions, exceptions.toReversed()].map((each) => ({
    ...DEFAULT_VAT,
    exceptions: each,
  }))) {
    expect(vatRate(table, { pays: 'France', code_postal: '97400' })).toBe('8.5')
    expect(vatRate(table, { pays: '', code_postal: '97 100' })).toBe('6')
    expect(vatRate(table, { pays: 'FR', code_postal: '91000' })).toBe('5')
  }
})

describe('the rule that gave the rate', () => {
  test.each([
    ['France', '75001', '20', 'country'],
    ['', '', '20', 'country'],
    ['FR', '97400', '8.5', 'postal_code'],
    ['France', '97300', '0', 'postal_code'],
    ['Belgique', '97400', '0', 'elsewhere'],
    ['Frence', '75001', '0', 'country_unknown'],
  ])('%j %j: %s %%, by the %s', (pays, code_postal, expected, reason) => {
    const address = { pays, code_postal }
    expect(vatOf(DEFAULT_VAT, address)).toEqual({ rate: expected, reason })
    expect(vatRate(DEFAULT_VAT, address)).toBe(expected)
  })

  test('elsewhere has the rate of the table', () => {
    expect(vatOf({ ...DEFAULT_VAT, elsewhere: '7' }, { pays: 'CH', code_postal: '' })).toEqual({
      rate: '7',
      reason: 'elsewhere',
    })
  })
})

test.each([
  ['FRA', 'France'],
  ['france', 'France'],
  ['Monaco', 'Monaco'],
  ['Germany', 'Allemagne'],
  ['BE', 'Belgique'],
  ['Nulle part', 'Nulle part'],
])('the desk keeps the country %j as %j', (written, kept) => {
  expect(deskCountry(DEFAULT_VAT, written)).toBe(kept)
})

describe('what is wrong with a table', () => {
  const faults = (table: object, before: readonly string[] = []) =>
    vatFaults({ ...DEFAULT_VAT, ...table }, before, '/vat').map(({ path, code }) => `${path} ${code}`)

  test.each<[table: object, faults: string[]]>([
    [{}, []],
    [{ rate: '101' }, ['/vat/rate value_invalid']],
    [{ elsewhere: 'x' }, ['/vat/elsewhere value_invalid']],
    [
      {
        exceptions: [
          { postalPrefix: '1', rate: '5' },
          { postalPrefix: ' ', rate: '-1' },
        ],
      },
      ['/vat/exceptions/1/rate value_invalid', '/vat/exceptions/1/postalPrefix field_required'],
    ],
    [
      {
        exceptions: [
          { postalPrefix: '97', rate: '5' },
          { postalPrefix: '974', rate: '6' },
          { postalPrefix: '9 7', rate: '7' },
        ],
      },
      ['/vat/exceptions/2/postalPrefix value_invalid'],
    ],
    [{ countries: ['', 'Suisse', 'Suise'] }, ['/vat/countries/2 country_unknown']],
  ])('%j', (table, expected) => {
    expect(faults(table)).toEqual(expected)
  })

  test('a country of before stays, whatever it is', () => {
    expect(faults({ countries: ['Nulle part', 'Ailleurs'] }, ['Nulle part'])).toEqual([
      '/vat/countries/1 country_unknown',
    ])
  })

  test('a misspelt country comes with the one that is probably meant, a stranger alone', () => {
    const params = (name: string) => vatFaults({ ...DEFAULT_VAT, countries: [name] }, [], '')[0]
    expect(params('Allemagn')).toMatchObject({ params: { nearest: 'Allemagne', nearestEn: 'Germany' } })
    expect(params('Xyzzyland')).not.toHaveProperty('params')
  })
})

test.each([
  ['0', true],
  ['8.5', true],
  ['100', true],
  ['100.0', true],
  ['100.01', false],
  ['-1', false],
  ['-0', false],
  ['', false],
  ['20 %', false],
  ['1e1', false],
])('a rate of "%s" is accepted: %s', (text, accepted) => {
  expect(isPercentage(text)).toBe(accepted)
  expect(isVatTable({ ...DEFAULT_VAT, rate: text })).toBe(accepted)
  expect(isVatTable({ ...DEFAULT_VAT, elsewhere: text })).toBe(accepted)
  expect(isVatTable({ ...DEFAULT_VAT, exceptions: [{ postalPrefix: '97', rate: text }] })).toBe(accepted)
})

describe('the rate of a tax that was kept without it', () => {
  test.each([
    // base, tax, the rate of the address today, how many were rounded: the rate
    [10_000, 2000, '20', 1, '20'],
    // a small amount tells nothing: today's rate makes it, too
    [10, 1, '8.5', 1, '8.5'],
    [0, 0, '20', 1, '20'],
    [0, 0, '8.5', 1, '8.5'],
    // the table has changed since: the plainest rate that makes it
    [10_000, 1960, '20', 1, '19.6'],
    [12_345, 1049, '20', 1, '8.5'],
    [10_000, 0, '20', 1, '0'],
    [100_000, 2125, '20', 1, '2.125'],
    // of several that were rounded each
    [26, 6, '20', 2, '20'],
    [39, 9, '20', 3, '20'],
    // no rate of three decimals makes it: the nearest
    [9_999_999_999, 1_234_567_890, '20', 1, '12.346'],
  ])('%i with %i, likely %s, of %i: %s %%', (base, tax, likely, roundings, expected) => {
    expect(rateOfTax({ base, tax }, likely, roundings)).toBe(expected)
  })
})
