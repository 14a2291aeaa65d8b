import type { FastifyRequest } from 'fastify'
import { Refusal } from '../service/refusal.ts'

/**
 * The id in a path; one that is no whole number is not found (contract.md).
 * @returns NaN, which nothing has, for a number that no id can be
 * @throws Refusal `not_found`
 */
export function pathId(request: FastifyRequest): number {
  const { id } = request.params as { id: string }
  if (!/^-?\d+$/.test(id)) throw new Refusal('not_found')
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : NaN
}
