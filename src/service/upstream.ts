import { createHash } from 'node:crypto'
import type { FaultParams } from '../domain/reasons.ts'
import type { Coded } from '../domain/messages.ts'
import { isAllowedUrl, isUsableToken } from '../upstream/account.ts'
import { UpstreamClient } from '../upstream/client.ts'
import type { UpstreamErrorKind } from '../upstream/errors.ts'
export { urlFault } from '../upstream/account.ts'
import type { Store } from '../store/store.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Events } from './events.ts'
import { problemOf, Refusal } from './refusal.ts'
import type { SecretBox } from './secrets.ts'
import type { SettingsService } from './settings.ts'

const URL_KEY = 'upstream_url'
const TOKEN_KEY = 'secret:upstream_token'
/** The partner whose catalogue is in force, and whose lead times have been learnt. */
export const PARTNER_KEY = 'catalogue_of'
const ACCOUNT_LENGTH = 16
/** An answer that took longer works, and will be a nuisance. */
const SLOW_MS = 3_000

/** What came of a try to reach the partner. */
export interface PartnerCheck {
  /** reached, the token accepted, its products readable */
  readonly ok: boolean
  readonly found: Coded
  /** when it was tried, ISO */
  readonly at: string
}

/** Ends of a request after which the next would end so, too: it is not waited for. */
const AWAY_KINDS: ReadonlySet<UpstreamErrorKind> = new Set(['unreachable', 'interrupted', 'unauthorized'])

/** Why there is no price of the partner's: out of reach, our token refused, asking for patience, failing, or not to be read. */
export type Away = 'offline' | 'token' | 'busy' | 'failed' | 'unreadable'

/** What the end of a request means for who wants a price. */
export function awayBy(kind: UpstreamErrorKind): Away {
  if (kind === 'unauthorized') return 'token'
  if (kind === 'throttled') return 'busy'
  if (kind === 'failed') return 'failed'
  return kind === 'unreadable' ? 'unreadable' : 'offline'
}

/** The partner to sync from and to order at, and whether it is within reach. */
export class UpstreamService {
  readonly #store: Store
  readonly #secrets: SecretBox
  readonly #settings: SettingsService
  readonly #events: Events
  readonly #clock: Clock
  #client: UpstreamClient | null = null
  #url: string | null = null
  #identity = ''
  #problem: Coded | null = null
  /** what became of the last request; null: it was answered */
  #trouble: UpstreamErrorKind | null = 'unreachable'
  /** on the clock that nobody sets */
  #failedAt = -Infinity
  #check: PartnerCheck | null = null

  constructor(
    store: Store,
    secrets: SecretBox,
    settings: SettingsService,
    events: Events,
    clock: Clock = systemClock,
  ) {
    this.#clock = clock
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

  /** Why the partner cannot even be asked: no token, or one that cannot be used; null while it can. */
  get problem(): Coded | null {
    return this.#problem
  }

  /** What the last try in this run to reach the partner that is set came to; null where none was made. */
  get lastCheck(): PartnerCheck | null {
    return this.#check
  }

  /** null without an upstream (contract.md, `GET /api/status`) */
  get online(): boolean | null {
    return this.url === null ? null : this.#online
  }

  /** It answers, and takes our token. */
  get #online(): boolean {
    return this.#trouble === null || !AWAY_KINDS.has(this.#trouble)
  }

  /** Why the partner is not online, while it is not. */
  get trouble(): Away | null {
    return this.online === false ? awayBy(this.#trouble ?? 'unreachable') : null
  }

  /** Why a person does not wait for the partner's prices now; null where it is asked. */
  get away(): Away | null {
    return this.worthAsking ? null : awayBy(this.#trouble ?? 'unreachable')
  }

  /** Whether a person should wait for the partner: not within a retry's time of its last silence. */
  get worthAsking(): boolean {
    return (
      this.#client !== null &&
      (this.#online || performance.now() - this.#failedAt >= this.#settings.current.retryMs)
    )
  }

  /** Sets the partner, and tries to reach it: it is kept whatever comes of that, because a shop may be offline. @throws Refusal as `keep` */
  async set(url: string, token: string | null): Promise<PartnerCheck> {
    this.keep(url, token)
    return this.check()
  }

  /**
   * Sets the partner without asking it.
   * @param token null: the one before is kept, where the partner is the same
   * @throws Refusal `upstream_invalid` for an address that is not https (or loopback), `upstream_token_invalid` for a
   * token that cannot stand in a header
   */
  keep(url: string, token: string | null): void {
    if (!isAllowedUrl(url)) throw new Refusal('upstream_invalid')
    if (token !== null && !isUsableToken(token)) throw new Refusal('upstream_token_invalid')
    const { settings } = this.#store
    this.#store.transaction(() => {
      const before = this.url
      const sealed = settings.get(TOKEN_KEY)
      settings.set(URL_KEY, url.replace(/\/+$/, ''))
      if (token !== null) {
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

  /** Tries to reach the partner that is set, as a person would test it. @throws Refusal `no_upstream` */
  async check(): Promise<PartnerCheck> {
    if (this.#url === null) throw new Refusal('no_upstream')
    const client = this.#client
    const { ok, found } = client ? await probe(client) : { ok: false, found: this.#problem ?? NO_TOKEN }
    const check = { ok, found, at: this.#clock.now().toISOString() }
    // Another partner may have been set meanwhile.
    if (client === this.#client) this.#check = check
    this.#events.emit('status')
    return check
  }

  clear(): void {
    this.#store.transaction(() => {
      this.#store.settings.delete(URL_KEY)
      this.#store.settings.delete(TOKEN_KEY)
      // Set again, its catalogue is taken as a new one's, whatever is gone from it.
      this.#store.settings.delete(PARTNER_KEY)
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
    this.#trouble = 'unreachable'
    this.#failedAt = -Infinity
    this.#check = null
    this.#problem = null
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
            onEnd: (trouble) => this.#ended(trouble),
          })
    this.#events.emit('partner')
    return true
  }

  /** A token that cannot be used here leaves the service without its partner, not the shop without its service. */
  #open(sealed: string): string | null {
    try {
      const token = this.#secrets.open(sealed)
      // One that was stored before such were refused.
      if (isUsableToken(token)) return token
      this.#problem = { code: 'upstream_token_invalid' }
    } catch (error) {
      this.#problem = problemOf(error)
    }
    return null
  }

  #ended(trouble: UpstreamErrorKind | null): void {
    const before = this.#online
    this.#trouble = trouble
    const online = this.#online
    if (!online) this.#failedAt = performance.now()
    if (online === before) return
    this.#events.emit('status')
    if (online) this.#events.emit('online')
  }
}

const NO_TOKEN: Coded = { code: 'upstream_no_token' }

/** Reads the first of the partner's products, as every sync begins, and counts them. */
async function probe(client: UpstreamClient): Promise<{ ok: boolean; found: Coded }> {
  const startedAt = performance.now()
  try {
    const products = await client.probe()
    const ms = performance.now() - startedAt
    const slow: FaultParams = ms >= SLOW_MS ? { seconds: Math.round(ms / 1000) } : {}
    const code = products.products === 0 ? 'partner_empty' : 'partner_ok'
    return { ok: true, found: { code, params: { ...products, ...slow } } }
  } catch (error) {
    return { ok: false, found: problemOf(error) }
  }
}
