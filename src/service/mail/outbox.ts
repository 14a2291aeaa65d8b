/** E-mails with quotes: each is kept before anything is sent, tried until it has gone, and never sent twice by itself. */
import { MOST_RECIPIENTS, LONGEST_WAIT_MS, pauseAfter, recipientsOf } from '../../domain/mail.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Coded } from '../../domain/messages.ts'
import type { Actor } from '../../domain/people.ts'
import { localDay } from '../../domain/shared/calendar.ts'
import { hasFile, isExpired } from '../../domain/shared/quote-states.ts'
import type { MailRecord, OutgoingMail, TroubledMail } from '../../store/mails.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import type { DocumentService } from '../documents/documents.ts'
import type { Events } from '../events.ts'
import type { JournalService } from '../journal.ts'
import type { QuoteService } from '../quotes/quotes.ts'
import type { Logger } from '../log.ts'
import { Invalid, Refusal } from '../refusal.ts'
import type { SecretBox } from '../secrets.ts'
import { MailServerSettings } from './server.ts'
import { LONGEST_SEND_MS, sendMail, type Message, type Outcome } from './transport.ts'

export interface MailServices {
  readonly store: Store
  readonly quotes: QuoteService
  readonly secrets: SecretBox
  readonly documents: DocumentService
  readonly journal: JournalService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
}

/** What is asked for. */
export interface MailInput {
  /** names it: the same asked for twice is one e-mail */
  readonly key: string
  /** up to ten, separated by commas */
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** It did not go, for what it offers is another thing by now. */
interface Overtaken {
  readonly state: 'cancelled'
  readonly problem: Coded
}

const LONGEST_TIMER_MS = 60_000
/** Beyond the longest send: only what nobody is sending any more is in doubt. */
const DOUBT_MS = LONGEST_SEND_MS + 30_000
/** How much later than now anything is planned at most, with some to spare. */
const HORIZON_MS = pauseAfter(Infinity) + DOUBT_MS
/** After a failure of our own, a full disk say. */
const REST_MS = 30_000
/** So long the end of the service waits for the one under way, where nobody gives it up before. */
const LAST_SEND_MS = 10_000
const LONGEST_SUBJECT = 200

export class MailOutbox {
  readonly #with: MailServices
  readonly server: MailServerSettings
  #timer: NodeJS.Timeout | null = null
  /** no other e-mail is begun */
  #stop: AbortController | null = null
  /** the one under way is given up */
  readonly #cut = new AbortController()
  #working: Promise<void> = Promise.resolve()

  constructor(services: MailServices) {
    this.#with = services
    this.server = new MailServerSettings(services.store, services.secrets)
  }

  start(): void {
    this.#stop = new AbortController()
    this.kick()
  }

