/**
 * The catalogue's search and filters in its address, so that a link and a reload find the list as it was. An address
 * that names none, or what this list last wrote, leaves the list as it was left, and is completed.
 */
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { SHELVES } from '../lib/shelf'
import { useCatalogueFilter } from '../stores/catalogue-filter'
import { useTypedAddress } from './useTypedAddress'

const NAMES = ['recherche', 'rayon', 'source', 'vue'] as const
/** How the address says what is kept at hand. */
const SHELF_WORDS = { all: '', favourites: 'favoris', recents: 'recents', saved: 'enregistrees' } as const
type Said = Partial<Record<(typeof NAMES)[number], string>>

/** Whoever comes back within the pause of his typing finds what he typed, not what was written of it. */
let written = ''

const inWords = (said: Said) => JSON.stringify(NAMES.map((name) => said[name] ?? ''))
const NOTHING = inWords({})

export function useCatalogueAddress(): void {
  const route = useRoute()
  const filter = useCatalogueFilter()
  const address = useTypedAddress()

  const said = (): Said =>
    Object.fromEntries(NAMES.map((name) => [name, String(route.query[name] ?? '') || undefined]))
  const wanted = (): Said => ({
    recherche: filter.text.trim() || undefined,
    rayon: filter.area === 'all' ? undefined : filter.area,
    source: filter.source === null ? undefined : String(filter.source),
    vue: SHELF_WORDS[filter.shelf] || undefined,
  })

  function say(): void {
    if (!address.isHere()) return
    const now = wanted()
    written = inWords(now)
    if (inWords(said()) !== written) address.write(now)
  }

  function read(): void {
    if (!address.isHere()) return
    const { recherche = '', rayon, source = '', vue = '' } = said()
    const shown = inWords(said())
    if (shown === NOTHING || shown === written) return say()
    filter.$patch({
      text: recherche,
      area: rayon === 'print' || rayon === 'display' ? rayon : 'all',
      source: /^\d+$/.test(source) ? Number(source) : null,
      shelf: SHELVES.find((shelf) => SHELF_WORDS[shelf] === vue) ?? 'all',
    })
  }

  watch(() => route.query, read, { immediate: true })
  watch(
    () => [filter.text, filter.area, filter.source, filter.shelf],
    () => address.afterPause(say),
  )
}
