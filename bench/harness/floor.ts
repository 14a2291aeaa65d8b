import type { HttpFloor } from '../programs/http-floor.ts'
import { Program } from './program.ts'

/** A bare `node:http` server in its own process (programs/http-floor.ts). */
export class FloorServer {
  readonly #program: Program
  readonly port: number

  private constructor(program: Program, port: number) {
    this.#program = program
    this.port = port
  }

  static async start(answer: HttpFloor): Promise<FloorServer> {
    const program = new Program('http-floor')
    return new FloorServer(program, await program.call<number>(answer))
  }

  get pid(): number {
    return this.#program.pid
  }

  stop(): Promise<void> {
    return this.#program.stop()
  }
}
