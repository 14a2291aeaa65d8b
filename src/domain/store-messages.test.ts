import { describe, expect, test } from 'vitest'
import { expectEachLanguage } from '../testing/words.ts'
import type { FaultParams } from './reasons.ts'
import { RESTORED_PEOPLE } from './restored-people-messages.ts'
import { MESSAGE_CODES, message } from './messages.ts'
import { STORE_CHECK_MESSAGES } from './store-check-messages.ts'
import { alteration, causeMessage, COMMANDS, STORE_ERROR_CODES, storeMessage } from './store-messages.ts'

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

/** What is typed: `comptoir restore FILE`, an option, a tool of PostgreSQL's. */
const TYPED = /comptoir(?: \p{L}|\.exe)|(?<![\p{L}\d-])--?\p{L}|createdb/u

describe('where nobody types commands, none is named', () => {
  const LOCALES = ['fr', 'en'] as const
  /** Of each cause, for some name a remedy of their own. */
  const said = (words: (params: FaultParams) => string) =>
    ['SQLITE_FULL', 'EACCES', 'ENOTDIR'].map((cause) => {
      const values: Readonly<Record<string, string>> = { ...VALUES, what: 'order', fault: 'query', cause }
      const get = (_: object, name: string | symbol) =>
        name === 'onPlace' ? undefined : (values[String(name)] ?? '7')
      return words(new Proxy<FaultParams>({}, { get }))
    })

  test.each(LOCALES)('in %s', (locale) => {
    const all = [
      ...STORE_ERROR_CODES.flatMap((code) => said((params) => storeMessage(code, locale, params))),
      ...MESSAGE_CODES.flatMap((code) => said((params) => message(code, locale, params))),
      ...Object.values(STORE_CHECK_MESSAGES).flatMap((words) => said(words[locale])),
      ...Object.values(RESTORED_PEOPLE).flatMap((words) => words[locale]({})),
    ]
    expect(all.filter((text) => TYPED.test(text))).toEqual([])
  })

  test.each(LOCALES)('and where commands are typed the one that helps is, in %s', (locale) => {
    const typing = { ...COMMANDS, file: 'f', folder: 'd', problem: 'p', cause: 'SQLITE_FULL' }
    expect(storeMessage('corrupt', locale, typing)).toContain('comptoir restore')
    expect(storeMessage('no_store', locale, typing)).toContain('--data')
    expect(message('store_unavailable', locale, typing)).toContain('comptoir doctor')
    expect(storeMessage('corrupt', locale, { ...typing, onPlace: ' --data x' })).toContain(' --data x')
  })
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
