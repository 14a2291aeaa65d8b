/**
 * What is noted in house of the quote on the screen: saved as it is typed, beside the quote and whatever its state. What
 * another person notes meanwhile is taken in, and said; where both wrote the same field anew, a person chooses.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { keptFiles, MOST_FILES, notesTogether, sameNotes } from '../../domain/shared/quote-notes.ts'
import { answers, api, ApiError, isUnanswered, isUnknown } from '../api/client'
import type { QuoteNotes } from '../api/types'
import { keptNotes } from '../lib/kept-notes'
import { useQuote } from './quote'
import { copyOf, presentOf } from './quote-lines'
import { useSession } from './session'

/** Typing is saved once it pauses. */
const TYPING_PAUSE_MS = 500

const NONE: QuoteNotes = { internalNote: '', files: [], notesVersion: 0 }
const notesOf = ({ internalNote, files, notesVersion }: QuoteNotes): QuoteNotes =>
  copyOf({ internalNote, files, notesVersion })

export const useQuoteNotes = defineStore('quoteNotes', () => {
  const store = useQuote()
  const session = useSession()
  const memory = computed(() => keptNotes(session.owner))
  /** The quote whose notes these are. */
  let id: number | null = null
  /** As they were read. */
  let read = NONE
  /** As they stand on the screen. */
  const draft = ref<QuoteNotes>(notesOf(NONE))
  const dirty = ref(false)
  const saving = ref(false)
  const error = shallowRef<unknown>(null)
  /** Those of somebody else, while a choice is due. */
  const theirs = shallowRef<QuoteNotes | null>(null)
  /** Whether somebody else noted what is shown by now: until it is put away. */
  const told = ref(false)

  /** Whether their quote was deleted: they go with its lines into a new one. */
  const gone = computed(() => store.deleted)

  let timer: ReturnType<typeof setTimeout> | undefined
  let queue: Promise<void> = Promise.resolve()

  function remember(): void {
    if (id !== null) memory.value.keep(id, dirty.value ? { read, draft: draft.value } : null)
  }

  function take(notes: QuoteNotes): void {
    read = notesOf(notes)
    draft.value = notesOf(notes)
    ;[dirty.value, error.value, theirs.value] = [false, null, null]
    remember()
  }

  async function write(): Promise<void> {
    if (id === null || !dirty.value || theirs.value || gone.value) return
    const of = id
    const sent = { ...notesOf(draft.value), notesVersion: read.notesVersion }
    saving.value = true
    try {
      const answer = await api.saveNotes(of, sent)
      if (of === id) settle(answer, sent)
    } catch (cause) {
      if (of !== id) return
      const present = presentOf(cause)
      if (present) return await meet(notesOf(present), sent)
      if (isUnknown(cause)) return void store.heard(of, null)
      error.value = cause
      remember()
    } finally {
      saving.value = false
    }
  }

  /** What was sent is kept; what was typed meanwhile goes out with the next write. */
  function settle(answer: QuoteNotes, sent: QuoteNotes): void {
    read = notesOf(answer)
    error.value = null
    dirty.value = !sameNotes(draft.value, sent)
    remember()
  }

  /** Somebody else noted something since these were read. */
  async function meet(present: QuoteNotes, sent: QuoteNotes): Promise<void> {
    // What was saved, though its answer was lost on the way, is no one else's.
    if (sameNotes(present, { ...sent, files: keptFiles(sent.files) })) return settle(present, sent)
    const both = notesTogether(draft.value, present, read)
    if (!both) {
      theirs.value = present
      error.value = null
      return remember()
    }
    told.value = true
    read = present
    draft.value = notesOf({ ...both, files: [...both.files], notesVersion: present.notesVersion })
    await write()
  }

  function save(): Promise<void> {
    clearTimeout(timer)
    queue = queue.then(write)
    return queue
  }

  function touch(now = false): void {
    dirty.value = true
    remember()
    clearTimeout(timer)
    if (now) void save()
    else timer = setTimeout(() => void save(), TYPING_PAUSE_MS)
  }

  /** What is written on a quote that is left is saved; where it cannot be, it comes back with the quote. */
  function leave(): void {
    clearTimeout(timer)
    if (id === null || !dirty.value || theirs.value || gone.value) return
    const [of, sent, kept] = [id, { ...notesOf(draft.value), notesVersion: read.notesVersion }, memory.value]
    // A write that is under way has these, or goes first.
    void queue.then(async () => {
      try {
        await api.saveNotes(of, sent)
      } catch (cause) {
        // It is in the browser's memory; unless the write that went first had all of it.
        const present = presentOf(cause)
        if (!present || !sameNotes(present, sent)) return
      }
      if (of !== id) kept.keep(of, null)
    })
  }

  function show(of: number | null, notes: QuoteNotes): void {
    if (of !== id) {
      leave()
      id = of
      told.value = false
      const kept = of === null ? null : memory.value.unsaved(of)
      read = notesOf(notes)
      draft.value = notesOf(notes)
      ;[dirty.value, error.value, theirs.value] = [false, null, null]
      if (!kept) return
      ;[read, draft.value] = [kept.read, notesOf(kept.draft)]
      return touch()
    }
    if (notes.notesVersion <= (theirs.value ?? read).notesVersion) return
    if (theirs.value) theirs.value = notesOf(notes)
    else if (dirty.value) void save()
    else {
      take(notes)
      told.value = true
    }
  }

  /** What was told of a quote may be of its notes: they have a version of their own. */
  async function heard(of: number, version?: number | null): Promise<void> {
    // A quote that is another by now is read anew, with its notes.
    if (of !== id || version === null || (version !== undefined && version > (store.quote?.version ?? 0)))
      return
    // It may be of this window's own doing, whose answer is on its way.
    await queue
    const present = await api.quoteNotes(of).catch(() => null)
    await queue
    if (present && of === id) show(of, present)
  }

  /** Those of a quote that was deleted, which is to be made anew; null where it stands. */
  const orphaned = (): QuoteNotes | null => (gone.value ? notesOf(draft.value) : null)

  /** Puts notes that lost their quote on the one that was made of its lines. */
  function adopt(of: number, notes: QuoteNotes | null): void {
    if (!notes || sameNotes(notes, NONE) || of !== id) return
    draft.value = { ...draft.value, internalNote: notes.internalNote, files: [...notes.files] }
    touch(true)
  }

  /** Ends a dispute: theirs, mine, or both notes one after the other with all the references. */
  function choose(what: 'theirs' | 'mine' | 'both'): void {
    const other = theirs.value!
    const { internalNote, files } = notesOf(draft.value)
    take(other)
    if (what === 'theirs') return
    const notes = [other.internalNote, internalNote].filter((note) => note.trim() !== '')
    draft.value =
      what === 'mine'
        ? { ...draft.value, internalNote, files }
        : {
            ...draft.value,
            internalNote: [...new Set(notes)].join('\n\n'),
            files: [...new Set([...other.files, ...files])].slice(0, MOST_FILES),
          }
    touch(true)
  }

  watch(
    () => [store.quote?.id ?? null, store.quote?.notesVersion, store.quote?.version] as const,
    ([of]) => show(of, store.quote ?? NONE),
    { immediate: true, flush: 'sync' },
  )
  watch(answers, (back) => back && dirty.value && void save())

  /** Whether the service refused them, so that they do not go out by themselves. */
  const refused = computed(() => error.value instanceof ApiError && !isUnanswered(error.value))

  return {
    ...{ draft, dirty, saving, error, refused, theirs, told, gone },
    ...{ touch, save, heard, choose, orphaned, adopt },
  }
})
