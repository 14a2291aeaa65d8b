/** Fields whose text can be nothing that they could hold: what they are part of is not sent, and does not look saved, before it is. */
import { onBeforeUnmount, onMounted, shallowReactive, type Ref } from 'vue'

interface ReadField {
  readonly element: Readonly<Ref<HTMLElement | null>>
  /** whether it says that what stands in it is nothing that it could hold */
  readonly refused: Readonly<Ref<boolean>>
  /** Takes what stands in it, or refuses it. */
  end(): void
}
const fields = shallowReactive(new Set<ReadField>())

export function useReadable(field: ReadField): void {
  onMounted(() => fields.add(field))
  onBeforeUnmount(() => fields.delete(field))
}

const refusedIn = (within: Node | null) =>
  [...fields].filter(({ element, refused }) => refused.value && within?.contains(element.value))

/** Whether a field within it says that it cannot be read. */
export const hasRefused = (within: Node | null): boolean => refusedIn(within).length > 0

/** Takes what stands in the fields within it, be they left or not, and goes to the first that cannot be read. @returns whether there is one */
export function stoppedAtUnread(within: Node | null): boolean {
  for (const field of fields) if (within?.contains(field.element.value)) field.end()
  const [first] = refusedIn(within)
  first?.element.value?.focus()
  return first !== undefined
}
