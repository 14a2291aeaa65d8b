/** What the partner was asked, for tests that look at how a client behaves. */

export interface RequestEntry {
  /** ISO date of arrival. */
  at: string
  method: string
  path: string
  /** Status answered; 0 where none was; null while it is under way. */
  status: number | null
  /** The fault it suffered. */
  fault: string | null
  devis: string | null
  /** What was sent, as a text; "" where nothing was, or a fault kept it from being read. */
  body: string
  /** Which of the partner's tokens it came with, from 0; null for none of them. */
  account: number | null
  /** Milliseconds until the end of the answer. */
  ms: number | null
}

export interface RequestReport {
  total: number
  /** Most requests under way at one time. */
  maxConcurrency: number
  /** Most arrivals within any second. */
  maxPerSecond: number
  requests: RequestEntry[]
}

/** Only the last so many entries are listed; the figures count all. */
const kept = 100_000

export interface Journal {
  arrived(method: string, path: string): { entry: RequestEntry; ended(status: number): void }
  report(): RequestReport
  total(): number
  clear(): void
}

export function createJournal(): Journal {
  let entries: RequestEntry[] = []
  let lastSecond: number[] = []
  let total = 0
  let current = 0
  let maxConcurrency = 0
  let maxPerSecond = 0
  return {
    arrived: (method, path) => {
      const started = performance.now()
      const at = new Date().toISOString()
      const entry: RequestEntry = {
        ...{ at, method, path, body: '' },
        ...{ status: null, fault: null, devis: null, account: null, ms: null },
      }
      entries.push(entry)
      if (entries.length > 2 * kept) entries = entries.slice(-kept)
      total++
      maxConcurrency = Math.max(maxConcurrency, ++current)
      lastSecond = [...lastSecond.filter((time) => time > started - 1000), started]
      maxPerSecond = Math.max(maxPerSecond, lastSecond.length)
      return {
        entry,
        ended: (status) => {
          if (entry.status !== null) return
          entry.status = status
          entry.ms = Math.round(performance.now() - started)
          current--
        },
      }
    },
    report: () => ({ total, maxConcurrency, maxPerSecond, requests: entries.slice(-kept) }),
    total: () => total,
    clear: () => {
      entries = []
      lastSecond = []
      total = 0
      maxConcurrency = current
      maxPerSecond = 0
    },
  }
}
