/** Where rows go away with what is decided of them, the keyboard goes on to the same button of the row in their place. */
import type { WatchSource } from 'vue'
import { withoutSecondEnter } from '../lib/single-press'
import { useKeptFocus } from './useKeptFocus'

/**
 * @param changes with which rows come and go
 * @param within what has the rows, list items or a table's, and what is decided of all of them
 * @param beyond where the focus goes to where no row is left to decide about
 */
export function useRowFocus(
  changes: WatchSource<unknown>[],
  within: () => HTMLElement | null,
  beyond: () => HTMLElement | null,
): void {
  const rows = () => [...(within()?.querySelectorAll<HTMLElement>('li:not(li li), tbody > tr') ?? [])]
  const buttonsOf = (row?: HTMLElement) => [...(row?.querySelectorAll('button') ?? [])]
  let held = { row: -1, button: -1 }
  useKeptFocus(
    changes,
    () => {
      const element = document.activeElement as HTMLElement
      const row = rows().findIndex((each) => each.contains(element))
      held = { row, button: buttonsOf(rows()[row]).indexOf(element as HTMLButtonElement) }
      return within()?.contains(element) === true
    },
    () => {
      const left = rows()
      const buttons = held.row < 0 ? [] : buttonsOf(left[Math.min(held.row, left.length - 1)])
      const next = buttons[Math.min(Math.max(held.button, 0), buttons.length - 1)]
      // It was not what the second press of a double one was meant for.
      if (next) withoutSecondEnter(next, performance.now())
      return next ?? beyond()
    },
  )
}
