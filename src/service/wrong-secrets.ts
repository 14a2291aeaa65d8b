/**
 * Keys and tokens that are not ours. Each network that shows them is told of in the log, and one that tries many keys has
 * to wait: a person may have chosen a short one. A token cannot be guessed, so who shows a wrong one is only told of.
 */
import { hash } from 'node:crypto'
import type { Clock } from './clock.ts'
import { OF_ADDRESS, countFailure, networkOf, remember, waitOf, type Failures } from './failures.ts'
import type { Logger } from './log.ts'
import { Refusal } from './refusal.ts'

/** A network that goes on is told of again so long after the last time. */
const TOLD_AGAIN_MS = 60_000
/** More than a network shows of one key that was right once, in tabs and tools that nobody has told of the new one. */
const MOST_KNOWN = 16

interface Told {
  /** since the last line of the log */
  tries: number
  readonly at: number
  /** tells what comes after the first one, also where nobody goes on */
  later: NodeJS.Timeout | null
}

export class WrongSecrets {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #failures = new Map<string, Failures>()
  /** hashes of what a network has shown already: a tab that asks again with an old session guesses nothing */
  readonly #shown = new Map<string, Set<string>>()
  /** networks that have shown the right key */
  readonly #homes = new Map<string, true>()
  readonly #told = new Map<string, Told>()

  constructor({ clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#clock = clock
    this.#log = log
  }

  /**
   * Looks at a key, or a session of one. This machine never waits: whoever is on it has other ways, and a page of the web
   * that makes its browser ask would keep the person out. Nor does a network that has shown the right one.
   * @param given what was shown
   * @param address whence it comes
   * @throws Refusal `sign_in_throttled` with the seconds to wait, where the network has shown many that are wrong
   */
  checkKey(given: string, isRight: (given: string) => boolean, address: string): boolean {
    const from = networkOf(address)
    const waits = !isThisMachine(from) && !this.#homes.has(from)
    if (waits) this.#refuseGuesser(from)
    if (isRight(given)) {
      if (waits) remember(this.#homes, from, true)
      return true
    }
    this.#tell('key', address)
    if (waits && this.#isNew(from, hash('sha256', given, 'base64url')))
      countFailure(this.#failures, from, this.#clock.monotonic())
    return false
  }

  #refuseGuesser(from: string): void {
    const wait = waitOf(this.#failures.get(from), OF_ADDRESS, this.#clock.monotonic())
    if (wait > 0) throw new Refusal('sign_in_throttled', { seconds: Math.ceil(wait / 1000) })
  }

  /** A token of the partner API that is none in force. */
  token(address: string): void {
    this.#tell('token', address)
  }

  #isNew(from: string, digest: string): boolean {
    const shown = this.#shown.get(from) ?? new Set()
    if (shown.has(digest)) return false
    if (shown.size < MOST_KNOWN) shown.add(digest)
    remember(this.#shown, from, shown)
    return true
  }

  #tell(what: 'key' | 'token', address: string): void {
    const now = this.#clock.monotonic()
    const who = `${what} ${networkOf(address)}`
    const told = this.#told.get(who)
    if (told && now - told.at < TOLD_AGAIN_MS) {
      told.tries += 1
      told.later ??= setTimeout(() => {
        told.later = null
        this.#write(what, address, told.tries)
        told.tries = 0
      }, TOLD_AGAIN_MS).unref()
      return
    }
    if (told?.later) clearTimeout(told.later)
    remember(this.#told, who, { tries: 0, at: now, later: null })
    this.#write(what, address, (told?.tries ?? 0) + 1)
  }

  #write(what: 'key' | 'token', address: string, tries: number): void {
    const line = { what, ip: address, tries }
    // A tab of yesterday on one's own machine is no news.
    if (isThisMachine(networkOf(address))) this.#log.info(line, 'a wrong secret was shown')
    else this.#log.warn(line, 'a wrong secret was shown')
  }
}

const isThisMachine = (from: string) => from.startsWith('127.') || from === networkOf('::1')
