/** What is at hand of a product or family with its words: kept on the shelf, and in the quote that is written. */
import { isProduct } from '../../domain/shared/line-roles.ts'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import type { Area } from '../api/types'
import { useQuote } from '../stores/quote'
import { useShelf } from '../stores/shelf'

interface Item {
  readonly area: Area
  readonly id: number
}

export function useKnownLines() {
  const shelf = useShelf()
  const quote = useQuote()
  return {
    /** Lately configured or saved, once the shelf is loaded. */
    kept: (of: Item) =>
      [...shelf.recents, ...shelf.configurations].filter(
        ({ area, item }) => area === of.area && item === of.id,
      ),
    /** Lines of the quote in hand. */
    quoted: (of: Item) =>
      (quote.quote?.lines ?? []).filter(
        (line) => line.area === of.area && isProduct(line) && itemOf(line) === of.id,
      ),
  }
}
