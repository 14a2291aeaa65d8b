/**
 * Which choices of a product the words say that it was searched by, and which size of one that is made to measure:
 * "brochure 16 pages" opens with 16 pages. A word that its
 * name says is no choice; one that says several choices of an option leaves that to who reads it.
 */
import type { ChoiceField, Form } from '../form'
import { lineOf, selectionOf } from '../selection'
import { ChoiceIndex } from './choice-index'
import { keyOf } from './phrases'
import { saidSides } from './said-size'
import { FORMATS, isSmall, placesOf, singular, sizesOf, wordsAndSizes, type Sides } from './words'

export interface Searched {
  /** The product, which begins with what was said. */
  readonly form: Form
  /** Options of which several choices are said, and not the one that it begins with. */
  readonly unsure: readonly ChoiceField[]
}

/** Words of a text and the formats that it names, each with the words that say it. */
interface Part {
  readonly at: readonly number[]
  readonly word?: string
  readonly size?: Sides
}

/** What says that something is not wanted: such a choice is meant only by who says so. */
const WITHOUT = new Set(['sans', 'aucun', 'aucune', 'without', 'no', 'none'].map(singular))

const wordsOf = (text: string) =>
  wordsAndSizes(text)
    .words.filter((word) => !isSmall(word))
    .map(singular)

function partsOf(text: string): Part[] {
  const { words: all, sizes, measures } = wordsAndSizes(text)
  const words = all.map(singular)
  const ofSize = new Set(sizes.flatMap(placesOf))
  const keys = new Map(measures.map(({ at, key }) => [at, key]))
  const alone = words.flatMap((word, at): Part[] => {
    if (ofSize.has(at) || isSmall(word)) return []
    const size = FORMATS[word]
    return [{ at: [at], word: keys.get(at) ?? word }, ...(size ? [{ at: [at], size }] : [])]
  })
  const pairs = words.flatMap((word, at): Part[] => {
    const next = words[at + 1]
    return next === undefined || ofSize.has(at) || ofSize.has(at + 1)
      ? []
      : [{ at: [at, at + 1], word: keyOf([word, next]) }]
  })
  const formats = sizes.flatMap((each) => sizesOf(each).map((size): Part => ({ at: placesOf(each), size })))
  return [...alone, ...pairs, ...formats]
}

/** By choice of a field, which words of the text say it. */
function saidOf({ choices }: ChoiceField, parts: readonly Part[]): ReadonlySet<number>[] {
  const index = new ChoiceIndex({ names: choices.map(({ name }) => name), of: choices.map((_, i) => [i]) })
  const said = choices.map(() => new Set<number>())
  for (const { at, word, size } of parts) {
    const hit = (choice: number) => at.forEach((place) => said[choice]!.add(place))
    if (word !== undefined) index.said(word, hit)
    if (size) index.sized(size, hit)
  }
  return said
}

interface Best {
  readonly field: ChoiceField
  readonly words: ReadonlySet<number>
  readonly ids: readonly number[]
}

/** The choices of a field that most of the words say, of those the ones that say least beside; null: none. */
function bestOf(
  field: ChoiceField,
  said: readonly ReadonlySet<number>[],
  isMeant: (at: Set<number>, name: string) => boolean,
): Best | null {
  const meant = field.choices.flatMap(({ id, name }, i) => {
    const words = new Set(said[i])
    return words.size > 0 && isMeant(words, name) ? [{ id, words, length: wordsOf(name).length }] : []
  })
  const most = Math.max(0, ...meant.map(({ words }) => words.size))
  const first = meant.filter(({ words }) => words.size === most)
  const least = Math.min(...first.map(({ length }) => length))
  const best = first.filter(({ length }) => length === least)
  return best[0] ? { field, words: best[0].words, ids: best.map(({ id }) => id) } : null
}

/** @param text what was searched, without the quantity in it */
export function asSearched(form: Form, text: string): Searched {
  const words = wordsAndSizes(text).words.map(singular)
  const named = new Set(wordsOf(form.name))
  const parts = partsOf(text).filter(({ at }) => at.some((place) => !named.has(words[place]!)))
  const fields = form.fields.filter((field) => field.kind === 'choice')
  const isWithout = words.some((word) => WITHOUT.has(word))
  const selection = selectionOf(form, form.defaultLine)
  const unsure: ChoiceField[] = []
  const open = new Map(fields.map((field) => [field, saidOf(field, parts)]))
  const taken = new Set<number>()
  /** A word that names another option says nothing of a choice, unless it is all that that is called. */
  const meantIn = (field: ChoiceField) => {
    const others = new Set(fields.flatMap((each) => (each === field ? [] : wordsOf(each.name))))
    return (at: Set<number>, name: string) => {
      for (const place of taken) at.delete(place)
      const own = wordsOf(name)
      if (!isWithout && own.some((word) => WITHOUT.has(word))) return false
      return [...at].some((place) => !others.has(words[place]!)) || (at.size > 0 && at.size >= own.length)
    }
  }
  for (;;) {
    const [best] = [...open]
      .flatMap(([field, said]) => bestOf(field, said, meantIn(field)) ?? [])
      .sort((a, b) => b.words.size - a.words.size || a.ids.length - b.ids.length)
    if (!best) break
    const { field, ids } = best
    open.delete(field)
    for (const place of best.words) taken.add(place)
    if (ids.length === 1) selection.choices[field.key] = ids[0]!
    else if (!ids.includes(selection.choices[field.key] ?? NaN)) unsure.push(field)
  }
  Object.assign(selection.values, saidSides(form, text, taken))
  return { form: { ...form, defaultLine: { ...form.defaultLine, ...lineOf(form, selection) } }, unsure }
}
