/** Documents that are saved: the system's own dialog asks where, and what could not be written is told. */
import { extname } from 'node:path'
import { dialog, session, type DownloadItem } from 'electron'
import type { Locale } from '../domain/messages.ts'
import { ORIGIN } from './door.ts'
import { wordsIn } from './words.ts'

/** A document that our own page has made, or the service sends. */
const isOurs = (url: string): boolean => url.replace(/^blob:/, '').startsWith(`${ORIGIN}/`)

/**
 * Electron asks by itself where a document goes, and begins in the folder that was chosen last; its dialog is named by the
 * address of the file, which says nothing to anyone. Nothing from elsewhere is saved.
 *
 * @param locale of the screens, at the time
 */
export function askWhereToSave(locale: () => Locale): void {
  session.defaultSession.on('will-download', (event, item: DownloadItem) => {
    if (!isOurs(item.getURL())) return event.preventDefault()
    const name = item.getFilename()
    const extension = extname(name).slice(1)
    item.setSaveDialogOptions({
      title: wordsIn(locale()).save(name),
      ...(extension && { filters: [{ name: extension.toUpperCase(), extensions: [extension] }] }),
    })
    item.once('done', (_done, state) => {
      if (state !== 'interrupted') return
      const words = wordsIn(locale())
      dialog.showErrorBox(words.notSaved(name), words.notSavedText(item.getSavePath()))
    })
  })
}
