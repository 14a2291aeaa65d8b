import { worded, type Locale } from '../../domain/messages.ts'
import type { SyncState } from '../../service/sync.ts'
import type { SyncState as SyncBody } from './schemas.ts'

/** How the sync stands, in the reader's words. */
export function syncView({ error, refused, ...state }: SyncState, locale: Locale): SyncBody {
  return {
    ...state,
    error: error && worded(error, locale),
    refused: refused.map(({ problem, ...item }) => ({ ...item, message: worded(problem, locale) })),
  }
}
