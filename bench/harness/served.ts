import type { Figure, Options } from './figures.ts'
import { fixed, whole } from './figures.ts'
import { FloorServer } from './floor.ts'
import type { LoadGenerator, Request } from './load.ts'
import { compare, type Comparison } from './rounds.ts'
import type { RunningService } from './service.ts'
import { median } from './statistics.ts'

export const CONNECTIONS = 32

/** The answers of a service to some requests, read once: the floor answers bytes of their median size. */
async function answerOf(port: number, requests: readonly Request[], status: number): Promise<Uint8Array> {
  const answers: Uint8Array[] = []
  for (const { method, path, headers, body } of requests) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...headers,
        'Accept-Encoding': 'identity',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      body,
    })
    const bytes = await answer.bytes()
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${Buffer.from(bytes)}`)
    answers.push(bytes)
  }
  const size = median(answers.map((bytes) => bytes.length))
  return answers.find((bytes) => bytes.length >= size)!
}

/** Compares requests to the service with the bare server that answers as much. */
export async function againstFloor(
  generator: LoadGenerator,
  service: RunningService,
  requests: readonly Request[],
  options: Options,
  status = 200,
): Promise<Comparison> {
  const floor = await FloorServer.start({ status, body: await answerOf(service.port, requests, status) })
  try {
    return await compare(
      generator,
      { port: floor.port, pid: floor.pid, requests, status },
      { port: service.port, pid: service.pid, requests, status },
      { ...options, connections: CONNECTIONS },
    )
  } finally {
    await floor.stop()
  }
}

const rate = (side: Comparison['floor']) =>
  `${whole(side.perSecond)}/s (${fixed(side.microseconds, 0)} µs cpu)`

/** The throughput of a comparison as a figure. */
export function throughput(
  name: string,
  { floor, subject, ratio, noise }: Comparison,
  least: number,
): Figure {
  return {
    name,
    value: rate(subject),
    floor: rate(floor),
    ratio,
    target: `≥ ${least}`,
    ok: ratio >= least,
    noise,
  }
}

/** The slowest hundredth of a comparison as a figure. */
export function slowest(name: string, { floor, subject, p99Ratio }: Comparison, most: number): Figure {
  return {
    name: `${name}, p99`,
    value: `${fixed(subject.p99)} ms`,
    floor: `${fixed(floor.p99)} ms`,
    ratio: p99Ratio,
    target: `≤ ${most}`,
    ok: p99Ratio <= most,
  }
}
