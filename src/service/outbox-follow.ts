/** What has become of the orders that the partner has: asked now and then. */
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { isStop } from './outbox-proof.ts'
import type { OutboxMoves } from './outbox-moves.ts'
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
  readonly events: Events
  readonly log: Logger
}

export class StatusFollower {
  readonly #with: FollowServices
  #followedAt = -Infinity

  constructor(services: FollowServices) {
    this.#with = services
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
    const { store, log, link, moves, events } = this.#with
    const entries = store.outbox
      .sent(link.id, FOLLOWED)
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
            if (!entry) continue
            const isShown = entry.lastError?.code === 'outbox_id_not_shown'
            const partnerStatus = status ?? entry.partnerStatus
            if (partnerStatus === entry.partnerStatus && !isShown) continue
            const lastError = isShown ? null : entry.lastError
            const changed = store.transaction(() => {
              store.outbox.update({ ...entry, partnerStatus, lastError }, entry.phase)
              return moves.follow(entry.orderId)
            })
            if (isShown) events.emit('outbox')
            if (changed) moves.tell(entry.orderId)
          }
        })
        .catch((error: unknown) => {
          if (!isStop(error))
            log.warn({ err: error, area }, 'the status of transmitted orders cannot be read')
        })
    }
  }
}
