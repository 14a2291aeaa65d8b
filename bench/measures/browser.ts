import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright'
import { DEMO_BUNDLE, demoBundle, randomSource, withWorkspace } from '../harness/fixtures.ts'
import { fixed, type Figure, type Measure } from '../harness/figures.ts'
import { Program } from '../harness/program.ts'
import { CLI, KEY, RunningService } from '../harness/service.ts'
import { median, quantile, spread } from '../harness/statistics.ts'

const SYSTEM_BROWSER = '/usr/bin/chromium'
const CLICKS = 60
const PAUSE_MS = 150
const PAINT_TIMEOUT_MS = 3000
const LOADS = 5
const MOST_CLICK_MS = 50
const MOST_PAINT_RATIO = 1.5
const MOST_KILOBYTES = 300
const BUILT = join(import.meta.dirname, '..', '..', 'out', 'renderer')

/** What a person at the screen waits for, in a real browser, and what the browser loads for it. */
export const browser: Measure = {
  name: 'browser',
  run: ({ rounds }) =>
    withWorkspace(async (workspace) => {
      const renderer = CLI.endsWith('.js') ? join(dirname(CLI), '..', 'renderer') : BUILT
      if (!existsSync(join(renderer, 'index.html')))
        throw new Error(`${renderer} is not built: npm run build`)
      const { folder } = workspace.store('store', DEMO_BUNDLE)
      const service = await RunningService.start({ folder })
      const own = process.env['COMPTOIR_BROWSER'] ?? (existsSync(SYSTEM_BROWSER) ? SYSTEM_BROWSER : '')
      const launched = await chromium.launch({
        ...(own ? { executablePath: own } : {}),
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
      })
      try {
        return [
          ...(await clicks(launched, service)),
          await firstPaint(launched, service, rounds * LOADS),
          size(renderer),
        ]
      } finally {
        await launched.close()
        await service.stop()
      }
    }),
}

async function open(launched: Browser, service: RunningService): Promise<Page> {
  const url = `http://127.0.0.1:${service.port}`
  const context = await launched.newContext({ viewport: { width: 1440, height: 900 }, locale: 'fr-FR' })
  const page = await context.newPage()
  await page.goto(`${url}/?key=${KEY}`)
  return page
}

/** From the choice of an option to its prices painted, by the page's own marks. */
async function clicks(launched: Browser, service: RunningService): Promise<Figure[]> {
  const page = await open(launched, service)
  const product = demoBundle().produits.find(
    ({ options, delais }) => options.length === 8 && delais.length === 6,
  )!
  await page.goto(`http://127.0.0.1:${service.port}/#/produits/${product.id}`)
  await page.waitForFunction(() => performance.getEntriesByName('comptoir:prices-painted').length > 0)
  const random = randomSource(9)
  const waits: number[] = []
  const floors: number[] = []
  for (let i = 0; i < CLICKS; i++) {
    await page.waitForTimeout(PAUSE_MS)
    floors.push(await page.evaluate(roundTrip, product.id))
    const choices = page.locator('.choice:not(:has(input:checked))')
    const choice = choices.nth(Math.floor(random() * (await choices.count())))
    await choice.scrollIntoViewIfNeeded()
    await page.evaluate(() => {
      performance.clearMarks('comptoir:option-click')
      performance.clearMarks('comptoir:prices-painted')
    })
    await choice.click()
    // A choice that the tariff or a rule refuses has no prices to wait for.
    const painted = await page
      .waitForFunction(() => performance.getEntriesByName('comptoir:prices-painted').length > 0, undefined, {
        timeout: PAINT_TIMEOUT_MS,
      })
      .catch(() => null)
    if (painted) waits.push(await page.evaluate(between))
  }
  await page.context().close()
  const value = quantile(waits, 0.95)
  return [
    {
      name: `click on an option to its prices painted (${waits.length} clicks)`,
      value: `${fixed(value, 1)} ms p95 (median ${fixed(median(waits), 1)})`,
      floor: `${fixed(quantile(floors, 0.95), 1)} ms p95 (median ${fixed(median(floors), 1)}) request and a frame`,
      target: `≤ ${MOST_CLICK_MS} ms p95`,
      ok: value <= MOST_CLICK_MS,
      noise: `floor ${spread(floors)}`,
    },
  ]
}

function between(): number {
  const at = (name: string) => performance.getEntriesByName(name).at(-1)!.startTime
  return at('comptoir:prices-painted') - at('comptoir:option-click')
}

/** The same request and the frame after it, with nothing else: what the machine takes at this moment. */
async function roundTrip(product: number): Promise<number> {
  const start = performance.now()
  const answer = await fetch('/api/prices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ area: 'print', line: { produit: product, quantites_multiples: [100] } }),
  })
  await answer.json()
  // This function runs in the page: its globals are a browser's, which the benchmark's own types do not know.
  const { requestAnimationFrame } = globalThis as unknown as { requestAnimationFrame(done: () => void): void }
  await new Promise<void>((resolve) => requestAnimationFrame(resolve))
  return performance.now() - start
}

/** First contentful paint of the start page against that of an empty Vue page, each with a cold cache. */
async function firstPaint(launched: Browser, service: RunningService, loads: number): Promise<Figure> {
  const floor = new Program('page-floor')
  const port = await floor.call<number>({})
  const paint = async (page: Page, url: string) => {
    await page.goto(url)
    const at = await page.evaluate(firstContentfulPaint)
    await page.context().close()
    return at
  }
  const floors: number[] = []
  const paints: number[] = []
  for (let i = -1; i < loads; i++) {
    const empty = await paint(await (await launched.newContext()).newPage(), `http://127.0.0.1:${port}/`)
    const start = await paint(await open(launched, service), `http://127.0.0.1:${service.port}/`)
    if (i < 0) continue
    floors.push(empty)
    paints.push(start)
  }
  await floor.stop()
  const ratio = median(paints) / median(floors)
  return {
    name: 'first contentful paint of the start page',
    value: `${fixed(median(paints), 0)} ms`,
    floor: `${fixed(median(floors), 0)} ms empty Vue page`,
    ratio,
    target: `≤ ${MOST_PAINT_RATIO}`,
    ok: ratio <= MOST_PAINT_RATIO,
    noise: `floor ${spread(floors)}, ${spread(paints)}`,
  }
}

function firstContentfulPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const entry = list.getEntriesByName('first-contentful-paint')[0]
      if (entry) resolve(entry.startTime)
    }).observe({ type: 'paint' as never, buffered: true })
  })
}

/** Every file of the screens, each compressed by itself. */
function size(renderer: string): Figure {
  const files = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? files(path) : path.endsWith('.map') ? [] : [path]
    })
  const bytes = files(renderer).reduce(
    (sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length,
    0,
  )
  return {
    name: 'the screens, every file gzipped',
    value: `${fixed(bytes / 1000, 0)} kB`,
    target: `≤ ${MOST_KILOBYTES} kB`,
    ok: bytes <= MOST_KILOBYTES * 1000,
  }
}
