/** The shop's own catalogue and tariffs, as they are in force, as the bundle that they came of. */
import { BUNDLE_FORMAT, type Bundle } from '../domain/bundle.ts'
import type { CatalogueData, StoredEntity } from '../domain/catalogue.ts'
import type { Famille } from '../domain/display/family.ts'
import type { DisplayTariff } from '../domain/display/tariff.ts'
import { mapDisplayTariff, mapFamily, mapPrintTariff, mapProduct } from '../domain/ids.ts'
import { readableCatalogue } from '../domain/readable-entities.ts'
import type { Produit } from '../domain/print/product.ts'
import type { PrintTariff } from '../domain/print/tariff.ts'
import { isWithin } from '../domain/source.ts'
import { ImpossibleValue } from '../store/errors.ts'
import { OWN_TARIFFS } from '../store/sources.ts'

/**
 * By the shop's own ids; null where it never loaded any. Loaded again, it changes nothing.
 * @throws ImpossibleValue where a part cannot be read: loaded without it, it would be gone
 */
export function presentBundle(data: CatalogueData): Bundle | null {
  const block = data.sources.find(({ id }) => id === OWN_TARIFFS)?.block
  if (!block) return null
  const { unreadable } = readableCatalogue(data)
  for (const table of ['products', 'families'] as const)
    for (const id of unreadable[table]) if (isWithin(id, block)) throw new ImpossibleValue(table, 'body')
  const own = (id: number) => id - block.base
  const of = <T>(stored: readonly StoredEntity[], map: (value: T, of: (id: number) => number) => T): T[] =>
    stored
      .filter(({ id }) => isWithin(id, block))
      .map(({ body }) => JSON.parse(body) as T)
      .map((value) => (block.base === 0 ? value : map(value, own)))
  return {
    format: BUNDLE_FORMAT,
    delais: data.leadTimes.flatMap(({ id, days }) =>
      isWithin(id, block) && days !== null ? [{ id: own(id), jours: days }] : [],
    ),
    produits: of<Produit>(data.products, mapProduct),
    familles: of<Famille>(data.families, mapFamily),
    tarifs: {
      print: of<PrintTariff>(data.printTariffs, mapPrintTariff),
      display: of<DisplayTariff>(data.displayTariffs, mapDisplayTariff),
    },
  }
}
