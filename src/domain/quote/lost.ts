/** Why quotes were lost, in the words that were given. */
import { fold } from '../shared/fold.ts'

export interface LostQuote {
  /** empty: nobody said why */
  readonly reason: string
  /** excluding tax, euro cents; null: not known */
  readonly cents: number | null
}

export interface Lost {
  readonly quotes: number
  /** excluding tax, euro cents, of those whose amount is known */
  readonly cents: number
}

export interface LostReason extends Lost {
  /** as it was written last */
  readonly reason: string
}

export interface LostReasons {
  readonly all: Lost
  /** the most frequent first */
  readonly reasons: readonly LostReason[]
  /** those of less frequent reasons */
  readonly others: Lost
  /** those of which nobody said why */
  readonly unsaid: Lost
}

/** Without regard to case, accents, blanks and what a sentence ends with. */
const keyOf = (reason: string) =>
  fold(reason)
    .replace(/\s+/g, ' ')
    .replace(/[\s.!…]+$/, '')
    .trim()

const sumOf = (quotes: readonly LostQuote[]): Lost => ({
  quotes: quotes.length,
  cents: quotes.reduce((sum, { cents }) => sum + (cents ?? 0), 0),
})

/** @param quotes the last one lost first @param most reasons that are told one by one */
export function lostReasons(quotes: readonly LostQuote[], most: number): LostReasons {
  const groups = Map.groupBy(quotes, ({ reason }) => keyOf(reason))
  const unsaid = sumOf(groups.get('') ?? [])
  groups.delete('')
  const reasons = [...groups.values()]
    .map((group) => ({ reason: group[0]!.reason.trim(), ...sumOf(group) }))
    .sort((a, b) => b.quotes - a.quotes || b.cents - a.cents)
  const rest = reasons.slice(most)
  return {
    all: sumOf(quotes),
    reasons: reasons.slice(0, most),
    others: {
      quotes: rest.reduce((sum, each) => sum + each.quotes, 0),
      cents: rest.reduce((sum, { cents }) => sum + cents, 0),
    },
    unsaid,
  }
}
