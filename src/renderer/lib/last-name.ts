/** What a product or family that is in the catalogue no more was called last, by the log of the catalogue's changes. */
import { api } from '../api/client'
import type { Area } from '../api/types'

/** Loads that are looked through for the name of what nothing else names. */
const LATEST_LOADS = 50

/** @returns null where no load names it, or none can be read */
export async function loggedName(gone: { readonly area: Area; readonly id: number }): Promise<string | null> {
  const changes = await api.changes(LATEST_LOADS).catch(() => [])
  const entries = changes.flatMap((change) => change.entries)
  return entries.find(({ area, id }) => area === gone.area && id === gone.id)?.name ?? null
}
