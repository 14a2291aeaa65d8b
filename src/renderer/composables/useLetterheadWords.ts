/** A letterhead in words: where one is in it, and what it is. */
import { useI18n } from 'vue-i18n'
import type { Path } from '../lib/merged-values'
import { LANGUAGE_NAMES, type Locale } from '../stores/preferences'

/** Of a text as much as tells it from another one, in characters. */
const SHOWN = 120

export function useLetterheadWords() {
  const { t } = useI18n()

  function label([section = '', ...rest]: Path): string {
    const [first = '', second = ''] = rest
    if (section === 'issuer') return t(`letterhead.issuer.${first}`)
    if (section === 'texts') return `${t(`letterhead.text.${second}`)} · ${LANGUAGE_NAMES[first as Locale]}`
    return t(`letterhead.${section}`)
  }

  function words([section]: Path, value: unknown): string {
    const text = String(value ?? '')
    if (section === 'logo') return t(text === '' ? 'letterhead.noLogo' : 'letterhead.otherLogo')
    if (text === '') return t('conflict.empty')
    if (section === 'layout') return t(`document.layouts.${text}`)
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
  }
  return { label, words }
}
