/** What was searched last: the list is found as it was left when coming back from a product. */
import { defineStore } from 'pinia'
import type { Area } from '../api/types'

interface Filter {
  text: string
  area: Area | 'all'
  /** The id of a source; null: every one. */
  source: number | null
}

export const useCatalogueFilter = defineStore('catalogue-filter', {
  state: (): Filter => ({ text: '', area: 'all', source: null }),
})
