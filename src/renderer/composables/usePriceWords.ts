/** A price by quantity in words, alike in the grid, at the curve and in its table. */
import { useI18n } from 'vue-i18n'
import { widthOf } from '../../domain/shared/offers.ts'
import type { PricedLeadTime } from '../api/types'
import { eachOf, type UnitDigits } from '../../domain/shared/unit-price.ts'
import { useFormat } from './useFormat'
import { useInside } from './useInside'

export function usePriceWords() {
  const { t } = useI18n()
  const { price: amount, unitPrice, day, age, range, briefRange } = useFormat()
  const { inside } = useInside()

  /** What it costs in all, or a piece. @param digits null: in all */
  function amountOf(price: PricedLeadTime, copies: number, digits: UnitDigits | null): string {
    const cents = price.priceCents ?? 0
    return digits === null
      ? amount(cents, price)
      : unitPrice(eachOf(cents, copies, widthOf(price)), digits, price.status === 'estimated')
  }

  /** How it is marked: that a partner said it some days ago is not the customer's to know. */
  const shownStatus = (status: PricedLeadTime['status']) =>
    status === 'observed' && !inside.value ? 'firm' : status

  /** How it is known, where that is not the shop's or the partner's word of now: "Prix observé le 3 nov. 2026, il y a 5 j". */
  function knownHow({ status, observedAt, low, high, outside, beforeMove }: PricedLeadTime): string {
    if (status === 'estimated') {
      const estimated =
        low === null || high === null
          ? t('price.estimated')
          : t('matrix.estimatedBetween', { range: range(low, high) })
      if (outside) return t('price.estimatedOutside', { estimated })
      return beforeMove ? t('price.estimatedBeforeMove', { estimated }) : estimated
    }
    if (shownStatus(status) !== 'observed') return ''
    if (!observedAt) return t('price.observed')
    const observed = t('matrix.observedOn', { day: day(observedAt), age: age(observedAt) })
    return beforeMove ? t('price.observedBeforeMove', { observed }) : observed
  }

  /** What is to be doubted of a price that is not of now, beyond its mark; null: nothing. */
  const doubtOf = ({ status, outside, beforeMove }: PricedLeadTime): 'outside' | 'beforeMove' | null =>
    outside ? 'outside' : beforeMove && shownStatus(status) !== 'firm' ? 'beforeMove' : null

  /** What an estimate lies between, where there is little room; "" of another price. */
  const between = ({ status, low, high }: PricedLeadTime): string =>
    status !== 'estimated' || low === null || high === null ? '' : briefRange(low, high)

  return { amountOf, knownHow, shownStatus, doubtOf, between }
}
