/** Whether what runs has changed the store: where it fails after that, nobody may be told that nothing was saved. */
import { AsyncLocalStorage } from 'node:async_hooks'

const watched = new AsyncLocalStorage<{ changed: boolean }>()

/** Runs a task, and what it begins, so that {@link hasChanged} tells of it. */
export const watchingChanges = <T>(task: () => T): T => watched.run({ changed: false }, task)

/** Whether what is being watched has made a change that is durable; false where nobody watches. */
export const hasChanged = (): boolean => watched.getStore()?.changed ?? false

/** A change was made: the engines note it for who watches. @returns what it resolved with */
export function changed<T>(result: T): T {
  const watch = watched.getStore()
  if (watch) watch.changed = true
  return result
}
