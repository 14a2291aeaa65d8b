/** What an empty field of the settings shows. */
import { useI18n } from 'vue-i18n'
import { useSession } from '../stores/session'

export function useExample() {
  const { t } = useI18n()
  const session = useSession()
  /** An example for who fills it in; who may only read must not take that for what is set. @param none that nothing is */
  return (example: string, none: 'none' | 'noneFeminine'): string =>
    session.may('settings') ? example : t(`settings.${none}`)
}
