/** The catalogue as the list shows it, and its index: searched here, on every key, without asking the service. */
import type MiniSearch from 'minisearch'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { api, type ApiError } from '../api/client'
import type { Area, CatalogueEntry } from '../api/types'
import { fold } from '../../domain/shared/fold.ts'
import { sourcesNamed } from '../lib/source-search'
import { wordsOf } from '../lib/words'
import { useStatus } from './status'

const keyOf = (entry: { area: Area; id: number }) => `${entry.area}:${entry.id}`

async function buildIndex(entries: readonly CatalogueEntry[]): Promise<MiniSearch> {
  const { default: Search } = await import('minisearch')
  const index = new Search({
    idField: 'key',
    fields: ['name'],
    tokenize: wordsOf,
    processTerm: (term) => fold(term),
    searchOptions: {
      prefix: true,
      // One wrong letter in a short word, two in a long one; very short words must be right.
      fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      weights: { prefix: 0.7, fuzzy: 0.2 },
      combineWith: 'AND',
    },
  })
  await index.addAllAsync(
    entries.map((entry) => ({ key: keyOf(entry), name: entry.name })),
    { chunkSize: 500 },
  )
  return index
}

/** Whoever types "cart" means "Cartes de visite" before "Totem carton". */
function startingFirst(found: CatalogueEntry[], query: string): CatalogueEntry[] {
  const start = fold(query)
  const starts = (entry: CatalogueEntry) => Number(fold(entry.name).startsWith(start))
  return found.toSorted((a, b) => starts(b) - starts(a))
}

export const useCatalogue = defineStore('catalogue', () => {
  const entries = shallowRef<readonly CatalogueEntry[]>([])
  const version = ref<number | null>(null)
  const loading = ref(false)
  const error = shallowRef<ApiError | null>(null)
  const index = shallowRef<MiniSearch | null>(null)
  const byKey = computed(() => new Map(entries.value.map((entry) => [keyOf(entry), entry])))

  /** Whether the catalogue changed while it was being fetched: what comes back may be the old one. */
  let again = false

  async function load(): Promise<void> {
    if (loading.value) {
      again = true
      return
    }
    loading.value = true
    again = false
    try {
      const catalogue = await api.catalogue()
      entries.value = catalogue.entries.toSorted((a, b) => a.name.localeCompare(b.name, 'fr'))
      version.value = catalogue.version
      error.value = null
      index.value = await buildIndex(entries.value)
    } catch (cause) {
      error.value = cause as ApiError
    } finally {
      loading.value = false
    }
    if (again) await load()
  }

  async function ensure(): Promise<void> {
    if (version.value === null) await load()
  }

  /** The entries that match, best first, one of that id before all; all of them, by name, where nothing is searched. */
  function search(text: string): readonly CatalogueEntry[] {
    const query = text.trim()
    if (query === '' || !index.value) return entries.value
    const named = entries.value.filter(({ id }) => String(id) === query)
    const ofSources = sourcesNamed(query, partners.value).flatMap(({ id, rest }) =>
      (rest === '' ? entries.value : matching(rest)).filter(({ source }) => source === id),
    )
    return [...new Set([...named, ...startingFirst(matching(query), query), ...ofSources])]
  }

  const matching = (query: string) =>
    index.value?.search(query).flatMap(({ id }) => byKey.value.get(String(id)) ?? []) ?? []

  /** The partners that products come from beside another source, as a text: the status is read often, and stays the same. */
  const partnerNames = computed(() => {
    const sources = new Set(entries.value.map(({ source }) => source))
    return JSON.stringify(sources.size < 2 ? [] : useStatus().partners.map(({ id, name }) => ({ id, name })))
  })
  const partners = computed(() => JSON.parse(partnerNames.value) as { id: number; name: string }[])

  watch(
    () => useStatus().revisions.catalogue,
    () => {
      if (version.value !== null || loading.value) void load()
    },
  )

  // Prices that a sync has asked for are no change of the catalogue; the list tells the lowest of them.
  watch(
    () => useStatus().syncing,
    (now, before) => {
      if (before && !now && version.value !== null) void load()
    },
  )

  /** What the list can tell of any product at all: a column of dashes says nothing. */
  const tells = computed(() => ({
    leadTimes: entries.value.some(({ fastestDays }) => fastestDays !== null),
    prices: entries.value.some(({ fromCents }) => fromCents !== null),
  }))

  /** A product or family as the list shows it; undefined where it is not there, or not loaded yet. */
  const entry = (area: Area, id: number) => byKey.value.get(keyOf({ area, id }))

  return { entries, version, tells, loading, error, load, ensure, search, entry }
})
