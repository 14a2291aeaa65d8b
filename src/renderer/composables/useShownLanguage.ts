/** In which language the screens are: that of who works here, and of the customer's documents while they are turned to him. */
import { computed, watch } from 'vue'
import { i18n, loadWords, setLocale } from '../i18n'
import { frenchSpaces } from '../lib/french-spaces'
import { useCompanies } from '../stores/companies'
import { usePreferences, type Locale } from '../stores/preferences'
import { useQuote } from '../stores/quote'
import { useToasts } from './useToasts'

/** Keeps the words of the screens in it. */
export function useShownLanguage(): void {
  const preferences = usePreferences()
  const store = useQuote()
  const companies = useCompanies()
  const toasts = useToasts()

  const inHand = computed(() => (preferences.clientView ? store.draft.companyId : null))
  watch(inHand, (id) => id !== null && void companies.ensure(id).catch(() => undefined), { immediate: true })
  const shown = computed<Locale>(() => {
    const { clientView, locale } = preferences
    if (!clientView) return locale
    if (inHand.value !== null) return companies.known.get(inHand.value)?.language ?? locale
    // The document for nobody in the list of customers is in French.
    return store.quote !== null && store.quote.state !== 'draft' ? 'fr' : locale
  })
  watch([shown, () => preferences.locale], async ([language, locale], [, before]) => {
    try {
      await Promise.all([loadWords(locale), loadWords(language)])
      if (language === shown.value) await setLocale(language)
    } catch (error) {
      console.error(error)
      preferences.locale = before
      toasts.error(i18n.global.t('failure.notLoaded'))
    }
  })
}

/** Words for who works here, in his language also while the screens speak the customer's. */
export function useOwnWords() {
  const preferences = usePreferences()
  const own = (key: string, named: Record<string, unknown> = {}): string => {
    const { locale } = preferences
    const words = i18n.global.t(key, named, { locale: locale as never })
    return locale === 'fr' ? frenchSpaces(words) : words
  }
  return { own, language: computed(() => preferences.locale) }
}
