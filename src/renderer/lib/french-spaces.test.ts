import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frenchSpaces } from './french-spaces'

it('keeps the signs of French to their words, and leaves what has no space before it', () => {
  expect(frenchSpaces('« Kit » : prêt ? Oui ; non !')).toBe(
    '«\u00a0Kit\u00a0»\u00a0: prêt\u202f? Oui\u202f; non\u202f!',
  )
  expect(frenchSpaces('un essai toutes les 30 s. 2 sources')).toBe('un essai toutes les 30\u00a0s. 2 sources')
  expect(frenchSpaces('http://127.0.0.1:4010?a=1 à 10:30')).toBe('http://127.0.0.1:4010?a=1 à 10:30')
})

it('changes nothing but spaces, and nothing the second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '«', '»', ':', ';', '?', '!') }), (text) => {
      const once = frenchSpaces(text)
      expect(frenchSpaces(once)).toBe(once)
      expect(once.replace(/[\u00a0\u202f]/g, ' ')).toBe(text)
    }),
  )
})
