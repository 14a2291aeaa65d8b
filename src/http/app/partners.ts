/** Partners and their syncs, as the screens see them. */
import type { FastifyRequest } from 'fastify'
import { worded, type Locale } from '../../domain/messages.ts'
import type { Partner } from '../../service/partners.ts'
import { refusalWords } from '../../service/source-catalogue.ts'
import type { SyncFailure, SyncService } from '../../service/sync.ts'
import type { SyncState } from '../../service/sync-outcome.ts'
import { wholly } from '../../domain/partner-words.ts'
import type { PartnerInfo, SyncState as SyncBody } from './schemas.ts'

/** How the sync stands, in the reader's words. */
export function syncView({ error, refused, ...state }: SyncState, locale: Locale): SyncBody {
  return {
    ...state,
    error: error && worded(error, locale),
    refused: refused.map((item) => ({
      ...{ area: item.area, id: item.id, name: item.name },
      message: refusalWords(item, locale),
    })),
  }
}

/** How the syncs of all partners stand together: what failed is told with the partner's name, where there are several. */
export function syncsView({ state, failures }: SyncService, locale: Locale): SyncBody {
  const told = ({ partner, error }: SyncFailure) =>
    partner === null ? worded(error, locale) : `${partner} – ${worded(error, locale)}`
  return { ...syncView(state, locale), error: failures.map(told).join('\n') || null }
}

/** A partner that is set, and what the last try to reach it came to; its token is never shown. */
export function partnerView({ id, link, sync }: Partner, locale: Locale): PartnerInfo {
  const { source, url, hasToken, problem, lastCheck, block, failing } = link
  const check = lastCheck && {
    ok: lastCheck.ok,
    code: lastCheck.found.code,
    message: worded(wholly(lastCheck.found), locale),
    at: lastCheck.at,
  }
  return {
    id,
    name: source.name,
    url,
    hasToken,
    problem: problem && worded(wholly(problem), locale),
    base: block?.base ?? null,
    limits: source.limits,
    check,
    failing,
    sync: {
      ...syncView({ ...sync.state, error: sync.state.error && wholly(sync.state.error) }, locale),
      lastSync: sync.lastSync,
    },
  }
}

/** The partner that an address names. */
export const nameIn = (request: FastifyRequest) => (request.params as { name: string }).name
