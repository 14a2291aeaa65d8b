/** What is noted in house beside a quote, whatever its state: for the desk and the workshop, never for the customer. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { MOST_FILES } from '../shared/quote-notes.ts'

/** GET and PUT /api/quotes/:id/notes */
export const QuoteNotes = Type.Object({
  internalNote: Type.String(),
  files: Type.Array(Type.String(), {
    maxItems: MOST_FILES,
    description: 'References to artwork: names, paths or addresses, as they were written.',
  }),
  notesVersion: Type.Integer({
    description: 'One more with each change; the one that was read: another one now is 409.',
  }),
})
export type QuoteNotes = Static<typeof QuoteNotes>
