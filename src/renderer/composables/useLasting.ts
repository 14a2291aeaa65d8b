/** Whether something has been under way for so long that it is to be told. */
import { onScopeDispose, readonly, ref, watch } from 'vue'

export function useLasting(busy: () => boolean, milliseconds: number) {
  const lasting = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    busy,
    (is) => {
      clearTimeout(timer)
      lasting.value = false
      if (is) timer = setTimeout(() => (lasting.value = true), milliseconds)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
  return readonly(lasting)
}
