/**
 * Who works for a partner by himself: of the processes of a store one at a time transmits its orders, follows them and
 * syncs its catalogue. Where the store is a file there is one service, which has every duty from its start; of several one
 * that cannot ask the partner leaves it to those that can.
 */
import type { Claim } from '../store/claims.ts'
import type { Store } from '../store/store.ts'
import type { Events } from './events.ts'
import type { PartnerLink } from './partner-link.ts'
import type { PartnerOutbox } from './partner-outbox.ts'
import type { PartnerSync } from './partner-sync.ts'

export interface DutyServices {
  readonly store: Store
  readonly events: Events
  readonly link: PartnerLink
  readonly outbox: PartnerOutbox
  readonly sync: PartnerSync
}

export class PartnerDuty {
  readonly #with: DutyServices
  #giveBack: (() => Promise<void>) | null = null
  /** the work of a claim that was lost, while its steps under way end */
  #ending: Promise<void> | null = null
  #claim: Claim | null = null
  #started = false
  /** it takes or gives back the claim: one after the other */
  #turning: Promise<void> = Promise.resolve()

  constructor(services: DutyServices) {
    this.#with = services
  }

  /** Whether this process works for the partner now. */
  get isHeld(): boolean {
    return this.#claim !== null
  }

  /** Works for the partner as soon as nobody else does. */
  start(): void {
    this.#started = true
    this.#with.events.on('partner', this.#partner)
    if (this.#isWanted) this.#ask()
  }

  /** Stops, after the steps under way: the next one works on from what they wrote. */
  async stop(): Promise<void> {
    this.#started = false
    this.#with.events.off('partner', this.#partner)
    await this.#turn()
  }

  readonly #partner = (id: number) => {
    if (id === this.#with.link.id) void this.#turn()
  }

  get #isWanted(): boolean {
    const { store, link } = this.#with
    return this.#started && (store.at.url === null || link.client !== null)
  }

  /** Asks for the claim, or gives it back, as is wanted by now. */
  #turn(): Promise<void> {
    this.#turning = this.#turning.then(async () => {
      if (this.#isWanted === (this.#giveBack !== null)) return
      if (this.#isWanted) this.#ask()
      else await this.#leave()
    })
    return this.#turning
  }

  #ask(): void {
    const { store, link } = this.#with
    this.#giveBack = store.engine.claims.claim(`partner:${link.id}`, {
      taken: (claim) => this.#taken(claim),
      lost: () => this.#lost(),
    })
  }

  async #leave(): Promise<void> {
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
