/** What a source offers, from its own ids to ours: the block of ids that it has or is given (docs/partner-api.md, "Sources"). */
import type { Bundle } from '../domain/bundle.ts'
import type { StoredEntity } from '../domain/catalogue.ts'
import { completeFamille, type Famille } from '../domain/display/family.ts'
import type { DisplayTariff } from '../domain/display/tariff.ts'
import { idsOf, placeOfId, mapDisplayTariff, mapFamily, mapPrintTariff, mapProduct } from '../domain/ids.ts'
import type { LeadTime } from '../domain/lead-times.ts'
import { message, worded, type Locale } from '../domain/messages.ts'
import type { Area } from '../domain/order.ts'
import type { PartnerProblem } from '../domain/partner-problems.ts'
import { completeProduit, type Produit } from '../domain/print/product.ts'
import type { PrintTariff } from '../domain/print/tariff.ts'
import { hasPlaceIn, toOurs, type Block } from '../domain/source.ts'
import type { NewCatalogue } from '../store/catalogue.ts'

/** All that a source offers, by its own ids. */
export interface Offered {
  readonly leadTimes: readonly LeadTime[]
  readonly produits: readonly Produit[]
  readonly familles: readonly Famille[]
  readonly printTariffs: readonly PrintTariff[]
  readonly displayTariffs: readonly DisplayTariff[]
}

/** What a bundle without a fault offers. */
export function offeredBy({ delais, produits, familles, tarifs }: Bundle): Offered {
  return {
    leadTimes: delais.map(({ id, jours }) => ({ id, days: jours })),
    produits: (produits ?? []).map(completeProduit),
    familles: (familles ?? []).map(completeFamille),
    printTariffs: tarifs?.print ?? [],
    displayTariffs: tarifs?.display ?? [],
  }
}

/** A product or family that could not be taken over, and why. Its id is the source's own. */
export interface RefusedItem {
  readonly area: Area
  readonly id: number
  readonly name: string
  readonly problem: PartnerProblem
  /** true: it was taken over, and the partner failed on its prices */
  readonly prices?: true
}

/** Why it was not taken over, in words; of one that was, that its prices are missing. */
export function refusalWords({ problem, prices }: RefusedItem, locale: Locale): string {
  const why = worded(problem, locale)
  return prices ? message('partner_prices_missing', locale, { why }) : why
}

/** A product or family with its tariff, and every id that they name. */
interface Item<T> {
  readonly value: T
  readonly area: Area
  readonly id: number
  readonly name: string
  readonly ids: readonly number[]
  /** the JSON pointer to an id in the product or family itself; undefined where it is in its tariff alone */
  readonly placeOf: (id: number) => string | undefined
}

function productsOf({ produits, printTariffs }: Offered): Item<Produit>[] {
  const tariffs = new Map(printTariffs.map((tariff) => [tariff.produit, tariff]))
  return produits.map((value) => {
    const tariff = tariffs.get(value.id)
    const ids = [...idsOf(value, mapProduct), ...(tariff ? idsOf(tariff, mapPrintTariff) : [])]
    const placeOf = (id: number) => placeOfId(value, mapProduct, id)
    return { value, area: 'print', id: value.id, name: value.nom, ids, placeOf }
  })
}

function familiesOf({ familles, displayTariffs }: Offered): Item<Famille>[] {
  const tariffs = new Map(displayTariffs.map((tariff) => [tariff.famille, tariff]))
  return familles.map((value) => {
    const tariff = tariffs.get(value.id)
    const ids = [...idsOf(value, mapFamily), ...(tariff ? idsOf(tariff, mapDisplayTariff) : [])]
    const placeOf = (id: number) => placeOfId(value, mapFamily, id)
    return { value, area: 'display', id: value.id, name: value.nom_complet, ids, placeOf }
  })
}

/** The largest id that a source uses: its block is given by it. */
export function largestId(offered: Offered): number {
  return Math.max(
    greatest(offered.leadTimes.map(({ id }) => id)),
    greatest(productsOf(offered).map(({ ids }) => greatest(ids))),
    greatest(familiesOf(offered).map(({ ids }) => greatest(ids))),
  )
}

/** What a source offers by our ids; what has an id outside of its block is refused by name, and the rest is taken. */
export function inBlock(
  offered: Offered,
  sourceId: number,
  block: Block,
): { readonly catalogue: NewCatalogue; readonly refused: readonly RefusedItem[] } {
  const refused: RefusedItem[] = []
  const fits = ({ area, id, name, ids, placeOf }: Item<unknown>): boolean => {
    // A first block changes no id.
    const outside = ids.find((found) => found >= block.size || (found < 0 && block.base > 0))
    if (outside === undefined) return true
    const place = placeOf(outside)
    const params = { id: outside, size: block.size, ...(place !== undefined && { place }) }
    const problem = { code: 'partner_id_outside', params } as const
    refused.push({ area, id, name, problem })
    return false
  }
  const produits = productsOf(offered).filter(fits)
  const familles = familiesOf(offered).filter(fits)
  const left = { print: idsTaken(produits), display: idsTaken(familles) }
  const ours = (id: number) => toOurs(id, block)
  // A first block changes no id: nothing need be written anew.
  const entity = <T>(
    id: number,
    value: T,
    map: (value: T, of: (id: number) => number) => T,
  ): StoredEntity => ({
    id: ours(id),
    body: JSON.stringify(block.base === 0 ? value : map(value, ours)),
  })
  const catalogue: NewCatalogue = {
    sourceId,
    block,
    leadTimes: offered.leadTimes
      .filter(({ id }) => hasPlaceIn(id, block))
      .map(({ id, days }) => ({ id: ours(id), days })),
    entities: {
      products: produits.map(({ id, value }) => entity(id, value, mapProduct)),
      families: familles.map(({ id, value }) => entity(id, value, mapFamily)),
      print_tariffs: offered.printTariffs
        .filter(({ produit }) => left.print.has(produit))
        .map((tariff) => entity(tariff.produit, tariff, mapPrintTariff)),
      display_tariffs: offered.displayTariffs
        .filter(({ famille }) => left.display.has(famille))
        .map((tariff) => entity(tariff.famille, tariff, mapDisplayTariff)),
    },
  }
  return { catalogue, refused }
}

const idsTaken = (items: readonly Item<unknown>[]) => new Set(items.map(({ id }) => id))

const greatest = (ids: readonly number[]) => ids.reduce((most, id) => Math.max(most, id), 0)
