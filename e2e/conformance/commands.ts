/** What the specs of commands share. */
import { expect } from 'vitest'
import { copyOfBundle } from './bundle.ts'
import type { Run } from './program.ts'

/** Refused: not 0, nothing on standard output, one clear line on standard error. */
export function expectRefused(run: Run, word?: RegExp): void {
  expect(run.code, run.stdout).not.toBe(0)
  expect(run.code).not.toBeNull()
  expect(run.stdout).toBe('')
  expect(run.faults, run.stderr).toHaveLength(1)
  expect(run.stderr).not.toMatch(/\n\s+at /)
  if (word) expect(run.stderr).toMatch(word)
}

export const cards = { produit: 101, quantites_multiples: [100] }

/** The bundle with another price for 100 cards. */
export const priced = (cents: number) => {
  const changed = copyOfBundle()
  changed.tarifs.print[0].grille[0].prix = String(cents)
  return changed
}
