/**
 * Finds the names of the catalogue that a text means, best first: what it says, or begins to say; then what other
 * words of the trade say for it; then what is meant by a text with typing errors; then what may be chosen of them.
 * Every word of the text counts.
 */
import { fold } from '../../../domain/shared/fold.ts'
import { beginAlike, editsAllowed, editsBetween } from '../../../domain/shared/edits.ts'
import { ChoiceIndex, type Choices } from './choice-index'
import { keyOf, type Phrase, Phrases } from './phrases'
import { queryOf, type Query } from './query'
import { TRADE_SYNONYMS, type Synonyms } from './synonyms'
import {
  countsIn,
  FORMATS,
  isAbout,
  isNear,
  placesOf,
  sizeKey,
  sizesOf,
  withoutSizes,
  singular,
  wordsAndSizes,
  wordsOfSize,
  type Sides,
} from './words'

/** How a word was found, the better the less; what is added tells hits of a kind apart. */
const DIRECT = 0
const SAME = 16
const AKIN = 32
const NEAR = 48
/** not in the name, but in what may be chosen: behind every name, whatever was guessed of it */
const CHOICE = 224
/** one that a large part of the catalogue may be chosen with, as a proof: it tells little apart */
const COMMON = CHOICE + 2
/** a format that is nearly what was said in whole centimetres, of the name or of a choice */
const ABOUT = 236
/** two sides of a box, where a format was said */
const DEEP = 244
/** a side in metres that nothing says: it is typed in */
const TYPED = 248
const NOT = 255
/** of a direct hit: a whole word before the beginning of one, the name's first word before others */
const BEGUN = 2
const LATER = 1
/** of what other words say, how many are told apart by the order of the table */
const MOST_ORDER = 7
/** of two errors, each is worse than any order */
const ERROR = 32

/** For so long it works in a row: a frame is 16. */
const SLICE_MS = 8
const LONGEST_PHRASE = 4
/** Shorter words are not guessed by their beginning, and begin right. */
const GUESSED = 5
export interface Suggestion {
  readonly text: string
  readonly count: number
}

export interface Nearest {
  readonly found: number[]
  /** words of the text that nothing has, as they are written there */
  readonly without: readonly string[]
}

/** The words of a text that are among some in the singular. */
const asWritten = (words: readonly string[], text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => words.includes(singular(fold(word))))

const squashed = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

export class CatalogueIndex {
  readonly #names: readonly string[]
  readonly #phrases: Phrases
  /** by word, or two words joined: the names that have it, times two, plus one where it is not the first */
  readonly #postings = new Map<string, number[]>()
  readonly #sizes = new Map<string, Sides & { readonly names: number[] }>()
  readonly #squashed: string[] = []
  #terms: readonly string[] = []
  /** words without digits by the letter that they begin with: those that may be meant by another */
  readonly #byLetter = new Map<string, string[]>()
  #choices: ChoiceIndex | null = null

  private constructor(names: readonly string[], own: readonly Synonyms[]) {
    this.#names = names
    this.#phrases = new Phrases([...TRADE_SYNONYMS, ...own])
  }

  /**
   * @param own synonyms beside those of the trade
   * @param pause lets others work meanwhile
   */
  static async of(
    names: readonly string[],
    own: readonly Synonyms[] = [],
    pause: () => Promise<void> = () => Promise.resolve(),
  ): Promise<CatalogueIndex> {
    const index = new CatalogueIndex(names, own)
    let began = performance.now()
    for (const [at, name] of names.entries()) {
      index.#add(at, name)
      if (performance.now() - began < SLICE_MS) continue
      await pause()
      began = performance.now()
    }
    await pause()
    index.#terms = [...index.#postings.keys()].sort()
    for (const term of index.#terms) {
      if (/\d/.test(term)) continue
      const alike = index.#byLetter.get(term[0]!)
      if (alike) alike.push(term)
      else index.#byLetter.set(term[0]!, [term])
    }
    return index
  }

