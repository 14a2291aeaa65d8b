import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Readable } from '../../store/readable.ts'

/** Ids found at once: a search looks through all that there is for them. */
const IDS = 1000
/** Read in one turn: a quote may have hundreds of lines. */
const PAGE = 20

/** A list as it is exported. */
export interface Listed<T> {
  /** ids of some of its entries, the newest first, below one; null: the newest of all */
  readonly idsBefore: (before: number | null, limit: number) => Promise<readonly number[]>
  readonly byIds: (ids: readonly number[]) => Promise<Readable<T>>
}

/** Counted as an export is read: what cannot be. */
export interface Unread {
  count: number
}

/**
 * Everything that a list holds, some at a time: who else asks is answered between, and no more is held than is being
 * written. What changes meanwhile is as it is when it is read; each entry is there once, but those that cannot be read.
 */
export async function* pagesOf<T>(
  { idsBefore, byIds }: Listed<T>,
  unread: Unread,
): AsyncGenerator<readonly T[], void> {
  for (let before: number | null = null; ;) {
    const ids: readonly number[] = await idsBefore(before, IDS)
    for (let at = 0; at < ids.length; at += PAGE) {
      // None of them may be left by now.
      const page = await byIds(ids.slice(at, at + PAGE))
      unread.count += page.unreadable
      if (page.entries.length > 0) yield page.entries
      await nextTurn()
    }
    if (ids.length < IDS) return
    before = ids.at(-1)!
  }
}
