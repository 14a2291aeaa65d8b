/** What the partner's headers say. */
import type { IncomingHttpHeaders } from 'node:http'

/** No partner is left alone for longer, whatever it asks for. */
export const LONGEST_WAIT_MS = 3_600_000

/** For how many milliseconds the partner asks to be left alone; null where it does not. */
export function retryAfter(headers: IncomingHttpHeaders): number | null {
  const text = headers['retry-after']
  if (text === undefined) return null
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST_WAIT_MS) : null
}

/** What a `Link` header names as the next page. Each part is read once: a hostile header costs no more than its length. */
export function nextLink(headers: IncomingHttpHeaders): string | null {
  return /<([^<>]+)>\s*;[^,<]*rel="?next"?/.exec([headers['link'] ?? ''].flat().join(', '))?.[1] ?? null
}

/** How many entries a list has in all, by its `X-Total-Count`; null where it does not tell. */
export function statedTotal(headers: IncomingHttpHeaders): number | null {
  const text = headers['x-total-count']
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
}
