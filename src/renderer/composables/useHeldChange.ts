/** A change of the quote that a dialog asks for: where it waits for a choice by then, the dialog goes, and the choice is shown. */
import { nextTick } from 'vue'
import { HeldBack } from '../lib/kept'
import { useQuote } from '../stores/quote'
import { useFailure } from './useFailure'

/** The panels in which a person decides, of which one at most is there. */
const PANELS = '#elsewhere, #conflict'

export function useHeldChange() {
  const store = useQuote()
  const { attempt } = useFailure()

  /** @returns whether what was asked for is in the quote, or kept for the choice: nothing is left for the dialog to do */
  async function done(task: () => Promise<unknown>): Promise<boolean> {
    let held = false
    const kept = await attempt(async () => {
      try {
        await task()
      } catch (cause) {
        if (!(cause instanceof HeldBack)) throw cause
        held = true
      }
      return true
    })
    return kept === true && (!held || store.theirs !== null || store.deleted)
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
