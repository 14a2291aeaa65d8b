/** One thing that an address asks for and nothing can be made of, in words: which value, and why it was not taken. */
import { useI18n } from 'vue-i18n'
import type { Untaken } from '../lib/untaken'

const LABELS = {
  choix: 'untaken.choice',
  quantites: 'configurator.quantity',
  valeurs: 'untaken.value',
  jours: 'lost.leadTime',
} as const

export function useUntakenWords() {
  const { t } = useI18n()
  const label = (part: Untaken['part']) =>
    part in LABELS ? t(LABELS[part as keyof typeof LABELS]) : t(`element.${part}`)
  return ({ part, text, why }: Untaken): string =>
    t('untaken.said', { label: label(part), text, why: t(`untaken.${why}`) })
}
