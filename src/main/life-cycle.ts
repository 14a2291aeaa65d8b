/** How the desktop application ends: the service is closed first, and no process is left without a window. */

/** Who waits longer than that wonders. */
const NOTICED_MS = 1000

/** What is used of Electron's `app`. */
export interface QuittingApp {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
}

/** What the application ends with: called once the service is closed, and told whether that was in order. */
export type Ending = (inOrder: boolean) => void

/**
 * Holds the application's end back until the service is closed. Closing a window, the menu, SIGTERM and SIGINT all
 * come through here.
 *
 * @param close closes the service; runs once.
 * @param failed is told why it did not close in order.
 * @param slow says that something still runs, for as long as its signal is not aborted; told once that takes a person's notice.
 * @param deadlineMs after which the application ends all the same: the next start would find it running.
 * @returns quits in another way than by ending: the ending given is called in its place
 */
export function closeBeforeQuit(
  app: QuittingApp,
  close: () => Promise<void>,
  failed: (error: unknown) => void,
  slow: (over: AbortSignal) => void,
  deadlineMs: number,
): (ending: Ending) => void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  let last: Ending = () => app.quit()
  app.on('will-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    const over = new AbortController()
    const noticed = setTimeout(() => slow(over.signal), NOTICED_MS)
    void beforeDeadline(close, deadlineMs)
      .then(
        () => true,
        (error: unknown) => {
          failed(error)
          return false
        },
      )
      .then((inOrder) => {
        clearTimeout(noticed)
        over.abort()
        state = 'closed'
        // Promises may settle before Electron's own emit returns, and until then it ignores another quit.
        setImmediate(() => last(inOrder))
      })
  })
  return (ending) => {
    last = ending
    app.quit()
  }
}

async function beforeDeadline(task: () => Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not closed after ${ms} ms`)), ms)
  })
  try {
    await Promise.race([task(), late])
  } finally {
    clearTimeout(timer)
  }
}
