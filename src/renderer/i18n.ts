/** The words of the screens. One language is loaded at a time; both are compiled at build, since the page may not eval. */
import { markRaw, nextTick } from 'vue'
import { createI18n } from 'vue-i18n'
import { withoutTurns } from '../domain/shared/without-turns.ts'
import { setRequestLanguage } from './api/client'
import { frenchSpaces } from './lib/french-spaces'
import type { Locale } from './stores/preferences'

const LOADERS = {
  fr: () => import('./locales/fr.json'),
  en: () => import('./locales/en.json'),
} satisfies Record<Locale, () => Promise<{ default: object }>>

/** In French nothing is singular: "0 produit". */
const frenchPlural = (count: number, forms: number) =>
  forms > 2 ? Math.min(count, forms - 1) : count < 2 ? 0 : 1

export const i18n = createI18n({
  legacy: false,
  locale: 'fr',
  fallbackLocale: [],
  messages: {},
  pluralRules: { fr: frenchPlural },
  postTranslation: (words) => {
    if (typeof words !== 'string') return words
    const upright = withoutTurns(words)
    return document.documentElement.lang === 'fr' ? frenchSpaces(upright) : upright
  },
})

/** Loads the words of a language where it is new. */
export async function loadWords(locale: Locale): Promise<void> {
  if (i18n.global.availableLocales.includes(locale)) return
  const messages = await LOADERS[locale]()
  // A language is taken in whole: no word of it is watched by itself.
  i18n.global.setLocaleMessage(locale, markRaw(messages.default) as never)
}

/** Switches everything to a language: the words, the page and the service's messages. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadWords(locale)
  i18n.global.locale.value = locale as never
  document.documentElement.lang = locale
  setRequestLanguage(locale)
  await nextTick()
}
