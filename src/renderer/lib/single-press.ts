/** So soon after a press of a key, another one is its double: the time in which systems count two clicks as one. */
const DOUBLE_MS = 500

/**
 * Keeps the second of a double press of Enter, whose first closed what `element` had opened, from opening it again.
 * @param at when the first was pressed, as its event says, in milliseconds
 */
export function withoutSecondEnter(element: EventTarget, at: number): void {
  const hold = (event: Event) => {
    const { key, timeStamp } = event as KeyboardEvent
    if (key === 'Enter' && timeStamp - at < DOUBLE_MS) event.preventDefault()
  }
  element.addEventListener('keydown', hold)
  setTimeout(() => element.removeEventListener('keydown', hold), DOUBLE_MS)
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
