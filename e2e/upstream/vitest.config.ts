import { defineConfig } from 'vitest/config'
import { LongestFirst } from '../longest-first.ts'

/**
 * Our program as a process against the simulated partner as another, over real HTTP. Run it with
 * `vitest run --config e2e/upstream/vitest.config.ts`.
 */
export default defineConfig({
  test: {
    name: 'upstream',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['../stores.ts'],
    // Ends what hangs; a slow machine is no failure.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // They wait more than they work: for what a partner does late, or not at all.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
})
