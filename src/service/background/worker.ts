/** A background thread: fits price models, takes over catalogues, prints documents, so that the service goes on answering. */
import { parentPort } from 'node:worker_threads'
import { fit, nextRequests, type Estimator } from '../../estimate/index.ts'
import { errorCode, StoreError } from '../../store/errors.ts'
import type { UpgradeListener } from '../../store/upgrade.ts'
import { UnreadableAnswer } from '../../upstream/errors.ts'
import type { Press } from '../documents/press.ts'
import type { Failure, Knowledge, Reply, Request, Results, Task } from './protocol.ts'

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

/** Loaded with the first catalogue: most threads only fit, and start in a third of the time without it. */
const catalogueTask = () => import('./catalogue-task.ts')

/** Loaded with the first document, and kept. */
let press: Promise<Press> | null = null
const startedPress = () => (press ??= import('../documents/press.ts').then(({ Press: made }) => made.start()))

async function perform(task: Task, tell: UpgradeListener): Promise<Results[Task['type']]> {
  switch (task.type) {
    case 'estimate': {
      const model = modelOf(task.knowledge)
      return model
        ? task.configurations.map((configuration) => {
            const lacking = model.lacking(configuration)
            const estimates = lacking.length > 0 ? new Map() : model.estimate(configuration)
            return { lacking, estimates, refused: model.refused(configuration) }
          })
        : 'forgotten'
    }
    case 'plan': {
      const { space, observations, hints } = task.knowledge
      return nextRequests(space, observations, task.count, task.seed, hints)
    }
    case 'load':
      return (await catalogueTask()).prepare(task)
    case 'bundle':
      return (await catalogueTask()).prepareBundle(task)
    case 'workbook':
      return (await import('./workbook-task.ts')).readTariffs(task)
    case 'apply':
      return (await catalogueTask()).apply()
    case 'backup':
    case 'examine':
    case 'survey':
    case 'inspect':
    case 'upgrade':
      return (await import('./store-task.ts')).perform(task, tell)
    case 'print': {
      const press = await startedPress()
      const bytes = await press.print(task.printing)
      return { bytes, spent: press.isSpent }
    }
  }
}

const failed = (id: number, error: unknown): Failure => ({
  id,
  error: error instanceof Error ? error.message : String(error),
  code: errorCode(error),
  params: error instanceof StoreError ? error.params : null,
  problem: error instanceof UnreadableAnswer ? error.problem : null,
})

/** One task after the other, in the order in which they came. */
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, task }: Request) => {
  last = last.then(async () => {
    let reply: Reply
    try {
      const tell: UpgradeListener = (progress) => parentPort?.postMessage({ id, progress } satisfies Reply)
      reply = { id, result: await perform(task, tell) }
    } catch (error) {
      reply = failed(id, error)
    }
    parentPort?.postMessage(reply)
  })
})
