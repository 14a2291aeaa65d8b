/** What the list says of a search beside what it finds: words that nothing has, and a number that is meant as a quantity. */
import { computed, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { useCatalogue } from '../stores/catalogue'
import { useFormat } from './useFormat'

/** @param shown what of it is shown */
export function useSearchTold(
  searched: Ref<ReturnType<ReturnType<typeof useCatalogue>['searchNearly']>>,
  shown: Ref<readonly unknown[]>,
) {
  const { t } = useI18n()
  const { quantity } = useFormat()
  return computed(() => {
    const { quantity: asked, without } = searched.value
    const words = without.map((word) => t('catalogue.quoted', { word })).join(', ')
    return [
      ...(words && shown.value.length > 0 ? [t('catalogue.without', { words })] : []),
      ...(asked === null ? [] : [t('catalogue.asked', { count: quantity(asked) }, asked)]),
    ].join(' ')
  })
}
