/** In a dialog that binds, what has to be decided of prices that moved has the focus; once nothing is left of it, the button does. */
import { nextTick, onMounted, watch, type Ref } from 'vue'
import { useQuote } from '../stores/quote'

export function useMovedFocus(button: Readonly<Ref<HTMLElement | null>>): void {
  const store = useQuote()
  // The button is in sight wherever the dialog is read.
  const focus = (moved: boolean) =>
    moved ? document.getElementById('moved-prices')?.focus() : button.value?.focus({ preventScroll: true })
  watch(
    () => store.prices !== null,
    async (moved) => {
      await nextTick()
      focus(moved)
    },
  )
  // As what binds was refused for that, the dialog is there anew.
  onMounted(() => store.prices !== null && void nextTick(() => focus(true)))
}
