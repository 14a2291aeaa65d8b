import { nextTick } from 'vue'

/** Puts the keyboard on the first control that is marked as wrong, and brings it in sight. */
export async function goToFirstFault(form: ParentNode | null): Promise<void> {
  await nextTick()
  const control = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
