import { join } from 'node:path'
import {
  ADDRESS,
  DEMO_BUNDLE,
  demoBundle,
  printLine,
  randomSource,
  withWorkspace,
} from '../harness/fixtures.ts'
import { fixed, whole, type Figure, type Measure } from '../harness/figures.ts'
import { KEY, residentMegabytes, RunningService } from '../harness/service.ts'
import { timed } from '../harness/timed.ts'

const COPY = join(import.meta.dirname, '..', 'programs', 'copy-quotes.ts')
const QUOTES = 20_000
const MODELS = 20
const LINES = 5
const SAMPLE_MS = 20
const PATHS = [
  '/api/quotes/export?format=xlsx',
  '/api/quotes/export?format=csv',
  '/api/quotes/export/lines?format=xlsx',
  '/api/quotes/export?format=xlsx&search=a',
]
const headers = { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' }

/** Exports of many quotes, and what the service holds and how long others wait meanwhile. */
export const exports: Measure = {
  name: 'exports',
  run: () =>
    withWorkspace(async (workspace) => {
      const { folder } = workspace.store('quotes', DEMO_BUNDLE)
      await models(folder)
      await timed([COPY, folder, String(QUOTES)])
      const service = await RunningService.start({ folder })
      try {
        const figures: Figure[] = []
        for (const path of PATHS) figures.push(await exported(service, path))
        return figures
      } finally {
        await service.stop()
      }
    }),
}

/** Quotes that are sent, of lines of the demo catalogue: what is copied. */
async function models(folder: string): Promise<void> {
  const service = await RunningService.start({ folder })
  const random = randomSource(11)
  const { produits, tarifs } = demoBundle()
  const priced = produits.filter(({ id }) => tarifs.print.some(({ produit }) => produit === id))
  const call = async (method: string, path: string, body: object) => {
    const url = `http://127.0.0.1:${service.port}/api${path}`
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as { id: number }
  }
  for (let i = 0; i < MODELS; i++) {
    const lines = Array.from({ length: LINES }, (_, k) => {
      const { delai: _delai, ...line } = printLine(priced[(i * LINES + k) % priced.length]!, random)
      return { area: 'print', line, delai: null }
    })
    const quote = { reference: `Référence ${i}`, note: 'Merci de votre confiance', address: ADDRESS, lines }
    const { id } = await call('POST', '/quotes', quote)
    await call('PUT', `/quotes/${id}/state`, { state: 'sent' })
  }
  await service.stop()
}

async function exported(service: RunningService, path: string): Promise<Figure> {
  // A first reading warms up: what is compared is a second one against what was held before it.
  await readAll(service.port, path)
  const before = residentMegabytes(service.pid)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(service.pid))), SAMPLE_MS)
  const waits: number[] = []
  let running = true
  const others = (async () => {
    while (running) {
      const start = performance.now()
      await (await fetch(`http://127.0.0.1:${service.port}/health`)).text()
      waits.push(performance.now() - start)
    }
  })()
  const start = performance.now()
  const bytes = await readAll(service.port, path)
  const seconds = (performance.now() - start) / 1000
  running = false
  await others
  clearInterval(timer)
  const size = `${fixed(bytes / 1024 / 1024, 1)} MiB in ${fixed(seconds, 1)} s`
  return {
    name: `${path}, ${whole(QUOTES)} quotes of ${LINES} lines, ${size}, others wait ${whole(Math.max(...waits))} ms at most`,
    value: `peak ${fixed(peak, 0)} MB, ${fixed(before, 0)} MB before`,
    // Shown alone: V8 lets its heap grow long before it must, also where little of it is in use.
    target: 'flat',
    ok: null,
  }
}

async function readAll(port: number, path: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  return bytes
}
