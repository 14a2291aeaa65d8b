/** The keyboard stays on the screen where what it was on goes away with what a person has decided. */
import { nextTick, watch, type WatchSource } from 'vue'
import { isNowhere } from '../lib/keyboard'

/** Nowhere, or on what takes it no more: the browser finds that out with its next frame. */
const isLost = () => isNowhere() || document.activeElement!.matches(':disabled')

/**
 * @param changes with which controls come and go
 * @param isOurs whether the focus is where `place` is for, given what the changes were before
 * @param place where the focus goes to where its own place is no more
 */
export function useKeptFocus(
  changes: WatchSource<unknown>[],
  isOurs: (before: readonly unknown[]) => boolean,
  place: () => HTMLElement | null | undefined,
): void {
  // Asked before the screen is changed: a focus that was nowhere stays there.
  watch(changes, async (_now, before) => {
    if (isLost() || !isOurs(before)) return
    await nextTick()
    if (isLost()) place()?.focus()
  })
}
