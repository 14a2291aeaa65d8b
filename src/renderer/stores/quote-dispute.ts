/** What was written here and another counter has changed meanwhile: what of it waits for a choice, and how that ends. */
import { computed, type Ref } from 'vue'
import type { Quote } from '../api/types'
import {
  differences,
  draftOf,
  merged,
  takesField,
  type Draft,
  type DraftField,
  type Read,
} from '../lib/quote-draft'
import { copyOf } from './quote-lines'

/** What a dispute needs of its quote. */
export interface DisputedQuote {
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  /** The quote as somebody else left it; null: nothing waits for a choice. */
  readonly theirs: Readonly<Ref<Quote | null>>
  /** What the draft was made of. */
  read(): Read
  /** Shows the quote as the service has it. */
  take(answer: Quote): void
  save(): Promise<void>
  compare(): Promise<void>
}

export function quoteDispute({ draft, dirty, theirs, read, take, save, compare }: DisputedQuote) {
  const all = computed(() =>
    theirs.value ? differences(draft.value, draftOf(theirs.value), read().draft) : [],
  )
  /** What was changed here, by whether the quote as it stands takes it. */
  const own = computed(() => {
    const mine = all.value.filter(({ changedHere }) => changedHere)
    const isTaken = ({ field }: (typeof mine)[number]) => takesField(theirs.value!, field)
    return { taken: mine.filter(isTaken), refused: mine.filter((each) => !isTaken(each)) }
  })
  /** Whether the other counter did what leaves no room for what was written here: it sent the draft, or decided it. */
  const overtaken = computed(
    () =>
      theirs.value !== null &&
      theirs.value.state !== 'draft' &&
      (own.value.refused.length > 0 || own.value.taken.length === 0),
  )
  /** Where both versions differ and a person can choose. */
  const conflict = computed(() => all.value.filter(({ field }) => takesField(theirs.value!, field)))

  /** Ends a conflict: theirs, with some fields of mine over it. */
  async function settleConflict(mine: ReadonlySet<DraftField>): Promise<void> {
    const [written, other] = [copyOf(draft.value), theirs.value!]
    take(other)
    if (mine.size > 0) {
      draft.value = merged(written, draftOf(other), mine)
      dirty.value = true
      await save()
    }
    await compare()
  }

  return { own, overtaken, conflict, settleConflict }
}
