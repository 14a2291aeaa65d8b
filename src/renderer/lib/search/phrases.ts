/** Which words stand for which others, by what they are joined: "roll up", "roll-up" and "rollup" are one phrase. */
import type { Synonyms } from './synonyms'
import { isSmall, singular, wordsAndSizes } from './words'

export interface Phrase {
  /** its words joined, in the singular */
  readonly key: string
  /** in the singular, without the small ones */
  readonly words: readonly string[]
}

export interface Meaning {
  readonly same: readonly Phrase[]
  readonly akin: readonly Phrase[]
}

/** Words in the singular, as one. */
export const keyOf = (words: readonly string[]): string => singular(words.join(''))

export function phraseOf(text: string): Phrase {
  const all = wordsAndSizes(text).words
  const told = all.filter((word) => !isSmall(word))
  const words = (told.length > 0 ? told : all).map(singular)
  return { words, key: keyOf(words) }
}

/** So many letters of a phrase are enough to mean it. */
const LEAST_LETTERS = 3

export class Phrases {
  readonly #meanings = new Map<string, { same: Map<string, Phrase>; akin: Map<string, Phrase> }>()
  readonly #keys: readonly string[]

  constructor(tables: readonly Synonyms[]) {
    for (const { same, akin = [] } of tables) {
      const [one, other] = [same.map(phraseOf), akin.map(phraseOf)]
      for (const phrase of one) {
        this.#add(phrase, 'same', one)
        this.#add(phrase, 'akin', other)
      }
      for (const phrase of other) this.#add(phrase, 'akin', one)
    }
    this.#keys = [...this.#meanings.keys()].sort()
  }

  #add({ key }: Phrase, kind: 'same' | 'akin', others: readonly Phrase[]): void {
    if (key === '') return
    let meaning = this.#meanings.get(key)
    if (!meaning) this.#meanings.set(key, (meaning = { same: new Map(), akin: new Map() }))
    for (const other of others) if (other.key !== key && other.key !== '') meaning[kind].set(other.key, other)
  }

  /** What a phrase stands for; undefined where it is not known. */
  of(key: string): Meaning | undefined {
    const meaning = this.#meanings.get(key)
    return meaning && { same: [...meaning.same.values()], akin: [...meaning.akin.values()] }
  }

  /** The phrases that a text may be the beginning of, or (`close`) be meant for. */
  like(key: string, close: (known: string) => boolean): string[] {
    return this.#keys.filter(
      (known) => (key.length >= LEAST_LETTERS && known !== key && known.startsWith(key)) || close(known),
    )
  }
}
