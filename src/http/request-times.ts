import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

/** In seconds: a price takes less than the first, an order on a slow disk or a slow partner's price reaches the last. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const NAME = 'comptoir_http_request_duration_seconds'
const HELP = 'Requests that were answered whole, and how long that took.'
/** The hundreds of a status. */
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** Requests of one route and method that were answered with one class of status. */
class Times {
  /** below each bound and above the one before it; beyond the last */
  readonly counts = new Array<number>(BOUNDS.length + 1).fill(0)
  /** seconds */
  sum = 0

  add(seconds: number): void {
    let i = 0
    while (i < BOUNDS.length && seconds > BOUNDS[i]!) i += 1
    this.counts[i]! += 1
    this.sum += seconds
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/**
 * Counts and times requests by what their path means, never by the path itself: there are as many series as routes.
 * It runs on every request, so each route has a counter of its own that looks nothing up; a library's histogram, which
 * makes a key of its labels each time, was a tenth of a price.
 */
export class RequestTimes {
  readonly #series: { readonly labels: string; readonly times: Times }[] = []

  /** @param app before its routes */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', (route) => {
      route.onResponse = [this.#hook(route), ...[route.onResponse ?? []].flat()]
    })
    const unknown = this.#counter('any', 'none')
    app.addHook('onResponse', (request, reply, done) => {
      if (request.is404) unknown(reply)
      done()
    })
  }

  #hook({ method, url }: RouteOptions): Hook {
    const count = this.#counter(typeof method === 'string' ? method : 'any', url)
    return (_request, reply, done) => {
      count(reply)
      done()
    }
  }

  #counter(method: string, route: string): (reply: FastifyReply) => void {
    const byClass: (Times | undefined)[] = []
    return (reply) => {
      const hundreds = Math.floor(reply.statusCode / 100)
      let times = byClass[hundreds]
      if (times === undefined) {
        times = byClass[hundreds] = new Times()
        const status = CLASSES[hundreds - 1] ?? 'other'
        this.#series.push({ labels: `method="${method}",route="${route}",status="${status}"`, times })
      }
      times.add(reply.elapsedTime / 1000)
    }
  }

  /** A histogram in Prometheus' text form. */
  text(): string {
    const lines = [`# HELP ${NAME} ${HELP}`, `# TYPE ${NAME} histogram`]
    for (const { labels, times } of this.#series) {
      let count = 0
      for (const [i, of] of times.counts.entries()) {
        count += of
        lines.push(`${NAME}_bucket{${labels},le="${BOUNDS[i] ?? '+Inf'}"} ${count}`)
      }
      lines.push(`${NAME}_sum{${labels}} ${times.sum}`, `${NAME}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
