/** Passwords as they are kept: scrypt, with a salt of their own and the parameters beside the hash. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { composedPassword } from '../domain/shared/passwords.ts'
import { Refusal } from './refusal.ts'

/** The work of one hash. N is 2 to the power of `ln`. */
export interface PasswordCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** What OWASP asks of scrypt: 128 MiB, and some tenths of a second, for each try. */
export const PASSWORD_COST: PasswordCost = { ln: 17, r: 8, p: 1 }

const SALT_BYTES = 16
const HASH_BYTES = 32
/** A hash takes 128 * N * r bytes and a little more. */
const SPARE_BYTES = 16 * 1024 * 1024
/** They hold memory and a processor each. */
const AT_ONCE = 2
const MOST_WAITING = 32
const BUSY_SECONDS = 2

/** What stands there beyond it was hashed by nothing of ours, and would hold memory and a processor for as long as it likes. */
const MOST = { ln: 20, r: 64, p: 16 }

const STORED = /^scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/

export class Passwords {
  readonly #cost: PasswordCost
  readonly #waiting: (() => void)[] = []
  #running = 0
  /** of no password: it is held against where there is no person, which takes as long */
  readonly #nobody: string

  constructor(cost = PASSWORD_COST) {
    this.#cost = cost
    this.#nobody = stored(cost, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES))
  }

  /** @throws Refusal `sign_in_throttled` where too many wait */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return stored(this.#cost, salt, await this.#derive(password, salt, HASH_BYTES, this.#cost))
  }

  /**
   * Whether a password is the one that was hashed.
   * @param kept null: there is no such person; it takes as long, and is no, as it is for one that cannot be read
   * @throws Refusal `sign_in_throttled` where too many wait
   */
  async is(password: string, kept: string | null): Promise<boolean> {
    const known = kept === null ? null : readHash(kept)
    const { cost, salt, hash } = known ?? readHash(this.#nobody)!
    const given = await this.#derive(password, salt, hash.length, cost)
    return timingSafeEqual(given, hash) && known !== null
  }

  async #derive(password: string, salt: Buffer, bytes: number, { ln, r, p }: PasswordCost): Promise<Buffer> {
    await this.#turn()
    const N = 2 ** ln
    try {
      return await new Promise((resolve, reject) => {
        const options = { N, r, p, maxmem: 128 * N * r + SPARE_BYTES }
        scrypt(composedPassword(password), salt, bytes, options, (error, hash) =>
          error ? reject(error) : resolve(hash),
        )
      })
    } finally {
      // Who waits first has the place, before anyone who comes now.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < AT_ONCE) {
      this.#running += 1
      return
    }
    if (this.#waiting.length >= MOST_WAITING)
      throw new Refusal('sign_in_throttled', { seconds: BUSY_SECONDS })
    await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}

/** @returns null for what cannot be read: no password can be held against it */
export function readHash(kept: string) {
  const [, ln, r, p, salt = '', hash = ''] = STORED.exec(kept) ?? []
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  const isPossible = (['ln', 'r', 'p'] as const).every((key) => cost[key] >= 1 && cost[key] <= MOST[key])
  const read = { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
  return isPossible && read.hash.length === HASH_BYTES ? read : null
}

const stored = ({ ln, r, p }: PasswordCost, salt: Buffer, hash: Buffer) =>
  `scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64')}$${hash.toString('base64')}`
