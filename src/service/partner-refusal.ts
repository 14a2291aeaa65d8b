/** A partner's refusal of what it was asked, told by the places of the lines that it names. */
import { rulesOf, sourceOfLine, type CheckedLine } from '../domain/areas.ts'
import { isFaultCode, type Fault } from '../domain/faults.ts'
import type { Reason } from '../domain/reasons.ts'
import { toTheirs } from '../domain/source.ts'
import type { RefusedPlace, UpstreamError } from '../upstream/errors.ts'
import { Invalid } from './refusal.ts'

/** What a partner says of each line of a cart that it refuses, by the line's place, with paths into the line. */
export function refusedLines({ places, status }: UpstreamError): Map<number, LineRefusal> {
  const refused = new Map<number, LineRefusal & { places: RefusedPlace[] }>()
  for (const place of places) {
    const [, at, rest] = /^\/lignes\/(\d+)(.*)$/s.exec(place.path) ?? []
    if (at === undefined) continue
    const own = refused.get(Number(at)) ?? { places: [], words: '', status }
    own.places.push({ ...place, path: rest ?? '' })
    refused.set(Number(at), own)
  }
  return refused
}

type LineRefusal = Pick<UpstreamError, 'places' | 'words' | 'status'>

/** The partner's refusal of a line: its words, at the places of the line that it names. */
export function refusal(checked: CheckedLine, { places, words, status }: LineRefusal): Invalid {
  const path = 'valeurs' in checked.line && Object.keys(checked.line.valeurs).length > 0 ? '/valeurs' : ''
  if (places.length === 0) {
    const reason: Reason = words
      ? { code: 'upstream_message', params: { message: withNames(checked, words) } }
      : { code: 'partner_refused', params: { status: status ?? 0, words: '' } }
    return new Invalid([{ path, code: 'value_invalid', reason }])
  }
  return new Invalid(
    places.map((place): Fault => ({
      path: place.path || path,
      code: isFaultCode(place.code) ? place.code : 'value_invalid',
      reason: { code: 'upstream_message', params: { message: withNames(checked, place.message) } },
    })),
  )
}

const CHOICE = /\b(?:variante|format|support|impression|finition|d[ée]coupe)s?\s+(?:n°\s*)?(\d{1,16})\b/gi

/** A partner's words, behind which what it names by ids of its own goes by its name: on no screen are there ids. */
function withNames(checked: CheckedLine, words: string): string {
  const ids = new Set([...words.matchAll(CHOICE)].map(([, id]) => Number(id)))
  if (ids.size === 0) return words
  const { block } = sourceOfLine(checked)
  const line: Readonly<Record<string, unknown>> = checked.line
  const names = Object.entries(rulesOf(checked).names(checked, line)).flatMap(([path, name]) => {
    const [, field = '', at] = path.split('/')
    const id = at === undefined ? line[field] : (line[field] as readonly unknown[])[Number(at)]
    const theirs = typeof id === 'number' && block ? toTheirs(id, block) : null
    return theirs !== null && ids.has(theirs) && !words.includes(name) ? [name] : []
  })
  return names.length === 0 ? words : `${words} (${names.join(', ')})`
}
