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
