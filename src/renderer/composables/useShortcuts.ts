/** Keys that work everywhere. A key that would type a letter is left to the field that has the focus. */
import { onMounted, onScopeDispose } from 'vue'
import { useRouter } from 'vue-router'

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)) &&
    !(target instanceof HTMLInputElement && ['radio', 'checkbox', 'button'].includes(target.type))
  )
}

/** What was typed is done with: the next letters are shortcuts. Tab still goes on from the field. */
export function leaveField(): void {
  if (isTyping(document.activeElement)) (document.activeElement as HTMLElement).blur()
}

/** Whether a dialog is open: it has the keyboard to itself. */
export const isModal = (): boolean => document.querySelector('dialog[open]') !== null

/** After `g`, the letter of a screen. */
const SCREENS: Record<string, string> = {
  c: 'catalogue',
  q: 'current-quote',
  d: 'quotes',
  o: 'orders',
  t: 'outbox',
  r: 'settings',
}
const SEQUENCE_MS = 1200

export function useShortcuts(open: { palette: () => void; help: () => void }): void {
  const router = useRouter()
  /** When the keys were pressed, not when a busy page comes to them. */
  let goPressedAt = -Infinity

  function onKey(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (!isModal()) open.palette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isModal()) return
    if (event.key === '?') {
      event.preventDefault()
      open.help()
    } else if (event.key === '/' && router.currentRoute.value.name !== 'catalogue') {
      event.preventDefault()
      void router.push({ name: 'catalogue' })
    } else if (event.key === 'g') {
      goPressedAt = event.timeStamp
    } else if (event.timeStamp - goPressedAt < SEQUENCE_MS && SCREENS[event.key]) {
      event.preventDefault()
      goPressedAt = -Infinity
      void router.push({ name: SCREENS[event.key]! })
    }
  }

  onMounted(() => window.addEventListener('keydown', onKey))
  onScopeDispose(() => window.removeEventListener('keydown', onKey))
}
