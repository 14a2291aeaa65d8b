/** In a dialog that binds, what has to be decided of prices that moved has the focus; once nothing is left of it, the button does. */
import { nextTick, watch, type Ref } from 'vue'
import { useQuote } from '../stores/quote'

export function useMovedFocus(button: Readonly<Ref<HTMLElement | null>>): void {
  const store = useQuote()
  watch(
    () => store.prices !== null,
    async (moved) => {
      await nextTick()
      if (moved) document.getElementById('moved-prices')?.focus()
      else button.value?.focus()
    },
  )
}
