import { describe, expect, test } from 'vitest'
import { expectEachLanguage } from '../testing/words.ts'
import type { FaultParams } from './reasons.ts'
import { alteration, causeMessage, STORE_ERROR_CODES, storeMessage } from './store-messages.ts'

const VALUES: Readonly<Record<string, string>> = { difference: 'missing' }

test.each(STORE_ERROR_CODES)('%s says something in both languages, of the same facts', (code) => {
  const [fr, en] = (['fr', 'en'] as const).map((locale) => {
    const named = new Set<string>()
    const params = new Proxy<FaultParams>(
      {},
      { get: (_, name) => (named.add(String(name)), VALUES[String(name)] ?? '7') },
    )
    return { text: storeMessage(code, locale, params), named: [...named].sort() }
  })
  for (const { text } of [fr!, en!]) {
    expect(text).toMatch(/\S/)
    expect(text).not.toMatch(/undefined|NaN|\[object|\n/)
  }
  expectEachLanguage({ fr: fr!.text, en: en!.text })
  expect(en!.named).toEqual(fr!.named)
})

describe('a cause', () => {
  test.each([
    ['ENOSPC', 'le disque est plein', 'the disk is full'],
    ['SQLITE_IOERR_FSYNC', 'le disque a refusé', 'the disk refused'],
    ['SQLITE_FULL', 'le disque est plein', 'the disk is full'],
    ['EOTHER', 'EOTHER', 'EOTHER'],
  ])('%s: %s, %s', (code, fr, en) => {
    expect([causeMessage(code, 'fr'), causeMessage(code, 'en')]).toEqual([fr, en])
  })
})

test.each([
  ['missing', 'il manque : table tokens', 'missing: table tokens'],
  ['foreign', 'étranger : table tokens', 'foreign: table tokens'],
  ['changed', 'modifié : table tokens', 'changed: table tokens'],
])('what is %s in the schema is named', (difference, fr, en) => {
  const params = { difference, type: 'table', name: 'tokens' }
  expect([alteration(params, 'fr'), alteration(params, 'en')]).toEqual([fr, en])
})
