/** What was ordered of us beside what came of it: at each partner, and in our own lists. */
import { isDeepStrictEqual } from 'node:util'
import type { RequestEntry } from '../../partner/journal.ts'
import type { CommittedOrder } from '../../partner/orders.ts'
import { ADDRESS, type Json, type OutboxEntry } from '../comptoir.ts'
import { BLOCK, OWN, type Area, type Source } from '../sources.ts'
import type { Cart, Part } from './carts.ts'

/** What a client ordered. */
export interface Placed {
  readonly devis: string
  readonly cart: Cart
  /** the id that we answered; null where no client has had an answer */
  readonly id: number | null
}

/** An order as our served API lists it. */
export interface OurOrder {
  readonly id: number
  readonly status: string
  readonly reference_client: string
  readonly lignes: readonly Json[]
  readonly delai?: number
}

export interface Findings {
  lost: number
  double: number
  readonly problems: string[]
}

/** Every placed order's part for this partner is there once, as its own lines in its own ids; and nothing else is. */
export function compareWithPartner(
  source: Source,
  placed: readonly Placed[],
  committed: readonly CommittedOrder[],
  findings: Findings,
): void {
  const { name } = source
  const { problems } = findings
  const accounted = new Set<CommittedOrder>()
  for (const { devis, cart } of placed) {
    const part = cart.parts.get(name)
    const there = committed.filter(({ order }) => order.reference_client.startsWith(`${devis}-`))
    for (const made of there) accounted.add(made)
    if (!part) {
      if (there.length > 0)
        problems.push(`${devis} has nothing of ${name}, and is there ${there.length} times`)
      continue
    }
    if (there.length === 0) findings.lost++
    if (there.length > 1) findings.double++
    if (there.length !== 1) problems.push(`${devis} is ${there.length} times at ${name}`)
    for (const { area, sent } of there) {
      const fault = area === cart.area ? faultOf(sent, part, source) : `it is in the ${area} area`
      if (fault) problems.push(`${devis} at ${name}: ${fault}`)
    }
  }
  for (const { order } of committed.filter((made) => !accounted.has(made)))
    problems.push(`${order.reference_client} at ${name} was never ordered of us`)
  const references = committed.map(({ order }) => order.reference_client)
  if (new Set(references).size !== references.length) problems.push(`a devis was used twice at ${name}`)
}

/** What is wrong with the request that a partner made an order of; null: nothing. */
function faultOf(sent: Json, part: Part, { leadTimes }: Source): string | null {
  const lines = (sent['lignes'] as Json[]).map((line, i) => {
    // The main lead time may be named, where the customer named none.
    const { delai, ...rest } = withoutDefaults(line)
    return part.lines[i] && !('delai' in part.lines[i]) && leadTimes.has(delai as number) ? rest : line
  })
  const wanted = part.lines.map(withoutDefaults)
  if (!isDeepStrictEqual(lines.map(withoutDefaults), wanted))
    return `the lines are ${JSON.stringify(lines)}, not ${JSON.stringify(wanted)}`
  if (part.delai !== null && sent['delai'] !== part.delai)
    return `the lead time is ${JSON.stringify(sent['delai'])}, not ${part.delai}`
  if ((sent['adresse_livraison'] as Json)['ville'] !== ADDRESS.ville) return 'the address is another'
  return null
}

/** A line without what may as well be missing. */
function withoutDefaults(line: Json): Json {
  const kept = Object.entries(line).filter(
    ([field, value]) =>
      value !== null &&
      !(field === 'verification' && value === false) &&
      !(typeof value === 'object' && Object.keys(value).length === 0),
  )
  return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Every placed order is in our own list once, under the id that was answered, with the lines that it was sent with. */
export function compareWithUs(
  placed: readonly Placed[],
  ours: Readonly<Record<Area, readonly OurOrder[]>>,
  waiting: readonly OutboxEntry[],
  findings: Findings,
): void {
  const { problems } = findings
  for (const { devis, cart, id } of placed) {
    const here = ours[cart.area].filter(({ reference_client: reference }) => reference === devis)
    if (here.length === 0) findings.lost++
    if (here.length > 1) findings.double++
    if (here.length !== 1) problems.push(`${devis} is ${here.length} times in our store`)
    if (id === null) problems.push(`${devis} was never acknowledged`)
    for (const order of here) {
      if (id !== null && order.id !== id)
        problems.push(`${devis} was acknowledged as ${id}, and is ${order.id}`)
      const fault = statusFault(order, cart, waiting)
      if (fault) problems.push(`${devis}: ${fault}`)
      const lines = order.lignes.map((line) => withoutDefaults({ ...line, id: null, delai: null }))
      const wanted = cart.body.lignes.map((line) => withoutDefaults({ ...line, delai: null }))
      if (!isDeepStrictEqual(lines, wanted))
        problems.push(`${devis}: our lines are ${JSON.stringify(lines)}, not ${JSON.stringify(wanted)}`)
    }
  }
}

/** The states of a transmission that is not at its partner, the one furthest behind first. */
const BEHIND = ['refusee', 'a_verifier', 'a_transmettre']

/** What is wrong with the status of an order, from what waits of it; null: nothing. */
export function statusFault(
  { id, status }: OurOrder,
  cart: Cart,
  waiting: readonly OutboxEntry[],
): string | null {
  const states = waiting.filter(({ order }) => order === id).map(({ state }) => state)
  const furthest = BEHIND.find((state) => states.includes(state))
  const own = [...cart.parts.keys()].every((name) => name === OWN.name)
  const right = own
    ? status === 'enregistree'
    : furthest
      ? status === furthest
      : !BEHIND.includes(status) && status !== 'enregistree'
  return right ? null : `it is ${status} while its transmissions wait as ${JSON.stringify(states)}`
}

/** No partner was ever sent one of our ids, or a line of another source. */
export function checkRequests(
  { name }: Source,
  requests: readonly RequestEntry[],
  { problems }: Findings,
): void {
  let faults = 0
  for (const { path, body } of requests) {
    if (body === '') continue
    const strange = strangeIn(JSON.parse(body), name)
    if (strange && ++faults <= 3)
      problems.push(`${path} of ${name} was sent ${strange}: ${body.slice(0, 300)}`)
  }
  if (faults > 3) problems.push(`${faults} requests of ${name} held what is not its own`)
}

function strangeIn(sent: unknown, name: string): string | null {
  if (typeof sent === 'number') return sent >= BLOCK ? `the id ${sent}` : null
  if (typeof sent !== 'object' || sent === null) return null
  for (const [key, value] of Object.entries(sent)) {
    if (key === 'label' && value !== '' && !`${value as string}`.startsWith(`${name} `))
      return `the line ${value as string}`
    const strange = Number(key) >= BLOCK ? `the id ${key}` : strangeIn(value, name)
    if (strange) return strange
  }
  return null
}
