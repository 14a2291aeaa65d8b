/**
 * Working days by lead-time id. The ids are not the days, and not even in their order: a real partner's ids say
 * nothing about days, so a screen that mixes them up must show it on the demo already.
 */
export const leadTimes: readonly { id: number; jours: number }[] = [
  { id: 7, jours: 1 },
  { id: 4, jours: 2 },
  { id: 12, jours: 3 },
  { id: 5, jours: 4 },
  { id: 2, jours: 5 },
  { id: 9, jours: 6 },
  { id: 14, jours: 7 },
  { id: 3, jours: 8 },
  { id: 11, jours: 10 },
  { id: 8, jours: 12 },
  { id: 6, jours: 15 },
]

export function leadTimeId(days: number): number {
  const found = leadTimes.find(({ jours }) => jours === days)
  if (!found) throw new Error(`no lead time of ${days} days`)
  return found.id
}

/** What each lead time of a product adds, by working days; the main one is the one that adds nothing (''). */
export type Schedule = Readonly<Record<number, string>>

/** Small runs on a digital press. */
export const digital: Schedule = { 1: '55% 900', 2: '28%', 3: '12%', 5: '', 8: '-7%' }
/** Common offset work, ganged on large sheets. */
export const offset: Schedule = { 2: '42%', 3: '22%', 4: '10%', 6: '', 8: '-4%', 12: '-9%' }
/** Offset followed by a slow finish: lamination, foil, die cutting. */
export const finished: Schedule = { 3: '38%', 5: '14%', 7: '', 10: '-6%' }
/** Folding and stitching. */
export const bound: Schedule = { 3: '45%', 5: '18%', 7: '6%', 8: '', 12: '-6%' }
/** Glued, sewn or cased books. */
export const books: Schedule = { 5: '35%', 8: '12%', 10: '', 15: '-8%' }
/** Carbonless sets, numbering, envelopes: machines apart. */
export const stationery: Schedule = { 4: '25%', 6: '10%', 8: '', 12: '-6%' }
/** Wide-format inkjet. */
export const wideFormat: Schedule = { 1: '48% 1200', 2: '22%', 3: '8%', 5: '', 7: '-5%' }
/** Rigid boards, cut on a table. */
export const boards: Schedule = { 2: '35%', 3: '18%', 5: '', 8: '-6%' }
/** Dye sublimation and sewing, textile marking. */
export const textile: Schedule = { 3: '40%', 5: '15%', 7: '', 10: '-5%', 15: '-9%' }
/** Boxes and bags: die, glue, transport. */
export const packaging: Schedule = { 7: '28%', 10: '10%', 12: '', 15: '-5%' }
