/**
 * Configurations side by side as the address of their screen says them, each as its own screen would:
 * `/comparer?c=produits/201?choix=51-62&…` (encoded), in their order.
 */
import type { Area } from '../api/types'
import { toldIn, TOLD, type Told } from './configured-address'

export const MOST_COMPARED = 4
const PLACES: Readonly<Record<Area, string>> = { print: 'produits', display: 'familles' }

export interface Compared {
  readonly area: Area
  readonly id: number
  readonly told: Told
}

/** One configuration as a text, always the same for the same one. */
export function comparedText({ area, id, told }: Compared): string {
  const query = new URLSearchParams(
    TOLD.flatMap((name) => (told[name] === undefined ? [] : [[name, told[name]]])),
  )
  return `${PLACES[area]}/${id}?${query.toString()}`
}

/** The configuration that a text says; null of any other text. */
export function comparedOf(text: string): Compared | null {
  const [, place, id = '', query = ''] = /^(produits|familles)\/(\d{1,15})(?:\?(.*))?$/s.exec(text) ?? []
  if (place === undefined) return null
  return {
    area: place === PLACES.print ? 'print' : 'display',
    id: Number(id),
    told: toldIn(Object.fromEntries(new URLSearchParams(query))),
  }
}

/** What a query asks for that is not compared: texts that name no configuration, and how many there are too many. */
export function notComparedIn(query: Readonly<Record<string, unknown>>): {
  unread: string[]
  tooMany: number
} {
  const given = [query['c']].flat().filter((text) => typeof text === 'string' && text !== '') as string[]
  const known = given.flatMap((text) => comparedOf(text) ?? [])
  return {
    unread: given.filter((text) => comparedOf(text) === null),
    tooMany: Math.max(0, new Set(known.map(comparedText)).size - MOST_COMPARED),
  }
}

/** What a query says is compared: each once, no more than fit side by side, as texts. */
export function comparedIn(query: Readonly<Record<string, unknown>>): string[] {
  const given: unknown[] = [query['c']].flat()
  const known = given.flatMap((text) => (typeof text === 'string' ? (comparedOf(text) ?? []) : []))
  return [...new Set(known.map(comparedText))].slice(0, MOST_COMPARED)
}
