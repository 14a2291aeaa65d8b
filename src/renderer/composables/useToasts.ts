/** Short messages in a corner: what failed, in words, and what was done that cannot be seen on the screen. */
import { reactive, shallowRef } from 'vue'

export interface Toast {
  readonly id: number
  readonly kind: 'error' | 'done'
  readonly text: string
  /** what can be done about it while it is shown */
  readonly action?: ToastAction | undefined
}

export interface ToastAction {
  readonly text: string
  readonly run: () => void
}

const SHOWN_MS = { error: 12_000, done: 5_000, action: 12_000 }
const toasts = reactive<Toast[]>([])
let last = 0

function dismiss(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

function show(kind: Toast['kind'], text: string, action?: ToastAction): void {
  // Of two that say the same, each can be acted upon.
  if (!action && toasts.some((toast) => toast.text === text)) return
  const id = ++last
  toasts.push({ id, kind, text, action })
  setTimeout(() => dismiss(id), SHOWN_MS[action ? 'action' : kind])
}

/** Where messages are shown: in the dialog that is open, which would cover and silence them otherwise. */
export const toastPlace = shallowRef<Element>(document.body)

/** Messages belong to the screen that they were made on: whoever leaves it first goes on, then says what was done. */
export function clearToasts(): void {
  toasts.length = 0
}

export function useToasts() {
  return {
    toasts,
    dismiss,
    /** What succeeded is done: what failed before it is no news any more. */
    done(text: string, action?: ToastAction) {
      for (const { id, kind } of [...toasts]) if (kind === 'error') dismiss(id)
      show('done', text, action)
    },
    error: (text: string) => show('error', text),
  }
}
