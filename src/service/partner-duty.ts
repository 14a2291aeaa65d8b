/**
 * Who works for a partner by himself: of the processes of a store one at a time transmits its orders, follows them and
 * syncs its catalogue. Where the store is a file there is one service, which has every duty from its start.
 */
import type { Claim } from '../store/claims.ts'
import type { Store } from '../store/store.ts'
import type { PartnerOutbox } from './partner-outbox.ts'
import type { PartnerSync } from './partner-sync.ts'

export interface DutyServices {
  readonly store: Store
  /** of the partner's source */
  readonly id: number
  readonly outbox: PartnerOutbox
  readonly sync: PartnerSync
}

export class PartnerDuty {
  readonly #with: DutyServices
  #giveBack: (() => Promise<void>) | null = null
  /** the work of a claim that was lost, while its steps under way end */
  #ending: Promise<void> | null = null
  #claim: Claim | null = null

  constructor(services: DutyServices) {
    this.#with = services
  }

  /** Works for the partner as soon as nobody else does. */
  start(): void {
    const { store, id } = this.#with
    this.#giveBack = store.engine.claims.claim(`partner:${id}`, {
      taken: (claim) => this.#taken(claim),
      lost: () => this.#lost(),
    })
  }

  /** Stops, after the steps under way: the next one works on from what they wrote. */
  async stop(): Promise<void> {
    const giveBack = this.#giveBack
    this.#giveBack = null
    this.#claim = null
    await this.#ending
    await this.#end()
    await giveBack?.()
  }

  #taken(claim: Claim): void {
    this.#claim = claim
    // What the claim before began ends first.
    if (!this.#ending) this.#begin(claim)
  }

  #lost(): void {
    this.#claim = null
    this.#ending ??= this.#end().finally(() => {
      this.#ending = null
      if (this.#claim) this.#begin(this.#claim)
    })
  }

  #begin(claim: Claim): void {
    const { outbox, sync } = this.#with
    outbox.start(claim)
    sync.start()
  }

  async #end(): Promise<void> {
    const { outbox, sync } = this.#with
    await sync.stop()
    await outbox.stop()
  }
}
