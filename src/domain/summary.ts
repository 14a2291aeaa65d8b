/** What a line's summary is made of: codes that are stored with names of the catalogue, and their words. */
import type { Message } from './message.ts'
import type { FaultParams } from './reasons.ts'

export const SUMMARY_MESSAGES = {
  /** an element of a display family (format, support…) goes by its name alone */
  chosen_element: { fr: (p) => String(p['name']), en: (p) => String(p['name']) },
  chosen_variant: {
    fr: (p) => `${p['option']}\u00a0: ${p['variant']}`,
    en: (p) => `${p['option']}: ${p['variant']}`,
  },
  given_value: {
    fr: (p) => `${p['option']}\u00a0: ${String(p['value']).replace('.', ',')}`,
    en: (p) => `${p['option']}: ${p['value']}`,
  },
  file_check: { fr: () => 'Vérification du fichier', en: () => 'File check' },
} as const satisfies Record<string, Message>

export type SummaryCode = keyof typeof SUMMARY_MESSAGES

/** One thing that was chosen. `told_before`: as a program before this one stored it, in words. */
export interface SummaryPart {
  readonly code: SummaryCode | 'told_before'
  readonly params: FaultParams
  /** the product begins with it: where choices are told in short it is left to the rest */
  readonly usual?: boolean
}

type Kept = SummaryPart | readonly [option: unknown, variant: unknown]

/**
 * A summary as the text that an order keeps: variants, which most parts are, as [option, variant]. An order is written in
 * some 80 µs, and every byte of it counts.
 */
export function summaryText(parts: readonly SummaryPart[]): string {
  const kept = parts.map((part): Kept => {
    const { code, params } = part
    return code === 'chosen_variant' ? [params['option'], params['variant']] : part
  })
  return JSON.stringify(kept)
}

/** The same read back; variants may be written out like every other part. */
export const readSummary = (text: string): SummaryPart[] => summaryIn(JSON.parse(text))

/** The same of what the text says. */
export function summaryIn(value: unknown): SummaryPart[] {
  return (value as Kept[]).map((kept) => {
    if (!('0' in kept)) return kept
    const [option, variant] = kept as [string, string]
    return { code: 'chosen_variant', params: { option, variant } }
  })
}
