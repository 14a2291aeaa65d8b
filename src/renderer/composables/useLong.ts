/** Whether something takes longer than anybody expects: then it is said what it waits for. */
import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { useStatus } from '../stores/status'
import { useLasting } from './useLasting'

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
  const long = useLasting(busy, LONG_MS)
  return computed(() => {
    if (!long.value && !atOnce()) return null
    if (!connection.reachable) return t('step.unreachable')
    return t(connection.away ? 'step.storeAway' : 'step.slow')
  })
}
