/** Another store in the place of a running service's: the service ends, the store is replaced, and it begins anew. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '../../domain/people.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import { restoreFrom } from '../../store/sqlite/restore.ts'
import { wipeStore } from '../../store/sqlite/replace.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../clock.ts'
import { isDemo } from '../demo.ts'
import { Refusal } from '../refusal.ts'
import { backupMoment } from './backups.ts'
import { noteKept } from './kept-store.ts'
import { notePlaced, placedIn, type Placed } from './placed.ts'

/** Begins a service over the store of a folder, and ends it. @throws what keeps one from beginning */
export type Trial = (folder: string) => Promise<void>

/** What is done while no service has the folder; where it throws, the store is as it was. */
export interface Replacement {
  readonly what: Placed['what']
  /** @param begin shows whether a service can go on with what takes the store's place */
  readonly run: (begin: Trial) => Promise<unknown>
}

/** What became of the service's store before this service began. */
export interface Replaced {
  readonly what: Placed['what']
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

export class StoreReplacement {
  /** names this run of the service: who waits for another store waits for another one */
  readonly instance = randomUUID()
  readonly #with: ReplacementServices

  constructor(services: ReplacementServices) {
    this.#with = services
  }

  /** Of {@link Service.status}: whether the store is the demo's, what names it, and in what way it was put in the place of another. */
  get status() {
    const { store } = this.#with
    const { id, placed } = placedIn(store)
    return { demo: isDemo(store), store: id, placed }
  }

  /** What became of the store before this run; null: it was not replaced. */
  get before(): Replaced | null {
    return this.#with.replaced ?? null
  }

  /**
   * Puts a backup in the store's place, which is kept beside it. The service ends, and begins anew.
   * @param guarded whether people had to sign in: then it opens the store to nobody ({@link restoreFrom})
   * @param file a path of ours, which was looked at: what of it cannot be read was told @param name what the journal calls it
   * @throws Refusal `store_of_server`, `store_not_replaceable`
   */
  restore(file: string, name: string, by: Actor, guarded: boolean): void {
    const { folder } = this.#with.store
    this.#begin('restored', async (begin, at) => {
      const placed = { what: 'restored', from: backupMoment(name), at } as const
      const { kept } = await restoreFrom(folder, file, {
        guarded,
        unread: true,
        begin,
        note: (staging, told) =>
          notePlaced(staging, { ...placed, ...told }, by, ['store_restored', { file: name }]),
      })
      noteKept(kept)
    })
  }

  /**
   * Puts an empty store in the place of the demo's, which is kept beside it; people stay. The service ends, and begins anew.
   * @throws Refusal `demo_not_loaded`, and as {@link restore}
   */
  wipeDemo(by: Actor): void {
    const { store } = this.#with
    if (!isDemo(store)) throw new Refusal('demo_not_loaded')
    this.#begin('wiped', async (_begin, at) => {
      await wipeStore(store.folder)
      await notePlaced(store.folder, { what: 'wiped', from: null, at }, by, ['demo_wiped', {}])
    })
  }

  #begin(what: Placed['what'], replace: (begin: Trial, at: string) => Promise<void>): void {
    const { store, clock, onReplace } = this.#with
    if (store.at.url !== null) throw new Refusal('store_of_server')
    if (!onReplace) throw new Refusal('store_not_replaceable')
    const at = clock.now().toISOString()
    onReplace({ what, run: (begin) => replace(begin, at) })
  }
}
