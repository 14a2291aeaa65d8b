import type { FastifyRequest } from 'fastify'
import type { TransmissionId } from '../service/outbox.ts'
import { Refusal } from '../service/refusal.ts'

/**
 * The id in a path; one that is no whole number, or that no id can be, is not found.
 * @param of which part of the path
 * @throws Refusal `not_found`
 */
export function pathId(request: FastifyRequest, of: 'id' | 'revision' = 'id'): number {
  const id = askedId(request, of)
  if (Number.isNaN(id)) throw new Refusal('not_found')
  return id
}

/**
 * The same where a number that no id can be is one that nothing has, and is told as such (partner-api.md 7).
 * @returns NaN for it
 * @throws Refusal `not_found` for what is no whole number
 */
export function askedId(request: FastifyRequest, of = 'id'): number {
  const text = (request.params as Readonly<Record<string, string>>)[of] ?? ''
  if (!/^-?\d+$/.test(text)) throw new Refusal('not_found')
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : NaN
}

/** The id of a transmission in a path: its order's, or `ORDER-PART` where the order has several. @throws Refusal `not_found` */
export function transmissionId(request: FastifyRequest): TransmissionId {
  const { id } = request.params as { id: string }
  const [, order, part] = /^(\d{1,15})(?:-(\d{1,6}))?$/.exec(id) ?? []
  if (order === undefined) throw new Refusal('not_found')
  return { order: Number(order), part: part === undefined ? null : Number(part) }
}
