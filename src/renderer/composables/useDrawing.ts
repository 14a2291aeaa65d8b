/** Drawing lines with a finger, a pen or the mouse, as points of the field that is drawn in. */
import { computed, ref, shallowRef, type Ref } from 'vue'
import { SIGNATURE_LIMITS, type Stroke } from '../../domain/shared/signature.ts'

/** In parts of the field: nearer points say nothing more. */
const NEAREST = 0.002
const within = (value: number) => Math.min(1, Math.max(0, value))
const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** @param strokes what is drawn so far, without the line that is being drawn */
export function useDrawing(strokes: Ref<readonly Stroke[]>) {
  const current = shallowRef<Stroke>([])
  /** The pointer that draws; null: none does. */
  const drawing = ref<number | null>(null)
  /** A hand that lies on the screen while a pen draws does not. */
  let hasPen = false
  let began: number | null = null

  const all = computed(() => (current.value.length > 0 ? [...strokes.value, current.value] : strokes.value))
  const isFull = () =>
    strokes.value.length >= SIGNATURE_LIMITS.strokes ||
    all.value.reduce((sum, { length }) => sum + length, 0) >= SIGNATURE_LIMITS.points

  function pointOf({ clientX, clientY, timeStamp, pressure, pointerType }: PointerEvent, place: DOMRect) {
    began ??= timeStamp
    const at = [
      rounded(within((clientX - place.left) / place.width), 4),
      rounded(within((clientY - place.top) / place.height), 4),
      Math.round(Math.min(SIGNATURE_LIMITS.time, Math.max(0, timeStamp - began))),
    ]
    // A mouse says one half whatever is pressed, and some fingers nothing.
    return pointerType === 'mouse' || pressure === 0 ? at : [...at, rounded(Math.min(1, pressure), 2)]
  }

  function down(event: PointerEvent): void {
    if (event.pointerType === 'pen') hasPen = true
    const isHand = hasPen && event.pointerType === 'touch'
    if (drawing.value !== null || isHand || event.button !== 0 || isFull()) return
    const field = event.currentTarget as Element
    field.setPointerCapture(event.pointerId)
    drawing.value = event.pointerId
    current.value = [pointOf(event, field.getBoundingClientRect())]
  }

  function move(event: PointerEvent): void {
    if (event.pointerId !== drawing.value) return
    const place = (event.currentTarget as Element).getBoundingClientRect()
    const coalesced = event.getCoalescedEvents()
    for (const each of coalesced.length > 0 ? coalesced : [event]) {
      const point = pointOf(each, place)
      const last = current.value.at(-1)!
      if (isFull() || Math.hypot(point[0]! - last[0]!, point[1]! - last[1]!) < NEAREST) continue
      current.value = [...current.value, point]
    }
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== drawing.value) return
    drawing.value = null
    strokes.value = [...strokes.value, current.value]
    current.value = []
  }

  function clear(): void {
    drawing.value = null
    current.value = []
    strokes.value = []
    began = null
  }
  const undo = () => (strokes.value = strokes.value.slice(0, -1))

  return { all, down, move, up, clear, undo }
}
