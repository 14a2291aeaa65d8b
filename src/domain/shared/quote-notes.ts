/** The bounds of what is noted in house, for the service and the screens, and how what two people wrote goes together. */

/** Characters of a note. */
export const LONGEST_NOTE = 20_000
/** References to artwork of a quote. */
export const MOST_FILES = 20
/** Characters of a reference. */
export const LONGEST_FILE = 500

/** What is noted. */
export interface Noted {
  readonly internalNote: string
  readonly files: readonly string[]
}

/** References as they are kept: none is empty, none has spaces around it. */
export const keptFiles = (files: readonly string[]): string[] =>
  files.map((file) => file.trim()).filter((file) => file !== '')

const same = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

/**
 * What was written here on what was read, with what another person wrote on the same meanwhile.
 * @returns null where both wrote another note, or other references
 */
export function notesTogether(mine: Noted, theirs: Noted, read: Noted): Noted | null {
  const note = oneOf(mine.internalNote, theirs.internalNote, read.internalNote, (a, b) => a === b)
  const files = oneOf(mine.files, theirs.files, read.files, same)
  return note === null || files === null ? null : { internalNote: note, files }
}

/** The one of two that is another than what was read; null: both are, and not the same. */
function oneOf<T>(mine: T, theirs: T, read: T, equal: (a: T, b: T) => boolean): T | null {
  if (equal(mine, theirs) || equal(theirs, read)) return mine
  return equal(mine, read) ? theirs : null
}

export const sameNotes = (a: Noted, b: Noted): boolean =>
  a.internalNote === b.internalNote && same(a.files, b.files)
