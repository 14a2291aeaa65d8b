/** The way to one partner: its client, and whether it is within reach. */
import { createHash } from 'node:crypto'
import type { FaultParams } from '../domain/reasons.ts'
import type { Coded } from '../domain/messages.ts'
import type { Block } from '../domain/source.ts'
import type { SourceRecord } from '../store/sources.ts'
import type { Store } from '../store/store.ts'
import { UpstreamClient } from '../upstream/client.ts'
import type { UpstreamErrorKind } from '../upstream/errors.ts'
import type { Asking } from './asking.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Logger } from './log.ts'
import type { OwnAddress } from './own-address.ts'
import { PartnerPause } from './partner-pause.ts'
import { PartnerToken } from './partner-token.ts'
import type { ReachNews } from './reach-news.ts'
import { problemOf } from './refusal.ts'
import type { SecretBox } from './secrets.ts'
import type { SettingsService } from './settings.ts'

const ACCOUNT_LENGTH = 16
/** An answer that took longer works, and will be a nuisance. */
const SLOW_MS = 3_000

/** Under which a partner's sealed token is kept; a backup holds none of that beginning. */
export const tokenKey = (sourceId: number) => `secret:partner_token:${sourceId}`

/** Under which the fingerprint of that token is kept, while it is: our account at the partner is known by it. */
export const fingerprintKey = (sourceId: number) => `secret:partner_fingerprint:${sourceId}`

/** What came of a try to reach a partner. */
export interface PartnerCheck {
  /** reached, the token accepted, its products readable */
  readonly ok: boolean
  readonly found: Coded
  /** when it was tried, ISO */
  readonly at: string
}

/** Ends of a request after which the next would end so, too: it is not waited for. */
const AWAY_KINDS: ReadonlySet<UpstreamErrorKind> = new Set(['unreachable', 'interrupted', 'unauthorized'])

/** Ends of a request by which a partner that answers does not work. */
const isFailing = (trouble: UpstreamErrorKind | null) => trouble === 'failed' || trouble === 'unreadable'

/** Why a partner is not online: out of reach, our token refused or of no use, asking for patience, failing, or not to be read. */
export type Trouble = 'offline' | 'token' | 'busy' | 'failed' | 'unreadable'

/**
 * Why there is no price of a partner's: the same, where `token` is one that it refuses; no token is stored, the stored one
 * cannot be opened here, or our own limits let nothing more out.
 */
export type Away = Trouble | 'no_token' | 'token_closed' | 'queue'

/** What the end of a request means for who wants a price. */
export const awayBy = (kind: UpstreamErrorKind): Away => (kind === 'queued' ? 'queue' : troubleBy(kind))

function troubleBy(kind: UpstreamErrorKind): Trouble {
  if (kind === 'unauthorized') return 'token'
  if (kind === 'throttled') return 'busy'
  if (kind === 'failed' || kind === 'refused') return 'failed'
  return kind === 'unreadable' ? 'unreadable' : 'offline'
}

export interface LinkServices {
  readonly store: Store
  readonly secrets: SecretBox
  readonly settings: SettingsService
  readonly events: Events
  readonly clock: Clock
  readonly log: Logger
  readonly own: OwnAddress
  readonly asking: Asking
  readonly reach: ReachNews
}

export class PartnerLink {
  readonly #with: LinkServices
  /** the partner's source */
  readonly id: number
  #source: SourceRecord
  #client: UpstreamClient | null = null
  readonly #token: PartnerToken
  #identity = ''
  /** its address is our own: it is neither asked nor sent anything */
  #isSelf = false
  /** ours at the partner, while there is a client */
  #account = ''
  /** what became of the last request of this service; null: it was answered */
  #trouble: UpstreamErrorKind | null = 'unreachable'
  /** on the clock that nobody sets */
  #failedAt = -Infinity
  #check: PartnerCheck | null = null
  readonly #pause: PartnerPause
  /** how many requests ended how since the start, each try counted */
  readonly ends = new Map<UpstreamErrorKind | 'answered', number>()

  constructor(source: SourceRecord, services: LinkServices) {
    this.#with = services
    this.id = source.id
    this.#pause = new PartnerPause(source.id, services)
    this.#token = new PartnerToken(services)
    this.#source = source
    this.reload(source)
  }

