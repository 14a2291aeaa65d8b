/** Signatures under quotes, and PDFs from anywhere that are looked at (docs/quotes.md, "Signed on the spot"). */
import type { FastifyInstance } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { message, type Locale } from '../../domain/messages.ts'
import { Quote } from '../../domain/quote/quote.ts'
import { Signature, SignatureInput } from '../../domain/quote/signature.ts'
import { Nullable } from '../../domain/schema.ts'
import { LARGEST_PDF_BYTES, type CheckedPdf } from '../../service/documents/signing.ts'
import type { Service } from '../../service/service.ts'
import { readFiles } from '../body.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'
import { FileSigner } from './portable.ts'
import { quoteView } from './quote-view.ts'
import { bodyReader, queryId } from './requests.ts'

const PDF_TYPE = 'application/pdf'

export const CheckedDocument = Type.Object(
  {
    verdict: Type.Enum(['intact', 'altered', 'broken', 'unsealed', 'newer', 'foreign']),
    message: Type.String(),
    signer: Nullable(FileSigner),
    at: Nullable(Type.String({ description: 'When it was sealed, as the seal says.' })),
    quote: Nullable(
      Type.Object(
        { id: Type.Integer(), number: Nullable(Type.String()) },
        { description: 'The quote of this store that it is the signed document of, to the byte.' },
      ),
    ),
    signature: Nullable(Signature),
    attached: Nullable(
      Type.String({ description: 'The text of the .comptoir file in it, to be opened as any other.' }),
    ),
  },
  { title: 'CheckedDocument' },
)
export type CheckedDocument = Static<typeof CheckedDocument>

export function signatureRoutes(app: FastifyInstance, { signing }: Service): void {
  const api = new Api(app)
  const read = bodyReader(SignatureInput)
  const fileOf = readFiles(app, PDF_TYPE, LARGEST_PDF_BYTES)

  api.get('/api/quotes/:id/signature', 'desk', Nullable(Signature), (request) =>
    signing.of(pathId(request), queryId(request, 'revision')),
  )
  api.post('/api/quotes/:id/signature', 'desk', Quote, async (request, reply) => {
    const quote = signing.sign(pathId(request), read(request), actorOf(request))
    return quoteView(await created(reply, quote), requestLocale(request))
  })
  // It keeps nothing but which device sealed it. One that is empty is no PDF, which is told as such.
  api.post('/api/documents/check', 'desk', CheckedDocument, async (request) =>
    checkedView(await signing.check(fileOf(request) ?? Buffer.alloc(0)), requestLocale(request)),
  )
}

function checkedView(
  { verdict, signer, publicKey, at, quote, signature, attached }: CheckedPdf,
  locale: Locale,
): CheckedDocument {
  return {
    ...{ verdict, at, attached },
    message: message(`seal_${verdict}`, locale, { code: signer?.code ?? '' }),
    signer: signer && { ...signer, other: signer.other && { ...signer.other }, publicKey },
    quote: quote && { id: quote.id, number: quote.number },
    signature: signature && {
      ...signature,
      strokes: signature.strokes.map((stroke) => stroke.map((point) => [...point])),
    },
  }
}
