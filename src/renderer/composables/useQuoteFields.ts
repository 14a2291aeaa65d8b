/** The fields of a quote by the names that stand on its screen, and what is in them as a person reads it. */
import { countOf } from '../../domain/shared/line-roles.ts'
import { useI18n } from 'vue-i18n'
import type { Buyer } from '../../domain/shared/documents.ts'
import type { Quote } from '../api/types'
import type { FieldNews } from '../lib/quote-news'
import { contactWords } from '../lib/company-words'
import { useCompanies } from '../stores/companies'
import { useStatus } from '../stores/status'
import { useFormat } from './useFormat'
import { useVatNames } from './useVatNames'

export function useQuoteFields() {
  const { t, te } = useI18n()
  const { day, money, percent } = useFormat()
  const { vatName } = useVatNames()
  const companies = useCompanies()
  const status = useStatus()

  function label({ field }: { readonly field: FieldNews['field'] }): string {
    const name = field.replace('address.', '')
    return te(`quote.${name}`) ? t(`quote.${name}`) : t(`address.${name}`)
  }

  /** @param quote the one that the content is of: it has the customer's name */
  function content(field: FieldNews['field'], value: unknown, quote: Quote | null): string {
    if (value === null || value === '') return t('conflict.empty')
    if (field === 'validUntil' || field === 'filesOn') return day(String(value))
    if (field === 'customerId' && quote && quote.customerId === value) return quote.customer
    if (field === 'companyId') return companyName(Number(value), quote)
    if (field === 'vatRegimeId') return regimeOf(String(value), quote)
    if (field === 'contactId') return contactOf(Number(value), quote)
    if (field === 'discount') {
      const { percent: part, cents } = value as NonNullable<Quote['discount']>
      return part ? percent(Number(part)) : money(cents ?? 0)
    }
    if (field === 'buyer') return t(`document.buyers.${value as Buyer}`)
    if (field === 'collected') return t('action.yes')
    if (field === 'lines') return t('quote.lineCount', countOf(value as Quote['lines']))
    return String(value)
  }

  /** The names that the quote has, else those of companies that this page has met. */
  function companyName(id: number, quote: Quote | null): string {
    const known = quote?.companyId === id ? quote.company : companies.known.get(id)?.name
    return known ?? t('companies.unread')
  }
  /** As the settings have it, else as the quote does. */
  function regimeOf(id: string, quote: Quote | null): string {
    const known = status.vatRegime(id)?.name
    const name = known ?? (quote?.vatRegimeId === id ? quote.vat.name : undefined)
    return name === undefined ? t('vatRegime.gone') : vatName(name)
  }
  function contactOf(id: number, quote: Quote | null): string {
    if (quote?.contactId === id && quote.contact !== null) return quote.contact
    const known = [...companies.known.values()]
      .flatMap(({ contacts }) => contacts)
      .find((each) => each.id === id)
    return known ? contactWords(known) : t('companies.unread')
  }

  return { label, content }
}
