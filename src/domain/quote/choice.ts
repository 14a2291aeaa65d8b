/** What a customer took of what a quote offers him to choose from. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { figure } from '../message.ts'
import { Absentable } from '../schema.ts'
import { choicesOf } from '../shared/line-choices.ts'
import { headingsOf, isIncluded } from '../shared/line-roles.ts'
import { quantitiesOf, visualsOf } from '../shared/quantities.ts'
import type { KeptLine } from './facts.ts'
import { Taken } from './lines.ts'

/** POST /api/quotes/:id/choice: answers the quote as it would be accepted; nothing is written. */
export const QuoteChoice = Type.Object({
  version: Absentable(Type.Integer({ description: 'The version that was read: another one now is 409.' })),
  taken: Taken,
})
export type QuoteChoice = Static<typeof QuoteChoice>

/**
 * What was taken, in words for the journal: of each choice the line that counts, and the options that were taken in.
 * @param before the lines as they were sent @param after as they are accepted
 */
export function takenWords(before: readonly KeptLine[], after: readonly KeptLine[]): string {
  const wasAside = new Set(before.filter((line) => !isIncluded(line)).map(({ id }) => id))
  const chosen = choicesOf(after).flatMap(([first, ...others]) =>
    first && isIncluded(first) && (others.length > 0 || wasAside.has(first.id)) ? [first] : [],
  )
  const headings = headingsOf(before)
  const told = new Map(
    before.map((line, at) => {
      const heading = headings[at] ?? null
      return [line.id, inWords(line, heading === null ? '' : before[heading]!.name)]
    }),
  )
  const all = [...told.values()]
  // Where several read alike, by the line that it was as the customer read the quote.
  const places = before.map(({ id }, at) => {
    const words = told.get(id)!
    return [id, all.filter((each) => each === words).length > 1 ? placed(words, at + 1) : words] as const
  })
  const words = new Map(places)
  return chosen.map((line) => words.get(line.id) ?? inWords(line, '')).join(' ; ')
}

/** `Flyers A5 (2 000, J+6, Salon)`, kept as it is read here. @param group what its group is called; '': it is in none */
function inWords({ area, name, line, price }: KeptLine, group: string): string {
  const isMade = area === 'print' || area === 'display'
  const facts = isMade ? [figure(visualsOf(quantitiesOf(line)).total, 'fr'), price.label] : []
  const told = [...facts, group].filter((fact) => fact !== '')
  return told.length === 0 ? name : `${name} (${told.join(', ')})`
}

const placed = (words: string, place: number): string =>
  words.endsWith(')') ? `${words.slice(0, -1)}, ligne ${place})` : `${words} (ligne ${place})`