  /** Has the names found by what may be chosen of them, too. */
  addChoices(choices: Choices): void {
    this.#choices = new ChoiceIndex(choices)
  }

  #add(at: number, name: string): void {
    const { words, sizes, measures } = wordsAndSizes(name)
    const own = words.map(singular)
    const counted = new Map(countsIn(own, sizes, measures).map((count) => [count.at, count.key]))
    for (const [i, word] of own.entries()) {
      const place = at * 2 + (i > 0 ? LATER : 0)
      this.#post(word, place)
      const count = counted.get(i)
      if (count !== undefined) this.#post(count, place)
      const next = own[i + 1]
      if (next !== undefined && !/\d/.test(word + next)) this.#post(keyOf([word, next]), place)
      if (FORMATS[word]) this.#postSize(FORMATS[word], at)
    }
    for (const sides of sizes.flatMap(sizesOf)) this.#postSize(sides, at)
    this.#squashed.push(squashed(name))
  }

  #post(term: string, place: number): void {
    const places = this.#postings.get(term)
    if (!places) this.#postings.set(term, [place])
    // Of a name that has it twice, the first counts.
    else if (places.at(-1)! >> 1 !== place >> 1) places.push(place)
  }

  #postSize(sides: Sides, at: number): void {
    const key = sizeKey(sides)
    const known = this.#sizes.get(key)
    if (known) known.names.push(at)
    else this.#sizes.set(key, { ...sides, names: [at] })
  }

  /** The places of the names that a text means, best first; among equals as they stand. */
  search(text: string): number[] {
    const { found, without } = this.nearest(text)
    return without.length > 0 ? [] : found
  }

  /** The same, but where nothing has some of the words at all, what the others find: they say what is looked for. */
  nearest(text: string): Nearest {
    const query = queryOf(text)
    if (query.words.length === 0) return { found: [], without: [] }
    const start = squashed(text)
    const direct = this.#hits(query, false)
    const found = this.#ranked(direct, start)
    if (found.length > 0) return { found, without: [] }
    // Nothing is as it was typed: then known words may be wrong ones.
    const guessed = this.#hits(query, true)
    const meant = this.#ranked(guessed, start)
    if (meant.length > 0) return { found: meant, without: [] }
    // A size that no name has may be one that is typed in: a banner of 3 × 1 m.
    const unsized = withoutSizes(text)
    if (unsized !== null) return this.nearest(unsized)
    const known = guessed.map((own) => own.some((value) => value !== NOT))
    const without = query.words.filter((_, i) => !known[i])
    const isSaid = query.words.some((word, i) => known[i] && /\p{L}{3}/u.test(word))
    if (without.length === 0 || !isSaid) return { found: [], without: [] }
    const others = (hits: readonly Uint8Array[]) =>
      this.#ranked(
        hits.filter((_, i) => known[i]),
        start,
      )
    const asTyped = others(direct)
    return {
      found: asTyped.length > 0 ? asTyped : others(guessed),
      without: asWritten(without, text),
    }
  }

  /** What would be found in place of a text that finds nothing: fewer of its words, or words that are near. */
  instead(text: string, most = 3): Suggestion[] {
    const pieces = text.trim().split(/\s+/)
    const shorter =
      pieces.length > 1
        ? [...pieces.map((_, i) => pieces.filter((__, j) => j !== i).join(' ')), ...pieces]
        : this.#nearest(text)
    const told = new Map<string, number>()
    // A small word ("de", "à") is in many names, and nothing that is looked for.
    for (const each of shorter.filter((some) => /[\p{L}\d]{3}|\d/u.test(some))) {
      if (told.size === most) break
      const count = this.search(each).length
      if (count > 0) told.set(each, count)
    }
    return [...told].map(([said, count]) => ({ text: said, count }))
  }

  /** Words of names that share most with a word, as they are written. */
  #nearest(text: string): string[] {
    const word = singular(squashed(text))
    const most = Math.floor(word.length * 0.45)
    if (most === 0) return []
    return this.#terms
      .filter((term) => term.length > 3 && !/\d/.test(term))
      .map((term) => ({ term, edits: editsBetween(word, term, most) }))
      .filter(({ edits }) => edits <= most)
      .sort((a, b) => a.edits - b.edits)
      .flatMap(({ term }) => this.#written(term) ?? [])
  }

  /** A word as the first name has it that has it; undefined of two that were joined. */
  #written(term: string): string | undefined {
    const name = this.#names[this.#postings.get(term)![0]! >> 1]!
    return [...name.matchAll(/\p{L}+/gu)].map(([word]) => word).find((word) => singular(fold(word)) === term)
  }

  /** How well each word of a query was found in each name. */
  #hits(query: Query, guess: boolean): Uint8Array[] {
    const { words, sizes, measures, open } = query
    const measureAt = new Map(measures.map((measure) => [measure.at, measure]))
    const best = words.map((_, i) => {
      const isTyped = words.length > 1 && measureAt.get(i)?.long === true
      return new Uint8Array(this.#names.length).fill(isTyped ? TYPED : NOT)
    })
    const put = (from: number, to: number) => (name: number, value: number) => {
      for (let word = from; word < to; word++) {
        const own = best[word]!
        if (value < own[name]!) own[name] = value
      }
    }
    const ofSize = new Set(sizes.flatMap(placesOf))
    // A number that counts something says so with it: "3 volets" is no "3 plis (4 volets)".
    const counted = countsIn(words, sizes, measures).flatMap(({ at, key }) => {
      const hit = put(at, at + 2)
      const named = this.#direct(key, hit, !open || at + 2 < words.length)
      return this.#chosen(key, hit) || named ? [at, at + 1] : []
    })
    const unknown = words.map((word, i) => {
      if (counted.includes(i)) return guess
      const measure = measureAt.get(i)
      const named = this.#direct(word, put(i, i + 1), measure !== undefined)
      const chosen = !ofSize.has(i) && this.#chosen(measure?.key ?? word, put(i, i + 1))
      return (!named && !chosen && this.#phrases.of(word) === undefined) || guess
    })
    for (const { at, ...sides } of sizes) this.#sized(sides, put(at, at + wordsOfSize(sides)))
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_PHRASE); to++) {
        if (counted.includes(from) && to === from + 1) continue
        const span = words.slice(from, to)
        const key = keyOf(span)
        const hit = put(from, to)
        if (span.length === 2) {
          this.#direct(key, hit)
          this.#chosen(key, hit)
        }
        if (FORMATS[key]) this.#sized(FORMATS[key], (name) => hit(name, SAME))
        this.#meant(key, hit, 0)
        if (!unknown.slice(from, to).some(Boolean)) continue
        const last = open && to === words.length
        this.#guessed(key, last, span.length, hit)
      }
    }
    return best
  }

  /** What says a word, or (not `whole`) begins with it. @returns whether anything does */
  #direct(word: string, hit: (name: number, value: number) => void, whole = false): boolean {
    let any = false
    for (let i = firstFrom(this.#terms, word); i < this.#terms.length; i++) {
      const term = this.#terms[i]!
      if (whole ? term !== word : !term.startsWith(word)) break
      any = true
      const value = DIRECT + (term === word ? 0 : BEGUN)
      for (const place of this.#postings.get(term)!) hit(place >> 1, value + (place & 1))
    }
    return any
  }

  /** What may be chosen by a word. @returns whether anything may */
  #chosen(word: string, hit: (name: number, value: number) => void): boolean {
    return this.#choices?.said(word, (name, isCommon) => hit(name, isCommon ? COMMON : CHOICE)) ?? false
  }

  /** What other words say for a phrase. @param errors how many errors it was found with */
  #meant(key: string, hit: (name: number, value: number) => void, errors: number): void {
    const meaning = this.#phrases.of(key)
    if (!meaning) return
    const said = (phrases: readonly Phrase[], value: number) => {
      for (const [i, phrase] of phrases.entries())
        this.#named(phrase, value + Math.min(i, MOST_ORDER) * 2, hit)
    }
    const near = errors > 0 ? NEAR - SAME + errors * ERROR : 0
    said(meaning.same, SAME + near)
    said(meaning.akin, AKIN + near)
  }

  /** The names that have a whole phrase, whatever stands between its words. */
  #named({ words, key }: Phrase, value: number, hit: (name: number, value: number) => void): void {
    const [first = '', ...others] = words
    const sets = others.map((word) => new Set(this.#postings.get(word)?.map((place) => place >> 1)))
    // A number counts what follows it: "3 volets" is no "3 plis (4 volets)".
    const counts = others.length > 0 && /^\d+$/.test(first)
    for (const place of (counts ? null : this.#postings.get(first)) ?? [])
      if (sets.every((names) => names.has(place >> 1))) hit(place >> 1, value + (place & 1))
    if (others.length > 0)
      for (const place of this.#postings.get(key) ?? []) hit(place >> 1, value + (place & 1))
  }

  /** What may be meant by words that are not known as they stand. */
  #guessed(key: string, last: boolean, words: number, hit: (name: number, value: number) => void): void {
    const most = editsAllowed(key)
    const open = last && key.length >= GUESSED
    const edits = (term: string) => (most === 0 ? 1 : editsBetween(key, term, most, open))
    const isClose = (phrase: string) =>
      (key.length > GUESSED || beginAlike(key, phrase)) && edits(phrase) <= most
    for (const known of this.#phrases.like(last ? key : '', isClose)) {
      const errors = known.startsWith(key) ? 0 : edits(known)
      this.#meant(known, hit, errors)
      if (errors > 0 && words > 1) this.#named({ key: known, words: [known] }, NEAR + errors * ERROR, hit)
    }
    if (most === 0 || words > 2) return
    for (const letter of new Set([key[0]!, key[1]!])) {
      for (const term of this.#byLetter.get(letter) ?? []) {
        if (!beginAlike(key, term)) continue
        const errors = edits(term)
        if (errors > most) continue
        for (const place of this.#postings.get(term)!) hit(place >> 1, NEAR + errors * ERROR + (place & 1))
      }
    }
  }

  /** The names of a format: its sides in the same unit are words that are found, and come before. */
  #sized(wanted: Sides, hit: (name: number, value: number) => void): void {
    for (const { names, ...sides } of this.#sizes.values()) {
      const value = sizeValue(sides, wanted)
      if (value !== NOT) for (const name of names) hit(name, value)
    }
    const values = { near: CHOICE, about: ABOUT, deep: DEEP }
    this.#choices?.sized(wanted, (name, how) => hit(name, values[how]))
  }

  /** The names in which every word was found, best first. @param start what a name may begin with */
  #ranked(hits: readonly Uint8Array[], start: string): number[] {
    const ranks = new Float64Array(this.#names.length)
    let count = 0
    for (let name = 0; name < this.#names.length; name++) {
      let worst = 0
      let sum = 0
      for (const own of hits) {
        const value = own[name]!
        if (value > worst) worst = value
        sum += value
      }
      if (worst === NOT) continue
      const kind = worst >> 4
      const begins = kind === 0 && this.#squashed[name]!.startsWith(start)
      const order = ((kind * 2 + (begins ? 0 : 1)) * 256 + worst) * 4096 + sum
      ranks[count++] = order * 2 ** 20 + name
    }
    return Array.from(ranks.subarray(0, count).sort(), (rank) => rank % 2 ** 20)
  }
}

/** How well a name's format is the one that is wanted. */
function sizeValue(sides: Sides, wanted: Sides): number {
  if (sizeKey(sides) === sizeKey(wanted)) return DIRECT + BEGUN
  if (isNear(sides, wanted)) return NEAR
  return isAbout(sides, wanted) ? ABOUT : NOT
}

/** Where texts that begin with one would stand in a sorted list. */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < text) low = middle + 1
    else high = middle
  }
  return low
}
