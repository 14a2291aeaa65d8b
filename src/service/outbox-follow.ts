/** What has become of the orders that the partner has: asked now and then. */
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Logger } from './log.ts'
import { GoneOrders } from './outbox-gone.ts'
import { followed, isShown, isStop, shownOf } from './outbox-proof.ts'
import type { OutboxMoves } from './outbox-moves.ts'
import { isElsewhere } from './outbox-why.ts'
import type { PartnerLink } from './partner-link.ts'
import type { SettingsService } from './settings.ts'

const FOLLOWED = 500
/** The status of transmitted orders is asked for this many times more rarely than the outbox is tried. */
const FOLLOW_FACTOR = 10

export interface FollowServices {
  readonly store: Store
  readonly link: PartnerLink
  readonly moves: OutboxMoves
  readonly settings: SettingsService
  readonly log: Logger
}

export class StatusFollower {
  readonly #with: FollowServices
  readonly #gone = new GoneOrders()
  #followedAt = -Infinity
  #isAsked = false
  #isReading = false

  constructor(services: FollowServices) {
    this.#with = services
  }

  /** For how many milliseconds there is nothing to ask. */
  get wait(): number {
    const interval = this.#with.settings.current.retryMs * FOLLOW_FACTOR
    return Math.max(0, this.#followedAt + interval - performance.now())
  }

  /** It is time, because a person wants to know. */
  ask(): void {
    // What is being read answers him.
    if (this.#isReading) return
    this.#isAsked = true
    this.#followedAt = -Infinity
  }

  /** Asks where it is time, of the orders that this partner has. */
  follow(client: UpstreamClient, signal: AbortSignal | undefined): void {
    if (this.wait > 0 || this.#isReading) return
    this.#followedAt = performance.now()
    const { log } = this.#with
    const isAsked = this.#isAsked
    this.#isAsked = false
    this.#isReading = true
    this.#ask(client, signal, isAsked)
      .catch((error: unknown) => {
        if (!isStop(error)) log.warn({ err: error }, 'the status of transmitted orders cannot be read')
      })
      .finally(() => (this.#isReading = false))
  }

  /** @param isAsked by a person: as often as he likes, so that it is no further reading of what is gone there */
  async #ask(client: UpstreamClient, signal: AbortSignal | undefined, isAsked: boolean): Promise<void> {
    const { moves } = this.#with
    const sent = await this.#sent()
    const areas = [...new Set(sent.map((entry) => entry.area))]
    await Promise.all(
      areas.map(async (area) => {
        const orders = await client.orders(area, signal)
        // As they stand now: a person may have said something of them meanwhile.
        const entries = (await this.#sent()).filter((entry) => entry.area === area)
        const shown = shownOf(orders, entries)
        const gone = isAsked
          ? null
          : this.#gone.noted(client, entries, shown, orders.length, new Date(moves.now()))
        for (const entry of entries) {
          const ours = shown(entry)
          // What it has at another address may be another partner's order there.
          const now = isElsewhere(entry, client.url) && !isShown(ours, entry) ? null : followed(ours, entry)
          if (now) await moves.follow(entry, now)
          const why = gone?.get(entry)
          if (why) await moves.follow(entry, { ...entry, lastError: why })
        }
      }),
    )
  }

  /** The orders that this partner has. */
  #sent(): Promise<OutboxView[]> {
    const { store, link } = this.#with
    return store.outbox.sent(link.id, FOLLOWED)
  }
}
