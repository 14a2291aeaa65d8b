/** Names in a sentence: the first ones, and how many others. */
import { useI18n } from 'vue-i18n'

const MOST = 2

export function useNames() {
  const { t } = useI18n()

  function names(named: readonly { readonly name: string }[]): string {
    const told = named.length > MOST + 1 ? named.slice(0, MOST) : named
    const words = told.map(({ name }) => name).join(', ')
    const others = named.length - told.length
    return others > 0 ? t('connection.others', { names: words, count: others }, others) : words
  }

  return { names }
}
