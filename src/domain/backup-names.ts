/**
 * How a backup is called wherever one is told, in lists, titles, the journal and refusals: by its date, to the second, for two
 * may be made in one minute; never by the name of a file that Comptoir gave it.
 */
import { momentInFile } from './file-moments.ts'
import { momentIn, type Locale } from './message.ts'

/** A file that was given and does not say of when it is: the moment in its name is when that was. */
const UNDATED = /^comptoir-given-at-/

/** What follows "the backup": "of 20 Nov 2026, 11:00:05"; the file's name where a person gave it. */
export function backupDated(file: string, locale: Locale, timeZone?: string): string {
  const at = momentInFile(file)
  if (at === null) return file
  const when = momentIn(at, locale, timeZone)
  if (UNDATED.test(file))
    return locale === 'fr' ? `d’un fichier ajouté le ${when}` : `from a file added on ${when}`
  return locale === 'fr' ? `du ${when}` : `of ${when}`
}
