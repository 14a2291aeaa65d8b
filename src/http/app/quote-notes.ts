/** What is noted in house of a quote, in every state of it. */
import { QuoteNotes } from '../../domain/quote/notes.ts'
import type { Service } from '../../service/service.ts'
import { pathId } from '../path-id.ts'
import type { Api } from './api.ts'
import { bodyReader } from './requests.ts'

const read = bodyReader(QuoteNotes)

export function quoteNotesRoutes(api: Api, { quoteNotes }: Service): void {
  api.get('/api/quotes/:id/notes', 'desk', QuoteNotes, (request) => quoteNotes.get(pathId(request)))
  api.put('/api/quotes/:id/notes', 'desk', QuoteNotes, (request) =>
    quoteNotes.set(pathId(request), read(request)),
  )
}
