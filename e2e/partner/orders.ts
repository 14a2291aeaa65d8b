/** The partner's order book: in memory, and in a file of one JSON event a line where one is given. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Area, Commande } from './wire.ts'

export interface CommittedOrder {
  area: Area
  /** ISO date. */
  committedAt: string
  order: Commande
  /** The request as it was sent: an order's lines lack what the cart's have. */
  sent: Record<string, unknown>
  /** Which of the partner's tokens it was ordered with, from 0. */
  account: number
}

type Event =
  ({ event: 'order' } & CommittedOrder) | { event: 'status'; id: number; status: string; cents?: number }

function apply(orders: CommittedOrder[], event: Event): void {
  if (event.event === 'order') {
    const { area, committedAt, order, sent, account } = event
    orders.push({ area, committedAt, order, sent, account })
  } else {
    const found = orders.find(({ order }) => order.id === event.id)
    if (!found) return
    found.order.status = event.status
    if (event.cents !== undefined) found.order.prix_fact_ht = event.cents
  }
}

/** What a state file says was committed, in the order of commitment. A last line cut short is left out. */
export function readOrders(file: string): CommittedOrder[] {
  const orders: CommittedOrder[] = []
  if (!existsSync(file)) return orders
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1))
    apply(orders, JSON.parse(line) as Event)
  return orders
}

export interface OrderBook {
  all(): CommittedOrder[]
  nextId(): number
  commit(made: Omit<CommittedOrder, 'committedAt'>): void
  /** @param cents what it comes to from then on */
  setStatus(id: number, status: string, cents?: number): boolean
}

export function openOrders(file?: string): OrderBook {
  const orders = file === undefined ? [] : readOrders(file)
  const record = (event: Event) => {
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(event)}\n`)
    apply(orders, event)
  }
  return {
    all: () => orders,
    nextId: () => Math.max(70_000, ...orders.slice(-1).map(({ order }) => order.id)) + 1,
    commit: (made) => record({ event: 'order', committedAt: new Date().toISOString(), ...made }),
    setStatus: (id, status, cents) => {
      if (!orders.some(({ order }) => order.id === id)) return false
      record({ event: 'status', id, status, ...(cents === undefined ? {} : { cents }) })
      return true
    },
  }
}
