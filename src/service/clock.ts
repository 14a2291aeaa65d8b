/** Where the time comes from: tests set their own. */
export interface Clock {
  now(): Date
  /** milliseconds on a clock that nobody sets: what lasts is measured on it */
  monotonic(): number
}

export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now() }
