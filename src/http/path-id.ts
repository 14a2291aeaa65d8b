import type { FastifyRequest } from 'fastify'
import { Refusal } from '../service/refusal.ts'

/** The id in a path; one that is no number is not found (contract.md). @throws Refusal `not_found` */
export function pathId(request: FastifyRequest): number {
  const { id } = request.params as { id: string }
  if (!/^\d{1,15}$/.test(id)) throw new Refusal('not_found')
  return Number(id)
}
