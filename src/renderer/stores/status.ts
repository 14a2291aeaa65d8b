/** How the service stands: what the header shows, kept fresh by the service's own events. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { clockIn } from '../../domain/shared/calendar.ts'
import { api, connection } from '../api/client'
import type { Status, SyncState } from '../api/types'
import { i18n } from '../i18n'
import { useReplacement } from './replacement'

export const useStatus = defineStore('status', () => {
  const status = shallowRef<Status | null>(null)
  const sync = shallowRef<SyncState | null>(null)
  /** Counts up whenever the service says that something of that kind changed; lists watch it and load again. */
  const revisions = ref({
    ...{ catalogue: 0, orders: 0, quotes: 0, outbox: 0 },
    ...{ sync: 0, readiness: 0, moved: 0, status: 0, customers: 0, companies: 0, vat: 0 },
    ...{ settings: 0, people: 0 },
  })

  const offline = computed(() => status.value?.online === false)
  const syncing = computed(() => sync.value?.state === 'running')
  const needsAttention = computed(() => status.value?.needsAttention ?? 0)
  const partners = computed(() => status.value?.partners ?? [])
  const vatRegimes = computed(() => status.value?.vatRegimes ?? [])
  const vatRegime = (id: string | null | undefined) => vatRegimes.value.find((each) => each.id === id)
  /** The present, by the clock of the service: days and hours are those that it counts, wherever its screens are. */
  const shopNow = () => (status.value ? clockIn(status.value.timeZone, new Date()) : new Date())
  /** The names of those that cannot be asked until their token is given. */
  const withoutToken = computed(() =>
    partners.value.filter(({ hasToken }) => !hasToken).map(({ name }) => name),
  )
  /** The partner that a source is; undefined of the own tariffs. */
  const partner = (source: number) => partners.value.find(({ id }) => id === source)

  async function refresh(): Promise<void> {
    // Where one fails the other still stands: `connection` has noted the failure, and the banner says it.
    const [now, running] = await Promise.allSettled([api.status(), api.sync()])
    if (now.status === 'fulfilled') {
      const before = status.value?.store ?? now.value.store
      status.value = now.value
      if (now.value.store !== before) useReplacement().begin()
    }
    if (running.status === 'fulfilled') sync.value = running.value
  }

  // What went wrong with a sync is said in words.
  watch(i18n.global.locale, () => void refresh())

  return {
    ...{
      status,
      sync,
      revisions,
      offline,
      syncing,
      needsAttention,
      partners,
      withoutToken,
      partner,
      connection,
    },
    ...{ vatRegimes, vatRegime, shopNow, refresh },
  }
})
