import { worded, type Locale } from '../../domain/messages.ts'
import type { SyncState } from '../../service/sync.ts'
import type { UpstreamService } from '../../service/upstream.ts'
import type { SyncState as SyncBody, UpstreamInfo } from './schemas.ts'

/** How the sync stands, in the reader's words. */
export function syncView({ error, refused, ...state }: SyncState, locale: Locale): SyncBody {
  return {
    ...state,
    error: error && worded(error, locale),
    refused: refused.map(({ problem, ...item }) => ({ ...item, message: worded(problem, locale) })),
  }
}

/** The partner that is set, and what the last try to reach it came to; its token is never shown. */
export function upstreamView({ url, hasToken, lastCheck }: UpstreamService, locale: Locale): UpstreamInfo {
  const check = lastCheck && {
    ok: lastCheck.ok,
    code: lastCheck.found.code,
    message: worded(lastCheck.found, locale),
    at: lastCheck.at,
  }
  return { url, hasToken, check }
}
