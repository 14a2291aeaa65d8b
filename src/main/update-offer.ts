/** What a feed offers, looked at by ourselves: the updater's own checks are asked for, and not relied on alone. */
import type { Coded } from '../domain/messages.ts'
import { isNewer, isOfFeed, notesOf } from '../domain/updates.ts'

export interface Offer {
  readonly version: string
  readonly notes: string
}

const SHA512 = /^[A-Za-z0-9+/]{86}==$/

/**
 * The version that a feed offers; null where it is not newer than the one that runs.
 * @param told by the feed, whatever it is
 * @returns what is wrong with it: files of other places, or without the sum that they are held against
 */
export function offerOf(told: unknown, present: string, feed: string): Offer | null | Coded {
  const { version, files, path, sha512, releaseNotes } = (told ?? {}) as Record<string, unknown>
  if (!isNewer(version, present)) return null
  const all: unknown[] = Array.isArray(files) && files.length > 0 ? files : [{ url: path, sha512 }]
  for (const file of all) {
    const named = (file ?? {}) as Record<string, unknown>
    if (typeof named['sha512'] !== 'string' || !SHA512.test(named['sha512']))
      return { code: 'update_feed_unreadable' }
    if (!isOfFeed(named['url'], feed))
      return { code: 'update_foreign_file', params: { version: version as string } }
  }
  return { version: version as string, notes: notesOf(releaseNotes) }
}

const UNREADABLE =
  /^ERR_UPDATER_(INVALID_UPDATE_INFO|INVALID_VERSION|NO_FILES_PROVIDED|NO_CHECKSUM|ZIP_FILE_NOT_FOUND)$/
const AWAY = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|HTTP_ERROR_(408|429|5))/

/** Why an update failed, of what electron-updater and Electron's network throw. */
export function updateProblem(error: unknown): Coded {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const [named, words] = [String(code ?? ''), String(message ?? error)]
  if (named === 'ERR_CHECKSUM_MISMATCH') return { code: 'update_altered' }
  if (named === 'ERR_UPDATER_INVALID_SIGNATURE' || /code signature/i.test(words))
    return { code: 'update_unsigned' }
  if (named === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND') return { code: 'update_feed_missing' }
  // The list was something else altogether: null, a text.
  if (UNREADABLE.test(named) || error instanceof TypeError) return { code: 'update_feed_unreadable' }
  if (AWAY.test(named) || /^(net::ERR_|Request (timed out|has been aborted))/.test(words))
    return { code: 'update_feed_away' }
  return { code: 'update_failed', params: { cause: (named || words.split('\n')[0]!).slice(0, 200) } }
}

/**
 * Whether the signature of what comes is checked. Windows: where this application knows its publisher, which its
 * packager wrote beside it. macOS does so itself; on Linux there is none, and the sum of the feed is what counts.
 * @param config `app-update.yml`; null where there is none
 */
export const isSignatureChecked = (platform: NodeJS.Platform, config: string | null): boolean =>
  platform !== 'win32' || /^publisherName:[ \t]*(\n[ \t]*- *)?(?!null\b|~|\[\s*\])[^\s-]/m.test(config ?? '')
