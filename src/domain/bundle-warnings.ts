/**
 * What a bundle may hold though nobody can order by it (bundle.md names both): it is loaded, and said, with
 * its place and what would mend it.
 */
import type { Bundle } from './bundle.ts'
import { FaultList } from './faults.ts'
import { message, type Locale } from './messages.ts'
import type { ProduitInput } from './print/product.ts'
import { LARGEST_QUANTITY } from './print/line.ts'

export type BundleWarningCode =
  | 'visuals_impossible'
  | 'quantities_impossible'
  | 'quantity_impossible'
  | 'repeated'
  | 'id_negative'
  | 'name_empty'
  | 'more_faults'

export interface BundleWarning {
  readonly path: string
  readonly code: BundleWarningCode
  readonly message: string
}

/** The lists of a product or a family whose entries have an id and a name. */
const LISTS = ['options', 'variantes', 'formats', 'supports', 'impressions', 'finitions', 'decoupes']

/** Every warning of a bundle that has no fault; of very many the first, then how many more. */
export function bundleWarnings(bundle: Bundle, locale: Locale): readonly BundleWarning[] {
  const found = new FaultList<BundleWarning>()
  const warn = (path: string, code: BundleWarningCode, fr: string, en: string) => {
    if (found.full) found.count()
    else found.push({ path, code, message: locale === 'fr' ? fr : en })
  }
  const { produits, familles, delais } = bundle
  for (const [list, entries] of Object.entries({
    delais,
    produits: produits ?? [],
    familles: familles ?? [],
  }))
    for (const [i, entry] of entries.entries()) identityWarnings(entry, `/${list}/${i}`, warn)
  for (const [i, produit] of (produits ?? []).entries()) productWarnings(produit, `/produits/${i}`, warn)
  const { listed, more } = found
  if (more === 0) return listed
  return [
    ...listed,
    { path: '', code: 'more_faults', message: message('more_faults', locale, { count: more }) },
  ]
}

type Warn = (path: string, code: BundleWarningCode, fr: string, en: string) => void

function identityWarnings(entry: Readonly<Record<string, unknown>>, path: string, warn: Warn): void {
  const { id } = entry
  if (typeof id === 'number' && id < 0) {
    warn(
      `${path}/id`,
      'id_negative',
      `l’identifiant ${id} est négatif, aucune adresse ne le nomme : donnez-lui un nombre positif`,
      `id ${id} is negative, no address names it: give it a positive number`,
    )
  }
  for (const field of ['nom', 'nom_complet']) {
    const name = entry[field]
    if (typeof name === 'string' && name.trim() === '')
      warn(`${path}/${field}`, 'name_empty', 'le nom est vide : écrivez-le', 'the name is empty: write it')
  }
  for (const list of LISTS) {
    const entries = entry[list]
    if (!Array.isArray(entries)) continue
    for (const [i, below] of (entries as Record<string, unknown>[]).entries())
      identityWarnings(below, `${path}/${list}/${i}`, warn)
  }
}

function productWarnings(produit: ProduitInput, path: string, warn: Warn): void {
  const { delais, quantites } = produit
  const visuals = { min: produit.nombre_visuels_min ?? 1, max: produit.nombre_visuels_max ?? 1 }
  if (visuals.min > visuals.max || visuals.max < 1) {
    warn(
      `${path}/nombre_visuels_max`,
      'visuals_impossible',
      `de ${visuals.min} à ${visuals.max} visuels, personne ne peut commander : donnez un maximum d’au moins ${Math.max(1, visuals.min)}`,
      `with ${visuals.min} to ${visuals.max} visuals nobody can order: give a maximum of ${Math.max(1, visuals.min)} at least`,
    )
  }
  repetitions(delais ?? [], `${path}/delais`, warn)
  if (quantites.range) rangeWarnings(quantites, `${path}/quantites`, warn)
  else availableWarnings(quantites.available, `${path}/quantites/available`, warn)
}

function rangeWarnings(range: { min?: number | null; max?: number | null }, path: string, warn: Warn): void {
  const min = Math.max(1, range.min ?? 1)
  const max = range.max ?? LARGEST_QUANTITY
  if (min <= max && min <= LARGEST_QUANTITY) return
  warn(
    `${path}/${min > LARGEST_QUANTITY ? 'min' : 'max'}`,
    'quantities_impossible',
    `de ${min} à ${max}, aucune quantité ne peut être commandée : le maximum doit atteindre le minimum, de 1 à ${LARGEST_QUANTITY}`,
    `from ${min} to ${max} no quantity can be ordered: the maximum must reach the minimum, from 1 to ${LARGEST_QUANTITY}`,
  )
}

function availableWarnings(available: readonly number[], path: string, warn: Warn): void {
  if (available.length === 0) {
    warn(
      path,
      'quantities_impossible',
      'aucune quantité n’est proposée : nommez-en, ou retirez le produit',
      'no quantity is offered: name some, or remove the product',
    )
  }
  for (const [i, quantity] of available.entries()) {
    if (quantity >= 1 && quantity <= LARGEST_QUANTITY) continue
    warn(
      `${path}/${i}`,
      'quantity_impossible',
      `personne ne peut commander ${quantity} : une quantité va de 1 à ${LARGEST_QUANTITY}`,
      `nobody can order ${quantity}: a quantity is from 1 to ${LARGEST_QUANTITY}`,
    )
  }
  repetitions(available, path, warn)
}

function repetitions(values: readonly number[], path: string, warn: Warn): void {
  const seen = new Set<number>()
  for (const [i, value] of values.entries()) {
    if (seen.has(value))
      warn(
        `${path}/${i}`,
        'repeated',
        `${value} figure deux fois : gardez-en un`,
        `${value} occurs twice: keep one of them`,
      )
    seen.add(value)
  }
}
