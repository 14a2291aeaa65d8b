/** Lines that another counter changed, in words: which, and what of each is other. */
import { useI18n } from 'vue-i18n'
import { beforeWhole } from '../../domain/shared/before-whole.ts'
import type { ComparedLine } from '../../domain/shared/compared-lines.ts'
import type { QuoteLine } from '../api/types'
import { useFormat } from './useFormat'
import { useLineCopies } from './useLineCopies'
import { useVatNames } from './useVatNames'

/** So many are named. */
const MOST_LINES = 3

export function useLineChanges() {
  const { t } = useI18n()
  const { about, leadTime } = useFormat()
  const copies = useLineCopies()
  const { vatWords } = useVatNames()

  /** What a line is told by: how many, how soon, for how much. */
  const facts = (line: QuoteLine) => [
    copies(line),
    line.area === 'heading' ? '' : leadTime(line.leadTimeLabel ?? line.price.label),
    line.amounts ? about(beforeWhole(line.amounts), line.amounts.uncertainty) : '',
  ]

  /** What a line is to the total. */
  const roleOf = (line: QuoteLine) => (line.area === 'heading' ? 'included' : line.role)

  /** What is chosen otherwise: as it is by now; what is not chosen any more, as it was. */
  function choices(before: QuoteLine, after: QuoteLine): string[] {
    const chosen = after.summary.filter((choice) => !before.summary.includes(choice))
    const options = new Set(after.parts.map(({ params }) => params['option']))
    const given = before.summary.filter((_, at) => {
      const { option } = before.parts[at]?.params ?? {}
      return option !== undefined && !options.has(option)
    })
    return [...chosen, ...given.map((choice) => t('lineChange.without', { choice }))]
  }

  const standing = (line: QuoteLine): string =>
    [...(roleOf(line) === 'included' ? [] : [t(`lineRole.${roleOf(line)}`)]), ...facts(line)]
      .filter(Boolean)
      .join(', ')

  /** What of a line is other, part by part: its role, what is chosen, how many, how soon, for how much, its VAT; else its text. */
  function partsOf(before: QuoteLine, after: QuoteLine): string[] {
    const [was, now] = [facts(before), facts(after)]
    const role = roleOf(after)
    const vat = [before, after].map((line) => vatWords(line.vat))
    const other = [
      ...(role === roleOf(before) ? [] : [t(`lineChange.role.${role}`)]),
      ...choices(before, after),
      ...now.flatMap((fact, i) =>
        fact === was[i] ? [] : [t('lineChange.fact', { was: was[i] || '—', now: fact || '—' })],
      ),
      ...(vat[0] === vat[1] ? [] : [t('lineChange.fact', { was: vat[0]!, now: vat[1]! })]),
    ]
    if (other.length > 0 || before.name === after.name) return other
    return [t('lineChange.fact', { was: before.name, now: after.name })]
  }

  function told({ before, after }: ComparedLine<QuoteLine>): string {
    const name = (after ?? before)!.name
    const last = after ? '' : standing(before!)
    if (!after)
      return last ? t('lineChange.removedOf', { name, facts: last }) : t('lineChange.removed', { name })
    const stands = standing(after)
    if (!before)
      return stands ? t('lineChange.addedOf', { name, facts: stands }) : t('lineChange.added', { name })
    const other = partsOf(before, after)
    return other.length > 0
      ? t('lineChange.changed', { name, facts: other.join(', ') })
      : t('lineChange.other', { name })
  }

  /** @param moved the names of those that stand in another order alone */
  function changesIn(lines: readonly ComparedLine<QuoteLine>[], moved: readonly string[]): string {
    const named = lines.slice(0, MOST_LINES).map(told)
    const more = lines.length - named.length
    const order = moved.length === 1 ? t('lineChange.moved', { name: moved[0]! }) : t('lineChange.order')
    return [
      ...named,
      ...(more > 0 ? [t('lineChange.more', { n: more })] : []),
      ...(moved.length > 0 ? [order] : []),
    ].join(t('lineChange.join'))
  }
  return {
    changesIn,
    partsOf,
    /** A line as it stands, in a few words. */
    standing,
  }
}
