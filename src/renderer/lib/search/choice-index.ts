/**
 * What products and families may be chosen with, by the words of it: "recto verso", "10x15". Many have the same choices,
 * so a word leads to the texts that have it, and a text to its products.
 */
import { keyOf } from './phrases'
import {
  FORMATS,
  isAbout,
  isNear,
  isSmall,
  singular,
  type Sides,
  sizeKey,
  sizesOf,
  wordsAndSizes,
} from './words'

/** @property of which of `names` each entry has, by their places, in the order of the entries */
export interface Choices {
  readonly names: readonly string[]
  readonly of: readonly (readonly number[])[]
}

/** Shorter words are not searched for before they are whole: most choices begin with them. */
const BEGUN_FROM = 3

/** What more than this part of all may be chosen with is common. */
const COMMON_SHARE = 1 / 4

export class ChoiceIndex {
  /** by word, or two words joined: the texts that have it */
  readonly #texts = new Map<string, number[]>()
  readonly #terms: readonly string[]
  readonly #sizes = new Map<string, Sides & { readonly texts: number[] }>()
  /** by text: the entries that have it */
  readonly #entries: number[][]
  /** so many have a common text at least */
  readonly #common: number

  constructor({ names, of }: Choices) {
    for (const [text, name] of names.entries()) this.#add(text, name)
    this.#terms = [...this.#texts.keys()].filter((term) => !/^\d/.test(term))
    this.#common = of.length * COMMON_SHARE
    this.#entries = names.map(() => [])
    for (const [entry, texts] of of.entries()) for (const text of texts) this.#entries[text]?.push(entry)
  }

  #add(text: number, name: string): void {
    const { words, sizes, measures } = wordsAndSizes(name)
    const own = words.map(singular)
    const terms = new Set(measures.map(({ key }) => key))
    for (const [i, word] of own.entries()) {
      const next = own[i + 1]
      // A number alone is a quantity rather than a weight or a count of pages: it is found with what it counts.
      if (!/\p{L}/u.test(word)) {
        if (next !== undefined && /^\p{L}/u.test(next) && !isSmall(next)) terms.add(keyOf([word, next]))
        continue
      }
      if (!isSmall(word)) terms.add(word)
      if (next !== undefined && !/\d/.test(word + next)) terms.add(keyOf([word, next]))
      if (FORMATS[word]) this.#addSize(FORMATS[word], text)
    }
    for (const term of terms) {
      const texts = this.#texts.get(term)
      if (texts) texts.push(text)
      else this.#texts.set(term, [text])
    }
    for (const sides of sizes.flatMap(sizesOf)) this.#addSize(sides, text)
  }

  #addSize(sides: Sides, text: number): void {
    const key = sizeKey(sides)
    const known = this.#sizes.get(key)
    if (known) known.texts.push(text)
    else this.#sizes.set(key, { ...sides, texts: [text] })
  }

  /** The entries with a choice that says a word, or begins to. @returns whether there are any */
  said(word: string, hit: (entry: number, isCommon: boolean) => void): boolean {
    const begun = word.length >= BEGUN_FROM && !/\d/.test(word)
    const terms = begun ? this.#terms.filter((term) => term.startsWith(word)) : [word]
    return this.#hit(
      terms.flatMap((term) => this.#texts.get(term) ?? []),
      hit,
    )
  }

  /** The entries with a choice of a format, of one that is so nearly, or of one that is two sides of a box (`deep`). */
  sized(wanted: Sides, hit: (entry: number, how: 'near' | 'about' | 'deep') => void): void {
    for (const { texts, third, ...two } of this.#sizes.values()) {
      const isDeep = third !== undefined && wanted.third === undefined
      const sides = third === undefined || isDeep ? two : { ...two, third }
      const near = isNear(sides, wanted)
      if (!near && !isAbout(sides, wanted)) continue
      this.#hit(texts, (entry) => hit(entry, isDeep ? 'deep' : near ? 'near' : 'about'))
    }
  }

  #hit(texts: readonly number[], hit: (entry: number, isCommon: boolean) => void): boolean {
    const all = new Set(texts)
    for (const text of all) {
      const entries = this.#entries[text]!
      for (const entry of entries) hit(entry, entries.length > this.#common)
    }
    return all.size > 0
  }
}
