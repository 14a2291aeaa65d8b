import type { OpenedQuote } from '../api/types'

/** So many lines are named of those whose amounts contradict others. */
const NAMED = 3

type Translate = (key: string, params?: Record<string, string | number>) => string

/** Where the amounts of a file contradict each other: lines by their names, then what is of the whole; empty: nowhere. */
export function contradictionWords({ quote, contradictions }: OpenedQuote, t: Translate): string {
  const lines = contradictions.flatMap((path) => {
    const [, list, at] = path.split('/')
    const line = list === 'lines' ? quote?.lines[Number(at)] : undefined
    if (!line) return []
    const name = 'name' in line ? line.name : line.text.split('\n', 1)[0]!
    return t(line.area === 'heading' ? 'portable.wrongSubtotal' : 'portable.wrongLine', { name })
  })
  const more = lines.length - NAMED
  const all = [
    ...lines.slice(0, NAMED),
    ...(more > 0 ? [t('portable.wrongMore', { n: more })] : []),
    ...(contradictions.includes('/discount') ? [t('portable.wrongDiscount')] : []),
    ...(contradictions.some((path) => path.startsWith('/totals')) ? [t('portable.wrongTotals')] : []),
  ]
  return all.length > 0 ? t('portable.wrongPlaces', { places: all.join(', ') }) : ''
}
