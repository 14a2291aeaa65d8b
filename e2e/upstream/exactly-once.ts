/**
 * Orders under every fault at once: clients order at our served API while our process is killed and started again and
 * the partner fails in every way it can; in the end every acknowledged order is in our store and once at the partner.
 *
 *     node e2e/upstream/exactly-once.ts SEED [--orders 200] [--clients 8]
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildCatalogue, type Catalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine, realisticLines } from '../partner/configurations.ts'
import { faultKinds, type FaultKind, type FaultRule } from '../partner/faults.ts'
import { readOrders } from '../partner/orders.ts'
import { randomFrom, type Random } from '../partner/random.ts'
import { ADDRESS, Comptoir, type Json, type OutboxEntry } from './comptoir.ts'

export interface Plan {
  seed: number
  orders: number
  clients: number
}

export interface Report extends Plan {
  seconds: number
  /** how often our process was killed */
  kills: number
  /** faults that the partner's requests suffered, by kind: of all, and of those that order */
  faults: Record<string, number>
  orderFaults: Record<string, number>
  /** times that a client had to ask again */
  retries: number
  /** orders that a person had to decide on, and what was decided */
  decided: Record<string, number>
  /** what went wrong; empty where every order is once at the partner */
  problems: string[]
}

const PRODUCTS = 6
const FAMILIES = 3
const CHAOS = { rate: 0.2, ms: 500 }
/** Beside the chaos, what an order itself suffers: nearly every second one, and mostly what leaves it in doubt. */
const ORDER_FAULTS: readonly FaultKind[] = [
  ...faultKinds.filter((kind) => kind !== '401'),
  'late-commit',
  'late-commit',
  'drop-after-commit',
  'drop-before-commit',
  'delay',
]
const ENVIRONMENT = {
  COMPTOIR_UPSTREAM_RATE: '300',
  COMPTOIR_UPSTREAM_TIMEOUT_MS: '350',
  // Longer than any commit is late.
  COMPTOIR_SETTLE_MS: '1000',
  COMPTOIR_RETRY_MS: '100',
}
const CLIENT_PATIENCE_MS = 240_000
const DRAIN_MS = 120_000

/** Bodies of carts of both areas, without a reference. */
function carts(catalogue: Catalogue, seed: number, random: Random): { area: string; body: Json }[] {
  const print = [...catalogue.products.values()].flatMap((product) =>
    [defaultLine(product), ...realisticLines(catalogue, product, 2, seed)].map((line) => ({
      area: 'print',
      body: { adresse_livraison: ADDRESS, lignes: [line] },
    })),
  )
  const display = [...catalogue.families.values()].map(({ page }) => ({
    area: 'display',
    body: {
      adresse_livraison: ADDRESS,
      lignes: [
        {
          famille: page.id,
          format: page.formats[0]!.id,
          support: page.supports[0]!.id,
          ...(page.impressions[0] && { impression: page.impressions[0].id }),
          quantite: random.int(1, 20),
          variantes: page.options.flatMap(({ variantes }) => variantes.slice(0, 1).map(({ id }) => id)),
        },
      ],
    },
  }))
  return [...print, ...display, ...display]
}

class Run {
  readonly #plan: Plan
  readonly #random: Random
  readonly #comptoir = new Comptoir(ENVIRONMENT)
  readonly #acknowledged = new Map<string, number>()
  readonly #report: Report
  #partner!: RunningPartner
  #carts: { area: string; body: Json }[] = []
  #stormy = true