  /** Begins no other e-mail. What the server is being handed is waited for: what becomes of it is known then. */
  async stop(): Promise<void> {
    this.#stop?.abort()
    if (this.#timer) clearTimeout(this.#timer)
    const late = setTimeout(() => this.abandon(), LAST_SEND_MS)
    await this.#working
    clearTimeout(late)
  }

  /** What is being handed over ends: it has not gone, or is in doubt. */
  abandon(): void {
    this.#cut.abort()
  }

  /** Looks at what is due, now. */
  kick(): void {
    if (!this.#stop || this.#stop.signal.aborted) return
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const { signal } = this.#stop
    this.#working = this.#working
      .then(() => this.#work(signal))
      .catch((error: unknown) => {
        this.#with.log.error({ err: error }, 'e-mails cannot be sent')
        return REST_MS
      })
      .then((wait) => {
        if (signal.aborted || wait === null) return
        if (this.#timer) clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.kick(), Math.min(wait, LONGEST_TIMER_MS))
        this.#timer.unref()
      })
  }

  /** Sends what is due. @returns in how many milliseconds there is something to do; null: nothing is under way */
  async #work(stop: AbortSignal): Promise<number | null> {
    const { store, events } = this.#with
    if ((await store.mails.doubt(this.#iso(), { code: 'mail_stopped' })) > 0) events.emit('status')
    while (!stop.aborted) {
      const mail = await store.mails.take(this.#iso(), this.#iso(DOUBT_MS), this.#iso(HORIZON_MS))
      if (!mail) break
      events.emit('status')
      await this.#settle(mail, await this.#send(mail))
      events.emit('status')
    }
    const next = await store.mails.nextAt()
    return next === null ? null : Math.max(0, Date.parse(next) - this.#now()) + 1
  }

  /** What the customer would get is what is offered: neither an earlier revision nor what was given up, or has expired. */
  async #isOvertaken({ quoteId, revision }: OutgoingMail): Promise<boolean> {
    const now = await this.#with.quotes.get(quoteId)
    const today = localDay(this.#with.clock.now())
    return now.revision !== revision || !hasFile(now.state) || isExpired(now.state, now.validUntil, today)
  }

  async #send(mail: OutgoingMail): Promise<Outcome | Overtaken> {
    if (await this.#isOvertaken(mail)) return { state: 'cancelled', problem: { code: 'mail_overtaken' } }
    const { key, recipients, subject, text, madeAt, fileName, pdf } = mail
    const file = { name: fileName, bytes: pdf }
    const to = recipients.split(', ')
    return this.#handOver({ id: key, to, subject, text, at: new Date(madeAt), file })
  }

  async #handOver(message: Message): Promise<Outcome> {
    const { hasPassword: _, ...server } = this.server.current
    if (!this.server.isSet) return { state: 'failed', problem: { code: 'mail_unset' } }
    const password = this.server.password()
    const { problem } = this.server
    if (problem) return { state: 'failed', problem }
    return sendMail(server, password, message, this.#cut.signal)
  }

  async #settle(
    { key, attempts, madeAt }: OutgoingMail,
    { state, problem }: Outcome | Overtaken,
  ): Promise<void> {
    const given = state === 'again' && this.#now() - Date.parse(madeAt) > LONGEST_WAIT_MS
    const as = state === 'again' ? (given ? 'failed' : 'waiting') : state
    await this.#with.store.mails.settle(key, as, {
      nextAt: this.#iso(state === 'again' ? pauseAfter(attempts) : 0),
      problem,
      sentAt: state === 'sent' ? this.#iso() : null,
    })
  }

  /** Sets the server; what waited for the one before goes by it now. @throws Invalid */
  async setServer(given: unknown): Promise<void> {
    await this.server.set(given)
    await this.#with.store.mails.hasten(this.#iso())
    this.#with.events.emit('status')
    this.kick()
  }

  /**
   * Keeps an e-mail with the document of a quote as it stands, and sends it as soon as it can.
   * @throws Refusal `mail_not_set`, `not_found`, `quote_not_portable` of a draft; Invalid
   */
  async queue(quoteId: number, input: MailInput, by: Actor): Promise<MailRecord> {
    const { store, documents, journal } = this.#with
    if (!this.server.isSet) throw new Refusal('mail_not_set')
    const there = await store.mails.byKey(input.key)
    if (there?.quoteId === quoteId) return there
    const { recipients, subject } = checked(input)
    await documents.mail(quoteId)
    const { quote } = await documents.prepare(quoteId)
    const { name, bytes, number } = await documents.pdf(quoteId)
    const now = this.#iso()
    const mail = await store.mails.add({
      ...{ key: input.key, quoteId, revision: quote.revision, recipients, subject, text: input.text },
      ...{ fileName: name, pdf: bytes, state: 'waiting', attempts: 0, nextAt: now },
      ...{ problem: null, madeAt: now, sentAt: null, by: 'person' in by ? by.person : null },
    })
    await journal.note(by, 'quote_mailed', { quote: quoteId, number, to: recipients })
    this.kick()
    return mail
  }

  /** The e-mails of a quote, the newest first. */
  of(quoteId: number): Promise<MailRecord[]> {
    return this.#with.store.mails.of(quoteId)
  }

  /** Sends again what failed, or what a person says has not arrived; what waits, now. @throws Refusal `not_found`, `mail_moved` */
  again(key: string): Promise<MailRecord> {
    return this.#move(key, ['failed', 'unknown', 'waiting', 'cancelled'], 'waiting')
  }

  /** Those that a person has to look after. */
  troubled(): Promise<TroubledMail[]> {
    return this.#with.store.mails.troubled()
  }

  /** Takes back what waits, or says of what did not go, or may have, that it is settled. @throws Refusal `not_found`, `mail_moved` where it is being sent, or has gone */
  cancel(key: string): Promise<MailRecord> {
    return this.#move(key, ['waiting', 'failed', 'unknown', 'cancelled'], 'cancelled')
  }

  async #move(
    key: string,
    from: readonly MailRecord['state'][],
    to: MailRecord['state'],
  ): Promise<MailRecord> {
    const { store, events } = this.#with
    if (!(await store.mails.byKey(key))) throw new Refusal('not_found')
    if (!(await store.mails.move(key, from, to, this.#iso()))) throw new Refusal('mail_moved')
    this.kick()
    events.emit('status')
    return (await store.mails.byKey(key))!
  }

  /** Sends an e-mail without a document, to see whether the settings work. @returns why it did not go; null: it went @throws Invalid, Refusal `mail_not_set` */
  async test(to: string, subject: string): Promise<Coded | null> {
    if (!this.server.isSet) throw new Refusal('mail_not_set')
    const { recipients } = checked({ key: '', to, subject, text: '' })
    const message = { id: `test-${this.#now()}`, to: recipients.split(', '), subject, text: subject }
    const outcome = await this.#handOver({ ...message, at: this.#with.clock.now(), file: null })
    return outcome.problem
  }

  #now(): number {
    return this.#with.clock.now().getTime()
  }

  #iso(later = 0): string {
    return new Date(this.#now() + later).toISOString()
  }
}

/** @throws Invalid */
function checked({ to, subject }: MailInput): { readonly recipients: string; readonly subject: string } {
  const recipients = recipientsOf(to)
  const line = subject.trim()
  const faults: Fault[] = []
  if (!recipients)
    faults.push({ path: '/to', code: 'mail_address_invalid', params: { most: MOST_RECIPIENTS } })
  // eslint-disable-next-line no-control-regex
  if (line === '' || line.length > LONGEST_SUBJECT || /[\u0000-\u001f\u007f\u2028\u2029]/.test(line))
    faults.push({ path: '/subject', code: 'mail_subject_invalid' })
  if (faults.length > 0) throw new Invalid(faults)
  return { recipients: recipients!.join(', '), subject: line }
}
