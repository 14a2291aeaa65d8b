/** The keyboard, where what had it is gone. */
import { nextTick, watch, type Ref } from 'vue'
import { isNowhere } from '../lib/keyboard'

/**
 * Once something is over that took what had the keyboard along, the keyboard goes on elsewhere; where a person has it by then,
 * it stays.
 * @param is whether it is still so
 */
export function useFocusAfter(
  is: Readonly<Ref<boolean>>,
  next: Readonly<Ref<{ focus(): void } | null>>,
): void {
  watch(is, async (still) => {
    await nextTick()
    if (!still && isNowhere()) next.value?.focus()
  })
}
