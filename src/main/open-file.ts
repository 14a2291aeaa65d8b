/** A quote's file that the system opens with the application, for the screens to read. */
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Locale } from '../domain/messages.ts'
import { causeMessage } from '../domain/store-messages.ts'
import type { DesktopCommand } from '../preload/api.ts'

/** Larger ones are no quotes; the service would refuse them, too. */
const LARGEST_BYTES = 32 * 1024 * 1024

export async function readOpened(path: string, locale: Locale): Promise<DesktopCommand> {
  const name = basename(path)
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      // A folder or a pipe would be waited for.
      if (!stat.isFile() || stat.size > LARGEST_BYTES)
        return { unread: { name, why: causeMessage(stat.isFile() ? 'EFBIG' : 'EISDIR', locale) } }
      return { file: { name, bytes: new Uint8Array(await file.readFile()) } }
    } finally {
      await file.close()
    }
  } catch (error) {
    return { unread: { name, why: causeMessage((error as NodeJS.ErrnoException).code ?? '', locale) } }
  }
}
