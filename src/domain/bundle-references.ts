/**
 * What a bundle's references may name. Where a list cannot be read whole (an id of a wrong type, no list at all), what
 * it lacks is not known: a reference to it is no fault of its own.
 */
import { read } from './schema.ts'

export interface Ids {
  has(id: number): boolean
}

/** Of a list that cannot be read whole. */
export const ANY_ID: Ids = { has: () => true }

/** What stands behind ids; `whole` is false where one that is not among them may have been meant. */
export interface References<T> {
  get(id: number): T | undefined
  readonly whole: boolean
}

const hasId = (entry: unknown) => Number.isInteger(read.object(entry)?.['id'])

/** Whether every entry of a list has an id that can be read; a list that is not there has none to read. */
export function isWhole(list: unknown): boolean {
  return list === undefined || list === null || (read.array(list)?.every(hasId) ?? false)
}

/** The ids that a list names by themselves. */
export function idsOf(list: unknown): Ids {
  const ids = list === undefined || list === null ? [] : read.array(list)
  return ids?.every((id) => Number.isInteger(id)) ? new Set(ids as number[]) : ANY_ID
}

/** The ids that are the keys of a record. */
export function keysOf(record: unknown): Ids {
  const fields = read.object(record)
  return fields ? new Set(Object.keys(fields).map(Number)) : ANY_ID
}
