/**
 * Claims as leases: a row that its holder renews, and that another takes once it has lapsed by the database's clock. A
 * holder that is killed, frozen or cut off loses it by that; it knows so by its own clocks, which count from before it
 * asked, and stop earlier.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Claim, Claimant, Claims } from '../claims.ts'
import { first } from '../work.ts'

/** How long a holder that is not heard of keeps a claim. */
const LEASE_MS = 10_000
const RENEW_MS = 2_500
/** So much earlier its holder stops: clocks run unevenly, and a request takes its time. */
const MARGIN_MS = 2_500

const TAKE = `INSERT INTO leases AS l (name, holder, fence, until)
  VALUES ($1, $2, 1, clock_timestamp() + $3::bigint * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until,
    fence = l.fence + CASE WHEN l.holder = excluded.holder AND l.until > clock_timestamp() THEN 0 ELSE 1 END
  WHERE l.holder = excluded.holder OR l.until <= clock_timestamp()
  RETURNING fence`
const GIVE_BACK = 'UPDATE leases SET until = clock_timestamp() WHERE name = $1 AND holder = $2'
const STANDS = `SELECT 1 FROM leases WHERE name = ? AND holder = ? AND fence = ? AND until > clock_timestamp()`

export interface LeaseTimes {
  readonly leaseMs: number
  readonly renewMs: number
  readonly marginMs: number
}

export class Leases implements Claims {
  readonly #pool: pg.Pool
  readonly #times: LeaseTimes

  constructor(
    pool: pg.Pool,
    times: LeaseTimes = { leaseMs: LEASE_MS, renewMs: RENEW_MS, marginMs: MARGIN_MS },
  ) {
    this.#pool = pool
    this.#times = times
  }

  claim(name: string, claimant: Claimant): () => Promise<void> {
    const lease = new Lease(this.#pool, name, claimant, this.#times)
    return () => lease.end()
  }

  async attempt(name: string): Promise<(() => Promise<void>) | null> {
    let isTaken = false
    const claimant = { taken: () => void (isTaken = true), lost: () => undefined }
    const lease = new Lease(this.#pool, name, claimant, this.#times)
    await lease.asked
    if (isTaken) return () => lease.end()
    await lease.end()
    return null
  }
}

class Lease {
  readonly #pool: pg.Pool
  readonly #name: string
  readonly #claimant: Claimant
  readonly #times: LeaseTimes
  /** of this claim alone: another one of this process is another's */
  readonly #holder = randomUUID()
  #fence: number | null = null
  /** until when it is ours, by two clocks: one stands still while the machine sleeps, the other can be set */
  #until = { monotonic: 0, wall: 0 }
  #timer: NodeJS.Timeout | null = null
  #asking: Promise<void>
  #ended = false

  constructor(pool: pg.Pool, name: string, claimant: Claimant, times: LeaseTimes) {
    this.#pool = pool
    this.#name = name
    this.#claimant = claimant
    this.#times = times
    this.#asking = this.#ask()
  }

  /** The first answer has come. */
  get asked(): Promise<void> {
    return this.#asking
  }

  async end(): Promise<void> {
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#asking
    this.#fence = null
    // Where the database is away it lapses.
    await this.#pool.query(GIVE_BACK, [this.#name, this.#holder]).catch(() => undefined)
  }

  /** Takes the claim where it is free, or renews it. */
  async #ask(): Promise<void> {
    const [monotonic, wall] = [performance.now(), Date.now()]
    const { leaseMs, renewMs, marginMs } = this.#times
    try {
      const values = [this.#name, this.#holder, leaseMs]
      const { rows } = await this.#pool.query<{ fence: number }>(TAKE, values)
      const fence = rows[0]?.fence ?? null
      const held = leaseMs - marginMs
      this.#until = { monotonic: monotonic + held, wall: wall + held }
      this.#become(fence)
    } catch {
      // The database is away: what is held is held until it lapses.
      if (this.#fence !== null && !this.#isInTime()) this.#become(null)
    }
    if (!this.#ended) this.#timer = setTimeout(() => (this.#asking = this.#ask()), renewMs).unref()
  }

  #become(fence: number | null): void {
    if (fence === this.#fence) return
    const before = this.#fence
    this.#fence = fence
    // Taken anew after it had lapsed, another may have had it meanwhile.
    if (before !== null && !this.#ended) this.#claimant.lost()
    if (fence !== null && !this.#ended) this.#claimant.taken(this.#claim(fence))
  }

  #claim(fence: number): Claim {
    const [name, holder] = [this.#name, this.#holder]
    return {
      holds: () => this.#fence === fence && this.#isInTime(),
      *stands() {
        return (yield* first(STANDS, name, holder, fence)) !== undefined
      },
    }
  }

  #isInTime(): boolean {
    const left = this.#until.wall - Date.now()
    // A clock that was set back tells nothing: then it has lapsed.
    const isPlausible = left <= this.#times.leaseMs
    return performance.now() < this.#until.monotonic && left > 0 && isPlausible
  }
}
