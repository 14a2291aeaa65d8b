/** What a tariff excludes, as a configurator needs it: which choices cannot be had at which lead time. */
import { ELEMENTS } from './shared/display-elements.ts'
import type { DisplayExclusion } from './display/tariff.ts'
import type { PrintExclusion } from './print/tariff.ts'

/** It holds where everything that it names is chosen. */
export interface Limit {
  /** id; null: at every lead time */
  readonly leadTime: number | null
  /** ids by the field of the line that they are chosen in: `variante`, `support`… */
  readonly chosen: Record<string, number>
  /** from this quantity on; null: at any */
  readonly quantityMin: number | null
  /** in the tariff's own words; null: it has none */
  readonly message: string | null
}

const FIELDS = [...ELEMENTS, 'variante'] as const

export function limitsOf(exclusions: readonly (PrintExclusion | DisplayExclusion)[]): Limit[] {
  return exclusions.map((exclusion: DisplayExclusion) => ({
    leadTime: exclusion.delai ?? null,
    chosen: Object.fromEntries(
      FIELDS.flatMap((field) => {
        const id = exclusion[field]
        return typeof id === 'number' ? [[field, id]] : []
      }),
    ),
    quantityMin: exclusion.quantite_min ?? null,
    message: exclusion.message || null,
  }))
}
