import { defineConfig } from 'vitest/config'

/**
 * The conformance suite drives the program from outside: its command line as a process, its interface over
 * loopback HTTP. Run it with `vitest run --config e2e/conformance/vitest.config.ts`.
 */
export default defineConfig({
  test: {
    name: 'conformance',
    root: import.meta.dirname,
    include: ['**/*.spec.ts'],
    globalSetup: ['../stores.ts'],
    // Ends what hangs; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // As many as the suite with a partner has: they are run at once (../vitest.config.ts).
    maxWorkers: 6,
  },
})
