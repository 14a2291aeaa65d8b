/** Keeps what is sent of a quote, as a part of the change that sends it. */
import { first, row, type Insertion, type Work } from './work.ts'

/** A revision's row. */
export const SENT = 'SELECT body FROM quote_revisions WHERE quote_id = ? AND revision = ?'

interface Sent {
  readonly id: number
  readonly revision: number
}

/** Keeps what a quote is when it leaves the desk; what was kept of its revision stays. */
export function* keepSent(sent: Sent): Work<void> {
  if (yield* first(SENT, sent.id, sent.revision)) return
  yield* row(REVISION, sent.id, sent.revision, JSON.stringify({ sent }))
}

const REVISION: Insertion = { table: 'quote_revisions', columns: ['quote_id', 'revision', 'body'] }
