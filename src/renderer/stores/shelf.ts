/** What one keeps at hand: favourites, what was configured lately, the shop's saved configurations. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { api } from '../api/client'
import type { Configuration, ConfigurationInput, QuoteLineInput, Recent, ShelfItem } from '../api/types'
import { i18n } from '../i18n'
import { keyOf } from './catalogue'

export const useShelf = defineStore('shelf', () => {
  const favourites = shallowRef<readonly ShelfItem[]>([])
  const recents = shallowRef<readonly Recent[]>([])
  const configurations = shallowRef<readonly Configuration[]>([])
  const loaded = ref(false)
  const error = shallowRef<unknown>(null)

  const favouriteKeys = computed(() => new Set(favourites.value.map(keyOf)))
  const isFavourite = (item: ShelfItem) => favouriteKeys.value.has(keyOf(item))
  /** A product's or family's latest configuration; undefined where it has none. */
  const recent = ({ area, id }: ShelfItem) =>
    recents.value.find((each) => each.area === area && each.item === id)
  const configuration = (id: number) => configurations.value.find((each) => each.id === id)

  async function load(): Promise<void> {
    try {
      const shelf = await api.shelf()
      favourites.value = shelf.favourites
      recents.value = shelf.recents
      configurations.value = shelf.configurations
      loaded.value = true
      error.value = null
    } catch (cause) {
      error.value = cause
    }
  }

  /** Seen at once; taken back where it could not be kept. @returns whether it is a favourite now @throws ApiError */
  async function toggle({ area, id }: ShelfItem): Promise<boolean> {
    const item = { area, id }
    const before = favourites.value
    const wanted = !isFavourite(item)
    favourites.value = wanted ? [...before, item] : before.filter((each) => keyOf(each) !== keyOf(item))
    try {
      favourites.value = await api.setFavourite(item, wanted)
    } catch (cause) {
      favourites.value = before
      throw cause
    }
    return wanted
  }

  /** Notes what is being configured: nobody waits for it, and nothing is lost with it. */
  async function configured(line: QuoteLineInput): Promise<void> {
    recents.value = await api.configured(line).catch(() => recents.value)
  }

  /** @throws ApiError */
  async function save(input: ConfigurationInput): Promise<Configuration> {
    const made = await api.saveConfiguration(input)
    configurations.value = [made, ...configurations.value]
    return made
  }

  /** @throws ApiError */
  async function rename(id: number, name: string): Promise<void> {
    const renamed = await api.renameConfiguration(id, name)
    configurations.value = configurations.value.map((each) => (each.id === id ? renamed : each))
  }

  /** @throws ApiError */
  async function remove(id: number): Promise<void> {
    await api.deleteConfiguration(id)
    configurations.value = configurations.value.filter((each) => each.id !== id)
  }

  /** @throws ApiError */
  async function restore(id: number): Promise<void> {
    const back = await api.restoreConfiguration(id)
    const others = configurations.value.filter((each) => each.id !== id)
    configurations.value = [...others, back].sort((a, b) => b.id - a.id)
  }

  // What was chosen is told in words.
  watch(i18n.global.locale, () => {
    if (loaded.value) void load()
  })

  return {
    ...{ favourites, recents, configurations, loaded, error },
    ...{ isFavourite, recent, configuration, load, toggle, configured, save, rename, remove, restore },
  }
})
