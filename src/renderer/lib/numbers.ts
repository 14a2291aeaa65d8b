/** Numbers as people type them, and as the wire wants them. */

/**
 * A typed decimal as the wire's decimal string: a French comma becomes a point, spaces between thousands go.
 * @returns null where the text is not a non-negative decimal number.
 */
export function parseDecimal(text: string): string | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.')
  if (!/^(\d+(\.\d*)?|\.\d+)$/.test(compact)) return null
  const [whole = '', fraction = ''] = compact.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction ? `${digits}.${fraction}` : digits
}

/** A typed amount in euros as cents; null where it is none, or has parts of a cent. */
export function parseCents(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(parseDecimal(text) ?? '') ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Cents as they are typed. */
export const typedCents = (cents: number, mark: string): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2).replace('.', mark)

/** A typed whole number, or null where the text is none. */
export function parseInteger(text: string): number | null {
  const compact = text.replace(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,10}$/.test(compact) ? Number(compact) : null
}

/** An option's name and its unit: "Largeur (mm)" carries it in brackets at its end. */
export function splitUnit(name: string): { label: string; unit: string | null } {
  const found = /^(.*\S)\s*\(([^()]{1,12})\)$/.exec(name)
  return found ? { label: found[1]!, unit: found[2]! } : { label: name, unit: null }
}
