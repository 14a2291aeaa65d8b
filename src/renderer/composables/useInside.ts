/** Whether what is the shop's own is shown: costs, margins, how a price was set, where a product comes from. */
import { computed } from 'vue'
import { usePreferences } from '../stores/preferences'
import { useSession } from '../stores/session'

export function useInside() {
  const preferences = usePreferences()
  const session = useSession()
  /** What the customer is not to see. */
  const inside = computed(() => !preferences.clientView)
  /** What of it takes the right to see purchase prices. */
  const costs = computed(() => inside.value && session.may('costs'))
  return { inside, costs }
}
