/** The catalogue as the list shows it, and its index: searched here, on every key, without asking the service. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { api, type ApiError } from '../api/client'
import type { Area, CatalogueEntry } from '../api/types'
import { byName } from '../lib/catalogue-order'
import type { Asked } from '../lib/item-route'
import type { CatalogueIndex, Suggestion } from '../lib/search/catalogue-index'
import { quantityIn } from '../lib/search/quantity'
import { sourcesNamed } from '../lib/source-search'
import { useStatus } from './status'

/** What tells a product or family from every other. */
export const keyOf = (entry: { area: Area; id: number }) => `${entry.area}:${entry.id}`

interface Found extends Asked {
  readonly entries: readonly CatalogueEntry[]
}

/** What is found, and what nothing has of the words that it was searched by. */
interface Nearly extends Found {
  readonly without: readonly string[]
}

/** Lets the page paint, and answer, while the index is made. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

export const useCatalogue = defineStore('catalogue', () => {
  const entries = shallowRef<readonly CatalogueEntry[]>([])
  const version = ref<number | null>(null)
  const loading = ref(false)
  const error = shallowRef<ApiError | null>(null)
  /** the index, and the entries that it was made of, in their order */
  const indexed = shallowRef<{ index: CatalogueIndex; of: readonly CatalogueEntry[] } | null>(null)
  const byKey = computed(() => new Map(entries.value.map((entry) => [keyOf(entry), entry])))

  /** how many prices of partners were known when it was asked for */
  let pointsThen: number | undefined
  /** Whether the catalogue changed while it was being fetched: what comes back may be the old one. */
  let again = false

  async function load(): Promise<void> {
    if (loading.value) {
      again = true
      return
    }
    loading.value = true
    again = false
    pointsThen = useStatus().status?.pricePoints
    try {
      const catalogue = await api.catalogue()
      entries.value = catalogue.entries.toSorted(byName)
      version.value = catalogue.version
      error.value = null
      const { CatalogueIndex } = await import('../lib/search/catalogue-index')
      const of = entries.value
      const own = catalogue.synonyms.map((same) => ({ same }))
      const names = of.map(({ name }) => name)
      const index = await CatalogueIndex.of(names, own, pause)
      indexed.value = { index, of }
      void addChoices(index, of)
    } catch (cause) {
      error.value = cause as ApiError
    } finally {
      loading.value = false
    }
    if (again) await load()
  }

  /** Names are found at once; by what may be chosen of them products are found a moment later, and not where that fails. */
  async function addChoices(index: CatalogueIndex, of: readonly CatalogueEntry[]): Promise<void> {
    const choices = await api.catalogueChoices().catch(() => null)
    if (choices === null || indexed.value?.index !== index) return
    const own = new Map(choices.entries.map((entry) => [keyOf(entry), entry.of]))
    index.addChoices({ names: choices.names, of: of.map((entry) => own.get(keyOf(entry)) ?? []) })
    // What is searched is searched anew.
    indexed.value = { index, of }
  }

  async function ensure(): Promise<void> {
    if (version.value === null) await load()
  }

  /** The same for who comes to the list: partners' answers tell more prices by then, and nothing says that they have come. */
  async function look(): Promise<void> {
    if (version.value === null) return load()
    const status = useStatus()
    if (status.partners.length === 0) return
    await status.refresh()
    if (status.status?.pricePoints !== pointsThen) await load()
  }

  /**
   * The entries that match, best first, one of that id before all; all of them, by name, where nothing is searched.
   * Where nothing is named by a number, it is how many are wanted.
   */
  function searchFor(text: string): Found {
    const query = text.trim()
    if (query === '' || !indexed.value) return { entries: entries.value, quantity: null, rest: '' }
    const whole = called(query)
    const asked = whole.length > 0 ? null : quantityIn(query)
    const named = asked ? called(asked.rest) : []
    return asked && named.length > 0
      ? { entries: named, ...asked }
      : { entries: whole, quantity: null, rest: query }
  }
  const search = (text: string) => searchFor(text).entries

  /** The same; where nothing has some of the words, what the others find. */
  function searchNearly(text: string): Nearly {
    const strict = searchFor(text)
    if (strict.entries.length > 0 || !indexed.value) return { ...strict, without: [] }
    const asked = quantityIn(text.trim()) ?? { quantity: null, rest: strict.rest }
    const { found, without } = indexed.value.index.nearest(asked.rest)
    return { ...asked, entries: namedAt(found), without }
  }

  function called(query: string): readonly CatalogueEntry[] {
    const number = Number(query)
    const numbered = String(number) === query ? entries.value.filter(({ id }) => id === number) : []
    const ofSources = sourcesNamed(query, partners.value).flatMap(({ id, rest }) =>
      (rest === '' ? entries.value : matching(rest)).filter(({ source }) => source === id),
    )
    return [...new Set([...numbered, ...matching(query), ...ofSources])]
  }

  /** What the index names, as it is now: while a newer catalogue's is made, what is in it no longer is not found. */
  const named = computed(() => indexed.value?.of.map((entry) => byKey.value.get(keyOf(entry))) ?? [])
  const namedAt = (places: readonly number[]) => places.flatMap((at) => named.value[at] ?? [])
  const matching = (query: string): CatalogueEntry[] => namedAt(indexed.value?.index.search(query) ?? [])

  /** What would be found in place of a text that finds nothing. */
  const instead = (text: string): Suggestion[] => indexed.value?.index.instead(text) ?? []

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

  /** Whether what is searched is what is found: before, the list is whole. */
  const searchable = computed(() => indexed.value !== null)
  /** Resolves once what is found is what is searched, or no index comes. */
  const whenSearchable = () =>
    new Promise<void>((resolve) => {
      const isThere = () => indexed.value !== null || error.value !== null
      if (isThere()) resolve()
      else watch(isThere, () => resolve(), { once: true })
    })

  /** A product or family as the list shows it; undefined where it is not there, or not loaded yet. */
  const entry = (area: Area, id: number) => byKey.value.get(keyOf({ area, id }))

  return {
    ...{ entries, version, searchable, whenSearchable, tells, loading, error },
    ...{ load, ensure, look, search, searchFor, searchNearly, instead, entry },
  }
})
