/** How far a store of an earlier program is on its way to today's schema, for who watches what he begins. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** What is done next. An embedded store is copied first; then come the steps that its schema lacks. */
export interface UpgradeProgress {
  /** from 1; 0: it is copied */
  readonly step: number
  /** the last one */
  readonly steps: number
}

export type UpgradeListener = (progress: UpgradeProgress) => void

const watched = new AsyncLocalStorage<UpgradeListener>()

/** Runs a task, and what it begins: the listener is told before each step of stores that it opens. */
export const watchingUpgrades = <T>(listener: UpgradeListener, task: () => T): T =>
  watched.run(listener, task)

/** A step begins: the engines say so to who watches. */
export const tellUpgrade = (step: number, steps: number): void => watched.getStore()?.({ step, steps })
