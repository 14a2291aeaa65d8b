import { ref } from 'vue'

/** Where words are written: not what one searches or picks with. */
const FIELDS =
  'textarea, input:is([type="text"], [type="email"], [type="url"], [type="tel"], [type="number"], [type="password"], :not([type])):not([role="combobox"])'

type Field = HTMLInputElement | HTMLTextAreaElement
const fieldOf = ({ target }: Event): Field | null =>
  target instanceof HTMLElement && target.matches(FIELDS) ? (target as Field) : null

/** What a person has written in the fields of a form and not taken back: it is not thrown away without a word. */
export function useWrittenText() {
  const before = new Map<Field, string>()
  const written = new Set<Field>()
  /** Whether it was said that closing throws it away, since anything was written. */
  const warned = ref(false)

  function onFocus(event: Event): void {
    const field = fieldOf(event)
    if (field && !before.has(field)) before.set(field, field.value)
  }
  function onInput(event: Event): void {
    const field = fieldOf(event)
    if (!field) return
    written.add(field)
    warned.value = false
  }
  const isLost = () => [...written].some((field) => field.isConnected && field.value !== before.get(field))

  /** @returns whether nothing is lost that was not warned of; warns where something would be */
  function mayClose(): boolean {
    if (warned.value || !isLost()) return true
    warned.value = true
    return false
  }
  return { warned, onFocus, onInput, isLost, mayClose }
}
