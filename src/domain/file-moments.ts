/** Moments in the names of files, which neither colons nor full stops stand in. */

/** @param iso as `toISOString` writes it */
export const momentForFile = (iso: string): string => iso.replace(/[:.]/g, '-')

/** The moment that a name has, ISO; null where it has none. */
export function momentInFile(name: string): string | null {
  const [, day, hours, minutes, seconds, ms] =
    /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  return day ? `${day}T${hours}:${minutes}:${seconds}.${ms}Z` : null
}
