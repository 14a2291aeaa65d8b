/** Makes favourites, and says what became of it. */
import { ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ShelfItem } from '../api/types'
import { useShelf } from '../stores/shelf'
import { useFailure } from './useFailure'

export function useFavourite() {
  const { t } = useI18n()
  const shelf = useShelf()
  const { attempt } = useFailure()
  /** for readers: the star says it to who sees it */
  const said = ref('')

  async function toggle(item: ShelfItem & { readonly name: string }): Promise<void> {
    await attempt(async () => {
      const added = await shelf.toggle(item)
      said.value = t(added ? 'shelf.added' : 'shelf.removed', { name: item.name })
    })
  }
  return { toggle, said }
}
