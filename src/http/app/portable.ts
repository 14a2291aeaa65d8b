/** Quotes as signed files (docs/quotes.md, "A quote as a file"): bodies are the files as they are. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { faultsMessage, message, worded, type Locale } from '../../domain/messages.ts'
import { PricedLeadTime, Quote } from '../../domain/quote/quote.ts'
import { LARGEST_FILE_BYTES } from '../../domain/quote/portable-file.ts'
import { PortableQuote } from '../../domain/quote/portable.ts'
import { Nullable } from '../../domain/schema.ts'
import { Invalid } from '../../service/refusal.ts'
import type { OpenedQuote } from '../../service/quotes/portable.ts'
import type { Service } from '../../service/service.ts'
import { readFiles } from '../body.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'
import { offerView, quoteView } from './quote-view.ts'
import { bodyReader, queryChoice } from './requests.ts'

export const PORTABLE_TYPE = 'application/vnd.comptoir.quote+json'
const LONGEST_NAME = 100

export const FileSigner = Type.Object(
  {
    code: Type.String({ description: 'As the file says.' }),
    fingerprint: Type.String({ description: 'Of the key that signed, which alone is sure.' }),
    publicKey: Type.String(),
    standing: Type.Enum(['own', 'named', 'seen', 'new']),
    name: Type.String({ description: 'What a person here calls it; empty: nothing.' }),
    firstSeen: Nullable(Type.String()),
    other: Nullable(
      Type.Object(
        { own: Type.Boolean(), name: Type.String(), fingerprint: Type.String() },
        { description: 'Who else is known here under that code, with another key.' },
      ),
    ),
  },
  { description: 'Who signed; of an altered file, who is said to have.' },
)

export const OpenedQuoteAnswer = Type.Object(
  {
    verdict: Type.Enum(['intact', 'altered', 'unread', 'damaged', 'foreign', 'newer']),
    message: Type.String(),
    signer: Nullable(FileSigner),
    quote: Nullable(PortableQuote),
    lines: Type.Array(
      Type.Object({
        summary: Type.Array(Type.String()),
        fit: Nullable(
          Type.Enum(['fits', 'other', 'unfit'], {
            description: 'Whether this catalogue has it; other: its ids name something else here.',
          }),
        ),
        message: Type.String({ description: 'Why it does not fit; empty where it does.' }),
        name: Nullable(Type.String({ description: 'What its ids name here, where that is something else.' })),
        price: Nullable(PricedLeadTime),
      }),
      { description: 'What each line of the quote is here, as far as is known without asking anybody.' },
    ),
    contradictions: Type.Array(Type.String(), {
      description: 'Amounts that contradict others, by JSON pointers into `quote`; empty where all add up.',
    }),
    here: Nullable(Type.Integer({ description: 'Id of the quote of that number in this store.' })),
  },
  { title: 'OpenedQuote' },
)
export type OpenedQuoteAnswer = Static<typeof OpenedQuoteAnswer>

export const OpenedDraft = Type.Object({
  quote: Quote,
  left: Type.Array(Type.Integer(), { description: 'Places of the lines of the file that were left out.' }),
  told: Type.Array(Type.String(), {
    description:
      'At the customer’s prices: what the discount of his account has become, and where the total is another than the file’s, both and why.',
  }),
})
export type OpenedDraft = Static<typeof OpenedDraft>

export const DeviceName = Type.Object({
  publicKey: Type.String({ maxLength: 100 }),
  name: Type.String({ maxLength: LONGEST_NAME }),
})

const read = bodyReader(DeviceName)

export function portableRoutes(app: FastifyInstance, { portable, journal, store }: Service): void {
  const api = new Api(app)
  const fileOf = readFiles(app, PORTABLE_TYPE, LARGEST_FILE_BYTES)
  // One that is empty is none of ours, which is told as such.
  const file = (request: FastifyRequest) => fileOf(request) ?? Buffer.alloc(0)

  api.get('/api/quotes/:id/file', 'desk', Type.String(), async (request, reply) => {
    const { text, name } = await portable.write(pathId(request))
    reply.type(PORTABLE_TYPE).header('Content-Disposition', `attachment; filename="${name}"`)
    return text
  })
  api.post('/api/quotes/opened', 'desk', OpenedQuoteAnswer, async (request) =>
    openedView(await portable.open(file(request)), requestLocale(request)),
  )
  api.post('/api/quotes/opened/draft', 'desk', OpenedDraft, async (request, reply) => {
    const locale = requestLocale(request)
    const altered = queryChoice(request, 'altered', ['0', '1']) === '1'
    const prices = queryChoice(request, 'prices', ['today', 'customer'])
    const made = portable.draft(file(request), { altered, prices }, actorOf(request), locale)
    const { draft, left, told } = await created(reply, made)
    return { quote: quoteView(draft, locale), left, told }
  })
  api.put('/api/quotes/devices', 'decide', DeviceName, async (request) => {
    const { publicKey, name: given } = read(request)
    const name = given.trim()
    // eslint-disable-next-line no-control-regex
    if (/[\u0000-\u001f\u007f]/.test(name)) throw new Invalid([{ path: '/name', code: 'text_control' }])
    const [known] = (await store.seenDevices.alike(publicKey, '')).filter(
      (device) => device.publicKey === publicKey,
    )
    await portable.nameDevice(publicKey, name)
    const facts = { setting: 'device_name', before: known?.name || '—', after: name || '—' }
    await journal.note(actorOf(request), 'setting_changed', facts)
    return { publicKey, name }
  })
}

function openedView(
  { file, signer, lines, contradictions, here }: OpenedQuote,
  locale: Locale,
): OpenedQuoteAnswer {
  const { verdict } = file
  const code = verdict === 'altered' ? 'portable_altered' : (`portable_${verdict}` as const)
  const quote = 'quote' in file ? file.quote : null
  const publicKey = 'signed' in file ? file.signed.publicKey.toString('base64') : ''
  return {
    verdict,
    message: [
      message(code, locale, { code: signer?.code ?? '' }),
      ...(verdict === 'intact' && signer?.other
        ? [message('portable_other_key', locale, { code: signer.code })]
        : []),
      ...(contradictions.length > 0 ? [message('portable_contradictory', locale)] : []),
    ].join(' '),
    signer: signer && { ...signer, other: signer.other && { ...signer.other }, publicKey },
    quote,
    lines: lines.map(({ fit, faults, name, price }, i) => ({
      ...{ fit, name },
      summary: summaryOf(quote?.lines[i], locale),
      message: faultsMessage(faults, locale),
      price: price && offerView(price, locale),
    })),
    contradictions: [...contradictions],
    here,
  }
}

const summaryOf = (line: PortableQuote['lines'][number] | undefined, locale: Locale): string[] =>
  line && 'parts' in line ? line.parts.map((part) => worded(part, locale)) : []
