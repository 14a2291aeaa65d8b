/** What each line is called on the screen: by its name; where several are of one name, with how many and how soon. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { QuoteLine } from '../api/types'
import { toldApart } from '../lib/told-apart'
import { useFormat } from './useFormat'
import { useLineCopies } from './useLineCopies'

export function useLineNames(lines: () => readonly QuoteLine[]): ComputedRef<string[]> {
  const { t } = useI18n()
  const { leadTime } = useFormat()
  const copies = useLineCopies()
  const factsOf = (line: QuoteLine) =>
    line.area === 'heading' ? [] : [copies(line), leadTime(line.leadTimeLabel ?? line.price.label)]
  return computed(() =>
    toldApart(
      lines().map((line) => ({ name: line.name, facts: factsOf(line) })),
      (name, place) => t('quote.linePlaced', { name, place }),
    ),
  )
}
