/** Prices of many lines asked of a partner behind everything else, before someone needs them. */
import type { CheckedLine } from '../../domain/areas.ts'
import { isOfOneRequest, isRefusal, UpstreamError } from '../../upstream/errors.ts'
import type { Partner } from '../partners.ts'

/** Lines that a partner is asked at once, of the requests that it allows. */
const AT_ONCE = 2

/** What is told of it as it goes. */
export interface FetchingTold {
  /** a line was asked for, whatever came of it */
  asked(): void
  /** it failed on one, once all is over */
  failed(error: unknown): void
}

/**
 * Asks a partner for lines, and keeps what it says; one that it fails on or refuses is left, and where it cannot be reached
 * the others, too.
 */
export async function fetchPrices(
  { link, prices }: Partner,
  lines: readonly CheckedLine[],
  signal: AbortSignal,
  told: FetchingTold,
): Promise<void> {
  const waiting = [...lines]
  let failed: unknown = null
  let isAway = false
  const ask = async () => {
    for (let line = waiting.shift(); line && link.client && !isAway; line = waiting.shift()) {
      if (signal.aborted || !link.worthAsking) return
      try {
        await prices.askSome(link.client, line, 'background', signal)
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        if (error.kind === 'cancelled') return
        if (!isRefusal(error)) failed ??= error
        if (error.kind !== 'refused' && !isOfOneRequest(error)) isAway = true
      }
      told.asked()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, ask))
  await prices.kept()
  if (failed !== null) told.failed(failed)
}
