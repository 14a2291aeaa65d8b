import { describe, expect, test } from 'vitest'
import { DEFAULT_VAT, isPercentage, isVatTable, vatRate } from './vat.ts'

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
