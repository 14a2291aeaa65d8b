/** An export calls states, roles and areas as the screens do. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  AREA_WORDS,
  EXPIRED,
  INDICATIVE,
  ORDER_STATUS_WORDS,
  OWN_TARIFFS_WORDS,
  PROVENANCE_WORDS,
  QUOTE_STATE_WORDS,
  ROLE_WORDS,
  statusWords,
  type Words,
} from './words.ts'

type Screens = Record<string, Record<string, string>>
const FOLDER = join(import.meta.dirname, '../../../renderer/locales')

test.each(['fr', 'en'] as const)('in %s as on the screens', (locale) => {
  const screens = JSON.parse(readFileSync(join(FOLDER, `${locale}.json`), 'utf8')) as Screens
  const of = (words: Readonly<Record<string, Words>>) =>
    Object.fromEntries(Object.entries(words).map(([key, each]) => [key, each[locale]]))
  expect(screens['quoteState']).toMatchObject(of(QUOTE_STATE_WORDS))
  expect(screens['orderStatus']).toMatchObject(of(ORDER_STATUS_WORDS))
  expect(screens['lineRole']).toMatchObject(of(ROLE_WORDS))
  const { free: _none, ...areas } = of(AREA_WORDS)
  expect(screens['area']).toMatchObject(areas)
  expect(screens['quote']!['expired']).toBe(EXPIRED[locale])
  expect(screens['quotes']!['indicative']).toBe(INDICATIVE[locale])
  expect(screens['source']!['own']).toBe(OWN_TARIFFS_WORDS[locale])
  expect(screens['price']).toMatchObject({
    observed: PROVENANCE_WORDS.observed[locale],
    estimated: PROVENANCE_WORDS.estimated[locale],
  })
})

test('a partner’s code of a status is read as words in both', () => {
  expect(statusWords('en_production', 'fr')).toBe('En production')
  expect(statusWords('livree', 'en')).toBe('Delivered')
  expect(statusWords('En attente de fichiers', 'en')).toBe('Waiting for files')
})
