import { expect, test } from 'vitest'
import { DOCUMENT_WORDS } from './document-words.ts'

test.each([
  ['732\u00a0829\u00a0320', 'SIREN'],
  ['732\u00a0829\u00a0320\u00a000074', 'SIRET'],
  ['732829320', 'SIREN'],
])('the number %j is a %s, however it is printed', (number, name) => {
  for (const language of ['fr', 'en'] as const)
    expect(DOCUMENT_WORDS[language].siret(number)).toBe(`${name} ${number}`)
})
