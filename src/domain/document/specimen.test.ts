import { expect, test } from 'vitest'
import { DOCUMENT_LANGUAGES } from '../shared/documents.ts'
import { PortableQuote } from '../quote/portable.ts'
import { contradictionsIn } from '../quote/portable-sums.ts'
import { structure } from '../schema.ts'
import { SPECIMENS } from './specimen.ts'

test.each(DOCUMENT_LANGUAGES)('the made-up quote is one, and its amounts add up (%s)', (language) => {
  const quote = SPECIMENS[language]
  expect(structure(PortableQuote).faults(quote).listed).toEqual([])
  expect(contradictionsIn(quote)).toEqual([])
})
