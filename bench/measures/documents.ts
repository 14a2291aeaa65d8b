import {
  ADDRESS,
  DEMO_BUNDLE,
  demoBundle,
  printLine,
  randomSource,
  withWorkspace,
} from '../harness/fixtures.ts'
import { whole, type Figure, type Measure } from '../harness/figures.ts'
import { KEY, residentMegabytes, RunningService } from '../harness/service.ts'
import { median, quantile, spread } from '../harness/statistics.ts'

const QUOTES = 10
const LINES = 50
const MOST_MS = 400
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

/** PDFs of quotes of 50 lines, each another quote: the first one starts the press. */
export const documents: Measure = {
  name: 'documents',
  run: () =>
    withWorkspace(async (workspace) => {
      const { folder } = workspace.store('quotes', DEMO_BUNDLE)
      const service = await RunningService.start({ folder })
      try {
        const ids = await quotesOf(service)
        const [first, ...others] = ids
        const started = await timeOf(service, `/quotes/${first}/document`)
        const waits: number[] = []
        const floors: number[] = []
        for (const id of others) {
          floors.push(await timeOf(service, `/quotes/${id}`))
          waits.push(await timeOf(service, `/quotes/${id}/document`))
        }
        const middle = median(waits)
        const figure = {
          floor: `${whole(median(floors))} ms to read it`,
          target: `≤ ${MOST_MS} ms`,
          noise: spread(waits),
        }
        const figures: Figure[] = [
          {
            name: `PDF of ${LINES} lines, the first of a service`,
            value: `${whole(started)} ms`,
            target: `≤ ${MOST_MS} ms`,
            ok: null,
          },
          {
            ...figure,
            name: `PDF of ${LINES} lines, another quote each time`,
            value: `${whole(middle)} ms (p95 ${whole(quantile(waits, 0.95))} ms)`,
            ratio: middle / median(floors),
            ok: middle <= MOST_MS,
          },
          {
            name: 'what the service holds with its press',
            value: `${whole(residentMegabytes(service.pid))} MB`,
            target: '',
            ok: null,
          },
        ]
        return figures
      } finally {
        await service.stop()
      }
    }),
}

async function quotesOf(service: RunningService): Promise<number[]> {
  const random = randomSource(5)
  const { produits, tarifs } = demoBundle()
  const priced = produits.filter(({ id }) => tarifs.print.some(({ produit }) => produit === id))
  const ids: number[] = []
  for (let i = 0; i < QUOTES; i++) {
    const lines = Array.from({ length: LINES }, (_, k) => {
      const { delai: _delai, ...line } = printLine(priced[(i * LINES + k) % priced.length]!, random)
      return { area: 'print', line, delai: null }
    })
    const body = JSON.stringify({ reference: `Référence ${i}`, note: 'Merci', address: ADDRESS, lines })
    const made = await fetch(`http://127.0.0.1:${service.port}/api/quotes`, { method: 'POST', headers, body })
    const { id } = (await made.json()) as { id: number }
    await fetch(`http://127.0.0.1:${service.port}/api/quotes/${id}/state`, {
      ...{ method: 'PUT', headers, body: JSON.stringify({ state: 'sent' }) },
    })
    ids.push(id)
  }
  return ids
}

async function timeOf(service: RunningService, path: string): Promise<number> {
  const start = performance.now()
  const answer = await fetch(`http://127.0.0.1:${service.port}/api${path}`, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return performance.now() - start
}
