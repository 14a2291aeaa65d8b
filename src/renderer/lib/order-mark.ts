/** The order that this window has asked for and has no answer of yet: a reload must not forget it. */
import type { Quote } from '../api/types'

/** What a quote is named by. */
export type QuoteNamed = Pick<Quote, 'id' | 'number' | 'state' | 'revision'>

export const namedBy = ({ id, number, state, revision }: Quote): QuoteNamed => ({
  id,
  number,
  state,
  revision,
})

export interface OrderMark extends QuoteNamed {
  /** when it was asked for; milliseconds since 1970 */
  readonly at: number
}

const NAME = 'comptoir.ordering'

export function markOrder(mark: OrderMark): void {
  sessionStorage.setItem(NAME, JSON.stringify(mark))
}

/** Its answer is there. */
export function unmarkOrder(id: number): void {
  if (markedOrder()?.id === id) sessionStorage.removeItem(NAME)
}

/** The window's own alone: another one has asked for nothing. */
export function markedOrder(): OrderMark | null {
  try {
    const mark = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<OrderMark> | null
    return typeof mark?.id === 'number' && typeof mark.number === 'string' && typeof mark.at === 'number'
      ? (mark as OrderMark)
      : null
  } catch {
    return null
  }
}
