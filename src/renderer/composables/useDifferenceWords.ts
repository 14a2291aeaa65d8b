/** What taking something else does to a price, in a sentence: more, less, the same. */
import { useI18n } from 'vue-i18n'
import { useFormat } from './useFormat'

/** @returns it by the two prices, cents */
export function useDifferenceWords(): (before: number, after: number) => string {
  const { t } = useI18n()
  const { money } = useFormat()
  return (before, after) => {
    if (before === after) return t('lost.same')
    return t(after > before ? 'lost.more' : 'lost.less', { amount: money(Math.abs(after - before)) })
  }
}
