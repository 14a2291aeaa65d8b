/** What a product or family that is in the catalogue no more was called last: by what is kept of it, the quote in hand, else the catalogue's log. */
import type { Area } from '../api/types'
import { itemOf } from '../../domain/shared/quote-lines.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import { loggedName } from '../lib/last-name'
import { useQuote } from '../stores/quote'
import { useShelf } from '../stores/shelf'

export function useLastName() {
  const shelf = useShelf()
  const quote = useQuote()
  return async (gone: { readonly area: Area; readonly id: number }): Promise<string | null> => {
    if (!shelf.loaded) await shelf.load().catch(() => undefined)
    const kept = [...shelf.recents, ...shelf.configurations].find(
      ({ area, item }) => area === gone.area && item === gone.id,
    )
    const line = quote.quote?.lines.find(
      (each) => isProduct(each) && each.area === gone.area && itemOf(each) === gone.id,
    )
    return line?.name || kept?.itemName || (await loggedName(gone))
  }
}
