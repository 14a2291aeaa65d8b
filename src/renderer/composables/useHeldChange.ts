/**
 * A change of the quote that a dialog asks for: once it is saved, or kept to be saved later, the dialog goes; where it waits
 * for a choice by then, the choice is shown.
 */
import { nextTick } from 'vue'
import { HeldBack, KeptForLater } from '../lib/kept'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'

/** The panels in which a person decides, of which one at most is there. */
const PANELS = '#elsewhere, #conflict'

export function useHeldChange() {
  const store = useQuote()
  const { attempt } = useFailure()

  /**
   * @returns whether what was asked for is in the quote, or kept, for the choice or until the service answers: nothing is
   *   left for the dialog to do, and a second try would do it twice
   */
  async function done(task: () => Promise<unknown>): Promise<boolean> {
    let [held, later] = [false, false]
    const kept = await attempt(async () => {
      try {
        await task()
      } catch (cause) {
        later = cause instanceof KeptForLater
        if (!(cause instanceof HeldBack)) throw cause
        held = true
      }
      return true
    })
    return later || (kept === true && (!held || store.theirs !== null || store.deleted))
  }

  /** Goes to the panel, once the dialog has given back the focus. */
  async function showChoice(): Promise<void> {
    await nextTick()
    const panel = document.querySelector<HTMLElement>(PANELS)
    panel?.focus({ preventScroll: true })
    panel?.scrollIntoView({ block: 'nearest' })
  }

  return { done, showChoice }
}
