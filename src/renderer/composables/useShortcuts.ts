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

/** What was typed is done with: the next letters are shortcuts. Tab still goes on from the field. @returns whether one was left */
export function leaveField(): boolean {
  const field = document.activeElement
  if (!isTyping(field)) return false
  ;(field as HTMLElement).blur()
  return true
}

/** Whether a dialog is open: it has the keyboard to itself. */
export const isModal = (): boolean => openDialog() !== null
const openDialog = () => document.querySelector<HTMLElement>('dialog[open]')

/** After `g`, the letter of a screen. */
const SCREENS: Record<string, string> = {
  b: 'dashboard',
  j: 'day',
  c: 'catalogue',
  q: 'current-quote',
  d: 'quotes',
  l: 'companies',
  o: 'orders',
  t: 'outbox',
  r: 'settings',
}
const SEQUENCE_MS = 1200

/** So long after the last key, one still means the field that was typed in. */
const TYPING_ON_MS = 1500

/** Follows the keys. @returns whether a key was meant for a field or a dialog that has closed or gone under the hands meanwhile */
function typingOn(): (event: KeyboardEvent) => boolean {
  let typed: { readonly field: HTMLElement; readonly at: number } | null = null
  return ({ target, timeStamp, key, ctrlKey, metaKey }) => {
    const field = isTyping(target) ? (target as HTMLElement) : openDialog()
    if (field) {
      // Who ends what is typed, as with Enter, is done with the field.
      const isText = (key.length === 1 || key === 'Backspace') && !ctrlKey && !metaKey
      typed = isText ? { field, at: timeStamp } : null
      return false
    }
    const isOn =
      typed !== null &&
      timeStamp - typed.at < TYPING_ON_MS &&
      (!typed.field.isConnected || typed.field.matches(':disabled'))
    typed = isOn ? { field: typed!.field, at: timeStamp } : null
    return isOn
  }
}

export function useShortcuts(open: { palette: () => void; help: () => void }): void {
  const router = useRouter()
  const isLeftOpen = typingOn()
  /** When the keys were pressed, not when a busy page comes to them. */
  let goPressedAt = -Infinity

  function onKey(event: KeyboardEvent): void {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (!isModal()) open.palette()
      return
    }
    const isTypedOn = isLeftOpen(event)
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isModal()) return
    if (isTypedOn) return
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
