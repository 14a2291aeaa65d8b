/** What a page asked for while a partner was away is asked again once it answers: nobody has to think of it. */
import { watch } from 'vue'
import { useStatus } from '../stores/status'

/**
 * @param again called when one answers that did not
 * @param source of what is asked for; without it, any partner
 */
export function usePartnerReturn(again: () => void, source?: number): void {
  const status = useStatus()
  const away = () =>
    status.partners.filter(({ id, online }) => !online && (source === undefined || id === source))
  watch(away, (_now, before) => {
    if (before.some(({ id }) => status.partner(id)?.online === true)) again()
  })
}
