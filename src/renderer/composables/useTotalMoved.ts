/** What came of a total where something is made again at today's prices: said once, for copies and for orders. */
import { useI18n } from 'vue-i18n'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { Quote } from '../api/types'
import { useFormat } from './useFormat'

/** A total excluding tax, cents; null: there is none. */
export interface Told {
  readonly cents: number | null
  /** of an estimate's interval, cents; null of an exact one */
  readonly width: number | null
}

/** The same of a quote as it is now. */
export interface ToldNow extends Told {
  /** how many of its products have no price */
  readonly unpriced: number
}

export const totalOf = ({
  totals,
  uncertainty,
  lines,
}: Pick<Quote, 'totals' | 'uncertainty' | 'lines'>): ToldNow => ({
  cents: totals?.prix_total_ht ?? null,
  width: uncertainty,
  unpriced: lines.filter((line) => isProduct(line) && line.amounts === null).length,
})

export function useTotalMoved() {
  const { t } = useI18n()
  const { about } = useFormat()
  const amount = ({ cents, width }: Told) => (cents === null ? null : about(cents, width))

  /** How the total changed, or that it stayed, and how many lines have no price. */
  return (before: Told, after: ToldNow): string => {
    const { unpriced } = after
    return [totals(amount(before), amount(after)), unpriced > 0 && t('totalMoved.unpriced', unpriced)]
      .filter(Boolean)
      .join(' ')
  }

  function totals(was: string | null, is: string | null): string {
    if (is === null) return was === null ? '' : t('totalMoved.gone', { before: was })
    if (was === null) return t('totalMoved.new', { after: is })
    return was === is
      ? t('totalMoved.same', { after: is })
      : t('totalMoved.moved', { before: was, after: is })
  }
}
