/** Documents of quotes as PDFs, and the letterhead that they have (docs/quotes.md, "The document"). */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Letterhead } from '../../domain/document/letterhead.ts'
import { BUYERS, DOCUMENT_LANGUAGES, LAYOUTS } from '../../domain/shared/documents.ts'
import { Invalid } from '../../service/refusal.ts'
import type { Wanted } from '../../service/documents/documents.ts'
import type { Service } from '../../service/service.ts'
import { inWords, requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'
import { queryChoice, queryMaybe, queryText } from './requests.ts'

export const QuoteMail = Type.Object({
  to: Type.String({
    description: 'The contact’s address, else the company’s, else that of the delivery; empty: none.',
  }),
  language: Type.Enum([...DOCUMENT_LANGUAGES], { description: 'Of the customer.' }),
  subject: Type.String(),
  text: Type.String(),
})
export type QuoteMail = Static<typeof QuoteMail>

export function documentRoutes(api: Api, { documents, journal }: Service): void {
  api.stream('/api/quotes/:id/document', 'desk', async (request, reply) => {
    const { bytes, name } = await documents.pdf(pathId(request), wantedIn(request))
    return sendPdf(request, reply, bytes, name)
  })
  api.get('/api/quotes/:id/mail', 'desk', QuoteMail, (request) => documents.mail(pathId(request)))
  api.get('/api/letterhead', 'desk', Letterhead, () => documents.letterhead.current)
  api.put('/api/letterhead', 'settings', Letterhead, async (request) => {
    const before = documents.letterhead.current
    const after = await documents.letterhead.update(request.body)
    if (!isDeepStrictEqual(before, after))
      await journal.note(actorOf(request), 'setting_changed', { setting: 'letterhead' })
    return after
  })
  // It changes nothing: the body is the letterhead as it is being written, or the fields of it that are others.
  api.stream(
    '/api/letterhead/specimen',
    'desk',
    async (request, reply) => {
      const wanted = wantedIn(request)
      const letterhead = await documents.letterhead.tried(request.body)
      return sendPdf(request, reply, await documents.specimen(letterhead, wanted), 'specimen.pdf')
    },
    'POST',
  )
}

function sendPdf(request: FastifyRequest, reply: FastifyReply, bytes: Uint8Array, name: string) {
  const kind = queryChoice(request, 'download', ['0', '1']) === '1' ? 'attachment' : 'inline'
  inWords(reply, requestLocale(request))
  return (
    reply
      .type('application/pdf')
      .header('Content-Disposition', `${kind}; filename="${name}"`)
      .header('Cache-Control', 'no-store')
      // What who signs it says that he was shown (RFC 9530).
      .header('Repr-Digest', `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`)
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  )
}

/** What a request says of how the document is to be. @throws Invalid */
function wantedIn(request: FastifyRequest): Wanted {
  const revision = queryText(request, 'revision')
  if (revision !== '' && !/^[1-9]\d{0,6}$/.test(revision)) {
    const params = { parameter: 'revision', kind: 'un nombre entier', kindEn: 'a whole number' }
    throw new Invalid([{ path: '', code: 'value_invalid', params }])
  }
  return {
    revision: revision === '' ? null : Number(revision),
    language: queryMaybe(request, 'language', DOCUMENT_LANGUAGES),
    layout: queryMaybe(request, 'layout', LAYOUTS),
    buyer: queryMaybe(request, 'buyer', BUYERS),
  }
}
