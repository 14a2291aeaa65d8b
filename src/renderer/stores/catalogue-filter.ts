/** What was searched last: the list is found as it was left when coming back from a product. */
import { defineStore } from 'pinia'
import type { Area } from '../api/types'

export const useCatalogueFilter = defineStore('catalogue-filter', {
  state: (): { text: string; area: Area | 'all' } => ({ text: '', area: 'all' }),
})
