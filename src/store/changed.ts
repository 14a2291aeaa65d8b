/**
 * Whether what runs has changed the store: where it fails after that, nobody may be told that nothing was saved. And
 * whether it is to change it: then what it reads before is waited for like the change itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Watched {
  changed: boolean
  /** by `performance.now()`; null: no change is meant */
  readonly since: number | null
}

const watched = new AsyncLocalStorage<Watched>()

/**
 * Runs a task, and what it begins, so that {@link hasChanged} tells of it.
 * @param meant whether it is to make a change
 */
export const watchingChanges = <T>(task: () => T, meant = true): T =>
  watched.run({ changed: false, since: meant ? performance.now() : null }, task)

/** Whether what is being watched has made a change that is durable; false where nobody watches. */
export const hasChanged = (): boolean => watched.getStore()?.changed ?? false

/** Since when a change is meant that was not made yet, by `performance.now()`; null: none is. */
export function changeMeantSince(): number | null {
  const watch = watched.getStore()
  return !watch || watch.changed ? null : watch.since
}

/** A change was made: the engines note it for who watches. @returns what it resolved with */
export function changed<T>(result: T): T {
  const watch = watched.getStore()
  if (watch) watch.changed = true
  return result
}
