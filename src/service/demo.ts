/** The mark of a store whose tariffs are the demo's: nothing real comes beside them. */
import type { Store } from '../store/store.ts'
import { Refusal } from './refusal.ts'

/** True in the settings while the tariffs in force are the demo's. */
export const DEMO_KEY = 'demo'

/** Whether the tariffs in force are the demo's. */
export const isDemo = ({ settings }: Pick<Store, 'settings'>) => settings.get(DEMO_KEY) === true

/** @throws Refusal `demo_loaded`: nothing real comes beside the demo */
export function refuseDemo(store: Pick<Store, 'settings'>): void {
  if (isDemo(store)) throw new Refusal('demo_loaded')
}
