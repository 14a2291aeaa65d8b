/** What was written here and another counter has changed meanwhile: what of it waits for a choice, and how that ends. */
import { computed, shallowRef, type Ref } from 'vue'
import type { Quote } from '../api/types'
import {
  choicesBetween,
  differences,
  disputedLines,
  draftOf,
  linesChosen,
  merged,
  rebased,
  takesField,
  type Draft,
  type DraftField,
  type Read,
} from '../lib/quote-draft'
import { isGivenUp, newsOf, orNone, staying, type News } from '../lib/quote-news'
import { copyOf } from './quote-lines'

/** What a dispute needs of its quote. */
export interface DisputedQuote {
  readonly quote: Ref<Quote | null>
  readonly draft: Ref<Draft>
  readonly dirty: Ref<boolean>
  /** The quote as somebody else left it; null: nothing waits for a choice. */
  readonly theirs: Ref<Quote | null>
  readonly news: Ref<News | null>
  /** What the draft was made of. */
  read(): Read
  /** Puts another draft in its place, and what that was made of. */
  base(draft: Draft, on: Draft): void
  /** Shows the quote as the service has it. @param lines that it is to have by then, where others */
  take(answer: Quote, lines?: Draft['lines']): void
  save(): Promise<void>
  compare(): Promise<void>
}

export function quoteDispute({
  quote,
  draft,
  dirty,
  theirs,
  news,
  read,
  base,
  take,
  save,
  compare,
}: DisputedQuote) {
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
  const conflict = computed(() =>
    theirs.value
      ? choicesBetween(draft.value, draftOf(theirs.value), read().draft).filter(({ field }) =>
          takesField(theirs.value!, field),
        )
      : [],
  )

  /** The lines of which each can be chosen by itself: where both changed several, and nothing else of the lines is disputed. */
  const linesApart = computed(() => {
    const disputed = theirs.value ? disputedLines(draft.value, draftOf(theirs.value), read().draft) : []
    return disputed.length > 1 ? disputed : []
  })

  /** The quote as it was shown before the other version was met. */
  const before = shallowRef<Quote | null>(null)
  const shown = () => (theirs.value === null ? quote.value : before.value)
  /** Whether it is so because a revision was given up. */
  const givenUp = computed(() => theirs.value !== null && isGivenUp(theirs.value, before.value))
  /** Another version waits for a choice. Where that was sent or decided, it is the one that is shown, as it stands. */
  function meet(present: Quote): void {
    if (theirs.value === null) before.value = quote.value
    // The choice stands open with what that changed: it is said what.
    else if (present.version > theirs.value.version && present.state === 'draft')
      news.value = orNone(newsOf(present, draftOf(theirs.value), theirs.value, news.value))
    theirs.value = present
    if (quote.value?.state !== present.state || overtaken.value) quote.value = present
    if (present.state !== 'draft') follow(present)
  }

  /** What was not written here is as it was sent or decided: on the screen, and in a copy of it. */
  function follow(present: Quote): void {
    const isKept = ({ field, changedHere }: (typeof all.value)[number]) =>
      changedHere || (!overtaken.value && takesField(present, field))
    const kept = new Set(all.value.filter(isKept).map(({ field }) => field))
    const now = rebased(draft.value, draftOf(present), read().draft, kept)
    base(now.draft, now.read)
  }

  /**
   * Ends a conflict: theirs, with some fields of mine over it. What the other counter made of the lines, and stays beside
   * mine, is news: nobody was asked about it.
   * @param yields of the lines that both changed the ids of those that are to be as they are there
   */
  async function settleConflict(mine: ReadonlySet<DraftField>, yields: ReadonlySet<string>): Promise<void> {
    const other = theirs.value!
    const lines = conflict.value.some(({ field }) => field === 'lines')
      ? linesChosen(draft.value, draftOf(other), read().draft, yields)
      : undefined
    const written = copyOf({ ...draft.value, ...(lines && { lines }) })
    const asked = new Set(conflict.value.map(({ field }) => field))
    const chosen = new Set(linesApart.value.map(({ id }) => id))
    const told = newsOf(other, read().draft, before.value, news.value)
    take(other, mine.has('lines') ? written.lines : undefined)
    if (mine.size > 0) {
      news.value = staying(told, asked, mine.has('lines') ? written.lines : [], chosen)
      draft.value = merged(written, draftOf(other), mine)
      dirty.value = true
      await save()
    }
    await compare()
  }

  return { own, overtaken, givenUp, conflict, linesApart, shown, meet, settleConflict }
}
