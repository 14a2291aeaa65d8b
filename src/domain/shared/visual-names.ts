/**
 * Names of visuals. A line of the partner's API has one text of its own, its reference: the names go there, each with its
 * quantity, so that who prints reads them, and a line that is opened again has them back: `Foire [Rouge : 100 + Bleu : 250]`.
 */
export interface Labelled {
  readonly reference: string
  /** One a visual; "" of one without a name. */
  readonly names: readonly string[]
}

export const LONGEST_NAME = 30

/** A name as it can stand among others: without the signs that part them. */
export const cleanName = (name: string): string =>
  name
    .replace(/[[\]+:]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim()

/** The reference of a line with its visuals' names; where none has one, the reference as it is. */
export function labelOf({ reference, names }: Labelled, quantities: readonly number[]): string {
  const clean = quantities.map((_, i) => cleanName(names[i] ?? ''))
  if (clean.every((name) => name === '')) return reference
  const listed = clean.map((name, i) => `${name || i + 1} : ${quantities[i]}`).join(' + ')
  return `${reference.trim()} [${listed}]`.trim()
}

/** The same read back; a text that is none of ours is a reference. */
export function labelledIn(label: string, quantities: readonly number[]): Labelled {
  const none = { reference: label, names: quantities.map(() => '') }
  const found = /^(?:(.*) )?\[([^[\]]+)\]$/s.exec(label)
  const parts = found?.[2]!.split(' + ') ?? []
  if (parts.length !== quantities.length) return none
  const names = parts.map((part, i) => {
    const end = ` : ${quantities[i]}`
    return part.endsWith(end) ? part.slice(0, -end.length) : null
  })
  if (names.some((name) => name === null || cleanName(name) !== name)) return none
  return {
    reference: found?.[1] ?? '',
    names: names.map((name, i) => (name === String(i + 1) ? '' : name!)),
  }
}
