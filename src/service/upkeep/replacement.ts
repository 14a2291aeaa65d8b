/** Another store in the place of a running service's: the service ends, the store is replaced, and it begins anew. */
import { randomUUID } from 'node:crypto'
import type { JournalAction } from '../../domain/journal.ts'
import { BY_KEY, type Actor } from '../../domain/people.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import { restoreFrom } from '../../store/sqlite/backup.ts'
import { wipeStore } from '../../store/sqlite/replace.ts'
import { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import { isDemo } from '../demo.ts'
import { noteOf } from '../notes.ts'
import { Refusal } from '../refusal.ts'

/** What is done while no service has the folder; where it throws, the store is as it was. */
export interface Replacement {
  readonly what: Replaced['what']
  readonly run: () => Promise<unknown>
}

/** What became of the service's store before this service began. */
export interface Replaced {
  readonly what: 'restored' | 'wiped'
  /** why it was not, and the store is as it was; null: it was */
  readonly problem: { readonly code: string; readonly params: FaultParams } | null
}

export interface ReplacementServices {
  readonly store: Store
  readonly clock: Clock
  /** told of what to do once this service has ended; absent where nobody could begin another */
  readonly onReplace?: ((replacement: Replacement) => void) | undefined
  readonly replaced?: Replaced | null | undefined
}

/** Names a store that was put in the place of another. */
const PLACE_KEY = 'replacement'

export class StoreReplacement {
  /** names this run of the service: who waits for another store waits for another one */
  readonly instance = randomUUID()
  readonly #with: ReplacementServices

  constructor(services: ReplacementServices) {
    this.#with = services
  }

  /** Of {@link Service.status}: whether the store is the demo's, and what names it, which is another after each replacement. */
  get status() {
    const { store } = this.#with
    const named = store.settings.get(PLACE_KEY)
    return { demo: isDemo(store), store: typeof named === 'string' ? named : '' }
  }

  /** What became of the store before this run; null: it was not replaced. */
  get before(): Replaced | null {
    return this.#with.replaced ?? null
  }

  /**
   * Puts a backup in the store's place, which is kept beside it. The service ends, and begins anew.
   * @param file a path of ours, which was looked at @param name what the journal calls it
   * @throws Refusal `store_of_server`, `store_not_replaceable`
   */
  restore(file: string, name: string, by: Actor): void {
    const { folder } = this.#with.store
    this.#begin('restored', by, 'store_restored', { file: name }, () => restoreFrom(folder, file))
  }

  /**
   * Puts an empty store in the place of the demo's, which is kept beside it; people stay. The service ends, and begins anew.
   * @throws Refusal `demo_not_loaded`, and as {@link restore}
   */
  wipeDemo(by: Actor): void {
    const { store } = this.#with
    if (!isDemo(store)) throw new Refusal('demo_not_loaded')
    this.#begin('wiped', by, 'demo_wiped', {}, () => wipeStore(store.folder))
  }

  #begin(
    what: Replaced['what'],
    by: Actor,
    action: JournalAction,
    facts: FaultParams,
    replace: () => Promise<unknown>,
  ): void {
    const { store, clock, onReplace } = this.#with
    if (store.at.url !== null) throw new Refusal('store_of_server')
    if (!onReplace) throw new Refusal('store_not_replaceable')
    const at = clock.now().toISOString()
    const run = async () => {
      await replace()
      await noteIn(store.folder, (known) => noteOf({ by: known ? by : BY_KEY, at }, action, facts), by)
    }
    onReplace({ what, run })
  }
}

/** Names the store that is there now, and notes what was done in it, where its person may not be. */
async function noteIn(
  folder: string,
  note: (isKnown: boolean) => ReturnType<typeof noteOf>,
  { person }: Actor,
): Promise<void> {
  const store = await Store.open({ folder, url: null })
  try {
    const { people } = await store.people.images()
    await store.settings.set(PLACE_KEY, randomUUID())
    await store.journal.add([note(person === null || people.some(({ id }) => id === person))])
  } finally {
    await store.close()
  }
}
