/** That a quantity is not offered where a configuration was carried over, with the one that it got and the other near one. */
import { useI18n } from 'vue-i18n'
import type { Carried } from '../lib/carried-over'
import { useFormat } from './useFormat'

export function useOtherQuantity() {
  const { t } = useI18n()
  const { quantity, quantities } = useFormat()

  /** @returns null where it got what was wanted */
  return ({ wanted, beyond }: Pick<Carried, 'wanted' | 'beyond'>, got: readonly number[]): string | null => {
    if (!wanted) return null
    const told = { wanted: quantities(wanted), got: quantities(got) }
    if (beyond === null) return t('compare.otherQuantity', told)
    return t('compare.nearQuantities', { ...told, beyond: quantity(beyond) })
  }
}
