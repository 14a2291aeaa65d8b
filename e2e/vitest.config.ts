import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longest-first.ts'

/** Both suites that drive the program as a process, at once: those with a partner wait more than they work. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: ['conformance/vitest.config.ts', 'upstream/vitest.config.ts'],
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
  },
})
