/** Moments in the names of files, which neither colons nor full stops stand in. */

/** @param iso as `toISOString` writes it */
export const momentForFile = (iso: string): string => iso.replace(/[:.]/g, '-')

const MOMENT = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/

/** The moment, ISO, that a part of a name is, whole; null where it is none. */
export function momentOf(part: string): string | null {
  const at = momentInFile(part)
  return at !== null && momentForFile(at) === part ? at : null
}

/** The moment that a name has, ISO; null where it has none. */
export function momentInFile(name: string): string | null {
  const [, day, hours, minutes, seconds, ms] = MOMENT.exec(name) ?? []
  return day ? `${day}T${hours}:${minutes}:${seconds}.${ms}Z` : null
}
