/** Takes a partner's catalogue over: read and compared at leisure, then written at once. */
import { Discretion } from '../../upstream/discretion.ts'
import { Store } from '../../store/store.ts'
import { applyLoad, CHANGES_KEPT, prepareLoad, type PreparedLoad } from '../catalogue-load.ts'
import { systemClock } from '../clock.ts'
import { readUpstreamCatalogue, refuseEmptied } from '../upstream-catalogue.ts'
import type { Results, Task } from './protocol.ts'

let prepared: { readonly store: Store; readonly load: PreparedLoad } | null = null

/** Reads the lists, and works out what they change; what was prepared before is dropped. */
export async function prepare(task: Task & { readonly type: 'load' }): Promise<Results['load']> {
  await dropPrepared()
  const store = await Store.open(task.at)
  try {
    const { sourceId, samePartner } = task
    const { catalogue, refused } = await readUpstreamCatalogue(
      task.products,
      task.families,
      new Discretion(task.token),
      {
        sourceId,
        block: (largest) => store.sources.block(sourceId, largest),
        days: task.knownDays,
        before: async (table, ids) => (samePartner ? store.catalogue.withIds(table, ids) : []),
      },
    )
    if (samePartner)
      await refuseEmptied(catalogue, (table) => store.catalogue.isEmpty(table, catalogue.block))
    prepared = { store, load: await prepareLoad(store, systemClock, catalogue, CHANGES_KEPT) }
    return { refused }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Writes what was prepared. @throws Error where nothing was */
export async function apply(): Promise<Results['apply']> {
  if (!prepared) throw new Error('no load was prepared')
  try {
    const { version, changed, changes } = await applyLoad(prepared.store, prepared.load)
    return { version, changed, changes: changes.length }
  } finally {
    await dropPrepared()
  }
}

async function dropPrepared(): Promise<void> {
  const dropped = prepared
  prepared = null
  await dropped?.store.close()
}
