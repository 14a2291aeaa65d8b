/** The order of the catalogue's list, which is also that of what a search finds equally well. */
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import type { CatalogueEntry } from '../api/types'

const alike = new Intl.Collator('fr', { sensitivity: 'base' })

/** By name; of the same name, however it is written, what the shop makes itself before what a partner does. */
export const byName = (a: Named, b: Named): number =>
  alike.compare(a.name, b.name) ||
  Number(a.source !== OWN_TARIFFS) - Number(b.source !== OWN_TARIFFS) ||
  a.name.localeCompare(b.name, 'fr')

type Named = Pick<CatalogueEntry, 'name' | 'source'>
