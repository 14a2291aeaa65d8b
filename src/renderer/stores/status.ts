/** How the service stands: what the header shows, kept fresh by the service's own events. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { api, connection } from '../api/client'
import type { Status, SyncState } from '../api/types'

export const useStatus = defineStore('status', () => {
  const status = shallowRef<Status | null>(null)
  const sync = shallowRef<SyncState | null>(null)
  /** Counts up whenever the service says that something of that kind changed; lists watch it and load again. */
  const revisions = ref({ catalogue: 0, orders: 0, outbox: 0, sync: 0, status: 0 })

  const offline = computed(() => status.value?.online === false)
  const syncing = computed(() => sync.value?.state === 'running')
  const needsAttention = computed(() => status.value?.needsAttention ?? 0)

  async function refresh(): Promise<void> {
    try {
      const [now, running] = await Promise.all([api.status(), api.sync()])
      status.value = now
      sync.value = running
    } catch {
      // `connection` has noted it, and the banner says it: nothing more to show here.
    }
  }

  return { status, sync, revisions, offline, syncing, needsAttention, connection, refresh }
})
