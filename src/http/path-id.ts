import type { FastifyRequest } from 'fastify'
import type { TransmissionId } from '../service/outbox.ts'
import { Refusal } from '../service/refusal.ts'

/**
 * The id in a path; one that is no whole number is not found (partner-api.md 7).
 * @returns NaN, which nothing has, for a number that no id can be
 * @throws Refusal `not_found`
 */
export function pathId(request: FastifyRequest): number {
  const { id } = request.params as { id: string }
  if (!/^-?\d+$/.test(id)) throw new Refusal('not_found')
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : NaN
}

/** The id of a transmission in a path: its order's, or `ORDER-PART` where the order has several. @throws Refusal `not_found` */
export function transmissionId(request: FastifyRequest): TransmissionId {
  const { id } = request.params as { id: string }
  const [, order, part] = /^(\d{1,15})(?:-(\d{1,6}))?$/.exec(id) ?? []
  if (order === undefined) throw new Refusal('not_found')
  return { order: Number(order), part: part === undefined ? null : Number(part) }
}
