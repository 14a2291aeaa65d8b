import { expect, test } from 'vitest'
import { DOCUMENT_WORDS } from '../../domain/document/document-words.ts'
import { isOwnName } from '../../domain/shared/sources.ts'
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

interface Words {
  readonly [key: string]: string | Words
}

function flat(words: Words, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string' ? [[path + key, value] as const] : [...flat(value, `${path}${key}.`)],
    ),
  )
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

test('both languages have every word, with the same places in it', () => {
  const french = flat(fr)
  const english = flat(en)
  expect([...english.keys()]).toEqual([...french.keys()])
  for (const [key, text] of french) expect(placeholders(english.get(key)!), key).toEqual(placeholders(text))
})

test('no French question or exclamation mark begins a line of its own', () => {
  for (const [key, text] of flat(fr)) expect(text, key).not.toMatch(/ [?!]/)
})

test('what the own tariffs are called can be no partner’s name', () => {
  for (const words of [fr, en]) expect(isOwnName(words.source.own), words.source.own).toBe(true)
})

test('an order that is still to be collected is not said to be', () => {
  for (const [key, text] of flat(en)) expect(text, key).not.toMatch(/^collected\b/i)
  expect(DOCUMENT_WORDS.en.collection).not.toMatch(/^collected\b/i)
})
