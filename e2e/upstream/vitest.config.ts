import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, first: none of them is left alone at the end. */
const LONGEST = [
  'several-sources-blocks',
  'several-sources-apart',
  'prices',
  'one-fault-print',
  'one-fault-display',
  'orders',
]

class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.indexOf(basename(moduleId, '.spec.ts'))
    return Promise.resolve(files.toSorted((a, b) => ((rank(a) + 100) % 100) - ((rank(b) + 100) % 100)))
  }
}

/**
 * Our program as a process against the simulated partner as another, over real HTTP. Run it with
 * `vitest run --config e2e/upstream/vitest.config.ts`.
 */
export default defineConfig({
  test: {
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
