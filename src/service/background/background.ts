import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StoreError, type StoreErrorCode } from '../../store/errors.ts'
import type { UpgradeListener } from '../../store/upgrade.ts'
import { UpstreamError } from '../../upstream/errors.ts'
import { Refusal } from '../refusal.ts'
import type { Failure, Reply, Results, Task } from './protocol.ts'

interface Pending {
  readonly worker: Worker
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
  readonly onProgress: UpgradeListener | undefined
}

/** The thread's program: the source in a checkout, its built form beside the built program or a folder above. */
function program(): string {
  const here = import.meta.dirname
  const places = [join(here, 'worker.ts'), join(here, 'worker.js'), join(here, '..', 'worker.js')]
  const found = places.find((place) => existsSync(place))
  if (!found) throw new Error(`the background thread's program is missing in ${here}`)
  return found
}

/** Runs tasks in a thread of their own, in order. The thread starts with the first task. */
export class Background {
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | null = null
  #ended = false
  #nextId = 1

  /**
   * @param onProgress is told how far a store is that is upgraded
   * @throws UpstreamError `unreadable` where the partner's answer cannot be read; StoreError; Error with the task's own message and
   *   the code of the system's or of SQLite's; Refusal `stopping` once it was ended
   */
  async run<T extends Task>(task: T, onProgress?: UpgradeListener): Promise<Results[T['type']]> {
    if (this.#ended) throw new Refusal('stopping')
    const worker = (this.#worker ??= this.#start())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { worker, resolve, reject, onProgress })
      worker.postMessage({ id, task }, handedOver(task))
    })
  }

  #start(): Worker {
    const worker = new Worker(program())
    worker.unref()
    worker.on('message', (reply: Reply) => {
      const pending = this.#pending.get(reply.id)
      if ('progress' in reply) {
        pending?.onProgress?.(reply.progress)
        return
      }
      this.#pending.delete(reply.id)
      if ('error' in reply) pending?.reject(thrown(reply))
      else pending?.resolve(reply.result as never)
    })
    const lost = (error: Error) => {
      if (this.#worker === worker) this.#worker = null
      for (const [id, pending] of this.#pending) {
        if (pending.worker !== worker) continue
        this.#pending.delete(id)
        pending.reject(error)
      }
    }
    worker.on('error', lost)
    worker.on('exit', () =>
      lost(this.#ended ? new Refusal('stopping') : new Error('the background thread ended')),
    )
    return worker
  }

  /** Gives up what runs; the next task starts another thread. */
  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = null
    await worker?.terminate()
  }

  /** The same for good: who asks late starts no thread that nobody would end. */
  async end(): Promise<void> {
    this.#ended = true
    await this.stop()
  }
}

/** What a task threw, as whoever asked for it tells failures apart. */
function thrown({ error, code, params, problem }: Failure): Error {
  if (problem) return new UpstreamError('unreadable', problem)
  if (params) return new StoreError(code as StoreErrorCode, params)
  return Object.assign(new Error(error), code !== '' && { code })
}

/** What a task gives away instead of having it copied. */
function handedOver(task: Task): ArrayBuffer[] {
  if (task.type !== 'load') return []
  return [...task.products, ...task.families].flat().map(({ buffer }) => buffer as ArrayBuffer)
}
