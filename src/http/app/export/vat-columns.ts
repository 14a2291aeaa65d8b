/** VAT as a spreadsheet tells it: the rate and its reason where there is one, each with what it comes to where there are several. */
import { sayings } from '../../../domain/document/sayings.ts'
import { reasonOfPart } from '../../../domain/document/totals.ts'
import type { Locale } from '../../../domain/messages.ts'
import type { VatAmount } from '../../../domain/vat.ts'
import { numberOf, textOr, type Column } from './columns.ts'

/** The VAT of a row. */
interface RowVat {
  /** of what has no VAT of its own, a percentage as a decimal string; null: not kept */
  readonly rate: string | null
  /** why, in words; empty: it is the country's own */
  readonly reason: string
  /** what each comes to; none: not known */
  readonly parts: readonly VatAmount[]
}

export const vatColumns = <Entry>(of: (entry: Entry, locale: Locale) => RowVat): Column<Entry>[] => [
  {
    ...{ fr: 'Taux de TVA (%)', en: 'VAT rate (%)', kind: 'percent', width: 11 },
    of: (entry, locale) => {
      const { rate, parts } = of(entry, locale)
      return parts.length > 1 ? null : numberOf(parts[0]?.rate ?? rate)
    },
  },
  {
    ...{ fr: 'Motif de TVA', en: 'Reason of VAT', kind: 'text', width: 30 },
    of: (entry, locale) => {
      const { parts, ...own } = of(entry, locale)
      const [part] = parts
      return parts.length > 1 ? null : textOr(part ? reasonOfPart(part, own.reason, locale) : own.reason)
    },
  },
  {
    ...{ fr: 'TVA par taux', en: 'VAT by rate', kind: 'lines', width: 40 },
    of: (entry, locale) => {
      const { parts, reason } = of(entry, locale)
      return parts.length > 1 ? parts.map((part) => inWords(part, reason, locale)).join('\n') : null
    },
  },
]

/** `5.5% of €120.00: €6.60 (Reduced rate)` */
function inWords(part: VatAmount, own: string, locale: Locale): string {
  const say = sayings(locale)
  const [rate, base, tax] = [say.percent(part.rate), say.money(part.base, null), say.money(part.tax, null)]
  const amount = locale === 'fr' ? `${rate} de ${base} : ${tax}` : `${rate} of ${base}: ${tax}`
  const reason = reasonOfPart(part, own, locale)
  return reason === '' ? amount : `${amount} (${reason})`
}
