import { createHash } from 'node:crypto'
import { isAllowedUrl, UpstreamClient } from '../upstream/client.ts'
import type { Store } from '../store/store.ts'
import type { Events } from './events.ts'
import { Refusal } from './refusal.ts'
import type { SecretBox } from './secrets.ts'
import type { SettingsService } from './settings.ts'

const URL_KEY = 'upstream_url'
const TOKEN_KEY = 'secret:upstream_token'
const ACCOUNT_LENGTH = 16

/** The partner to sync from and to order at, and whether it is within reach. */
export class UpstreamService {
  readonly #store: Store
  readonly #secrets: SecretBox
  readonly #settings: SettingsService
  readonly #events: Events
  #client: UpstreamClient | null = null
  #url: string | null = null
  #identity = ''
  #problem: string | null = null
  #online = false
  /** on the clock that nobody sets */
  #failedAt = -Infinity

  constructor(store: Store, secrets: SecretBox, settings: SettingsService, events: Events) {
    this.#store = store
    this.#secrets = secrets
    this.#settings = settings
    this.#events = events
    this.reload()
  }

  /** The client of the partner that is set; null without one, or while its token cannot be opened. */
  get client(): UpstreamClient | null {
    return this.#client
  }

  get url(): string | null {
    return this.#url
  }

  get hasToken(): boolean {
    return this.#store.settings.get(TOKEN_KEY) !== undefined
  }

  /** Why the partner's token cannot be used, in words; null while it can. */
  get problem(): string | null {
    return this.#problem
  }

  /** null without an upstream (contract.md, `GET /api/status`) */
  get online(): boolean | null {
    return this.url === null ? null : this.#online
  }

  /** Whether a person should wait for the partner: not within a retry's time of its last silence. */
  get worthAsking(): boolean {
    return (
      this.#client !== null &&
      (this.#online || performance.now() - this.#failedAt >= this.#settings.current.retryMs)
    )
  }

  /**
   * @param token null: the one before is kept, where the partner is the same
   * @throws Refusal `upstream_invalid` for an address that is not https (or loopback)
   */
  set(url: string, token: string | null): void {
    if (!isAllowedUrl(url)) throw new Refusal('upstream_invalid')
    const { settings } = this.#store
    this.#store.transaction(() => {
      const before = this.url
      const sealed = settings.get(TOKEN_KEY)
      settings.set(URL_KEY, url.replace(/\/+$/, ''))
      if (token) {
        // The same token again stays sealed as it is: orders under way know their account by it.
        const same = typeof sealed === 'string' && this.#open(sealed) === token
        if (!same) settings.set(TOKEN_KEY, this.#secrets.seal(token))
      } else if (before !== null && new URL(before).origin !== new URL(url).origin) {
        // A token is for the partner that gave it: another never gets to see it.
        settings.delete(TOKEN_KEY)
      }
    })
    this.reload()
  }

  /** Ends every request to the partner, for the program ends. */
  abandon(): void {
    this.#client?.abandon()
  }

  clear(): void {
    this.#store.transaction(() => {
      this.#store.settings.delete(URL_KEY)
      this.#store.settings.delete(TOKEN_KEY)
    })
    this.reload()
  }

  /** Takes over what is stored; the client stays where nothing of it changed. @returns whether anything did */
  reload(): boolean {
    const stored = this.#store.settings.get(URL_KEY)
    const url = (this.#url = typeof stored === 'string' ? stored : null)
    const sealed = this.#store.settings.get(TOKEN_KEY)
    const identity = JSON.stringify([url, sealed])
    if (identity === this.#identity) return false
    this.#identity = identity
    this.#online = false
    this.#failedAt = -Infinity
    const token = typeof sealed === 'string' ? this.#open(sealed) : null
    this.#client =
      url === null || token === null
        ? null
        : new UpstreamClient({
            url,
            token,
            account: createHash('sha256').update(identity).digest('hex').slice(0, ACCOUNT_LENGTH),
            limits: () => {
              const { upstreamRatePerSecond, upstreamConcurrency, upstreamTimeoutMs } = this.#settings.current
              return {
                rate: upstreamRatePerSecond,
                concurrency: upstreamConcurrency,
                timeoutMs: upstreamTimeoutMs,
              }
            },
            onReach: (online) => this.#reached(online),
          })
    return true
  }

  /** A token that cannot be opened here leaves the service without its partner, not the shop without its service. */
  #open(sealed: string): string | null {
    this.#problem = null
    try {
      return this.#secrets.open(sealed)
    } catch (error) {
      this.#problem = (error as Error).message
      return null
    }
  }

  #reached(online: boolean): void {
    if (!online) this.#failedAt = performance.now()
    if (online === this.#online) return
    this.#online = online
    this.#events.emit('status')
    if (online) this.#events.emit('online')
  }
}
