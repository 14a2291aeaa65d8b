import type { Area } from '../domain/order.ts'
import type { Service } from '../service/service.ts'

/** Orders placed since the start, by area. */
export type Placed = Readonly<Record<Area, number>>

/** Counts them from now on. */
export function placedSince(service: Service): Placed {
  const placed: Record<Area, number> = { print: 0, display: 0 }
  service.events.on('placed', (area) => (placed[area] += 1))
  return placed
}
