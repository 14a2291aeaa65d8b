/** The numbers that people know quotes and orders by: from their own ids, so they never change and are never used twice. */

/** The number printed on an order. */
export function orderNumber(id: number): string {
  return `C${String(id).padStart(6, '0')}`
}

/** The number printed on a quote. */
export function quoteNumber(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}
