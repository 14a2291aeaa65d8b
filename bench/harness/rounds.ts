import type { Load, LoadGenerator, Request } from './load.ts'
import { median, spread } from './statistics.ts'
import { processorSeconds } from './service.ts'

/** A server under load: the floor or the service. */
export interface Server {
  readonly port: number
  readonly pid: number
  readonly requests: readonly Request[]
  readonly status: number
}

export interface Comparison {
  readonly floor: Side
  readonly subject: Side
  /** median over the rounds of subject / floor, requests a second */
  readonly ratio: number
  /** subject / floor of the 99th percentiles */
  readonly p99Ratio: number
  readonly noise: string
}

interface Side {
  readonly perSecond: number
  readonly p99: number
  /** processor time of the server's process for one request, microseconds */
  readonly microseconds: number
}

export interface RoundOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** Loads the floor and the subject in turns, after a warm-up of each, and compares them round by round. */
export async function compare(
  generator: LoadGenerator,
  floor: Server,
  subject: Server,
  { rounds, seconds, connections }: RoundOptions,
): Promise<Comparison> {
  const measure = async (server: Server) => {
    const { port, requests, status } = server
    const before = processorSeconds(server.pid)
    const load = await generator.expect(status, { port, connections, seconds, requests })
    return { load, microseconds: ((processorSeconds(server.pid) - before) * 1e6) / load.requests }
  }
  await measure(floor)
  await measure(subject)
  const floors: Awaited<ReturnType<typeof measure>>[] = []
  const subjects: typeof floors = []
  for (let round = 0; round < rounds; round++) {
    floors.push(await measure(floor))
    subjects.push(await measure(subject))
  }
  const of = (list: typeof floors, field: keyof Load) => list.map(({ load }) => load[field] as number)
  const side = (list: typeof floors): Side => ({
    perSecond: median(of(list, 'perSecond')),
    p99: median(of(list, 'p99')),
    microseconds: median(list.map((entry) => entry.microseconds)),
  })
  const ratios = subjects.map(({ load }, i) => load.perSecond / floors[i]!.load.perSecond)
  return {
    floor: side(floors),
    subject: side(subjects),
    ratio: median(ratios),
    p99Ratio: median(subjects.map(({ load }, i) => load.p99 / floors[i]!.load.p99)),
    noise: `floor ${spread(of(floors, 'perSecond'))}, ratio ${spread(ratios)}`,
  }
}
