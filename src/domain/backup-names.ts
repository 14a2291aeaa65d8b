/**
 * How a backup is called wherever one is told, in lists, titles, the journal and refusals: by its date, to the second, for two
 * may be made in one minute; never by the name of a file that Comptoir gave it.
 */
import { momentInFile } from './file-moments.ts'
import { momentIn, type Locale } from './message.ts'

/** What follows "the backup": "of 20 Nov 2026, 11:00:05"; the file's name where a person gave it. */
export function backupDated(file: string, locale: Locale): string {
  const at = momentInFile(file)
  return at === null ? file : `${locale === 'fr' ? 'du' : 'of'} ${momentIn(at, locale)}`
}
