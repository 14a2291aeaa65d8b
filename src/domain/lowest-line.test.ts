/** What a price in the list begins at is what the cheapest choices cost, by every line that there is of a small shop. */
import { describe, expect, test } from 'vitest'
import { snapshotOf } from '../testing/catalogue.ts'
import { shop, type Loose } from '../testing/shop.ts'
import { checkDisplayRequest, checkPrintRequest } from './cart-check.ts'
import { SEES_ALL } from './catalogue.ts'
import { FaultList } from './faults.ts'
import { lowestDisplayLine, lowestPrintLine } from './lowest-line.ts'
import { displayTariffPrices, printTariffPrices } from './tariff-prices.ts'

const lowest = (prices: readonly { readonly cents: number | null }[]) =>
  Math.min(...prices.map(({ cents }) => cents ?? Infinity))
const combinations = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>((all, list) => all.flatMap((row) => list.map((one) => [...row, one])), [[]])

describe('of a product', () => {
  const bundle = shop()
  const tariff = bundle.tarifs.print.find(({ produit }: Loose) => produit === 10)!
  tariff.exclusions = []
  // The first paper is the dearest, by a share of the whole.
  tariff.variantes = { 401: { pourcentage: '40' }, 402: { fixe: '300' }, 411: { unitaire: '2' }, 412: {} }
  const snapshot = snapshotOf(bundle)
  const product = snapshot.product(10, SEES_ALL)!
  const price = (line: object) =>
    lowest(printTariffPrices(checkPrintRequest(line, snapshot, SEES_ALL, new FaultList())!))

  test('no other choice is cheaper', () => {
    const line = lowestPrintLine(product, 100, 2000)
    const options = product.produit.options.map(({ variantes }) => variantes.map(({ id }) => id))
    const all = combinations(options.filter((ids) => ids.length > 0)).map((variantes) =>
      price({ ...line, variantes }),
    )
    expect(all.length).toBeGreaterThan(3)
    expect(price(line)).toBe(Math.min(...all))
    expect(line.variantes).not.toContain(401)
  })
})

test('of a family no other element or choice is cheaper', () => {
  const snapshot = snapshotOf()
  for (const { id } of snapshot.families(SEES_ALL)) {
    const family = snapshot.family(id, SEES_ALL)!
    if (!family.tariff) continue
    const { formats, supports, impressions, options } = family.famille
    const line = lowestDisplayLine(family, 10, 5000)
    const ids = (list: readonly { readonly id: number }[]) => list.map((each) => each.id)
    const variants = combinations(options.map(({ variantes }) => ids(variantes)))
    const prices = ids(formats).flatMap((format) =>
      ids(supports).flatMap((support) =>
        ids(impressions).flatMap((impression) =>
          variants.map((variantes) => {
            const one = { ...line, format, support, impression, variantes }
            const checked = checkDisplayRequest(one, snapshot, SEES_ALL, new FaultList())
            return checked ? lowest(displayTariffPrices(checked)) : Infinity
          }),
        ),
      ),
    )
    const found = checkDisplayRequest(line, snapshot, SEES_ALL, new FaultList())!
    expect(lowest(displayTariffPrices(found))).toBeLessThanOrEqual(Math.min(...prices))
  }
})
