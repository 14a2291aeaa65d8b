/** What is said of the cell of a grid that is pointed at or has the focus, beside it. */
import { shallowRef, type Ref } from 'vue'

/**
 * @param grid the table, which what is said is placed in
 * @param columns how many there are: on the right half it reaches to the left
 */
export function useCellHint(grid: Readonly<Ref<HTMLElement | null>>, columns: () => number) {
  const hint = shallowRef<{ text: string; style: Record<string, string> } | null>(null)

  function explain({ currentTarget }: Event, why: string | undefined, column: number): void {
    const cell = currentTarget as HTMLElement
    const end = grid.value!.clientWidth - cell.offsetLeft - cell.offsetWidth
    const style = { top: `${cell.offsetTop}px`, left: `${cell.offsetLeft}px` }
    const leftwards = { top: style.top, right: `${end}px` }
    hint.value = why ? { text: why, style: column < columns() / 2 ? style : leftwards } : null
  }

  return { hint, explain }
}
