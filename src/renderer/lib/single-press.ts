/** So soon after a press of a key, another one is its double: the time in which systems count two clicks as one. */
const DOUBLE_MS = 500

/**
 * Keeps the press of Enter that closed what `element` had opened, and its double, from opening it again: the second press
 * of the two, and what the key repeats while either is held. Forgotten with the next press, or when the focus goes on.
 * @param closed when it closed, in milliseconds, as events say when they were
 */
export function withoutSecondEnter(element: EventTarget, closed: number): void {
  const hold = (event: Event) => {
    const { key, repeat, timeStamp } = event as KeyboardEvent
    if (key !== 'Enter') return
    if (repeat || timeStamp - closed < DOUBLE_MS) event.preventDefault()
    else forget()
  }
  const forget = () => {
    element.removeEventListener('keydown', hold)
    element.removeEventListener('blur', forget)
  }
  element.addEventListener('keydown', hold)
  element.addEventListener('blur', forget)
}

const CONTROLS = 'a, button, input, select, textarea, summary'

/** What a click is for; null: nothing that does anything. */
function controlOf({ target }: Event): Element | null {
  if (!(target instanceof Element)) return null
  return target.closest('label')?.control ?? target.closest(CONTROLS)
}

/**
 * Keeps the second click of a double click to the control that the first one was for: what has come under the pointer
 * meanwhile was not meant. Which clicks are one double click says the system, by their count.
 */
export function keepSecondClicks(page: Document): void {
  let first: Element | null = null
  const keep = (event: MouseEvent) => {
    const control = controlOf(event)
    if (event.detail < 2) first = control
    else if (control !== null && control !== first) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  }
  page.addEventListener('click', keep, { capture: true })
}

/**
 * What makes something, so that a button that is pressed twice makes it once: what is asked for again while the first is under
 * way, or so soon after it that it is the second press of the two, is not done.
 */
export function once<Given extends unknown[]>(
  make: (...given: Given) => Promise<void>,
): (...given: Given) => Promise<void> {
  let busy = false
  let began = -Infinity
  return async (...given) => {
    const now = performance.now()
    if (busy || now - began < DOUBLE_MS) return
    busy = true
    began = now
    try {
      await make(...given)
    } finally {
      busy = false
    }
  }
}

type Press = Pick<KeyboardEvent, 'repeat' | 'timeStamp'>

/**
 * Tells a press of a key from one that is held and from the second of a double press, as a button that is pressed does.
 * @param what that which it does; null: nothing, it is only said why
 * @returns whether a press means what it is pressed for; what is another thing by then is meant however soon
 */
export function singlePresses(): (press: Press, what: string | null) => boolean {
  let last: { at: number; what: string | null } = { at: -Infinity, what: null }
  return ({ repeat, timeStamp }, what) => {
    const isDouble = what !== null && what === last.what && timeStamp - last.at < DOUBLE_MS
    // The third of a row is none, either.
    last = { at: timeStamp, what }
    return !repeat && !isDouble
  }
}
