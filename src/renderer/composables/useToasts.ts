/** Short messages in a corner: what failed, in words, and what was done that cannot be seen on the screen. */
import { reactive, shallowRef, watch } from 'vue'

export interface Toast {
  readonly id: number
  readonly kind: 'error' | 'done'
  readonly text: string
  /** what can be done about it while it is shown */
  readonly actions: readonly ToastAction[]
  /** whether it is of another screen than the one that it is shown on: it stays where that is left */
  readonly lasting?: boolean | undefined
  /** what it is of, where it goes once that is settled */
  readonly about?: string | undefined
}

export interface ToastAction {
  readonly text: string
  readonly run: () => void
  /** whether it takes back what was done: by Ctrl+Z, too */
  readonly undoes?: boolean
}

export interface ToastOptions {
  readonly actions?: readonly ToastAction[]
  readonly lasting?: boolean
  readonly about?: string | undefined
  /** Once this is so, what it says is over, and the message is taken away as soon as it can have been read. */
  readonly over?: () => boolean
  /** Whether the screen shows it besides: it goes as soon as it can have been read. */
  readonly shown?: boolean
}

/** So long at least: that something was asked for in vain is news also where its cause lasted a moment. */
const READ_MS = 4_000
const SHOWN_MS = { error: 12_000, done: 5_000, action: 12_000, lasting: 120_000 }
const toasts = reactive<Toast[]>([])
/** What waits for a message's cause to be over. */
const waiting = new Map<number, () => void>()
let last = 0

function dismiss(id: number): void {
  waiting.get(id)?.()
  waiting.delete(id)
  const at = toasts.findIndex((toast) => toast.id === id)
  if (at >= 0) toasts.splice(at, 1)
}

/** Takes a message away once something is so. */
function dismissOnce(over: () => boolean, id: number): void {
  if (over()) dismiss(id)
  else if (toasts.some((toast) => toast.id === id))
    waiting.set(
      id,
      watch(over, (is) => is && dismiss(id)),
    )
}

function show(
  kind: Toast['kind'],
  text: string,
  { actions = [], lasting, over, about, shown = false }: ToastOptions = {},
): void {
  // Of two that say the same, each can be acted upon.
  if (actions.length === 0 && toasts.some((toast) => toast.text === text)) return
  const id = ++last
  toasts.push({ id, kind, text, actions, lasting, about })
  if (over) setTimeout(() => dismissOnce(over, id), READ_MS)
  const long = lasting ? 'lasting' : actions.length > 0 ? 'action' : kind
  setTimeout(() => dismiss(id), shown ? READ_MS : SHOWN_MS[long])
}

/** Where messages are shown: in the dialog that is open, which would cover and silence them otherwise. */
export const toastPlace = shallowRef<Element>(document.body)

/** Messages belong to the screen that they were made on: whoever leaves it first goes on, then says what was done. */
export function clearToasts(): void {
  for (const { id, lasting } of [...toasts]) if (!lasting) dismiss(id)
}

export function useToasts() {
  return {
    toasts,
    dismiss,
    /** What succeeded is done: what failed before it is no news any more. */
    done(text: string, ...actions: ToastAction[]) {
      for (const { id, kind, lasting } of [...toasts]) if (kind === 'error' && !lasting) dismiss(id)
      show('done', text, { actions })
    },
    error: (text: string, options?: ToastOptions) => show('error', text, options),
    /**
     * What became of something that was asked for on a screen that is left, with the way there.
     * @param about what it is of: once {@link settled}, it is told no more
     */
    elsewhere: (kind: Toast['kind'], text: string, action: ToastAction, about?: string) =>
      show(kind, text, { actions: [action], lasting: true, about }),
    /** What was told of something is over: it was done after all, or another is begun. */
    settled(about: string) {
      for (const toast of [...toasts]) if (toast.about === about) dismiss(toast.id)
    },
  }
}
