/** What a person set for this screen alone: kept in the browser, never in the store. */
import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { LENGTH_UNITS } from '../lib/sizes'

export const LOCALES = ['fr', 'en'] as const
export type Locale = (typeof LOCALES)[number]
/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Locale, string>> = { fr: 'Français', en: 'English' }
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** start.js reads the same entry before the first paint. */
const KEY = 'comptoir.preferences'

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

function oneOf<T extends string>(values: readonly T[], value: unknown, otherwise: T): T {
  return values.includes(value as T) ? (value as T) : otherwise
}

/** The first of the browser's languages that is one of ours. */
const browserLocale = (): Locale =>
  navigator.languages
    .map((tag) => tag.slice(0, 2))
    .find((tag): tag is Locale => LOCALES.includes(tag as Locale)) ?? 'fr'

export const usePreferences = defineStore('preferences', () => {
  const saved = read()
  const locale = ref(oneOf(LOCALES, saved['locale'], browserLocale()))
  const theme = ref(oneOf(THEMES, saved['theme'], 'system'))
  /** Whether the matrix and the curve show the price of one piece instead of the whole run. */
  const perUnit = ref(saved['perUnit'] === true)

  /** Whether the curve is shown in the grid's place, where there is not room for both. */
  const curve = ref(saved['curve'] === true)

  /** Whether a quote is shown as its customer sees it: without what it costs. */
  const clientView = ref(saved['clientView'] === true)

  /** Whether the customer view that is on has hidden what the shop pays: a page that is read anew goes on hiding it. */
  const hidesCosts = ref(clientView.value && saved['hidesCosts'] === true)

  /** The unit that sizes are typed in; null: each product's own. */
  const lengthUnit = ref(LENGTH_UNITS.find((unit) => unit === saved['lengthUnit']) ?? null)

  watch([locale, theme, perUnit, curve, clientView, hidesCosts, lengthUnit], () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({
        locale: locale.value,
        theme: theme.value,
        perUnit: perUnit.value,
        curve: curve.value,
        clientView: clientView.value,
        hidesCosts: hidesCosts.value,
        lengthUnit: lengthUnit.value,
      }),
    )
  })
  watch(
    theme,
    (chosen) => {
      if (chosen === 'system') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = chosen
    },
    { immediate: true },
  )
  return { locale, theme, perUnit, curve, clientView, hidesCosts, lengthUnit }
})
