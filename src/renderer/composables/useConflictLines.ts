/** The lines of both versions of a quote that two wrote on: what tells those of one name apart, and what of each is other. */
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { QuoteLine } from '../api/types'
import { isToldAlike } from '../lib/quote-news'
import { same } from '../lib/quote-draft'
import { useFormat } from './useFormat'
import { useInside } from './useInside'
import { useSaleWords } from './useSaleWords'
import { useVatNames } from './useVatNames'

export interface ConflictLine {
  readonly line: QuoteLine
  /** of those of its name what the others have not; its place where that is nothing */
  readonly apart: string
  /** what of it is not as in the other version, in words; null: it is the same there */
  readonly other: string | null
}

const SIDES = { mine: 'theirs', theirs: 'mine' } as const
type Versions = Readonly<Record<keyof typeof SIDES, readonly QuoteLine[]>>

export function useConflictLines(
  versions: () => Versions,
): ComputedRef<Record<keyof typeof SIDES, ConflictLine[]>> {
  const { t } = useI18n()
  const { percent } = useFormat()
  const { inside } = useInside()
  const saleWords = useSaleWords()
  const { vatWords } = useVatNames()

  function apartOf(line: QuoteLine, at: number, all: readonly QuoteLine[]): string {
    const alike = all.filter(({ name }) => name === line.name)
    if (alike.length < 2) return ''
    const own = line.summary.filter((choice) => !alike.every(({ summary }) => summary.includes(choice)))
    return own.length > 0 ? own.join(' · ') : t('conflict.place', { place: at + 1 })
  }

  function otherIn(line: QuoteLine, there: QuoteLine | undefined): string | null {
    if (!there) return t('conflict.onlyHere')
    if (isToldAlike(line, there)) return null
    const sale = saleWords(line.sale) ?? t('conflict.list')
    const discount =
      line.discount === null
        ? t('conflict.noDiscount')
        : t('soldApart.discount', { percent: percent(Number(line.discount)) })
    const words = [
      ...(inside.value && !same(line.sale, there.sale) ? [sale] : []),
      ...(line.discount === there.discount ? [] : [discount]),
      ...(line.vatRegimeId === there.vatRegimeId ? [] : [vatWords(line.vat)]),
      ...line.summary.filter((choice) => !there.summary.includes(choice)),
    ]
    return words.join(', ') || t('conflict.other')
  }

  return computed(() => {
    const both = versions()
    const told = (side: keyof typeof SIDES) =>
      both[side].map((line, at) => ({
        line,
        apart: apartOf(line, at, both[side]),
        other: otherIn(
          line,
          both[SIDES[side]].find(({ id }) => id === line.id),
        ),
      }))
    return { mine: told('mine'), theirs: told('theirs') }
  })
}
