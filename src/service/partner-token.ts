/** A partner's token as it is stored, sealed: opened, or why that cannot be done here. */
import { worded, type Coded } from '../domain/messages.ts'
import type { Store } from '../store/store.ts'
import { isUsableToken } from '../upstream/account.ts'
import type { Logger } from './log.ts'
import { keepOutOfLogs } from './log-secrets.ts'
import { problemOf } from './refusal.ts'
import type { SecretBox } from './secrets.ts'

export interface TokenServices {
  readonly store: Store
  readonly secrets: SecretBox
  readonly log: Logger
}

/** The key is not here, or is another: a person may bring the right one while the service runs. */
const KEY_PROBLEM = /^secret_(key_missing|key_damaged|key_unreadable|other_key|not_shared)$/
/** Of those: of a store of several services theirs may be the key. */
const OTHER_KEY = /^secret_(key_missing|key_damaged|other_key)$/
/** Whoever asks for prices needs the key: it is not looked for with each of them. */
const ANEW_MS = 1_000

export class PartnerToken {
  readonly #with: TokenServices
  #sealed: unknown
  #problem: Coded | null = null
  /** on the clock that nobody sets */
  #triedAt = -Infinity

  constructor(services: TokenServices) {
    this.#with = services
  }

  /** Whether one is stored. */
  get isThere(): boolean {
    return this.#sealed !== undefined
  }

  /** Why it cannot be used; null where it can, or there is none. */
  get problem(): Coded | null {
    return this.#problem
  }

  /** Whether it is there, and some other key opens it: that of another service of the store, perhaps. */
  get isLocked(): boolean {
    return this.#with.store.at.url !== null && this.#lacksKey
  }

  get #lacksKey(): boolean {
    return this.#problem !== null && KEY_PROBLEM.test(this.#problem.code)
  }

  /**
   * A token that cannot be used here leaves the service without this partner, not the shop without its service.
   * @param sealed as it is stored; undefined: there is none
   * @param name the partner's, for the log
   */
  open(sealed: unknown, name: string): string | null {
    this.#sealed = sealed
    const token = this.#open()
    if (this.#problem) {
      const words = worded(this.#problem, 'en')
      this.#with.log.warn({ partner: name, problem: words }, 'a partner’s token cannot be opened')
    }
    return token
  }

  /** Tries again, where it failed for the key alone: that may have been brought meanwhile. */
  openAnew(): string | null {
    if (!this.#lacksKey || performance.now() - this.#triedAt < ANEW_MS) return null
    return this.#open()
  }

  #open(): string | null {
    this.#problem = null
    this.#triedAt = performance.now()
    if (typeof this.#sealed !== 'string') return null
    try {
      const token = this.#with.secrets.open(this.#sealed)
      keepOutOfLogs(token)
      // One that was stored before such were refused.
      if (isUsableToken(token)) return token
      this.#problem = { code: 'upstream_token_invalid' }
    } catch (error) {
      const problem = problemOf(error)
      const isShared = this.#with.store.at.url !== null && OTHER_KEY.test(problem.code)
      this.#problem = isShared ? { ...problem, code: 'secret_not_shared' } : problem
    }
    return null
  }
}
