import { defineConfig } from 'vitest/config'

/**
 * Our program as a process against the simulated partner as another, over real HTTP. Run it with
 * `vitest run --config e2e/upstream/vitest.config.ts`.
 */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    // Ends what hangs; a slow machine is no failure.
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // Each file runs two processes of its own.
    maxWorkers: 2,
  },
})
