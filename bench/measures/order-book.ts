import type { Measure } from '../harness/figures.ts'

export const orderBook: Measure = { name: 'order-book', run: async () => [] }
