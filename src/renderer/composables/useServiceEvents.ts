/** Follows the service's events for as long as the application is open, and comes back by itself after a break. */
import { onScopeDispose, watch } from 'vue'
import { api, connection } from '../api/client'
import { useQuote } from '../stores/quote'
import { useQuoteNotes } from '../stores/quote-notes'
import { useSession } from '../stores/session'
import { useStatus } from '../stores/status'

const RETRY_MS = 3000
/** How often a database that is away is asked for: the service writes to see it. */
const STORE_RETRY_MS = 1500

/** What the header says nothing of; of quotes, too, which are told with their versions. */
const BESIDE_STATUS: readonly string[] = ['moved', 'vat', 'customers', 'companies', 'settings', 'people']

/** What the service tells; of quotes, the version that each has now, null where it was deleted. */
interface Told {
  readonly type: keyof ReturnType<typeof useStatus>['revisions'] | 'missed'
  readonly quotes?: readonly (readonly [id: number, version: number | null])[]
}

export function useServiceEvents(): void {
  const status = useStatus()
  const session = useSession()
  const quote = useQuote()
  const notes = useQuoteNotes()
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let broken = false
  let storeTimer: ReturnType<typeof setTimeout> | undefined

  function receive(event: MessageEvent<string>): void {
    const told = JSON.parse(event.data) as Told
    const { type } = told
    // The service itself has not heard of everything.
    if (type === 'missed') {
      broken = true
      return void caughtUp()
    }
    if (type in status.revisions) status.revisions[type] += 1
    if (type === 'quotes') {
      // The header says nothing of quotes, but whether there is something to follow.
      if (status.status?.dashboard === false) void status.refresh()
      for (const [id, version] of told.quotes ?? []) {
        void quote.heard(id, version)
        void notes.heard(id, version)
      }
      return
    }
    if (type === 'companies') void quote.companiesHeard()
    if (!BESIDE_STATUS.includes(type)) void status.refresh()
  }

  /** What happened while nobody listened: after a break anything may have, before the first answer the catalogue. */
  async function caughtUp(): Promise<void> {
    connection.reachable = true
    const { revisions } = status
    const before = status.status?.lastSync
    await status.refresh()
    if (broken) {
      broken = false
      for (const type of Object.keys(revisions) as (keyof typeof revisions)[]) revisions[type] += 1
      if (quote.quote) {
        void quote.heard(quote.quote.id).then(quote.companiesHeard)
        void notes.heard(quote.quote.id)
      }
    } else if (before !== undefined && before !== status.status?.lastSync) {
      revisions.catalogue += 1
    }
  }

  function open(): void {
    clearTimeout(timer)
    source?.close()
    if (connection.signedOut) return
    source = new EventSource('/api/events')
    source.onopen = () => void caughtUp()
    source.onmessage = receive
    source.onerror = () => {
      broken = true
      source?.close()
      // The answer tells a service that is gone from one that asks for its key.
      void status.refresh()
      again()
    }
  }
  function again(): void {
    clearTimeout(timer)
    timer = setTimeout(open, RETRY_MS)
  }
  // Behind a proxy the stream may be of another service, and go on: it is opened anew, to know when all answers again.
  watch(
    () => connection.reachable,
    (reachable) => {
      if (reachable) return
      broken = true
      again()
    },
  )

  /** Lists that were refused are read again, and what happened meanwhile is not known: anything may have. */
  async function storeBack(): Promise<void> {
    if (!(await api.healthy())) return askForStore()
    connection.away = false
    broken = true
    await caughtUp()
  }
  function askForStore(): void {
    clearTimeout(storeTimer)
    storeTimer = setTimeout(() => void storeBack(), STORE_RETRY_MS)
  }
  watch(
    () => connection.away,
    (away) => away && askForStore(),
  )

  void status.refresh()
  open()
  // What changed while nobody was signed in, nobody was told.
  watch(
    () => session.entered,
    () => {
      broken = true
      open()
    },
  )
  onScopeDispose(() => {
    clearTimeout(timer)
    clearTimeout(storeTimer)
    source?.close()
  })
}
