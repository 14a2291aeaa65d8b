/** When and by whom an order was handed over, in words. */
import { useI18n } from 'vue-i18n'
import type { Handover } from '../api/types'
import { useFormat } from './useFormat'

export function useHandoverWords(): (handed: NonNullable<Handover['handedOver']>) => string {
  const { t } = useI18n()
  const { moment } = useFormat()
  return ({ at, by }) =>
    by === null ? t('handover.done', { at: moment(at) }) : t('handover.doneBy', { at: moment(at), name: by })
}
