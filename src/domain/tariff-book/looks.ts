/** Prices of a grid that are possible and seldom meant: marked for a look before they are kept, and no fault. */
import type { Locale } from '../message.ts'
import { shifted } from './cells.ts'
import { GRID } from './layout.ts'
import type { NamedItem } from './write.ts'

/** A price beyond a million euros is seldom one, in cents. */
const MOST_CENTS = 100_000_000
/** So many of one product or family are told. */
const MOST_LOOKS = 50

/** `zero`: 0 where there was a price; `high`: beyond a million euros; `decimals`: of more decimals than cents have. */
export interface Look {
  /** the grid's entry, by its name */
  readonly name: string
  readonly why: 'zero' | 'high' | 'decimals'
  /** in euros, as a decimal string */
  readonly price: string
  /** in cents: what it was where it is 0, else what it is sold at once it is rounded */
  readonly cents: number
}

/** @param old the same before; absent: it is new */
export function looksOf(now: NamedItem, old: NamedItem | undefined, locale: Locale): Look[] {
  const looks: Look[] = []
  for (const { id, name, lecture, grille } of now.grids) {
    const grid = old?.grids.find((one) => one.id === id)
    const before = new Map(grid?.grille.map(({ quantite, prix }) => [quantite, prix]))
    for (const { quantite, prix } of grille) {
      const was = before.get(quantite)
      if (was === prix) continue
      const [cents, wasCents] = [Number(prix), Number(was ?? 0)]
      const isUnit = lecture === 'unitaire'
      const why =
        cents === 0 && wasCents > 0
          ? 'zero'
          : cents > MOST_CENTS
            ? 'high'
            : // The price of one copy is a part of a sum, which alone is rounded.
              !isUnit && !Number.isInteger(cents)
              ? 'decimals'
              : null
      if (why === null) continue
      looks.push({
        name: [[GRID[locale], name].filter(Boolean).join(' '), quantite].join(', '),
        ...{ why, price: shifted(prix, -2), cents: Math.round(why === 'zero' ? wasCents : cents) },
      })
    }
  }
  return looks.slice(0, MOST_LOOKS)
}
