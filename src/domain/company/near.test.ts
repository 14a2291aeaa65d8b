import { expect, test } from 'vitest'
import { guessedWords, nearest } from './near.ts'
import { companyKey, searchedWords } from './search.ts'

const NAMES = ['Imprimerie Dupont & Fils', 'Boulangerie Après', 'Boulangerie du Port', 'Durand', 'Dupin']
const among = (names: readonly string[], towns: readonly string[] = []) =>
  names.map((name, id) => ({
    id,
    nameKey: companyKey(name),
    text: ` ${companyKey(`${name} ${towns[id] ?? ''}`)}`,
  }))
const near = (text: string, names = NAMES, towns: readonly string[] = []) =>
  nearest(guessedWords(searchedWords(text)) ?? [], among(names, towns)).map((id) => names[id])

test.each([
  ['dupom', ['Imprimerie Dupont & Fils']],
  ['boulagerie', ['Boulangerie Après', 'Boulangerie du Port']],
  ['Boulagerie apres', ['Boulangerie Après']],
  ['obulangerie', ['Boulangerie Après', 'Boulangerie du Port']],
  ['imprimmerie dupotn', ['Imprimerie Dupont & Fils']],
  ['garage', []],
])('“%s” is meant for %j', (text, names) => {
  expect(near(text)).toEqual(names)
})

test('every word counts; one that is found by something else than the name is right', () => {
  expect(near('boulagerie sete', NAMES, ['', 'Lyon', 'Sète'])).toEqual(['Boulangerie du Port'])
  expect(near('boulagerie metz', NAMES, ['', 'Lyon', 'Sète'])).toEqual([])
})

test('the nearest comes first', () => {
  expect(near('duponr', ['Dupond', 'Dupont', 'Duporr'])).toEqual(['Dupond', 'Dupont', 'Duporr'])
  expect(near('martines', ['Martinon', 'Martinez'])).toEqual(['Martinez', 'Martinon'])
})

test('short words, numbers and sentences are meant as they stand', () => {
  for (const text of ['dup', '0611223344', 'un devis pour la boulagerie'])
    expect(guessedWords(searchedWords(text)), text).toBeNull()
})
