/** The numbers that people know quotes and orders by: from their own ids, so they never change and are never used twice. */

/** The number printed on an order. */
export function orderNumber(id: number): string {
  return `C${String(id).padStart(6, '0')}`
}

/** The number printed on a quote. */
export function quoteNumber(id: number): string {
  return `D${String(id).padStart(6, '0')}`
}

/** Characters that a partner's own id of an order may have. */
export const LONGEST_PARTNER_ID = 100

/** The id that a printed number such as `C000012`, or its digits alone, stands for; -1 where the text is no number. */
export function idIn(text: string, letter: string): number {
  const found = /^([A-Za-z]?)0*(\d{1,15})$/.exec(text)
  return found && (found[1] === '' || found[1]!.toUpperCase() === letter) ? Number(found[2]) : -1
}

/** A partner's id of a product as a person reads it: beyond 2^53 a number is not exactly the one that the partner wrote. */
export const shownId = (id: number) => (id > Number.MAX_SAFE_INTEGER ? '> 2^53' : String(id))
