/** Which rows the matrix shows. They hold still while the chosen quantity is among them, so that nothing moves under the pointer. */
import { computed, ref, watch, type Ref } from 'vue'
import type { Form } from '../lib/form'
import { neighbours, roundSteps, spread } from '../lib/quantities'

const ROWS = 7
const CURVE_POINTS = 24

export function usePriceWindow(form: Form, quantities: Ref<number[]>) {
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
    const uniformRows = shown.value.map(each)
    return uniform.value === null ? [[...quantities.value], ...uniformRows] : uniformRows
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
