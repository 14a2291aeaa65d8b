/** What each line is called on the screen: by its name; where several are of one name, with how many and how soon. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { QuoteLine } from '../api/types'
import { toldApart } from '../lib/told-apart'
import { useFormat } from './useFormat'
import { useLineCopies } from './useLineCopies'

/** As much of a line as its name needs. */
export type NamedLine = Pick<QuoteLine, 'area' | 'name' | 'line' | 'quantity' | 'leadTimeLabel'> & {
  readonly price?: Pick<QuoteLine['price'], 'label'>
  /** its place in the quote, where these are not all of its lines */
  readonly at?: number
}

/** The lines of a quote that something is to be said of, each by what it is called among all of them. */
export function useNamesOf(lines: () => readonly QuoteLine[]) {
  const lineNames = useLineNames(lines)
  return (is: (line: QuoteLine) => boolean): { readonly name: string }[] =>
    lineNames.value.flatMap((name, at) => (is(lines()[at]!) ? [{ name }] : []))
}

export function useLineNames(lines: () => readonly NamedLine[]): ComputedRef<string[]> {
  const { t } = useI18n()
  const { leadTime } = useFormat()
  const copies = useLineCopies()
  const factsOf = (line: NamedLine) =>
    line.area === 'heading' ? [] : [copies(line), leadTime(line.leadTimeLabel ?? line.price?.label ?? '')]
  return computed(() =>
    toldApart(
      lines().map((line) => ({ name: line.name, facts: factsOf(line) })),
      (name, place) => t('quote.linePlaced', { name, place: (lines()[place - 1]?.at ?? place - 1) + 1 }),
    ),
  )
}
