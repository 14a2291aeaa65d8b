/** What the load generator is told and what it answers; it runs in a process of its own (programs/load.ts). */
import { Program } from './program.ts'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  /** sent one after the other, each connection beginning at another one */
  readonly requests: readonly Request[]
  /** stops after so many requests, even where there is time left */
  readonly count?: number
}

export interface Load {
  readonly requests: number
  readonly seconds: number
  readonly perSecond: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly bytes: number
  /** answers by status; 0: the connection broke */
  readonly statuses: Readonly<Record<string, number>>
  /** body of the first answer with a status of 400 and above */
  readonly complaint: string | null
}

/** A client in another process: closed loop, keep-alive. */
export class LoadGenerator {
  readonly #program = new Program('load')

  run(options: LoadOptions): Promise<Load> {
    return this.#program.call<Load>(options)
  }

  /** As {@link run}, where any answer that is not expected is a defect of the benchmark or of the service. */
  async expect(status: number, options: LoadOptions): Promise<Load> {
    const load = await this.run(options)
    const others = Object.keys(load.statuses).filter((seen) => Number(seen) !== status)
    if (others.length > 0 || load.requests === 0) {
      throw new Error(
        `expected ${status} alone, got ${JSON.stringify(load.statuses)}: ${load.complaint ?? 'no body'}`,
      )
    }
    return load
  }

  stop(): Promise<void> {
    return this.#program.stop()
  }
}
