/** E-mail with quotes: the server that sends it, and what becomes of each (docs/quotes.md, "By e-mail"). */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { MailServer } from '../../domain/mail.ts'
import { worded, type Locale } from '../../domain/messages.ts'
import { MAIL_STATES } from '../../domain/shared/mail.ts'
import type { Service } from '../../service/service.ts'
import type { MailRecord } from '../../store/mails.ts'
import { requestLocale } from '../headers.ts'
import { pathId } from '../path-id.ts'
import { draftName } from '../../domain/shared/numbers.ts'
import { whomOf } from '../../domain/shared/whom.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { cut } from './orders.ts'
import { bodyReader } from './requests.ts'

const Problem = Type.Union([Type.String(), Type.Null()], { description: 'In the reader’s words.' })

/** GET, PUT /api/mail; its `password` is given and never answered. */
export const MailServerAnswer = Type.Object({
  ...MailServer.properties,
  hasPassword: Type.Boolean(),
  problem: Problem,
})
export type MailServerAnswer = Static<typeof MailServerAnswer>

export const MailTest = Type.Object({ problem: Problem })
export type MailTest = Static<typeof MailTest>

export const MailRequest = Type.Object({
  key: Type.String({
    ...{ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9-]+$' },
    description: 'Names it: the same asked for twice is one e-mail.',
  }),
  to: Type.String({ maxLength: 2600, description: 'Up to ten addresses, separated by commas.' }),
  subject: Type.String({ maxLength: 200 }),
  text: Type.String({ maxLength: 20_000 }),
})
export type MailRequest = Static<typeof MailRequest>

export const Mail = Type.Object({
  key: Type.String(),
  revision: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  file: Type.String(),
  state: Type.Enum([...MAIL_STATES]),
  attempts: Type.Integer(),
  nextAt: Type.String({ description: 'Of one that waits: when it is tried next.' }),
  problem: Problem,
  madeAt: Type.String(),
  sentAt: Type.Union([Type.String(), Type.Null()]),
})
export type Mail = Static<typeof Mail>

/** GET /api/mails */
export const MailToSettle = Type.Object({
  ...Mail.properties,
  quoteId: Type.Integer(),
  quote: Type.String({ description: 'Its number.' }),
  recipient: Type.String({ description: 'For whom the quote is.' }),
})
export type MailToSettle = Static<typeof MailToSettle>

const read = bodyReader(MailRequest)
const readTest = bodyReader(Type.Object({ to: Type.String({ maxLength: 254 }) }))
const keyOf = ({ params }: { params: unknown }) => (params as { key: string }).key

export function mailRoutes(api: Api, { mail, journal }: Service): void {
  const answer = (locale: Locale): MailServerAnswer => {
    const { current, problem } = mail.server
    return { ...current, problem: problem && worded(problem, locale) }
  }
  api.get('/api/mail', 'settings', MailServerAnswer, (request) => answer(requestLocale(request)))
  api.put('/api/mail', 'settings', MailServerAnswer, async (request) => {
    const before = mail.server.current
    await mail.setServer(request.body)
    const after = mail.server.current
    if (JSON.stringify(before) !== JSON.stringify(after) || 'password' in (request.body as object))
      await journal.note(actorOf(request), 'setting_changed', { setting: 'mail' })
    return answer(requestLocale(request))
  })
  api.post('/api/mail/test', 'settings', MailTest, async (request) => {
    const locale = requestLocale(request)
    const subject = locale === 'fr' ? 'Essai de Comptoir' : 'Comptoir test'
    const problem = await mail.test(readTest(request).to, subject)
    return { problem: problem && worded(problem, locale) }
  })
  api.get('/api/quotes/:id/mails', 'desk', Type.Array(Mail), async (request) =>
    (await mail.of(pathId(request))).map((one) => view(one, requestLocale(request))),
  )
  api.post('/api/quotes/:id/mails', 'desk', Mail, async (request, reply) => {
    const queued = mail.queue(pathId(request), read(request), actorOf(request))
    return view(await created(reply, queued), requestLocale(request))
  })
  api.get('/api/mails', 'desk', Type.Array(MailToSettle), async (request) => {
    const locale = requestLocale(request)
    return (await mail.troubled()).map(({ quoteId, number, company, recipient, customer, ...one }) => ({
      ...view({ quoteId, ...one }, locale),
      ...{ quoteId, quote: number ?? draftName(quoteId, locale) },
      recipient: cut(whomOf({ company, recipient, customer })),
    }))
  })
  api.post('/api/mails/:key/again', 'desk', Mail, async (request) =>
    view(await mail.again(keyOf(request)), requestLocale(request)),
  )
  api.post('/api/mails/:key/cancel', 'desk', Mail, async (request) =>
    view(await mail.cancel(keyOf(request)), requestLocale(request)),
  )
}

function view(mail: MailRecord, locale: Locale): Mail {
  const { key, revision, recipients, subject, fileName, state, attempts, nextAt, problem, madeAt, sentAt } =
    mail
  return {
    ...{ key, revision, to: recipients, subject, file: fileName, state, attempts, nextAt },
    ...{ problem: problem && worded(problem, locale), madeAt, sentAt },
  }
}
