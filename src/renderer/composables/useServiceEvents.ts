/** Follows the service's events for as long as the application is open, and comes back by itself after a break. */
import { onScopeDispose } from 'vue'
import { connection } from '../api/client'
import { useStatus } from '../stores/status'

const RETRY_MS = 3000

export function useServiceEvents(): void {
  const status = useStatus()
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let broken = false

  function receive(event: MessageEvent<string>): void {
    const { type } = JSON.parse(event.data) as { type: keyof typeof status.revisions }
    if (type in status.revisions) status.revisions[type] += 1
    void status.refresh()
  }

  /** After a break anything may have changed: every list loads again. */
  function caughtUp(): void {
    connection.reachable = true
    if (!broken) return
    broken = false
    for (const type of Object.keys(status.revisions) as (keyof typeof status.revisions)[])
      status.revisions[type] += 1
    void status.refresh()
  }

  function open(): void {
    source = new EventSource('/api/events')
    source.onopen = caughtUp
    source.onmessage = receive
    source.onerror = () => {
      broken = true
      source?.close()
      // The answer tells a service that is gone from one that asks for its key.
      void status.refresh()
      timer = setTimeout(open, RETRY_MS)
    }
  }

  void status.refresh()
  open()
  onScopeDispose(() => {
    clearTimeout(timer)
    source?.close()
  })
}
