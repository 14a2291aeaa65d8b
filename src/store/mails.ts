/** E-mails with quotes: kept before they go, each sent by one service at a time, and never again by itself where it may have gone. */
import { storedFact, type Coded } from '../domain/messages.ts'
import type { MailState } from '../domain/shared/mail.ts'
import type { Engine } from './engine.ts'
import { all, change, first, row, type Insertion, type Work } from './work.ts'

export interface MailRecord {
  /** given by who asked for it: the same asked for twice is one e-mail */
  readonly key: string
  readonly quoteId: number
  readonly revision: number
  /** separated by ", " */
  readonly recipients: string
  readonly subject: string
  readonly text: string
  readonly fileName: string
  readonly state: MailState
  readonly attempts: number
  /** when it is tried next; of one being sent, by when that is over: ISO */
  readonly nextAt: string
  readonly problem: Coded | null
  readonly madeAt: string
  readonly sentAt: string | null
  /** id of who asked for it; null: no person */
  readonly by: number | null
}

/** An e-mail with the document that goes with it. */
export interface OutgoingMail extends MailRecord {
  readonly pdf: Uint8Array
}

/** An e-mail that did not go, or that nobody knows of, with its quote. */
export interface TroubledMail extends MailRecord {
  readonly number: string | null
  readonly company: string | null
  readonly recipient: string
  readonly customer: string
}

type Row = Omit<MailRecord, 'problem'> & { readonly problem: string | null }

const FIELDS = `key, quote_id AS "quoteId", revision, recipients, subject, text, file_name AS "fileName", state, attempts,
  next_at AS "nextAt", problem, made_at AS "madeAt", sent_at AS "sentAt", person AS "by"`
type TroubledRow = Omit<TroubledMail, 'problem'> & { readonly problem: string | null }

const TROUBLED = `SELECT mails.key AS key, quote_id AS "quoteId", mails.revision AS revision, recipients, subject, text,
    file_name AS "fileName", mails.state AS state, attempts, next_at AS "nextAt", problem, made_at AS "madeAt", sent_at AS "sentAt",
    person AS "by", quotes.number AS number, company_name AS company, recipient, customers.name AS customer
  FROM mails JOIN quotes ON quotes.id = quote_id JOIN customers ON customers.id = quotes.customer_id
  WHERE mails.state IN ('failed', 'unknown') AND quotes.state = 'sent' AND NOT EXISTS (
    SELECT 1 FROM mails AS later WHERE later.quote_id = mails.quote_id AND later.made_at > mails.made_at
      AND later.state <> 'cancelled')
  ORDER BY made_at, mails.key`
const recordOf = <R extends Row>(found: R) => ({
  ...found,
  problem: found.problem === null ? null : storedFact(found.problem),
})
const told = (problem: Coded | null) => problem && JSON.stringify(problem)

