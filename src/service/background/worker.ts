/** The background thread: fits price models and takes over catalogues, so that the service goes on answering. */
import { parentPort } from 'node:worker_threads'
import { fit, nextRequests, type Estimator } from '../../estimate/index.ts'
import { Store } from '../../store/store.ts'
import { applyLoad, CHANGES_KEPT, prepareLoad, type PreparedLoad } from '../catalogue-load.ts'
import { Discretion } from '../../upstream/discretion.ts'
import { UnreadableAnswer } from '../../upstream/errors.ts'
import { systemClock } from '../clock.ts'
import { readUpstreamCatalogue, refuseEmptied } from '../upstream-catalogue.ts'
import type { Knowledge, Reply, Request, Results, Task } from './protocol.ts'

const MODELS_KEPT = 64
const models = new Map<string, Estimator>()

/** The model of a state of knowledge; undefined where it was never told or has been forgotten. */
function modelOf(knowledge: Knowledge | { readonly key: string }): Estimator | undefined {
  let model = models.get(knowledge.key)
  if (!model && 'space' in knowledge) model = fit(knowledge.space, knowledge.observations, knowledge.hints)
  if (!model) return undefined
  // The last used stays longest.
  models.delete(knowledge.key)
  models.set(knowledge.key, model)
  if (models.size > MODELS_KEPT) models.delete(models.keys().next().value!)
  return model
}

async function perform(task: Task): Promise<Results[Task['type']]> {
  switch (task.type) {
    case 'estimate': {
      const model = modelOf(task.knowledge)
      return model
        ? task.configurations.map((configuration) => [...model.estimate(configuration)])
        : 'forgotten'
    }
    case 'plan': {
      const { space, observations, hints } = task.knowledge
      return nextRequests(space, observations, task.count, task.seed, hints)
    }
    case 'load': {
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
    case 'apply': {
      if (!prepared) throw new Error('no load was prepared')
      try {
        const { version, changed, changes } = await applyLoad(prepared.store, prepared.load)
        return { version, changed, changes: changes.length }
      } finally {
        await dropPrepared()
      }
    }
  }
}

let prepared: { readonly store: Store; readonly load: PreparedLoad } | null = null

async function dropPrepared(): Promise<void> {
  const dropped = prepared
  prepared = null
  await dropped?.store.close()
}

/** One task after the other, in the order in which they came. */
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, task }: Request) => {
  last = last.then(async () => {
    let reply: Reply
    try {
      reply = { id, result: await perform(task) }
    } catch (error) {
      const problem = error instanceof UnreadableAnswer ? error.problem : null
      reply = { id, error: error instanceof Error ? error.message : String(error), problem }
    }
    parentPort?.postMessage(reply)
  })
})
