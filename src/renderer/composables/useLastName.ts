/** What a product or family that is in the catalogue no more was called last: by what is kept of it, the quote in hand, else the catalogue's log. */
import type { Area } from '../api/types'
import { loggedName } from '../lib/last-name'
import { useShelf } from '../stores/shelf'
import { useKnownLines } from './useKnownLines'

export function useLastName() {
  const shelf = useShelf()
  const { kept, quoted } = useKnownLines()
  return async (gone: { readonly area: Area; readonly id: number }): Promise<string | null> => {
    if (!shelf.loaded) await shelf.load().catch(() => undefined)
    return quoted(gone)[0]?.name || kept(gone)[0]?.itemName || (await loggedName(gone))
  }
}
