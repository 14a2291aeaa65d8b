/** What a customer took of what a quote offers him to choose from. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { figure } from '../message.ts'
import { Absentable } from '../schema.ts'
import { choicesOf } from '../shared/line-choices.ts'
import { isIncluded } from '../shared/line-roles.ts'
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
  return chosen.map(inWords).join(' ; ')
}

/** `Flyers A5 (2 000, J+6)`, kept as it is read here. */
function inWords({ area, name, line, price }: KeptLine): string {
  const facts = area === 'free' ? [] : [figure(visualsOf(quantitiesOf(line)).total, 'fr'), price.label]
  const told = facts.filter((fact) => fact !== '')
  return told.length === 0 ? name : `${name} (${told.join(', ')})`
}
