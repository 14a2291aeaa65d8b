/** What a shop chooses most of a product or family: the line that agrees best with all that were quoted and ordered of it. */

type Line = Readonly<Record<string, unknown>>

/** Fewer lines tell of a customer's wish, not of the shop's habit. */
const LEAST = 3
/** What a line says beside what is chosen. */
const NOT_CHOSEN = new Set(['label', 'produit', 'famille', 'delai', 'quantites_multiples', 'verification'])

/** What is chosen in a line, each as a text: of several visuals the quantity of the first. */
function choicesOf(line: Line): string[] {
  const quantities = line['quantites_multiples']
  const { valeurs } = line
  return [
    ...(Array.isArray(line['variantes']) ? line['variantes'].map((id) => `variante ${id}`) : []),
    ...(Array.isArray(quantities) ? [`quantite ${quantities[0]}`] : []),
    // Width and height belong together: one of each is nobody's size.
    ...(valeurs && typeof valeurs === 'object' ? [`valeurs ${JSON.stringify(valeurs)}`] : []),
    ...Object.entries(line).flatMap(([key, value]) =>
      NOT_CHOSEN.has(key) || typeof value !== 'number' ? [] : [`${key} ${value}`],
    ),
  ]
}

/**
 * One of the lines, so that what it chooses goes together; null where they are too few to tell.
 * @param lines of one product or family, the newest first
 * @param visuals how many a line of it has at least
 */
export function usualLine(lines: readonly Line[], visuals = 1): Line | null {
  if (lines.length < LEAST) return null
  const counts = new Map<string, number>()
  for (const line of lines)
    for (const choice of choicesOf(line)) counts.set(choice, (counts.get(choice) ?? 0) + 1)
  let [usual, most] = [lines[0]!, -1]
  for (const line of lines) {
    const score = choicesOf(line).reduce((sum, choice) => sum + counts.get(choice)!, 0)
    if (score > most) [usual, most] = [line, score]
  }
  const quantities = usual['quantites_multiples']
  const { delai: _left, ...chosen } = usual
  return {
    ...chosen,
    label: '',
    ...(Array.isArray(quantities)
      ? { quantites_multiples: Array.from({ length: Math.max(1, visuals) }, () => quantities[0] as unknown) }
      : { verification: false }),
  }
}
