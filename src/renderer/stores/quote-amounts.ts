/** Whether the amounts on the screen are those of what is written: what is not saved yet has none. */
import { computed, type Ref } from 'vue'
import { countOf, isIncluded } from '../../domain/shared/line-roles.ts'
import { isUnanswered, type ApiError } from '../api/client'
import type { Quote } from '../api/types'
import { differences, draftOf, type Draft, type DraftField } from '../lib/quote-draft'
import { shownLines } from '../lib/shown-lines'

/** What enters the totals beside the lines: the discounts, and what VAT looks at. */
const MOVES_AMOUNTS: readonly DraftField[] = [
  ...(['discount', 'customerId', 'collected'] as const),
  ...(['vatRegimeId', 'address.pays', 'address.code_postal'] as const),
]

interface Written {
  readonly quote: Readonly<Ref<Quote | null>>
  readonly draft: Readonly<Ref<Draft>>
  readonly editable: Readonly<Ref<boolean>>
  readonly deleted: Readonly<Ref<boolean>>
  readonly theirs: Readonly<Ref<Quote | null>>
  readonly error: Readonly<Ref<ApiError | null>>
}

/** What amounts of what is written wait for: its save, a choice, a new quote where its own is gone, or that it is mended. */
export type AwaitedFor = 'save' | 'choice' | 'copy' | 'mending'

export function quoteAmounts({ quote, draft, editable, deleted, theirs, error }: Written) {
  /** The lines as they are written: what is pressed is what is seen, also while a change of them is on its way. */
  const rows = computed(() => {
    const saved = quote.value?.lines ?? []
    return editable.value
      ? shownLines(saved, draft.value.lines)
      : saved.map((line, at) => ({ line, saved: at }))
  })
  /** What was changed since and moves amounts. What was sent keeps them, whatever its address. */
  const moved = computed(() => {
    if (!quote.value || !editable.value) return []
    const saved = draftOf(quote.value)
    const mine = { ...draft.value, customerId: draft.value.customerId ?? saved.customerId }
    // The lines are told by those that are shown: in another order they come to the same.
    const others = differences({ ...mine, lines: [] }, { ...saved, lines: [] }, saved)
    const fields = others.map(({ field }) => field).filter((field) => MOVES_AMOUNTS.includes(field))
    const isOther = rows.value.length !== saved.lines.length || rows.value.some((row) => row.saved === null)
    return isOther ? ['lines' as const, ...fields] : fields
  })
  /** Whether the amounts are those of something else than what is written. */
  const awaited = computed(() => moved.value.length > 0)
  /**
   * The same for what is said of it as people type: a postal code, of which few move an amount, is saved by itself as
   * typing pauses, and nothing is pushed aside for that moment.
   */
  const toldAwaited = computed(() =>
    moved.value.some((field) => field !== 'address.code_postal' || error.value !== null),
  )
  const awaitedFor = computed((): AwaitedFor => {
    if (deleted.value) return 'copy'
    if (theirs.value) return 'choice'
    return error.value && !isUnanswered(error.value) ? 'mending' : 'save'
  })
  /** Whether there are lines, and all of them are outside of the total. */
  const noneIncluded = computed(() => {
    const lines = rows.value.map(({ line }) => line)
    return countOf(lines) > 0 && !lines.some(isIncluded)
  })
  return { rows, awaited, awaitedFor, toldAwaited, noneIncluded }
}
