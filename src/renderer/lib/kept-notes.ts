/** The browser's own memory of what was noted of quotes and could not be saved yet, of each person by himself. */
import type { QuoteNotes } from '../api/types'

export interface UnsavedNotes {
  /** what they were written on */
  readonly read: QuoteNotes
  readonly draft: QuoteNotes
}

/** @param person as {@link memoryOf} takes it */
export function keptNotes(person: number | null | undefined) {
  const name = `comptoir.notes.unsaved${person === null ? '' : `.${person}`}`
  function all(): Record<string, UnsavedNotes> {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
      return typeof value === 'object' && value !== null ? (value as Record<string, UnsavedNotes>) : {}
    } catch {
      return {}
    }
  }
  return {
    unsaved: (id: number): UnsavedNotes | null => (person === undefined ? null : (all()[id] ?? null)),
    keep(id: number, kept: UnsavedNotes | null): void {
      if (person === undefined) return
      const { [id]: _old, ...others } = all()
      localStorage.setItem(name, JSON.stringify(kept ? { ...others, [id]: kept } : others))
    },
  }
}
