/**
 * The sale at the counter that is in hand, as the browser remembers it: its draft is nobody's quote in hand, in no other
 * window either, and a window that is read anew goes on with it.
 */
export interface Sale {
  /** the draft that was made for it alone */
  readonly id: number
  /** the draft that was in hand as it was begun */
  readonly before: number | null
  /** the address of the product */
  readonly from: string
}

const KEY = 'comptoir.sale'

function saleIn(storage: Storage): Sale | null {
  try {
    const { id, before, from } = JSON.parse(storage.getItem(KEY) ?? '{}') as Partial<Sale>
    if (typeof id !== 'number' || typeof from !== 'string') return null
    return { id, before: typeof before === 'number' ? before : null, from }
  } catch {
    return null
  }
}

/** The sale that this window was left with; null: none. */
export const saleOfWindow = (): Sale | null => saleIn(sessionStorage)

/** Of a draft that a sale is made of what was in hand before it; any other is in hand itself. */
export function inHandBeside(id: number | null): number | null {
  const sale = saleIn(localStorage)
  return sale !== null && sale.id === id ? sale.before : id
}

/** @param sale null: it is over */
export function rememberSale(sale: Sale | null): void {
  const over = saleIn(sessionStorage)
  if (sale) {
    sessionStorage.setItem(KEY, JSON.stringify(sale))
    localStorage.setItem(KEY, JSON.stringify(sale))
  } else {
    sessionStorage.removeItem(KEY)
    // Another window may be about its own.
    if (saleIn(localStorage)?.id === over?.id) localStorage.removeItem(KEY)
  }
}
