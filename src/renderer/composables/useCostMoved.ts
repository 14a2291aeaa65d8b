/** That a line's price stays on another cost, in words: from what to what, and whether it is sold under it then. */
import { useI18n } from 'vue-i18n'
import { isUnderCost } from '../../domain/shared/sold-at.ts'
import { useFormat } from './useFormat'
import { useInside } from './useInside'

type Cost = number | null | undefined

export function useCostMoved() {
  const { t } = useI18n()
  const { money } = useFormat()
  const { costs } = useInside()

  /** @param net what it is sold at after its discounts; all in cents. Who may not see costs reads that it is another alone. */
  return (before: Cost, after: Cost, net: number | null): string => {
    if (!costs.value || before == null || after == null || before === after) return t('prices.costMoved')
    const moved = t('prices.costMovedFrom', { before: money(before), after: money(after) })
    return isUnderCost(net, after) === true ? `${moved} ${t('prices.soldUnder')}` : moved
  }
}