  constructor(plan: Plan) {
    this.#plan = plan
    this.#random = randomFrom(plan.seed, 'exactly once')
    this.#report = {
      ...plan,
      seconds: 0,
      kills: 0,
      faults: {},
      orderFaults: {},
      retries: 0,
      decided: {},
      problems: [],
    }
  }

  async perform(): Promise<Report> {
    const { seed } = this.#plan
    const started = performance.now()
    const state = join(this.#comptoir.folder, 'partner.jsonl')
    this.#partner = await startPartner({ seed, products: PRODUCTS, families: FAMILIES, state })
    try {
      await this.#prepare()
      await this.#partner.chaos({ seed, ...CHAOS })
      await this.#partner.faults(...this.#orderFaults())
      await Promise.all([this.#orders(), this.#kills(), this.#outages()])
      await this.#partner.chaos(null)
      await this.#partner.clearFaults()
      await this.#partner.offline(0)
      await this.#drain()
      const { requests } = await this.#partner.requests()
      for (const { fault, path } of requests) {
        if (fault === null) continue
        count(this.#report.faults, fault)
        if (path.endsWith('/validate/')) count(this.#report.orderFaults, fault)
      }
      const inStore = await this.#store()
      await this.#comptoir.stop()
      await this.#partner.stop()
      this.#compare(
        inStore,
        readOrders(state).map(({ order }) => order.reference_client),
      )
    } finally {
      await this.#comptoir.end()
      await this.#partner.stop()
    }
    this.#report.seconds = Math.round((performance.now() - started) / 1000)
    return this.#report
  }

  async #prepare(): Promise<void> {
    const { seed } = this.#plan
    const catalogue = buildCatalogue({ seed, products: PRODUCTS, families: FAMILIES })
    await this.#comptoir.setUpstream(this.#partner)
    await this.#comptoir.done(['sync'])
    await this.#comptoir.makeToken()
    await this.#comptoir.serve()
    await this.#comptoir.hush()
    // Only what the partner sells at its main lead time can be ordered.
    for (const cart of carts(catalogue, seed, this.#random)) {
      const { status } = await this.#comptoir.partner('POST', `${cart.area}/panier/`, cart.body)
      if (status === 200) this.#carts.push(cart)
    }
    for (const area of ['print', 'display'])
      if (!this.#carts.some((cart) => cart.area === area))
        throw new Error(`No cart of ${area} can be ordered.`)
  }

  #orderFaults(): FaultRule[] {
    return Array.from({ length: this.#plan.orders }, () => ({
      method: 'POST',
      path: 'panier/validate/$',
      kind: this.#random.pick([...ORDER_FAULTS]),
      after: this.#random.int(0, 1),
      ms: this.#random.int(250, CHAOS.ms),
    }))
  }

  async #orders(): Promise<void> {
    const { orders, clients } = this.#plan
    const waiting = Array.from({ length: orders }, (_, index) => index)
    const client = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await this.#order(next)
    }
    try {
      await Promise.all(Array.from({ length: clients }, client))
      // The storm lasts until nearly all is handed over; what is left has calm.
      const nearlyAll = Math.floor(orders * 0.6)
      const deadline = performance.now() + DRAIN_MS
      while ((await this.#partner.orders(nearlyAll)).length < nearlyAll && performance.now() < deadline);
    } finally {
      this.#stormy = false
    }
  }

  /** Orders until it is acknowledged, under the same key each time. */
  async #order(index: number): Promise<void> {
    const random = randomFrom(this.#plan.seed, 'order', index)
    const devis = `CMD-${index}`
    const { area, body } = random.pick(this.#carts)
    const deadline = performance.now() + CLIENT_PATIENCE_MS
    for (;;) {
      const status = await this.#attempt(area, devis, { ...body, devis })
      // Some tools ask again although they have their answer.
      if (status === 201 && !random.chance(0.1)) return
      if (performance.now() > deadline) throw new Error(`${devis} is not accepted: ${status}`)
      this.#report.retries++
      await wait(random.int(20, 150))
    }
  }

  async #attempt(area: string, devis: string, body: Json): Promise<number | string> {
    try {
      const path = `${area}/panier/validate/`
      const {
        status,
        body: order,
        text,
      } = await this.#comptoir.partner('POST', path, body, {
        'idempotency-key': `clef-${devis}`,
      })
      if (status === 201) {
        const id = order['id'] as number
        const before = this.#acknowledged.get(devis)
        if (before !== undefined && before !== id)
          this.#problem(`${devis} was acknowledged as ${before} and as ${id}`)
        this.#acknowledged.set(devis, id)
      } else if (status !== 400 && status !== 429 && status < 500)
        this.#problem(`${devis}: ${status} ${text}`)
      else if (status === 400 && !text.includes('price_unavailable') && !text.includes('upstream'))
        this.#problem(`${devis}: ${text}`)
      return status
    } catch (error) {
      // The service is down, or went down under the request.
      return String(error)
    }
  }

  /** Kills our process at random moments, and starts it again. */
  async #kills(): Promise<void> {
    while (this.#stormy) {
      await wait(this.#random.int(200, 6_000))
      await this.#comptoir.kill()
      this.#report.kills++
      await this.#comptoir.serve()
    }
  }

  /** The partner is out of reach for a while, now and then. */
  async #outages(): Promise<void> {
    while (this.#stormy) {
      await wait(this.#random.int(3_000, 8_000))
      await this.#partner.offline(this.#random.int(200, 1_000))
    }
  }

  async #waiting(): Promise<OutboxEntry[]> {
    return (await this.#comptoir.desk<OutboxEntry[]>('GET', 'outbox')).body
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
    const committed = await this.#partner.orders()
    const there = committed.find(({ order }) => order.reference_client.startsWith(`${entry.devis}-`))
    const decision = there ? 'identified' : `sent again (${entry.lastError?.message.slice(0, 60)})`
    const answer = there
      ? await this.#comptoir.desk('POST', `outbox/${entry.order}/resolve`, { upstreamId: there.order.id })
      : await this.#comptoir.desk('POST', `outbox/${entry.order}/retry`, {
          acceptCents: entry.upstreamCents ?? entry.acceptedCents,
        })
    if (answer.status === 200) count(this.#report.decided, decision)
  }

  /** References of all orders in our store. */
  async #store(): Promise<string[]> {
    const references: string[] = []
    for (let offset = 0; ; offset += 500) {
      const page = await this.#comptoir.desk<{ reference: string }[]>(
        'GET',
        `orders?limit=500&offset=${offset}`,
      )
      references.push(...page.body.map(({ reference }) => reference))
      if (page.body.length < 500) return references
    }
  }

  #compare(inStore: readonly string[], atPartner: readonly string[]): void {
    const partnerReferences = atPartner.map((devis) => devis.replace(/-[^-]*$/, ''))
    for (let index = 0; index < this.#plan.orders; index++) {
      const devis = `CMD-${index}`
      if (!this.#acknowledged.has(devis)) this.#problem(`${devis} was never acknowledged`)
      for (const [place, references] of [
        ['in our store', inStore],
        ['at the partner', partnerReferences],
      ] as const) {
        const times = references.filter((reference) => reference === devis).length
        if (times !== 1) this.#problem(`${devis} is ${times} times ${place}`)
      }
    }
    if (new Set(atPartner).size !== atPartner.length) this.#problem('a devis was used twice')
    if (atPartner.length !== this.#plan.orders) this.#problem(`${atPartner.length} orders at the partner`)
  }

  #problem(text: string): void {
    this.#report.problems.push(text)
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1
}

export function exactlyOnce(plan: Plan): Promise<Report> {
  return new Run(plan).perform()
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      orders: { type: 'string', default: '200' },
      clients: { type: 'string', default: '8' },
    },
  })
  const report = await exactlyOnce({
    seed: Number(positionals[0] ?? '1'),
    orders: Number(values.orders),
    clients: Number(values.clients),
  })
  console.log(JSON.stringify(report))
  if (report.problems.length > 0) process.exitCode = 1
}
