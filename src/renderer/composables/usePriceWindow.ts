/** Which rows the matrix shows. They hold still while the chosen quantity is among them, so that nothing moves under the pointer. */
import { computed, onScopeDispose, ref, watch, type Ref } from 'vue'
import type { Form } from '../lib/form'
import { neighbours, roundSteps, spread } from '../lib/quantities'

const ROWS = 7
const CURVE_POINTS = 24
const FIRST_LOOK_MS = 600
const SLOWEST_LOOK_MS = 4_000
/** Looks after which a partner that still has not answered is left alone: a change asks anew. */
const MOST_LOOKS = 30

const totalOf = (row: readonly number[]) => row.reduce((sum, each) => sum + each, 0)

/**
 * Looks again at rows that the partner is being asked for, ever more slowly, until none is pending.
 * @param look asks for the rows again, where they are still wanted
 */
export function useArrivals<Row extends { readonly pending: boolean }>(
  rows: Ref<readonly Row[] | null>,
  look: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  watch(rows, (now, before) => {
    clearTimeout(timer)
    const count = (some: readonly Row[] | null | undefined) =>
      some?.filter(({ pending }) => pending).length ?? 0
    const pending = count(now)
    // What arrives keeps the pace; where nothing does, it slows down.
    if (pending !== count(before)) looks = 0
    if (pending === 0 || ++looks > MOST_LOOKS) return
    timer = setTimeout(look, Math.min(FIRST_LOOK_MS * 1.3 ** (looks - 1), SLOWEST_LOOK_MS))
  })
  onScopeDispose(() => clearTimeout(timer))
}

/** @param kept rows that are to be there whatever is chosen, as far as they are of as many visuals */
export function usePriceWindow(
  form: Form,
  quantities: Ref<number[]>,
  kept: Readonly<Ref<readonly (readonly number[])[]>>,
) {
  const { offered, min, max, steps } = form.quantity
  const all = offered ?? (steps.length > 1 ? steps : roundSteps(min, max))

  /** The quantity of every visual, where they all have the same. */
  const uniform = computed(() => {
    const [first, ...others] = quantities.value
    return first !== undefined && others.every((other) => other === first) ? first : null
  })
  const shown = ref<number[]>([])

  watch(
    [uniform, quantities],
    () => {
      const chosen = uniform.value ?? Math.max(...quantities.value)
      const at = shown.value.indexOf(chosen)
      const more = (end: number | undefined, edge: number | undefined) => end !== edge
      const atEdge =
        (at === 0 && more(shown.value[0], all[0])) ||
        (at === shown.value.length - 1 && more(shown.value.at(-1), all.at(-1)))
      if (at < 0 || atEdge) shown.value = neighbours(all, chosen, ROWS)
    },
    { immediate: true },
  )

  const each = (quantity: number) => quantities.value.map(() => quantity)
  const rows = computed(() => {
    const own = uniform.value === null ? [[...quantities.value]] : []
    const others = new Map(shown.value.map(each).map((row) => [row.join(), row]))
    for (const row of kept.value) if (row.length === quantities.value.length) others.set(row.join(), [...row])
    for (const row of own) others.delete(row.join())
    return [...own, ...[...others.values()].sort((a, b) => totalOf(a) - totalOf(b))]
  })
  const curve = computed(() => {
    const within = spread(all, CURVE_POINTS)
    const chosen = uniform.value
    const points =
      chosen === null || within.includes(chosen) ? within : [...within, chosen].sort((a, b) => a - b)
    return points.map(each)
  })
  return { rows, curve }
}
