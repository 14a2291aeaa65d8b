import { test } from 'vitest'

/**
 * A test that the program does not pass yet, with the reason in its title. It turns red on the day that it passes: then
 * it becomes a plain test.
 */
export const fixme = (name: string, reason: string, run: () => Promise<void> | void) =>
  test.fails(`${name} [FIXME: ${reason}]`, run)
