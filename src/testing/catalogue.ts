/** A catalogue in memory, as the service would compile it from a bundle, and prices in a form that a table can hold. */
import { isDeepStrictEqual } from 'node:util'
import { checkDisplayRequest, checkPrintRequest } from '../domain/cart-check.ts'
import { SEES_ALL, Snapshot, type Visibility } from '../domain/catalogue.ts'
import { completeFamille } from '../domain/display/family.ts'
import { priceDisplay, priceDisplayAt } from '../domain/display/tariff.ts'
import { FaultList } from '../domain/faults.ts'
import { completeProduit } from '../domain/print/product.ts'
import { pricePrint, pricePrintAt } from '../domain/print/tariff.ts'
import { BLOCK_SIZES, type Source } from '../domain/source.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import { SHOP, type Loose } from './shop.ts'

/** The shop's own tariffs as the only source. */
export const OWN_SOURCE: Source = {
  id: 1,
  kind: 'tariffs',
  name: '',
  url: null,
  block: { base: 0, size: BLOCK_SIZES[0] },
  removed: false,
}

export function snapshotOf(bundle: Loose = SHOP): Snapshot {
  const entity = (id: number, value: unknown) => ({ id, body: JSON.stringify(value) })
  return new Snapshot({
    version: 1,
    sources: [OWN_SOURCE],
    leadTimes: bundle.delais.map(({ id, jours }: Loose) => ({ id, days: jours })),
    products: (bundle.produits ?? []).map((p: Loose) => entity(p.id, completeProduit(p))),
    families: (bundle.familles ?? []).map((f: Loose) => entity(f.id, completeFamille(f))),
    printTariffs: (bundle.tarifs?.print ?? []).map((t: Loose) => entity(t.produit, t)),
    displayTariffs: (bundle.tarifs?.display ?? []).map((t: Loose) => entity(t.famille, t)),
  })
}

/** Cents by label; where there is no price, the exclusion's own words or the code of the reason. */
export type Prices = Record<string, number | string>

const shown = (prices: readonly LeadTimePrice[]): Prices =>
  Object.fromEntries(
    prices.map(({ leadTime, cents, reason }) => [
      leadTime.label,
      cents ?? reason?.text ?? reason?.code ?? 'nothing said',
    ]),
  )

/** Prices of all lead times together, each of which must be what its lead time alone costs. */
function sameAlone(prices: LeadTimePrice[], alone: (id: number) => LeadTimePrice | undefined) {
  for (const price of prices) {
    if (!isDeepStrictEqual(alone(price.leadTime.id!), price))
      throw new Error(`${price.leadTime.label} alone has another price`)
  }
  return prices
}

export function printPrices(snapshot: Snapshot, line: unknown): Prices {
  const faults = new FaultList()
  const checked = checkPrintRequest(line, snapshot, SEES_ALL, faults)
  if (!checked) throw new Error(`refused: ${faultList(faults.listed).join(', ')}`)
  const { product, configuration } = checked
  return shown(
    sameAlone(pricePrint(product.tariff!, configuration), (id) =>
      pricePrintAt(product.tariff!, configuration, id),
    ),
  )
}

export function displayPrices(snapshot: Snapshot, line: unknown): Prices {
  const faults = new FaultList()
  const checked = checkDisplayRequest(line, snapshot, SEES_ALL, faults)
  if (!checked) throw new Error(`refused: ${faultList(faults.listed).join(', ')}`)
  const { family, configuration } = checked
  const support = family.supports.get(configuration.support)
  return shown(
    sameAlone(priceDisplay(family.tariff!, configuration, support), (id) =>
      priceDisplayAt(family.tariff!, configuration, support, id),
    ),
  )
}

/** Faults as `path code`, in the order found. */
export const faultList = (faults: readonly { path: string; code: string }[]): string[] =>
  faults.map(({ path, code }) => `${path} ${code}`)

export function printFaults(line: unknown, snapshot = snapshotOf(), visibility: Visibility = SEES_ALL) {
  const faults = new FaultList()
  const checked = checkPrintRequest(line, snapshot, visibility, faults)
  if ((checked === null) !== faults.length > 0)
    throw new Error('a line is refused exactly where it has faults')
  return faultList(faults.listed)
}

export function displayFaults(line: unknown, snapshot = snapshotOf(), visibility: Visibility = SEES_ALL) {
  const faults = new FaultList()
  const checked = checkDisplayRequest(line, snapshot, visibility, faults)
  if ((checked === null) !== faults.length > 0)
    throw new Error('a line is refused exactly where it has faults')
  return faultList(faults.listed)
}
