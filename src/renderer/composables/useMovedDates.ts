/** Of when a price was, and of when the one in its place is: by their days, and by their hours where both are of one day. */
import { useI18n } from 'vue-i18n'
import { useFormat } from './useFormat'

/** A price by when it is of. */
export interface Dated {
  /** ISO; null: not known, or of now */
  readonly at: string | null
  readonly estimated: boolean
}

export function useMovedDates() {
  const { t } = useI18n()
  const { day, moment, time } = useFormat()

  /**
   * @param savedAt when the line was saved last, ISO: its price is no younger
   * @returns "" where days tell nothing
   */
  return (was: Dated, is: Dated, savedAt: string): string => {
    const today = day(new Date().toISOString())
    const isNow = is.at === null && !is.estimated
    const isOneDay = (at: string) =>
      !(is.at === null && is.estimated) && day(at) === (is.at ? day(is.at) : today)
    if (was.at === null && isNow && isOneDay(savedAt)) return ''
    const hour = (at: string) => (day(at) === today ? time(new Date(at)) : moment(at))
    const when = was.at !== null && isOneDay(was.at) ? hour : day
    const before = was.at ? when(was.at) : t('prices.atLatest', { day: day(savedAt) })
    const after = is.at
      ? when(is.at)
      : is.estimated
        ? t('price.estimated')
        : t(when === hour ? 'prices.now' : 'prices.today')
    if (before === after) return ''
    return `${was.estimated ? `${t('price.estimated')}, ` : ''}${before} → ${after}`
  }
}
