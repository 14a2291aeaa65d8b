import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeAddress } from '../address.ts'
import { companyKey, companyText, searchedWords, wordsOf } from './search.ts'

const NONE = { siret: '', vatNumber: '', email: '', phone: '', contacts: [], addresses: [] }

const finds = (text: string, search: string) =>
  searchedWords(search).every((word) => text.includes(` ${word}`))

test('the beginning of any of its words finds a company, in any order and case', () => {
  const names = fc.array(fc.stringMatching(/^[A-Za-zÀ-ÿœæß]{1,12}$/), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(names, fc.nat(), fc.nat(), (words, which, length) => {
      const text = companyText({ ...NONE, name: words.join(' ') })
      const word = words[which % words.length]!
      const begun = word.slice(0, 1 + (length % word.length))
      expect(finds(text, begun.toUpperCase())).toBe(true)
      expect(finds(text, [...words].reverse().slice(0, 8).join('  '))).toBe(true)
    }),
  )
})

test.each([
  ['S.A.R.L. Dupont', ['sarl', 'dupont']],
  ["L'Œuvre d’Art", ['l', 'oeuvre', 'd', 'art']],
  ['a@b-c.fr', ['a', 'b', 'c', 'fr']],
  ['  ', []],
])('%s has the words %j', (text, words) => expect(wordsOf(text)).toEqual(words))

test('numbers are found however they are spaced', () => {
  const text = companyText({ ...NONE, name: 'X', phone: '+33 (0)4 78', siret: '12345678900012' })
  for (const search of ['+33 0', '33 04 78', '123 456 789']) expect(finds(text, search), search).toBe(true)
  expect(finds(text, '456')).toBe(false)
})

test('towns and postal codes find it; streets do not', () => {
  const address = completeAddress({ ville: 'Le Mans', code_postal: '72000', adresse1: 'rue des Lilas' })
  const text = companyText({ ...NONE, name: 'X', addresses: [{ address }] })
  expect(['mans', '720'].map((search) => finds(text, search))).toEqual([true, true])
  expect(finds(text, 'lilas')).toBe(false)
})

test('a key is the same for what people take for the same name', () => {
  expect(companyKey('Éts. DUPONT-Durand')).toBe(companyKey('ets dupont  durand'))
  expect(companyKey('Dupont')).not.toBe(companyKey('Dupond'))
})
