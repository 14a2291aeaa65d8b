/** How much of an answer of the partner is read, by what was asked: what is larger is no honest answer. */

const KB = 1024
const MB = KB * KB

export const LIMITS = {
  /** a few lead times with their messages */
  prices: 256 * KB,
  /** an echo of what we sent (1 MB at most), with prices */
  cart: 4 * MB,
  /** words of a refusal: a fault for each line of a cart */
  refusal: MB,
} as const

/** Of a list, over all its pages. */
export interface ListBudget {
  readonly bytes: number
  readonly entries: number
  /** of one entry, in bytes */
  readonly entry: number
  readonly pages: number
  /** of one answer, in time-outs: a large list takes longer than a price */
  readonly patience: number
  /** of all answers together, in milliseconds */
  readonly totalMs: number
}

const LIST_PAGES = 5_000
const LIST_PATIENCE = 20
const LIST_MS = 1_800_000

export const LISTS = {
  /** 10,000 products of 25 KB */
  catalogue: {
    bytes: 256 * MB,
    entries: 100_000,
    entry: 8 * MB,
    pages: LIST_PAGES,
    patience: LIST_PATIENCE,
    totalMs: LIST_MS,
  },
  /** 200,000 orders of 2.5 KB: never held whole */
  orders: {
    bytes: 512 * MB,
    entries: 1_000_000,
    entry: 4 * MB,
    pages: LIST_PAGES,
    patience: LIST_PATIENCE,
    totalMs: LIST_MS,
  },
} as const satisfies Record<string, ListBudget>
