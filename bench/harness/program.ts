import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const PROGRAMS = join(import.meta.dirname, '..', 'programs')

/** A program of the benchmark in a process of its own, which answers one message at a time. */
export class Program {
  readonly child: ChildProcess

  constructor(name: string, options: { readonly execArgv?: readonly string[] } = {}) {
    this.child = fork(join(PROGRAMS, `${name}.ts`), [], {
      execArgv: [...(options.execArgv ?? [])],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }

  get pid(): number {
    return this.child.pid!
  }

  async call<T>(message: unknown): Promise<T> {
    const ended = new AbortController()
    const dead = once(this.child, 'exit', { signal: ended.signal }).then(
      ([code]) => {
        throw new Error(`a program of the benchmark ended with ${code}`)
      },
      () => undefined,
    )
    this.child.send(message as object)
    const [answer] = (await Promise.race([once(this.child, 'message'), dead])) as [T]
    ended.abort()
    return answer
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    const gone = once(this.child, 'exit')
    this.child.disconnect()
    await gone
  }
}

/** The other side: answers each message with what `work` makes of it; ends when the benchmark lets go. */
export function serveProgram<In>(work: (message: In) => unknown): void {
  process.on('message', (message: In) => {
    Promise.resolve(work(message)).then(
      (answer) => process.send?.(answer as object),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
}