  /** The partner as it is stored. */
  get source(): SourceRecord {
    return this.#source
  }

  get url(): string {
    return this.#source.url ?? ''
  }

  /** The ids that its products and families have here; null before its first sync. */
  get block(): Block | null {
    return this.#source.block
  }

  /**
   * Its client; null while its token is missing or cannot be opened, or its address is our own. Where the key of the token
   * is not here, who needs the client has it looked for again.
   */
  get client(): UpstreamClient | null {
    const token = this.#client === null && !this.#isSelf ? this.#token.openAnew() : null
    if (token !== null) {
      this.#begin(token)
      this.#with.events.emit('status')
    }
    return this.#client
  }

  get hasToken(): boolean {
    return this.#token.isThere
  }

  /** Why it cannot even be asked: no token, one that cannot be used, or our own address; null while it can. */
  get problem(): Coded | null {
    if (this.client !== null) return null
    if (this.#isSelf) return { code: 'upstream_is_self', params: { url: this.url } }
    return this.#token.problem ?? NO_TOKEN
  }

  /** Whether its token is there, and another service of the store may have the key that opens it. */
  get isLocked(): boolean {
    return this.client === null && !this.#isSelf && this.#token.isLocked
  }

  /** What the last try in this run to reach it came to; null where none was made, or a later request has found otherwise. */
  get lastCheck(): PartnerCheck | null {
    return this.#check
  }

  /** It answers, takes our token, and may be asked: as any service of the store found last. */
  get online(): boolean {
    return this.trouble === null
  }

  /** Whether it is online and does not work: by the last try to reach it, or by the last request since. */
  get failing(): boolean {
    return this.online && (this.#check?.ok === false || isFailing(this.#trouble))
  }

  /** Whether the last request of this service was answered. */
  get answersHere(): boolean {
    return this.#trouble === null || !AWAY_KINDS.has(this.#trouble)
  }

  /** Until when it asked to be left alone, ISO, where that is longer than anyone waits; null while it may be asked. */
  get pausedUntil(): string | null {
    return this.client === null ? null : this.#pause.until
  }

  /** Why it is not online, while it is not. */
  get trouble(): Trouble | null {
    if (this.client === null) return this.#isSelf ? 'offline' : 'token'
    if (this.pausedUntil !== null) return 'busy'
    const reach = this.#with.reach.of(this.id, this.#account)
    return reach === null ? null : troubleBy(reach ?? 'unreachable')
  }

  /** Without a client. */
  get #unasked(): Away {
    if (this.#isSelf) return 'offline'
    return this.hasToken ? 'token_closed' : 'no_token'
  }

  /** Why a person does not wait for its prices now; null where it is asked. */
  get away(): Away | null {
    if (this.client === null) return this.#unasked
    if (this.pausedUntil !== null) return 'busy'
    return this.worthAsking ? null : awayBy(this.#trouble ?? 'unreachable')
  }

  /** Whether a person should wait for it: not while it is left alone, nor within a retry's time of its last silence. */
  get worthAsking(): boolean {
    return (
      this.client !== null &&
      this.pausedUntil === null &&
      (this.answersHere || performance.now() - this.#failedAt >= this.#with.settings.current.retryMs)
    )
  }

  /** How many requests to it, and steps of its orders, may be under way at once. */
  get concurrency(): number {
    return this.#limits().concurrency
  }

  /** How long an answer is waited for, milliseconds. */
  get timeoutMs(): number {
    return this.#limits().timeoutMs
  }

  /** Ends every request to it: the program ends, or the partner is no longer set. */
  abandon(): void {
    this.#pause.stop()
    this.#client?.abandon()
  }

  /** A person wants it asked now, whatever it asked for: at once here. Resolves once other processes know, too. */
  resume(): Promise<void> {
    const lifted = this.#pause.lift()
    this.#failedAt = -Infinity
    this.#client?.resume()
    return lifted
  }

  /** Tries to reach it, as a person would test it. */
  async check(): Promise<PartnerCheck> {
    const { client } = this
    const { ok, found } = client ? await probe(client) : { ok: false, found: this.problem! }
    const check = { ok, found, at: this.#with.clock.now().toISOString() }
    // Another address or token may have been set meanwhile.
    if (client === this.#client) this.#check = check
    this.#with.events.emit('status')
    return check
  }

  /** Takes over what is stored; the client stays where its address and its token did. @returns whether they did not */
  reload(source: SourceRecord): boolean {
    this.#source = source
    const sealed = this.#with.store.settings.get(tokenKey(this.id))
    const identity = JSON.stringify([source.url, sealed])
    const isSelf = this.#with.own.isAt(this.url)
    const pauseChanged = this.#pause.reload()
    if (identity === this.#identity && isSelf === this.#isSelf) {
      if (pauseChanged) this.#takePause()
      return false
    }
    if (isSelf) this.abandon()
    this.#identity = identity
    this.#isSelf = isSelf
    this.#trouble = 'unreachable'
    this.#failedAt = -Infinity
    this.#check = null
    const token = this.#token.open(sealed, source.name)
    this.#client = null
    if (token === null || isSelf) this.#with.events.emit('partner', this.id)
    else this.#begin(token)
    return true
  }

  /** From now on it can be asked. */
  #begin(token: string): void {
    const account = this.#accountName()
    this.#account = account
    this.#client = new UpstreamClient({
      url: this.url,
      token,
      account,
      block: () => this.block,
      limits: () => this.#with.asking.share(this.id, this.#limits()),
      onEnd: (trouble) => this.#ended(trouble, account),
      onPause: (milliseconds) => this.#pause.begin(milliseconds),
    })
    this.#takePause()
    this.#with.events.emit('partner', this.id)
  }

  /** What another process, or an earlier run, was asked for holds here, too; and so it does where it was lifted. */
  #takePause(): void {
    this.#failedAt = -Infinity
    const { left } = this.#pause
    if (left > 0) this.#client?.pause(left)
    else this.#client?.resume()
  }

  /**
   * Names our account there, which the same token at the same address names again, however often it is sealed. One that
   * was sealed before there were fingerprints goes on under the name by which its orders know it.
   */
  #accountName(): string {
    const { settings } = this.#with.store
    const known = settings.get(fingerprintKey(this.id)) ?? settings.get(tokenKey(this.id))
    const name = JSON.stringify([this.url, known])
    return createHash('sha256').update(name).digest('hex').slice(0, ACCOUNT_LENGTH)
  }

  /** What is asked of it at most: its own limits, else those of the settings; a run's overrides stand above both. */
  #limits() {
    const { settings } = this.#with
    const { upstreamRatePerSecond, upstreamConcurrency, upstreamTimeoutMs } = settings.current
    const { limits } = this.#source
    const own = <T>(name: 'upstreamRatePerSecond' | 'upstreamTimeoutMs', value: T | undefined, general: T) =>
      settings.isOverridden(name) ? general : (value ?? general)
    return {
      rate: own('upstreamRatePerSecond', limits.ratePerSecond, upstreamRatePerSecond),
      concurrency: limits.concurrency ?? upstreamConcurrency,
      timeoutMs: own('upstreamTimeoutMs', limits.timeoutMs, upstreamTimeoutMs),
    }
  }

  #ended(ending: UpstreamErrorKind | null, account: string): void {
    // A refusal is an answer,
    const trouble = ending === 'refused' ? null : ending
    const end = trouble ?? 'answered'
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1)
    const before = this.answersHere
    const [check, failing] = [this.#check, this.failing]
    this.#trouble = trouble
    const answers = this.answersHere
    const isWell = answers && !isFailing(trouble)
    // but what has no API at all answers so, too. One that was told to wait tells nothing of either.
    const isStill = ending === 'refused' && check?.found.code === 'partner_not_api'
    if (trouble === null ? !check?.ok && !isStill : check?.ok && !isWell) this.#check = null
    if (!answers) this.#failedAt = performance.now()
    // What was asked under a token from before tells nothing of the one that is set.
    if (account === this.#account) this.#with.reach.found(this.id, account, answers ? null : trouble)
    if (this.#check !== check || this.failing !== failing) this.#with.events.emit('status')
    if (answers && !before) this.#with.events.emit('online', this.id)
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
