import type { Measure } from '../harness/figures.ts'

export const mixed: Measure = { name: 'mixed', run: async () => [] }
