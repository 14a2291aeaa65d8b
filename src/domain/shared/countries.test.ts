import { describe, expect, test } from 'vitest'
import {
  begunPlace,
  countryLine,
  countryName,
  countryNames,
  findCountry,
  findPlace,
  isElsewhereInUnion,
  nearestCountry,
  postalPrefixOf,
} from './countries.ts'

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
    ['Guyane', 'FR'],
    ['Réunion', 'FR'],
    ['Corse', 'FR'],
    ['France métropolitaine', 'FR'],
    ['République française', 'FR'],
    ['Schweiz', 'CH'],
    ['Belgie', 'BE'],
    ['België', 'BE'],
    ['Deutschland', 'DE'],
    ['España', 'ES'],
    ['Niger', 'NE'],
    ['Guinée', 'GN'],
    ['Frence', null],
    ['', null],
    ['__proto__', null],
    ['constructor', null],
  ])('%j names %s', (text, code) => {
    expect(findCountry(text)).toBe(code)
  })

  test.each([
    ['Martinique', 'MQ', '972'],
    ['la réunion', 'RE', '974'],
    ['France', 'FR', null],
    ['Corse', 'FR', null],
    ['', null, null],
  ])('%j is the place %s, whose postal codes begin with %s', (text, place, prefix) => {
    expect(findPlace(text)).toBe(place)
    expect(postalPrefixOf(text)).toBe(prefix)
  })

  test.each([
    ['Allem', 'fr', 'DE'],
    ['  allem', 'fr', 'DE'],
    ['Germ', 'en', 'DE'],
    ['côte d', 'fr', 'CI'],
    // several, none, too short to mean one
    ['Guin', 'fr', null],
    ['Germ', 'fr', null],
    ['Al', 'fr', null],
    ['', 'fr', null],
  ])('%j begins the name of one place alone, in %s: %s', (text, locale, code) => {
    expect(begunPlace(text, locale)).toBe(code)
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
    // one or two letters left out, added, changed; three are too many
    ['Belique', 'Belgique'],
    ['Blgiqe', 'Belgique'],
    ['Belgiquees', 'Belgique'],
    ['Balgiqua', 'Belgique'],
    ['Xelgikka', null],
    // too short to be anything's misspelling
    ['Ira', null],
    ['Xyzzy', null],
    ['F', null],
    ['x'.repeat(100_000), null],
  ])('a misspelt %.20s probably means %s', (text, name) => {
    const code = nearestCountry(text)
    expect(code && countryName(code, 'fr')).toBe(name)
  })
})

test.each([
  ['Allemagne', true],
  ['Grèce', true],
  ['IE', true],
  ['France', false],
  ['La Réunion', false],
  ['Monaco', false],
  ['Suisse', false],
  ['Royaume-Uni', false],
  ['nulle part', false],
])('%s is a state of the European Union other than France: %s', (name, is) => {
  expect(isElsewhereInUnion(name)).toBe(is)
})

test.each([
  ['Allemagne', 'en', 'Germany'],
  [' ALLEMAGNE ', 'en', 'GERMANY'],
  ['Schweiz', 'en', 'Switzerland'],
  ['Etats-Unis', 'en', 'United States'],
  ['DE', 'en', 'Germany'],
  ['France', 'en', 'France'],
  ['de', 'fr', 'Allemagne'],
  ['BEL', 'fr', 'Belgique'],
  ['Germany', 'fr', 'Germany'],
  ['nulle part', 'en', 'nulle part'],
  ['', 'en', ''],
] as const)('the country’s line %j is in a document in %s: %s', (text, language, line) => {
  expect(countryLine(text, language)).toBe(line)
})
