import { expect, test } from 'vitest'
import { DEFAULT_VAT_REGIMES, vatOfRegime } from '../vat-regimes.ts'
import { DOCUMENT_WORDS } from './document-words.ts'
import { vatReason } from './totals.ts'

test.each([
  ['732\u00a0829\u00a0320', 'SIREN'],
  ['732\u00a0829\u00a0320\u00a000074', 'SIRET'],
  ['732829320', 'SIREN'],
])('the number %j is a %s, however it is printed', (number, name) => {
  for (const language of ['fr', 'en'] as const)
    expect(DOCUMENT_WORDS[language].siret(number)).toBe(`${name} ${number}`)
})

test('the reasons of VAT that the program delivers are in the document’s language, with their article; the shop’s own stay', () => {
  for (const regime of DEFAULT_VAT_REGIMES) {
    const [, article] = /(article .+) du CGI$/.exec(regime.mention)!
    expect(vatReason(vatOfRegime(regime), 'fr')).toBe(regime.mention)
    const english = vatReason(vatOfRegime(regime), 'en')
    expect(english).toContain(`${article} of the French General Tax Code`)
    expect(english).not.toMatch(/TVA|Exonération/)
    const own = { ...regime, mention: `${regime.mention}, notre cas` }
    expect(vatReason(vatOfRegime(own), 'en')).toBe(own.mention)
  }
})
