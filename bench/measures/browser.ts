import type { Measure } from '../harness/figures.ts'

export const browser: Measure = { name: 'browser', run: async () => [] }
