/** What was searched last: the list is found as it was left when coming back from a product. */
import { defineStore } from 'pinia'
import type { Area } from '../api/types'
import type { Shelf } from '../lib/shelf'

interface Filter {
  text: string
  area: Area | 'all'
  /** The id of a source; null: every one. */
  source: number | null
  /** What is kept at hand, in place of the whole catalogue. */
  shelf: Shelf
}

export const useCatalogueFilter = defineStore('catalogue-filter', {
  state: (): Filter => ({ text: '', area: 'all', source: null, shelf: 'all' }),
})
