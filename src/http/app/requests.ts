/** What the application API's requests say: bodies in their types, words of the query. */
import type { FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { limitFaults, structure, type Structure } from '../../domain/schema.ts'
import { Invalid, Refusal } from '../../service/refusal.ts'

/** Entries of a list's page where the request names no limit. */
export const DEFAULT_PAGE = 100

/** A reader of bodies: the body in its type, or every fault of it. */
export function bodyReader<T extends TSchema>(schema: T): (request: FastifyRequest) => Static<T> {
  const body: Structure<Static<T>> = structure(schema)
  return (request) => {
    if (request.body === undefined) throw new Refusal('json_malformed', { empty: 1 })
    if (!body.is(request.body)) {
      const faults = body.faults(request.body)
      throw new Invalid(faults.length > 0 ? faults : limitFaults(schema, request.body))
    }
    return request.body
  }
}

export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** The time zone that a reader's clock is in; null: he did not say, or it is none. */
export function timeZoneIn(request: FastifyRequest): string | null {
  const timeZone = queryText(request, 'timeZone')
  try {
    return timeZone === '' ? null : new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** What the query chooses; the first where it says nothing. @throws Invalid */
export function queryChoice<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly [T, ...T[]],
): T {
  const text = queryText(request, name)
  const chosen = text === '' ? choices[0] : choices.find((choice) => choice === text)
  if (chosen !== undefined) return chosen
  const params = { parameter: name, kind: choices.join(' ou '), kindEn: choices.join(' or ') }
  throw new Invalid([{ path: '', code: 'value_invalid', params }])
}

/** What the query chooses; null where it says nothing. @throws Invalid */
export function queryMaybe<T extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly [T, ...T[]] | readonly T[],
): T | null {
  if (queryText(request, name) === '') return null
  return queryChoice(request, name, choices as readonly [T, ...T[]])
}

/** An id of the query; null where none is named, 0, which nothing has, where it is none. */
export function queryId(request: FastifyRequest, name: string): number | null {
  const text = queryText(request, name)
  if (text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}
