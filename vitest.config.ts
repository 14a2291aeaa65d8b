import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Programs and threads that tests start from the sources are compiled once, not each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node')

const INCLUDED = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/partner/**/*.test.ts']
/** They replace a module, which others may have loaded before them. */
const ALONE = ['src/main/*.test.ts', 'src/cli/partner-trouble.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['src/testing/postgres-setup.ts'],
    // Ends what hangs; a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // They wait a third of their time, for processes and databases that they start.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      {
        extends: true,
        // To load the program takes longer than most tests: the files of a worker share what is loaded.
        test: { name: 'shared', include: INCLUDED, exclude: ALONE, isolate: false, restoreMocks: true },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
