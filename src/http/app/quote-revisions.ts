/** What was sent of a quote, its revisions, and who did what to it. */
import * as Type from 'typebox'
import { journalWords, type JournalEntry } from '../../domain/journal.ts'
import type { Locale } from '../../domain/messages.ts'
import { Quote, QuoteVersion } from '../../domain/quote/quote.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale as locale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'
import { quoteView } from './quote-view.ts'
import { bodyReader } from './requests.ts'
import { QuoteEvent, QuoteRevision } from './quote-revision-schemas.ts'

const read = bodyReader(QuoteVersion)

export function quoteRevisionRoutes(api: Api, { quoteRevisions }: Service): void {
  api.get('/api/quotes/:id/history', 'desk', Type.Array(QuoteEvent), async (request) =>
    (await quoteRevisions.history(pathId(request))).map((entry) => eventView(entry, locale(request))),
  )
  api.get('/api/quotes/:id/revisions', 'desk', Type.Array(QuoteRevision), (request) =>
    quoteRevisions.list(pathId(request)),
  )
  api.get('/api/quotes/:id/revisions/:revision', 'desk', Quote, async (request) => {
    const revision = pathId(request, 'revision')
    return quoteView(await quoteRevisions.find(pathId(request), revision), locale(request))
  })
  api.post('/api/quotes/:id/revise', 'desk', Quote, async (request) => {
    const { version } = read(request)
    return quoteView(await quoteRevisions.revise(pathId(request), version, actorOf(request)), locale(request))
  })
  api.post('/api/quotes/:id/give-up', 'desk', Quote, async (request) => {
    const { version } = read(request)
    return quoteView(await quoteRevisions.giveUp(pathId(request), version, actorOf(request)), locale(request))
  })
}

function eventView(entry: JournalEntry, words: Locale): QuoteEvent {
  const { id, at, by, person, action, facts } = entry
  return {
    ...{ id, at, by, person, action },
    revision: Number(facts['revision'] ?? 1),
    reason: facts['reason'] === undefined ? null : String(facts['reason']),
    message: journalWords(entry, words),
  }
}
