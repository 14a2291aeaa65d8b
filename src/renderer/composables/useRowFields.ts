/** Rows of fields that come and go in a form: the keyboard goes into a new one, and on where one is taken out. */
import { nextTick, type Ref } from 'vue'
import { withoutSecondEnter } from '../lib/single-press'

/**
 * @param list what has the rows, each with `data-row`, its bin its last button
 * @param beyond where the keyboard goes to once no row is left
 */
export function useRowFields(
  list: Readonly<Ref<HTMLElement | null>>,
  beyond: () => HTMLElement | null | undefined,
) {
  const rows = () => [...(list.value?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  return {
    /** A row was added at the end. */
    async added(): Promise<void> {
      await nextTick()
      rows().at(-1)?.querySelector('input')?.focus()
    },
    /** A row was taken out by its bin. @param at its place */
    async removed(at: number): Promise<void> {
      await nextTick()
      const left = rows()
      const bin = [...(left[Math.min(at, left.length - 1)]?.querySelectorAll('button') ?? [])].at(-1)
      // It was not what the second press of a double one was meant for.
      if (bin) withoutSecondEnter(bin, performance.now())
      ;(bin ?? beyond())?.focus()
    },
  }
}
