/** The settings in words: where one is, and what it is. */
import { useI18n } from 'vue-i18n'
import type { Settings } from '../api/types'
import { valueAt, type Path } from '../lib/merged-values'
import { SETTING_UNITS } from '../lib/setting-units'
import { useFormat } from './useFormat'
import { useMarkedNames } from './useMarkedNames'

type MarkedItem = Settings['markUps']['items'][number]

/** Names of fields, by the section that they are in and, in it, by their own name. */
const SECTIONS: Readonly<Record<string, string>> = {
  ...{ markUps: 'markUp.title', vat: 'vat.title', vatRegimes: 'vatRegime.title' },
  ...{ calendar: 'calendar.title', synonyms: 'settings.synonyms' },
}
const FIELDS: Readonly<Record<string, string>> = {
  ...{ general: 'markUp.general', percent: 'markUp.percent', rounding: 'markUp.rounding' },
  ...{ sources: 'markUp.sources', items: 'markUp.items' },
  ...{ countries: 'vat.countries', rate: 'vat.rate', elsewhere: 'vat.elsewhereRate' },
  ...{ exceptions: 'vat.exceptions', postalPrefix: 'vat.prefix' },
  ...{ name: 'vatRegime.name', mention: 'vatRegime.mention', needsVatNumber: 'vatRegime.needsVatNumber' },
  ...{ region: 'calendar.region', cutOff: 'calendar.cutOff', closures: 'calendar.closures' },
  ...{ from: 'calendar.from', to: 'calendar.to', reason: 'calendar.reason' },
}
/** Of an entry, what tells which one it is. */
const NAMING = new Set(['id', 'area', 'item', 'source'])

/** @param of the settings in which an entry of a list is looked up, the first that has it */
export function useSettingWords(of: () => readonly unknown[]) {
  const { t, te } = useI18n()
  const { typedDecimal, numericDay } = useFormat()
  const { nameOf, nameOfSource } = useMarkedNames()

  /** What an entry of a list is called. */
  function entryName(path: Path): string {
    const all = of().map((settings) => valueAt(settings, path))
    const entry = (all.find((each) => each !== undefined) ?? {}) as Record<string, unknown>
    if ('item' in entry) return nameOf(entry as MarkedItem)
    if ('source' in entry) return nameOfSource(entry['source'] as number)
    if ('from' in entry) return entry['from'] ? numericDay(entry['from'] as never) : ''
    return String(entry['name'] ?? entry['postalPrefix'] ?? '')
  }

  function label(path: Path): string {
    const [section = '', ...rest] = path
    const parts = rest.map((key, i) => {
      const field = FIELDS[key]
      return field ? t(field) : entryName(path.slice(0, i + 2))
    })
    return [t(SECTIONS[section] ?? `settings.${section}`), ...parts].filter(Boolean).join(' · ')
  }

  function words(path: Path, value: unknown): string {
    const key = path.at(-1) ?? ''
    if (value === undefined) return t('meanwhile.removed')
    if (value === '') return t('conflict.empty')
    if (typeof value === 'boolean') return t(value ? 'action.yes' : 'action.no')
    if (typeof value === 'object' && value !== null) {
      const named = Object.entries(value).filter(([name]) => !NAMING.has(name))
      return named.map(([name, each]) => words([...path, name], each)).join(', ') || t('conflict.empty')
    }
    const text = String(value)
    if (key === 'rounding') return t(`markUp.${text}`)
    if (key === 'region') return t(`calendar.regions.${text}`)
    if (key === 'from' || key === 'to') return numericDay(text as never)
    const unit = SETTING_UNITS.find((field) => field.key === key)?.unit
    const number = /^\d+(\.\d+)?$/.test(text) ? typedDecimal(text) : text
    return unit && te(`unit.${unit}`) ? `${number} ${t(`unit.${unit}`)}` : number
  }
  return { label, words }
}
