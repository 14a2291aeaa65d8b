import { describe, expect, test } from 'vitest'
import { countryName, countryNames, findCountry, nearestCountry } from './countries.ts'

describe('countries', () => {
  test.each([
    ['France', 'FR'],
    [' france ', 'FR'],
    ['FRA', 'FR'],
    ['fr', 'FR'],
    ['Allemagne', 'DE'],
    ['Germany', 'DE'],
    ['Etats-Unis', 'US'],
    ['états unis', 'US'],
    ['USA', 'US'],
    ['Angleterre', 'GB'],
    ['Pays-Bas', 'NL'],
    ['République tchèque', 'CZ'],
    ['Guadeloupe', 'FR'],
    ['La Réunion', 'FR'],
    ['Nouvelle-Calédonie', 'NC'],
    ['Frence', null],
    ['', null],
    ['__proto__', null],
    ['constructor', null],
  ])('%j names %s', (text, code) => {
    expect(findCountry(text)).toBe(code)
  })

  test('every name that the field suggests is one that is found again, in both languages', () => {
    for (const locale of ['fr', 'en']) {
      const names = countryNames(locale)
      expect(names.length).toBe(250)
      expect(names[0]).toBe('France')
      expect(names.filter((name) => findCountry(name) === null)).toEqual([])
    }
  })

  test.each([
    ['Frence', 'France'],
    ['Belgqiue', 'Belgique'],
    ['Allemange', 'Allemagne'],
    ['Xyzzy', null],
    ['F', null],
    ['x'.repeat(100_000), null],
  ])('a misspelt %.20s probably means %s', (text, name) => {
    const code = nearestCountry(text)
    expect(code && countryName(code, 'fr')).toBe(name)
  })
})
