import { vi } from 'vitest'

/** Ends what hangs; a slow machine is no failure. */
const PATIENCE_MS = 30_000

/** Waits until a check no longer throws. @returns what it answers then */
export const waited = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS })
