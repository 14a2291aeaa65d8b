/** The fields that a partner's refusal names, as the screens call them: "Ce champ est obligatoire." alone says nothing. */
import type { Locale } from './message.ts'
import { fold } from './shared/fold.ts'

const NAMES = {
  prenom: { fr: 'Prénom', en: 'First name' },
  nom: { fr: 'Nom', en: 'Name' },
  societe: { fr: 'Société', en: 'Company' },
  adresse1: { fr: 'Adresse', en: 'Address' },
  adresse2: { fr: 'Complément d’adresse', en: 'Address, second line' },
  code_postal: { fr: 'Code postal', en: 'Postal code' },
  ville: { fr: 'Ville', en: 'Town' },
  pays: { fr: 'Pays', en: 'Country' },
  email: { fr: 'E-mail', en: 'E-mail' },
  telephone: { fr: 'Téléphone', en: 'Telephone' },
  instructions: { fr: 'Instructions', en: 'Instructions' },
  adresse_livraison: { fr: 'Adresse de livraison', en: 'Delivery address' },
  devis: { fr: 'Référence', en: 'Reference' },
  label: { fr: 'Référence de la ligne', en: 'Reference of the line' },
  produit: { fr: 'Produit', en: 'Product' },
  variantes: { fr: 'Options', en: 'Options' },
  valeurs: { fr: 'Valeurs', en: 'Values' },
  famille: { fr: 'Famille', en: 'Family' },
  quantites_multiples: { fr: 'Quantité', en: 'Quantity' },
  quantite: { fr: 'Quantité', en: 'Quantity' },
  delai: { fr: 'Délai', en: 'Lead time' },
  format: { fr: 'Format', en: 'Format' },
  support: { fr: 'Support', en: 'Material' },
  impression: { fr: 'Impression', en: 'Printing' },
  finition: { fr: 'Finition', en: 'Finish' },
  decoupe: { fr: 'Découpe', en: 'Cut' },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>
type Named = keyof typeof NAMES

/** A field of an order as the screens call it. */
export const fieldName = (field: Named, locale: Locale): string => NAMES[field][locale]

/** Words are kept on one line, with single blanks. */
const BETWEEN = '\t'
/** What is kept of one that is too long to be read is its words alone. */
const MOST_WORDS = 500

/**
 * @param places of a refusal; `field`: one that has no name here, as the partner calls it, on one line
 * @returns what is kept of the fields that they name; null: they name none
 */
export function fieldsNamed(
  places: readonly { readonly path: string; readonly message: string; readonly field?: string }[],
): string | null {
  const told = places.map(
    ({ path, message, field }) => [field ?? fieldOf(path), message, ...lineOf(path)] as const,
  )
  const length = told.reduce((sum, [, message]) => sum + message.length, 0)
  return length <= MOST_WORDS && told.some(([field]) => field !== '')
    ? told.map((one) => one.join(BETWEEN)).join('\n')
    : null
}

/** The last field of a path that is no place of a list. */
function fieldOf(path: string): string {
  const name = path.split('/').findLast((part) => !/^\d*$/.test(part)) ?? ''
  return Object.hasOwn(NAMES, name) ? name : ''
}

/** Which line of an order a path is of, from 1; nothing: of none. */
function lineOf(path: string): string[] {
  const place = /^\/lignes\/(\d+)/.exec(path)?.[1]
  return place === undefined ? [] : [String(Number(place) + 1)]
}

/** The partner's words, each behind its line and the name of its field, which words that say it themselves do not need. */
export function wordsByField(kept: string, locale: Locale): string {
  const told = kept.split('\n').map((line) => {
    const [first, told, place] = line.split(BETWEEN) as [string, string?, string?]
    const [field, words] = told === undefined ? ['', first] : [first, told]
    const name = Object.hasOwn(NAMES, field) ? fieldName(field as Named, locale) : field
    const isNamed = name === '' || fold(words).includes(fold(name))
    const shown = name === field ? (locale === 'fr' ? `«\u00a0${name}\u00a0»` : `“${name}”`) : name
    const heads = [
      ...(place === undefined ? [] : [`${locale === 'fr' ? 'Ligne' : 'Line'} ${place}`]),
      ...(isNamed ? [] : [shown]),
    ]
    return heads.length === 0 ? words : `${heads.join(', ')}${locale === 'fr' ? '\u00a0: ' : ': '}${words}`
  })
  const apart = locale === 'fr' ? '\u00a0; ' : '; '
  return [...new Set(told)].reduce((all, one) => `${all}${/[.!?]$/.test(all) ? ' ' : apart}${one}`)
}
