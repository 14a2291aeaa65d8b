/** Whether something takes longer than anybody expects: then it is said what it waits for. */
import { computed, onScopeDispose, ref, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import { useStatus } from '../stores/status'

/** Most is over before anybody could read of it. */
const LONG_MS = 3_000

/**
 * @param busy whether it is under way
 * @param atOnce whether that is said from the beginning
 * @returns what it waits for as far as this window knows, once it has lasted; null before
 */
export function useLong(busy: () => boolean, atOnce = () => false) {
  const { t } = useI18n()
  const { connection } = useStatus()
  const long = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    busy,
    (is) => {
      clearTimeout(timer)
      long.value = false
      if (is) timer = setTimeout(() => (long.value = true), LONG_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return computed(() => {
    if (!long.value && !atOnce()) return null
    if (!connection.reachable) return t('step.unreachable')
    return t(connection.away ? 'step.storeAway' : 'step.slow')
  })
}
