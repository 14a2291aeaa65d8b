/** A field whose text is read as something else: what it reads is known with every key, and the text stays as it is typed. */
import { computed, ref } from 'vue'

/** @param shown what it reads as, written out @param take reads what is typed */
export function useTyped(shown: () => string, take: (text: string) => void) {
  const typing = ref<string | null>(null)
  const text = computed({
    get: () => typing.value ?? shown(),
    set: (typed) => {
      typing.value = typed
      take(typed)
    },
  })
  const typed = () => (typing.value = null)
  return { text, typed }
}
