/** A catalogue in memory, as the service would compile it from a bundle, and prices in a form that a table can hold. */
import { checkDisplayRequest, checkPrintRequest } from '../domain/cart-check.ts'
import { SEES_ALL, Snapshot, type Visibility } from '../domain/catalogue.ts'
import { completeFamille } from '../domain/display/family.ts'
import { priceDisplay } from '../domain/display/tariff.ts'
import { FaultList } from '../domain/faults.ts'
import { completeProduit } from '../domain/print/product.ts'
import { pricePrint } from '../domain/print/tariff.ts'
import type { LeadTimePrice } from '../domain/tariff.ts'
import { SHOP, type Loose } from './shop.ts'

export function snapshotOf(bundle: Loose = SHOP): Snapshot {
  const entity = (id: number, value: unknown) => ({ id, body: JSON.stringify(value) })
  return new Snapshot({
    version: 1,
    source: 'bundle',
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

export function printPrices(snapshot: Snapshot, line: unknown): Prices {
  const faults = new FaultList()
  const checked = checkPrintRequest(line, snapshot, SEES_ALL, faults)
  if (!checked) throw new Error(`refused: ${faultList(faults.listed).join(', ')}`)
  return shown(pricePrint(checked.product.tariff!, checked.configuration))
}

export function displayPrices(snapshot: Snapshot, line: unknown): Prices {
  const faults = new FaultList()
  const checked = checkDisplayRequest(line, snapshot, SEES_ALL, faults)
  if (!checked) throw new Error(`refused: ${faultList(faults.listed).join(', ')}`)
  const { family, configuration } = checked
  return shown(priceDisplay(family.tariff!, configuration, family.supports.get(configuration.support)))
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
