/** What came of a total where something is made again at today's prices: said once, for copies and for orders. */
import { useI18n } from 'vue-i18n'
import type { Quote } from '../api/types'
import { useFormat } from './useFormat'

/** A total excluding tax, cents; null: there is none. */
export interface Told {
  readonly cents: number | null
  /** of an estimate's interval, cents; null of an exact one */
  readonly width: number | null
}

export const totalOf = ({ totals, uncertainty }: Pick<Quote, 'totals' | 'uncertainty'>): Told => ({
  cents: totals?.prix_total_ht ?? null,
  width: uncertainty,
})

export function useTotalMoved() {
  const { t } = useI18n()
  const { about } = useFormat()
  const amount = ({ cents, width }: Told) => (cents === null ? null : about(cents, width))

  /** How the total changed, or that it stayed. */
  return (before: Told, after: Told): string => {
    const [was, is] = [amount(before), amount(after)]
    if (is === null) return was === null ? '' : t('totalMoved.gone', { before: was })
    if (was === null) return t('totalMoved.new', { after: is })
    return was === is
      ? t('totalMoved.same', { after: is })
      : t('totalMoved.moved', { before: was, after: is })
  }
}
