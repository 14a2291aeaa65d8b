/** What has become of the orders that the partner has: asked now and then. */
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Clock } from './clock.ts'
import type { Logger } from './log.ts'
import { isStop } from './outbox-proof.ts'
import type { SettingsService } from './settings.ts'

const FOLLOWED = 500
/** The status of transmitted orders is asked for this many times more rarely than the outbox is tried. */
const FOLLOW_FACTOR = 10

export interface FollowServices {
  readonly store: Store
  readonly settings: SettingsService
  readonly clock: Clock
  readonly log: Logger
}

export class StatusFollower {
  readonly #with: FollowServices
  readonly #tell: (orderId: number) => void
  #followedAt = -Infinity

  /** @param tell is told of each order whose status is another now */
  constructor(services: FollowServices, tell: (orderId: number) => void) {
    this.#with = services
    this.#tell = tell
  }

  /** For how many milliseconds there is nothing to ask. */
  get wait(): number {
    const interval = this.#with.settings.current.retryMs * FOLLOW_FACTOR
    return Math.max(0, this.#followedAt + interval - performance.now())
  }

  /** Asks where it is time, of the orders that this partner has. */
  follow(client: UpstreamClient, signal: AbortSignal | undefined): void {
    if (this.wait > 0) return
    this.#followedAt = performance.now()
    const { store, log, clock } = this.#with
    const entries = store.outbox
      .sent(FOLLOWED)
      .filter(({ upstream }) => (upstream ?? client.url) === client.url)
    for (const area of new Set(entries.map((entry) => entry.area))) {
      const sent = new Map(
        entries.flatMap((entry) => (entry.area === area ? [[entry.upstreamId, entry] as const] : [])),
      )
      client
        .orders(area, signal)
        .then((orders) => {
          for (const { id, status } of orders) {
            const entry = id === null ? undefined : sent.get(id)
            if (!entry || status === null || status === entry.status) continue
            const at = clock.now().toISOString()
            store.transaction(() => store.orders.setStatus(entry.orderId, status, at))
            this.#tell(entry.orderId)
          }
        })
        .catch((error: unknown) => {
          if (!isStop(error))
            log.warn({ err: error, area }, 'the status of transmitted orders cannot be read')
        })
    }
  }
}
