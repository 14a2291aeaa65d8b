/** What is shown where the store cannot be used, and what a person can do about it there and then. */
import { join } from 'node:path'
import { app, dialog } from 'electron'
import { message, type Locale } from '../domain/messages.ts'
import { RESTORED_PEOPLE } from '../domain/restored-people-messages.ts'
import { storeMessage } from '../domain/store-messages.ts'
import { restore, StoreError } from '../service/maintenance.ts'
import { Refusal } from '../service/refusal.ts'
import { wordsIn } from './words.ts'

/** What a backup mends. */
const MENDED = /^(corrupt|empty|value_damaged|migration_failed)$/
/** In the data folder, where the screens make them. */
const BACKUPS = 'comptoir.backups'

/** Why something cannot be done, in words that name no command. */
export function inWords(error: unknown, locale: Locale): string {
  if (error instanceof StoreError) return storeMessage(error.code, locale, error.params)
  if (error instanceof Refusal) return message(error.code, locale, error.params)
  return error instanceof Error ? error.message : String(error)
}

/** What a person chose: to try again, here or on another folder; null: to quit. */
export type Chosen = { readonly folder: string } | null

/** Says why the store cannot be used; puts a backup back where that mends it, or takes another folder. */
export async function refusedStart(error: unknown, folder: string, locale: Locale): Promise<Chosen> {
  const words = wordsIn(locale)
  const mends = error instanceof StoreError && MENDED.test(error.code)
  const ways = [
    ...(mends ? (['restore'] as const) : []),
    ...(['otherFolderButton', 'diagnostics', 'quit'] as const),
  ] as const
  for (let problem = error; ;) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      title: app.name,
      message: words.cannotStart,
      detail: inWords(problem, locale),
      buttons: ways.map((way) => words[way]),
      defaultId: 0,
      cancelId: ways.length - 1,
    })
    const way = ways[response] ?? 'quit'
    if (way === 'quit') return null
    if (way === 'diagnostics') {
      problem = (await exportDiagnostics(error, folder, locale)) ?? error
      continue
    }
    const { filePaths } = await dialog.showOpenDialog(
      way === 'restore'
        ? {
            title: words.chooseBackup,
            defaultPath: join(folder, BACKUPS),
            filters: [{ name: words.backups, extensions: ['db'] }],
            properties: ['openFile'],
          }
        : { title: words.chooseFolder, properties: ['openDirectory', 'createDirectory'] },
    )
    const [path] = filePaths
    if (path === undefined) continue
    if (way !== 'restore') return { folder: path }
    try {
      const { people } = await restore(folder, path)
      if (people === 'unread')
        await dialog.showMessageBox({
          type: 'warning',
          title: app.name,
          message: words.openToAll,
          detail: RESTORED_PEOPLE.unread[locale]({}),
        })
      return { folder }
    } catch (cause) {
      problem = cause
    }
  }
}

/** What can be told without a store, as a file that a person names. @returns why it could not be written */
async function exportDiagnostics(refused: unknown, folder: string, locale: Locale): Promise<unknown> {
  const { diagnosticsName, NotWritten, writeDiagnostics } = await import('../service/diagnostics/file.ts')
  const now = new Date()
  const { filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('downloads'), diagnosticsName(now, locale)),
    filters: [{ name: 'ZIP', extensions: ['zip'] }],
  })
  if (!filePath) return null
  try {
    const at = { folder, url: null }
    // The system's dialog has asked about a file that is there.
    await writeDiagnostics(filePath, { at, locale, now, service: { refused } }, { replaces: true })
    return null
  } catch (cause) {
    return cause instanceof NotWritten
      ? new StoreError('unwritable', { file: filePath, cause: cause.why }, cause)
      : cause
  }
}