export class MailTable {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Keeps an e-mail; one that is there under its key stays as it is. */
  add(mail: OutgoingMail): Promise<MailRecord> {
    return this.#engine.write(function* () {
      const there = yield* byKey(mail.key)
      if (there) return there
      const { key, quoteId, revision, recipients, subject, text, fileName, pdf } = mail
      const { state, attempts, nextAt, problem, madeAt, sentAt, by } = mail
      yield* row(
        ...([MAIL, key, quoteId, revision, recipients, subject, text, fileName, pdf] as const),
        ...([state, attempts, nextAt, told(problem), madeAt, sentAt, by] as const),
      )
      return (yield* byKey(key))!
    })
  }

  /** The e-mails of a quote, the newest first. */
  of(quoteId: number): Promise<MailRecord[]> {
    return this.#engine.read(function* () {
      const sql = `SELECT ${FIELDS} FROM mails WHERE quote_id = ? ORDER BY made_at DESC, key`
      return (yield* all<Row>(sql, quoteId)).map(recordOf)
    })
  }

  /**
   * Those that a person has to look after, the oldest first: the last one of a quote that waits for its customer, where it did
   * not go or nobody knows.
   */
  troubled(): Promise<TroubledMail[]> {
    return this.#engine.read(function* () {
      return (yield* all<TroubledRow>(TROUBLED)).map(recordOf)
    })
  }

  byKey(key: string): Promise<MailRecord | undefined> {
    return this.#engine.read(() => byKey(key))
  }

  /**
   * Takes the next that is due, to be sent by who asked alone.
   * @param now ISO
   * @param until by when it is sent or not, ISO: after that it is in doubt
   * @param horizon ISO: what is due later than that was planned by a clock that ran ahead, and is due now
   */
  take(now: string, until: string, horizon: string): Promise<OutgoingMail | undefined> {
    return this.#engine.write(function* () {
      const sql = `SELECT key FROM mails WHERE state = 'waiting' AND (next_at <= ? OR next_at > ?) ORDER BY next_at, key LIMIT 1`
      const due = yield* first<{ key: string }>(sql, now, horizon)
      if (!due) return undefined
      const taken = yield* change(
        `UPDATE mails SET state = 'sending', next_at = ?, attempts = attempts + 1 WHERE key = ? AND state = 'waiting'`,
        ...[until, due.key],
      )
      if (taken === 0) return undefined
      const found = yield* first<Row & { pdf: Uint8Array }>(
        `SELECT ${FIELDS}, pdf FROM mails WHERE key = ?`,
        due.key,
      )
      return recordOf(found!)
    })
  }

  /** Notes how an e-mail stands that {@link take} gave. */
  settle(
    key: string,
    state: MailState,
    { nextAt, problem, sentAt }: { nextAt: string; problem: Coded | null; sentAt: string | null },
  ): Promise<number> {
    return this.#engine.write(() =>
      change(
        `UPDATE mails SET state = ?, next_at = ?, problem = ?, sent_at = ? WHERE key = ? AND state = 'sending'`,
        ...[state, nextAt, told(problem), sentAt, key],
      ),
    )
  }

  /** What was being sent when its program stopped is in doubt. @param now ISO @returns how many that are */
  doubt(now: string, problem: Coded): Promise<number> {
    return this.#engine.write(() =>
      change(
        `UPDATE mails SET state = 'unknown', problem = ? WHERE state = 'sending' AND next_at < ?`,
        ...[told(problem), now],
      ),
    )
  }

  /** Moves one where it stands as was read. @returns whether it did */
  async move(key: string, from: readonly MailState[], to: MailState, now: string): Promise<boolean> {
    const moved = await this.#engine.write(function* () {
      const there = yield* byKey(key)
      if (!there || !from.includes(there.state)) return 0
      return yield* change(
        `UPDATE mails SET state = ?, next_at = ?, attempts = 0, made_at = CASE ? WHEN 'waiting' THEN ? ELSE made_at END
          WHERE key = ? AND state = ?`,
        ...[to, now, to, now, key, there.state],
      )
    })
    return moved > 0
  }

  /** Makes everything due that waits for its next try. @param now ISO */
  hasten(now: string): Promise<number> {
    return this.#engine.write(() =>
      change(`UPDATE mails SET next_at = ? WHERE state = 'waiting' AND next_at > ?`, now, now),
    )
  }

  /** When the next is due, or in doubt, ISO; null: none is under way. */
  nextAt(): Promise<string | null> {
    return this.#engine.read(function* () {
      const sql = `SELECT MIN(next_at) AS "at" FROM mails WHERE state IN ('waiting', 'sending')`
      return (yield* first<{ at: string | null }>(sql))?.at ?? null
    })
  }
}

function* byKey(key: string): Work<MailRecord | undefined> {
  const found = yield* first<Row>(`SELECT ${FIELDS} FROM mails WHERE key = ?`, key)
  return found && recordOf(found)
}

const MAIL: Insertion = {
  table: 'mails',
  columns: [
    ...['key', 'quote_id', 'revision', 'recipients', 'subject', 'text', 'file_name', 'pdf'],
    ...['state', 'attempts', 'next_at', 'problem', 'made_at', 'sent_at', 'person'],
  ],
}
