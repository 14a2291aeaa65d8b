import type { LigneDisplay } from '../domain/display/line.ts'
import type { LignePrint } from '../domain/print/line.ts'
import type { OrderRecord } from '../store/orders.ts'

/** The line as partner-api.md 2.9 shows it: what is not chosen is not sent. */
export function upstreamDisplayLine(line: LigneDisplay): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).filter(
      ([key, value]) => value !== null && !(key === 'verification' && value === false),
    ),
  )
}

/** The line as partner-api.md 2.2 shows it, with its lead time where its id is known. */
export function upstreamPrintLine(
  line: Omit<LignePrint, 'delai'>,
  delai: number | null,
): Record<string, unknown> {
  return delai === null ? { ...line } : { ...line, delai }
}

/** An order as the cart that the partner is sent. @param devis unique to the order */
export function upstreamCart(order: OrderRecord, devis: string): Record<string, unknown> {
  const adresse_livraison = JSON.parse(order.address) as unknown
  if (order.area === 'print') {
    const lignes = order.lines.map((line) =>
      upstreamPrintLine(JSON.parse(line.body) as LignePrint, line.delai),
    )
    return { devis, adresse_livraison, lignes }
  }
  const lignes = order.lines.map((line) => upstreamDisplayLine(JSON.parse(line.body) as LigneDisplay))
  return { devis, ...(order.delai === null ? {} : { delai: order.delai }), adresse_livraison, lignes }
}
