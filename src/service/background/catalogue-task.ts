/** Takes a partner's catalogue over, or the shop's own: read and compared at leisure, then written at once. */
import { bundleFaults, type Bundle } from '../../domain/bundle.ts'
import { bundleWarnings } from '../../domain/bundle-warnings.ts'
import { Discretion } from '../../upstream/discretion.ts'
import { OWN_TARIFFS } from '../../store/sources.ts'
import { Store } from '../../store/store.ts'
import { readBundleBytes } from '../bundle-bytes.ts'
import { applyLoad, CHANGES_KEPT, countsOf, prepareLoad, type PreparedLoad } from '../catalogue-load.ts'
import { systemClock } from '../clock.ts'
import { inBlock, largestId, offeredBy } from '../source-catalogue.ts'
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

/** Reads a bundle, and works out what it changes; what was prepared before is dropped. */
export async function prepareBundle(task: Task & { readonly type: 'bundle' }): Promise<Results['bundle']> {
  await dropPrepared()
  const read = readBundleBytes(task.bytes, task.locale)
  if (!('bundle' in read)) return read
  const faults = bundleFaults(read.bundle, task.locale)
  if (faults.length > 0) return { faults }
  const offered = offeredBy(read.bundle as Bundle)
  const store = await Store.open(task.at)
  try {
    const block = await store.sources.block(OWN_TARIFFS, largestId(offered))
    if (block === null) {
      await store.close()
      return { noIdsLeft: true }
    }
    const { catalogue, refused } = inBlock(offered, OWN_TARIFFS, block)
    prepared = { store, load: await prepareLoad(store, systemClock, catalogue, CHANGES_KEPT) }
    return { refused, warnings: bundleWarnings(read.bundle as Bundle, task.locale) }
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
    return { version, changed, changes: changes.length, counts: countsOf(changes) }
  } finally {
    await dropPrepared()
  }
}

async function dropPrepared(): Promise<void> {
  const dropped = prepared
  prepared = null
  await dropped?.store.close()
}
