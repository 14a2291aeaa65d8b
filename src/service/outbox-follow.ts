/** What has become of the orders that the partner has: asked now and then. */
import type { OutboxView } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import type { UpstreamClient } from '../upstream/client.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import { followed, isStop, shownOf } from './outbox-proof.ts'
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
    const { store, log, moves, events } = this.#with
    for (const area of new Set(this.#sent(client).map((entry) => entry.area))) {
      client
        .orders(area, signal)
        .then((orders) => {
          // As they stand now: a person may have said something of them meanwhile.
          const sent = this.#sent(client).filter((entry) => entry.area === area)
          const shown = shownOf(orders, sent)
          for (const entry of sent) {
            const now = followed(shown(entry), entry)
            if (!now) continue
            const isNoted = now.lastError !== entry.lastError
            if (now.partnerStatus === entry.partnerStatus && !isNoted) continue
            const changed = store.transaction(() => {
              store.outbox.update({ ...entry, ...now }, entry.phase)
              return moves.follow(entry.orderId)
            })
            if (isNoted) events.emit('outbox')
            if (changed) moves.tell(entry.orderId)
          }
        })
        .catch((error: unknown) => {
          if (!isStop(error))
            log.warn({ err: error, area }, 'the status of transmitted orders cannot be read')
        })
    }
  }

  /** The orders that this partner has, at its address. */
  #sent(client: UpstreamClient): OutboxView[] {
    const { store, link } = this.#with
    return store.outbox
      .sent(link.id, FOLLOWED)
      .filter(({ upstream }) => (upstream ?? client.url) === client.url)
  }
}
