/** Backups as files that are given to the screens. */

/** A store of fifty thousand quotes is a tenth of that; a larger one is put back where the service runs. */
export const LARGEST_BACKUP_BYTES = 2 * 1024 * 1024 * 1024

/** What backups and kept stores are called: `comptoir-manual-….db`, `comptoir.db.before-restore-…`, `comptoir.db.v40-….bak`. */
export const isBackupName = (name: string): boolean => /\.db($|\.before-|\.v\d)/i.test(name)
