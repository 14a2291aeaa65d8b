/** A field of a dialog over the quote: untouched, it shows what another counter makes of it; touched, both are shown. */
import { computed, ref, shallowRef, watch, type Ref } from 'vue'

/**
 * @param now what the quote holds of it
 * @param keyOf what two contents that are the same have in common
 */
export function useHeldField<T>(now: () => T, keyOf: (content: T) => string = (it) => JSON.stringify(it)) {
  const value = ref(now()) as Ref<T>
  const held = shallowRef(now())
  const disputed = ref(false)
  const touched = computed(() => keyOf(value.value) !== keyOf(held.value))
  watch(now, (is) => {
    if (keyOf(is) === keyOf(held.value)) return
    const mine = disputed.value || touched.value
    held.value = is
    disputed.value = mine
    if (!mine) value.value = now()
  })
  /** What the quote holds by now, where that is neither what was touched nor what was typed. */
  const theirs = computed(() => (disputed.value && touched.value ? held.value : null))
  function take(): void {
    value.value = now()
    disputed.value = false
  }
  return { value, touched, theirs, take }
}
