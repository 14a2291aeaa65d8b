/** Two people change the same thing: who says how he had read what he changes writes over nothing that he never saw. */
import { isDeepStrictEqual } from 'node:util'
import { Refusal } from './refusal.ts'

/** The values of a change, by their fields. */
export type Fields = Readonly<Record<string, unknown>>

/** Fields that a request changes are others than it had read; the caller learns which, and how they stand now. */
export class Overtaken extends Refusal {
  readonly present: Fields

  constructor(present: Fields) {
    super('fields_changed')
    this.present = present
  }
}

/**
 * Called by what writes, with what it is about to write over.
 * @param before the fields that are changed as they were read; undefined: who changes them does not say, and is not held to it
 * @param wanted what they are to be: one that has become just that is no matter
 * @throws Overtaken
 */
export function refuseOvertaken(before: object | undefined, wanted: object, now: object): void {
  const [read, after] = [{ ...before } as Fields, { ...wanted } as Fields]
  const others = Object.entries(now).filter(
    ([key, is]) =>
      read[key] !== undefined && !isDeepStrictEqual(is, read[key]) && !isDeepStrictEqual(is, after[key]),
  )
  if (others.length > 0) throw new Overtaken(Object.fromEntries(others))
}
