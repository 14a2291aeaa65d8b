/**
 * Orders under every fault at once: clients order at our served API, of the shop's own tariffs and of several partners
 * whose ids overlap, while our process is killed and started again and each partner fails in every way it can; in the
 * end every acknowledged order is in our store, and its part for each partner is once there.
 *
 *     node e2e/upstream/exactly-once.ts SEED [--orders 200] [--clients 8] [--partners 3] [--settle 1000]
 *       [--services 1]
 *
 * Several services share a PostgreSQL store: they stand still, too, for longer than their claims are held, and the
 * database is killed. One partner is one without own tariffs beside it. With a settling time of 0 it must find orders that are there twice.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readOrders } from '../partner/orders.ts'
import { randomFrom, type Random } from '../partner/random.ts'
import type { Comptoir, Json, OutboxEntry } from './comptoir.ts'
import { drawCart, kindOf, pickCart, type Cart } from './exactly-once/carts.ts'
import {
  checkRequests,
  compareWithPartner,
  compareWithUs,
  statusFault,
  type Findings,
  type OurOrder,
  type Placed,
} from './exactly-once/compare.ts'
import { Fleet } from './exactly-once/fleet.ts'
import { count, newReport, type Plan, type Report } from './exactly-once/report.ts'
import { calm, outages, priceMoves, worsen } from './exactly-once/weather.ts'
import {
  add,
  BLOCK,
  learnLeadTimes,
  OWN,
  OWN_BUNDLE,
  startSource,
  type Area,
  type PartnerSource,
} from './sources.ts'

const NAMES = ['Alpha', 'Bravo', 'Charlie', 'Delta']
const AREAS: readonly Area[] = ['print', 'display']
const SHAPE = { products: 6, families: 3 }
const ENVIRONMENT = {
  COMPTOIR_UPSTREAM_RATE: '300',
  COMPTOIR_UPSTREAM_TIMEOUT_MS: '350',
  COMPTOIR_RETRY_MS: '100',
}
const CARTS = 60
const CLIENT_PATIENCE_MS = 240_000
const DRAIN_MS = 180_000
const MOST_PROBLEMS = 60

class Run {
  readonly #plan: Plan
  readonly #random: Random
  readonly #fleet: Fleet
  /** whose folder and command line are used */
  readonly #comptoir: Comptoir
  readonly #acknowledged = new Map<string, number>()
  readonly #report: Report
  readonly #carts: Cart[] = []
  readonly #placed: Cart[] = []
  readonly #tokens: string[] = []
  #sources: PartnerSource[] = []
  #stormy = true

  constructor(plan: Plan) {
    this.#plan = plan
    this.#random = randomFrom(plan.seed, 'exactly once')
    this.#fleet = new Fleet(plan.services, { ...ENVIRONMENT, COMPTOIR_SETTLE_MS: `${plan.settle}` })
    this.#comptoir = this.#fleet.first
    this.#report = newReport(plan)
  }

  async perform(): Promise<Report> {
    const started = performance.now()
    try {
      await this.#start()
      await this.#prepare()
      await worsen(this.#sources, this.#plan)
      const stormy = () => this.#stormy
      await Promise.all([
        this.#orders(),
        this.#kills(),
        this.#person(),
        this.#watch(),
        ...this.#sources.flatMap((source) => [
          outages(source, this.#plan.seed, stormy),
          priceMoves(source, this.#plan.seed, stormy),
        ]),
      ])
      await calm(this.#sources)
      await this.#drain()
      await this.#compare()
    } finally {
      await this.#fleet.end()
      await Promise.all(this.#sources.map(({ partner }) => partner.stop()))
    }
    const { problems } = this.#report
    if (problems.length > MOST_PROBLEMS)
      problems.splice(MOST_PROBLEMS, Infinity, `and ${problems.length - MOST_PROBLEMS} more`)
    this.#report.seconds = Math.round((performance.now() - started) / 1000)
    return this.#report
  }

  /** Where a partner keeps its orders. */
  #stateOf = (name: string) => join(this.#comptoir.folder, `${name}.jsonl`)

  async #start(): Promise<void> {
    const { seed, partners } = this.#plan
    const comptoir = this.#comptoir
    const alone = partners === 1
    await this.#fleet.prepare()
    this.#sources = await Promise.all(
      NAMES.slice(0, partners).map((name, i) =>
        startSource(name, alone ? 0 : (i + 1) * BLOCK, {
          ...SHAPE,
          ...{ seed: seed * 10 + i, token: `jeton-${name}`, state: this.#stateOf(name) },
        }),
      ),
    )
    if (!alone) {
      const bundle = join(comptoir.folder, 'bundle.json')
      writeFileSync(bundle, JSON.stringify(OWN_BUNDLE))
      await comptoir.done(['import', bundle])
    }
    for (const source of this.#sources) await add(comptoir, source, !alone)
    this.#tokens.push(await comptoir.makeToken(), await comptoir.tokenOf('Librairie'))
    await this.#fleet.serve()
    await comptoir.hush()
  }

  /** Draws carts that can be ordered: only what a partner sells at the lead time in question can. */
  async #prepare(): Promise<void> {
    const sources = this.#plan.partners === 1 ? this.#sources : [OWN, ...this.#sources]
    for (const source of this.#sources) await learnLeadTimes(this.#comptoir, source)
    const kinds = AREAS.flatMap((area) => sources.map(({ name }) => `${area} of ${name}`))
    if (sources.length > 1)
      kinds.push('print of several', 'display of several', 'display of several with a lead time')
    const missing = () => kinds.filter((kind) => !this.#carts.some((cart) => kindOf(cart).startsWith(kind)))
    let refused = ''
    for (let tries = 0; tries < 10 * CARTS && (this.#carts.length < CARTS || missing().length > 0); tries++) {
      const area = this.#random.pick(AREAS)
      const cart = drawCart(area, sources, this.#random)
      if (!cart) continue
      const { status, text } = await this.#comptoir.partner('POST', `${area}/panier/`, cart.body)
      if (status === 200) this.#carts.push(cart)
      else refused = `${kindOf(cart)}: ${status} ${text} ${JSON.stringify(cart.body)}`
    }
    for (const kind of missing()) this.#problem(`No cart “${kind}” can be ordered; refused last: ${refused}`)
    if (this.#carts.length === 0) throw new Error(`No cart can be ordered: ${refused}`)
  }

  async #orders(): Promise<void> {
    const { seed, orders, clients } = this.#plan
    for (let index = 0; index < orders; index++)
      this.#placed.push(pickCart(this.#carts, randomFrom(seed, 'order', index)))
    const waiting = [...this.#placed.keys()]
    const client = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#order(next)
    }
    try {
      await Promise.all(Array.from({ length: clients }, client))
      // The storm lasts until nearly all is handed over; what is left has calm.
      const deadline = performance.now() + DRAIN_MS
      for (const source of this.#sources) {
        const nearlyAll = Math.floor(this.#placed.filter(({ parts }) => parts.has(source.name)).length * 0.6)
        while ((await source.partner.orders(nearlyAll)).length < nearlyAll && performance.now() < deadline);
      }
    } finally {
      this.#stormy = false
    }
  }

  /** Orders until it is acknowledged, under the same key each time. */
  async #order(index: number): Promise<void> {
    const random = randomFrom(this.#plan.seed, 'client', index)
    const devis = `CMD-${index}`
    const { area, body } = this.#placed[index]!
    const deadline = performance.now() + CLIENT_PATIENCE_MS
    for (;;) {
      const status = await this.#attempt(area, devis, { ...body, devis }, this.#tokens[index % 2]!)
      // Some tools ask again although they have their answer.
      if (status === 201 && !random.chance(0.1)) return
      if (performance.now() > deadline) {
        this.#problem(`${devis} is not accepted: ${status}`)
        return
      }
      this.#report.retries++
      await wait(random.int(20, 150))
    }
  }

  async #attempt(area: Area, devis: string, body: Json, token: string): Promise<number | string> {
    try {
      const path = `${area}/panier/validate/`
      const headers = { 'idempotency-key': `clef-${devis}`, authorization: `Token ${token}` }
      const { status, body: order, text } = await this.#fleet.partner('POST', path, body, headers)
      if (status === 201) {
        const id = order['id'] as number
        const before = this.#acknowledged.get(devis)
        if (before !== undefined && before !== id)
          this.#problem(`${devis} was acknowledged as ${before} and as ${id}`)
        this.#acknowledged.set(devis, id)
      } else if (status !== 400 && status !== 429 && status < 500)
        this.#problem(`${devis}: ${status} ${text}`)
      // While a partner is away, what it never told cannot be known.
      else if (status === 400 && !/price_unavailable|lead_time_unavailable|upstream/.test(text))
        this.#problem(`${devis}: ${text}`)
      return status
    } catch (error) {
      // The service is down, or went down under the request.
      return String(error)
    }
  }

  /** What befalls our services at random moments. */
  async #kills(): Promise<void> {
    await this.#fleet.suffer(randomFrom(this.#plan.seed, 'kills'), () => this.#stormy, this.#report)
  }

  /** Accepts the new price of what waits for that, while the storm goes on. */
  async #person(): Promise<void> {
    while (this.#stormy) {
      await wait(400)
      const waiting = await this.#waiting().catch(() => [])
      for (const entry of waiting) if (hasMoved(entry)) await this.#decide(entry).catch(() => undefined)
    }
  }

  /** Compares the statuses of orders with what waits of them, where nothing has moved meanwhile. */
  async #watch(): Promise<void> {
    // One that was made during a look may have come and gone between its readings.
    let known = new Set<number>()
    while (this.#stormy) {
      await wait(500)
      try {
        const before = await this.#waiting()
        const ours = await this.#listed()
        const after = new Set((await this.#waiting()).map((entry) => JSON.stringify(entry)))
        const moved = new Set<number>()
        for (const entry of before) if (!after.delete(JSON.stringify(entry))) moved.add(entry.order)
        for (const entry of after) moved.add((JSON.parse(entry) as OutboxEntry).order)
        this.#report.looks++
        const all = [...ours.print, ...ours.display]
        for (const order of all.filter(({ id }) => known.has(id))) {
          const index = Number(order.reference_client.slice('CMD-'.length))
          const fault = !moved.has(order.id) && statusFault(order, this.#placed[index]!, before)
          if (fault) this.#problem(`${order.reference_client}, in the storm: ${fault}`)
        }
        known = new Set(all.map(({ id }) => id))
      } catch (error) {
        // The service is down, or stands still.
        if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error
      }
    }
  }

  async #waiting(): Promise<OutboxEntry[]> {
    const { status, text, body } = await this.#fleet.desk<OutboxEntry[]>('GET', 'outbox')
    // The database is away.
    if (status !== 200) throw new TypeError(text)
    return body
  }

  /** Waits until nothing is on its way any more, deciding like a person what the program leaves to one. */
  async #drain(): Promise<void> {
    const deadline = performance.now() + DRAIN_MS
    for (;;) {
      const waiting = await this.#waiting()
      if (waiting.length === 0) return
      if (performance.now() > deadline) {
        this.#problem(`still waiting: ${JSON.stringify(waiting)}`)
        return
      }
      for (const entry of waiting) if (entry.state !== 'a_transmettre') await this.#decide(entry)
      await wait(50)
    }
  }

  /** What a person does who has the partner's own list before him. */
  async #decide(entry: OutboxEntry): Promise<void> {
    const { partner } = this.#sources.find(({ name }) => name === entry.partner) ?? this.#sources[0]!
    const there = hasMoved(entry)
      ? undefined
      : (await partner.orders()).find(({ order }) => order.reference_client.startsWith(`${entry.devis}-`))
    const decision = there
      ? 'identified'
      : hasMoved(entry)
        ? 'price accepted'
        : `sent again (${entry.lastError?.code})`
    const answer = there
      ? await this.#fleet.desk('POST', `outbox/${entry.id}/resolve`, {
          upstreamId: there.order.id,
        })
      : await this.#fleet.desk('POST', `outbox/${entry.id}/retry`, {
          acceptCents: entry.upstreamCents ?? entry.acceptedCents,
        })
    if (answer.status === 200) count(this.#report.decided, decision)
  }

  /** All orders of both customers, as our served API lists them. */
  async #listed(): Promise<Record<Area, OurOrder[]>> {
    const listed: Record<Area, OurOrder[]> = { print: [], display: [] }
    for (const area of AREAS) {
      for (const token of this.#tokens) {
        const headers = { authorization: `Token ${token}` }
        const { body } = await this.#fleet.partner<OurOrder[]>('GET', `${area}/commande/`, undefined, headers)
        listed[area].push(...body)
      }
    }
    return listed
  }

  async #compare(): Promise<void> {
    const findings: Findings = { lost: 0, double: 0, problems: this.#report.problems }
    const placed = this.#placed.map((cart, index): Placed => {
      const devis = `CMD-${index}`
      return { devis, cart, id: this.#acknowledged.get(devis) ?? null }
    })
    compareWithUs(placed, await this.#listed(), await this.#waiting(), findings)
    await this.#fleet.stop()
    for (const source of this.#sources) {
      const { requests } = await source.partner.requests()
      checkRequests(source, requests, findings)
      for (const { fault, path } of requests) {
        if (fault === null) continue
        count(this.#report.faults, fault)
        if (path.endsWith('/validate/')) count(this.#report.orderFaults, fault)
      }
      await source.partner.stop()
      compareWithPartner(source, placed, readOrders(this.#stateOf(source.name)), findings)
    }
    const { lost, double } = findings
    const transmissions = placed.reduce(
      (sum, { cart }) => sum + this.#sources.filter(({ name }) => cart.parts.has(name)).length,
      0,
    )
    Object.assign(this.#report, { lost, double, transmissions })
    for (const { cart } of placed) count(this.#report.carts, kindOf(cart))
  }

  #problem(text: string): void {
    this.#report.problems.push(text)
  }
}

/** Whether it waits for nothing but that a person accepts another price. */
const hasMoved = ({ state, received, upstreamCents, acceptedCents }: OutboxEntry) =>
  state === 'a_verifier' && received === 'no' && upstreamCents !== null && upstreamCents !== acceptedCents

export function exactlyOnce(plan: Plan): Promise<Report> {
  return new Run(plan).perform()
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      orders: { type: 'string', default: '200' },
      clients: { type: 'string', default: '8' },
      partners: { type: 'string', default: '3' },
      settle: { type: 'string', default: '1000' },
      services: { type: 'string', default: '1' },
    },
  })
  const report = await exactlyOnce({
    seed: Number(positionals[0] ?? '1'),
    orders: Number(values.orders),
    clients: Number(values.clients),
    partners: Number(values.partners),
    settle: Number(values.settle),
    services: Number(values.services),
  })
  console.log(JSON.stringify(report))
  if (report.problems.length > 0) process.exitCode = 1
}
