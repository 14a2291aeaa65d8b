/** A backup that comes as a file: written beside the others a part at a time, and no byte of it kept where it is refused. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { LARGEST_BACKUP_BYTES } from '../../domain/shared/backup-file.ts'
import { StoreError } from '../../store/errors.ts'
import { freeBytes, notWritten } from '../../store/sqlite/backup.ts'
import { HEAD_BYTES, isOurHead } from '../../store/sqlite/database.ts'
import { Refusal } from '../refusal.ts'
import { steady } from '../stalling.ts'

/** A file that somebody gives. */
export interface GivenFile {
  /** as it was called where it comes from */
  readonly name: string
  readonly bytes: Readable
  /** how many bytes are announced; null: that was not said */
  readonly size: number | null
}

/** What has to stay free beside it: the service goes on writing. */
const SPARE_BYTES = 256 * 1024 * 1024
const LONGEST_NAME = 120

const tooLarge = () => new Refusal('backup_too_large', { bytes: LARGEST_BACKUP_BYTES })

/**
 * Writes a file that comes, under a name that nothing has. One that is refused is read to its end, to nowhere: a sender who is
 * cut off would not see why.
 * @returns its size in bytes
 * @throws Refusal `backup_too_large`, `backup_stalled`; StoreError `not_a_backup`, by its first bytes, and where there is no room
 */
export async function receive({ bytes, size }: GivenFile, file: string): Promise<number> {
  if (size !== null && size > LARGEST_BACKUP_BYTES) throw tooLarge()
  const target = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw notWritten(error, file)
  })
  let refused: unknown = null
  try {
    if ((await freeBytes(file)) < (size ?? 0) + SPARE_BYTES) refused = new StoreError('full', { file })
    let head = Buffer.alloc(0)
    let count = 0
    for await (const chunk of steady(bytes, 'backup_stalled')) {
      count += chunk.length
      if (count > LARGEST_BACKUP_BYTES) throw tooLarge()
      if (refused) continue
      if (head.length < HEAD_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        if (head.length >= HEAD_BYTES && !isOurHead(head)) refused = new StoreError('not_a_backup', { file })
      }
      if (!refused)
        await target.appendFile(chunk).catch((error: unknown) => (refused = notWritten(error, file)))
    }
    if (refused) throw refused
    await target.sync()
    return count
  } finally {
    await target.close()
  }
}

/** What is wrong with a file goes by the name that it was given under; what is wrong with this disk does not. */
export function byGivenName(error: unknown, given: string): unknown {
  const isOfFile =
    error instanceof StoreError &&
    /^(newer|not_a_backup|backup_(missing|damaged|altered|unreadable|no_file))$/.test(error.code)
  return isOfFile ? new StoreError(error.code, { ...error.params, file: toldName(given) }, error) : error
}

/** A name as it may be told: of one line, not too long, and no path. */
export const toldName = (given: string): string =>
  (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '').trim().slice(0, LONGEST_NAME) || '?'
