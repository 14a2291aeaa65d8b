import type { FastifyReply } from 'fastify'
import type { Fault } from '../domain/faults.ts'
import { Invalid } from '../service/refusal.ts'
import { linkTo } from './public-address.ts'

export interface Page {
  /** null: to the end */
  readonly limit: number | null
  readonly offset: number
}

const LARGEST_PAGE = 500

/**
 * Reads `?limit=` (1 to 500) and `?offset=` (partner-api.md 4).
 * @throws Invalid `value_invalid` for other values
 */
export function readPage(query: unknown): Page {
  const { limit, offset } = query as { limit?: unknown; offset?: unknown }
  const faults = [
    ...(limit === undefined ? [] : boundFaults(limit, 'limit', 1, LARGEST_PAGE)),
    ...(offset === undefined ? [] : boundFaults(offset, 'offset', 0, Number.MAX_SAFE_INTEGER)),
  ]
  if (faults.length > 0) throw new Invalid(faults)
  return { limit: limit === undefined ? null : Number(limit), offset: Number(offset ?? 0) }
}

function boundFaults(value: unknown, parameter: string, min: number, max: number): Fault[] {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : NaN
  if (number >= min && number <= max) return []
  const largest = max === Number.MAX_SAFE_INTEGER
  const params = {
    parameter,
    kind: largest ? `un entier à partir de ${min}` : `un entier de ${min} à ${max}`,
    kindEn: largest ? `an integer from ${min}` : `an integer from ${min} to ${max}`,
  }
  return [{ path: '', code: 'value_invalid', params }]
}

/** Says how many entries of a list cannot be read, where there are any. */
export function unreadableHeader(reply: FastifyReply, unreadable: number): void {
  if (unreadable > 0) reply.header('X-Unreadable-Count', String(unreadable))
}

/**
 * Sets `X-Total-Count` and, where the list was cut, a `Link` to what comes before and after; of entries of the page that
 * cannot be read `X-Unreadable-Count`.
 */
export function pageHeaders(
  reply: FastifyReply,
  url: string,
  page: Page,
  total: number,
  unreadable = 0,
): void {
  reply.header('X-Total-Count', String(total))
  unreadableHeader(reply, unreadable)
  if (page.limit === null) return
  const { limit, offset } = page
  const path = linkTo(reply.request, url.split('?')[0]!)
  const link = (to: number, rel: string) => `<${path}?limit=${limit}&offset=${to}>; rel="${rel}"`
  const links: string[] = []
  if (offset + limit < total) links.push(link(offset + limit, 'next'))
  if (offset > 0) links.push(link(Math.max(0, Math.min(offset, total) - limit), 'prev'))
  if (links.length > 0) reply.header('Link', links.join(', '))
}
