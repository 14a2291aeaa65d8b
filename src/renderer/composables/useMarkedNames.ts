/** What a mark-up is of, in words: products and families, and sources, those that are gone among them. */
import { onMounted, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { api } from '../api/client'
import type { NamedSource, Settings } from '../api/types'
import { useCatalogue } from '../stores/catalogue'
import { useSources } from './useSources'

export function useMarkedNames() {
  const { t } = useI18n()
  const catalogue = useCatalogue()
  const sources = useSources()
  /** Every source there ever was, for the names of those that are gone. */
  const ever = shallowRef<readonly NamedSource[]>([])
  onMounted(async () => (ever.value = await api.sources().catch(() => ever.value)))

  function nameOf({ area, item }: Pick<Settings['markUps']['items'][number], 'area' | 'item'>): string {
    const entry = catalogue.entry(area, item)
    return entry ? sources.fullName(entry) : `${t(`area.${area}`)} ${item}`
  }

  function nameOfSource(id: number): string {
    const known = ever.value.find((source) => source.id === id)
    return sources.nameOf(id) ?? (known ? sources.titleOf(known) : `${t('source.label')} ${id}`)
  }
  return { nameOf, nameOfSource }
}
