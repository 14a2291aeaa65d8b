/** Runs a task once the browser has nothing more urgent, at the latest after so many milliseconds. */
export function whenIdle(task: () => void, atLatestMs: number): void {
  // Safari has none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(task, { timeout: atLatestMs })
  else setTimeout(task, atLatestMs / 4)
}
