/** What is wrong at one place of a request, in words (faults.ts has the codes). */
import type { FaultCode } from './faults.ts'
import { englishLabels, figure, type Locale, type Message } from './message.ts'
import { COMPANY_FAULTS } from './company-messages.ts'
import { DOCUMENT_FAULTS } from './document-messages.ts'
import { MAIL_FAULTS } from './mail-messages.ts'
import { ORDER_FAULTS } from './order-messages.ts'
import { PEOPLE_FAULTS } from './people-messages.ts'
import type { FaultParams } from './reasons.ts'
import { UPDATE_FAULTS } from './update-messages.ts'
import { VAT_REGIME_FAULTS } from './vat-regime-messages.ts'

const KINDS: Record<string, { fr: string; en: string }> = {
  format: { fr: 'Le format', en: 'Format' },
  support: { fr: 'Le support', en: 'Support' },
  impression: { fr: 'L’impression', en: 'Printing mode' },
  finition: { fr: 'La finition', en: 'Finish' },
  decoupe: { fr: 'La découpe', en: 'Cut' },
  variante: { fr: 'La variante', en: 'Variant' },
}
const kind = (params: FaultParams, locale: Locale) =>
  KINDS[String(params['kind'])]?.[locale] ?? String(params['kind'])

/** How many, as the language writes it. */
const counted = (value: unknown, locale: Locale) =>
  Number.isFinite(Number(value)) ? Number(value).toLocaleString(locale) : String(value)
/** The quantities beside one that is not offered. @param name of one, and of several */
function nearestIn(value: unknown, locale: Locale, [one, several]: readonly [string, string]): string {
  const all = String(value).split(', ')
  const colon = locale === 'fr' ? ' :' : ':'
  return `${all.length > 1 ? several : one}${colon} ${all.map((each) => counted(each, locale)).join(', ')}`
}

const TYPES: Record<string, { fr: string; en: string }> = {
  object: { fr: 'un objet', en: 'an object' },
  array: { fr: 'une liste', en: 'an array' },
  string: { fr: 'un texte', en: 'a string' },
  integer: { fr: 'un nombre entier', en: 'an integer' },
  number: { fr: 'un nombre', en: 'a number' },
  boolean: { fr: 'vrai ou faux', en: 'true or false' },
  null: { fr: 'null', en: 'null' },
}
const expected = (params: FaultParams, locale: Locale) =>
  String(params['expected'] ?? '')
    .split(' | ')
    .filter((type) => type !== 'null')
    .map((type) => TYPES[type]?.[locale] ?? type)
    .join(locale === 'fr' ? ' ou ' : ' or ')

/** What a line chose: by the name that it had, where that is known, else by its id. */
const chosen = (params: FaultParams, id: 'id' | 'variant', locale: Locale) =>
  params['name'] === undefined
    ? String(params[id])
    : locale === 'fr'
      ? `« ${params['name']} »`
      : `“${params['name']}”`

/** Whether it was chosen while it was there: a choice is known by its name from then alone. */
const isGone = ({ name }: FaultParams) => name !== undefined

/** What is there, but not for the account that it was asked for; null: that is not known. */
function unseen({ account, name }: FaultParams, locale: Locale): string | null {
  if (account === undefined) return null
  return locale === 'fr'
    ? `Le compte « ${account} » n’a pas accès à « ${name} » : donnez-le-lui (Réglages, Comptes et jetons) ou choisissez un autre compte.`
    : `The account “${account}” has no access to “${name}”: give it (Settings, Accounts and tokens) or choose another account.`
}

/** The lead times that there are: by their labels where the one that was chosen is told by its own, else with their ids. */
const offeredIn = ({ name, labels, offered }: FaultParams) => (name === undefined ? offered : labels)

export const FAULT_MESSAGES = {
  field_required: { fr: () => 'Champ obligatoire.', en: () => 'This field is required.' },
  field_type: {
    fr: (p) => `Type incorrect ; attendu : ${expected(p, 'fr')}.`,
    en: (p) => `Wrong type: ${expected(p, 'en')} is expected.`,
  },
  product_unknown: {
    fr: (p) => unseen(p, 'fr') ?? `Le produit ${chosen(p, 'id', 'fr')} n’existe pas ou n’est pas accessible.`,
    en: (p) => unseen(p, 'en') ?? `Product ${chosen(p, 'id', 'en')} does not exist or is not accessible.`,
  },
  family_unknown: {
    fr: (p) => unseen(p, 'fr') ?? `La famille ${chosen(p, 'id', 'fr')} n’existe pas ou n’est pas accessible.`,
    en: (p) => unseen(p, 'en') ?? `Family ${chosen(p, 'id', 'en')} does not exist or is not accessible.`,
  },
  variant_unavailable: {
    fr: (p) =>
      `La variante ${chosen(p, 'variant', 'fr')} ${isGone(p) ? 'n’est plus au catalogue' : 'n’est pas disponible'} pour ce produit.`,
    en: (p) =>
      `Variant ${chosen(p, 'variant', 'en')} is ${isGone(p) ? 'no longer in the catalogue' : 'not available'} for this product.`,
  },
  several_variants_of_option: {
    fr: (p) => `Plusieurs variantes de l’option « ${p['option']} » : une seule est possible.`,
    en: (p) => `Several variants of option “${p['option']}”: only one is possible.`,
  },
  option_in_variants_and_values: {
    fr: (p) => `L’option « ${p['option']} » figure à la fois dans variantes et dans valeurs.`,
    en: (p) => `Option “${p['option']}” is given both in variantes and in valeurs.`,
  },
  value_not_allowed: {
    fr: (p) => `L’option « ${p['option']} » n’accepte pas de valeur libre pour ce produit.`,
    en: (p) => `Option “${p['option']}” takes no free value on this product.`,
  },
  value_invalid: {
    fr(p) {
      if (p['kind'] === 'origin')
        return `« ${p['value']} » n’est pas une origine : écrivez chaque site en entier et sans chemin, comme https://outil.example. « * » n’est pas accepté.`
      if (p['lines'] !== undefined)
        return `Un devis a ${Number(p['lines']).toLocaleString('fr-FR')} lignes au plus.`
      if (p['halved'] !== undefined) return 'Ce texte contient la moitié d’un caractère : retapez-le.'
      if (p['characters'] !== undefined)
        return `Texte trop long : ${Number(p['characters']).toLocaleString('fr-FR')} caractères au plus.`
      if (p['unseenIn'] !== undefined)
        return `« ${p['unseenIn']} » n’est pas un numéro de commande : il est vide, ou tient des caractères qui ne se voient pas.`
      if (p['parameter'] !== undefined) return `Le paramètre ${p['parameter']} doit être ${p['kind']}.`
      return p['kind'] === 'integer'
        ? `« ${p['option']} » demande un nombre entier positif ou nul, écrit comme un texte ("12").`
        : `« ${p['option']} » demande un nombre décimal positif ou nul, écrit comme un texte ("12.5").`
    },
    en(p) {
      if (p['kind'] === 'origin')
        return `“${p['value']}” is no origin: write each site in full and without a path, like https://tool.example. “*” is not accepted.`
      if (p['lines'] !== undefined)
        return `A quote has ${Number(p['lines']).toLocaleString('en')} lines at most.`
      if (p['halved'] !== undefined) return 'This text holds half a character: type it again.'
      if (p['characters'] !== undefined)
        return `Text too long: ${Number(p['characters']).toLocaleString('en')} characters at most.`
      if (p['unseenIn'] !== undefined)
        return `“${p['unseenIn']}” is no order number: it is empty, or holds characters that nobody sees.`
      if (p['parameter'] !== undefined)
        return `Parameter ${p['parameter']} must be ${p['kindEn'] ?? p['kind']}.`
      return p['kind'] === 'integer'
        ? `“${p['option']}” needs a non-negative whole number, written as a string ("12").`
        : `“${p['option']}” needs a non-negative decimal number, written as a string ("12.5").`
    },
  },
  value_required: {
    fr: (p) => `« ${p['option']} » est nécessaire pour calculer la surface.`,
    en: (p) => `“${p['option']}” is needed to compute the area.`,
  },
  quantity_invalid: {
    fr: () => 'La quantité doit être un entier de 1 à 1 000 000 000.',
    en: () => 'The quantity must be a whole number from 1 to 1,000,000,000.',
  },
  quantity_not_offered: {
    fr: (p) =>
      p['nearest'] === ''
        ? 'Aucune quantité n’est proposée pour ce produit.'
        : p['nearest'] !== undefined
          ? `La quantité ${counted(p['quantity'], 'fr')} n’est pas proposée ; ${nearestIn(p['nearest'], 'fr', ['la plus proche', 'les plus proches'])}.`
          : `La quantité ${counted(p['quantity'], 'fr')} est hors des limites : de ${counted(p['min'], 'fr')} à ${counted(p['max'], 'fr')}.`,
    en: (p) =>
      p['nearest'] === ''
        ? 'No quantity is offered of this product.'
        : p['nearest'] !== undefined
          ? `Quantity ${counted(p['quantity'], 'en')} is not offered; ${nearestIn(p['nearest'], 'en', ['the nearest', 'the nearest'])}.`
          : `Quantity ${counted(p['quantity'], 'en')} is out of bounds: from ${counted(p['min'], 'en')} to ${counted(p['max'], 'en')}.`,
  },
  visual_count: {
    fr: (p) => `${p['count']} visuel(s) : ce produit en demande de ${p['min']} à ${p['max']}.`,
    en: (p) => `${p['count']} visual(s): this product takes ${p['min']} to ${p['max']}.`,
  },
  lead_time_unavailable: {
    fr: (p) =>
      `Le délai ${p['name'] ?? p['delai']} n’est pas proposé ${p['item'] === undefined ? 'ici' : `pour « ${p['item']} »`}${offeredIn(p) ? ` : choisissez parmi ${offeredIn(p)}` : ''}.`,
    en: (p) =>
      `Lead time ${englishLabels(p['name'] ?? p['delai'])} is not offered ${p['item'] === undefined ? 'here' : `for “${p['item']}”`}${offeredIn(p) ? `: choose among ${p['name'] === undefined ? p['offered'] : englishLabels(p['labels'])}` : ''}.`,
  },
  not_compatible: {
    fr: (p) =>
      p['missing'] !== undefined
        ? `${kind(p, 'fr')} est nécessaire pour cette famille.`
        : `${kind(p, 'fr')} ${chosen(p, 'id', 'fr')} ${isGone(p) ? 'n’est plus au catalogue pour' : 'n’est pas compatible avec'} cette famille.`,
    en: (p) =>
      p['missing'] !== undefined
        ? `${kind(p, 'en')} is needed for this family.`
        : `${kind(p, 'en')} ${chosen(p, 'id', 'en')} is ${isGone(p) ? 'no longer in the catalogue for' : 'not compatible with'} this family.`,
  },
  price_unavailable: {
    fr: () => 'Pas de prix à ce délai.',
    en: () => 'No price at this lead time.',
  },
  address_required: {
    fr: (p) =>
      p['field'] === 'nom'
        ? 'Le nom ou la société du destinataire est obligatoire.'
        : 'Champ de l’adresse obligatoire.',
    en: (p) =>
      p['field'] === 'nom'
        ? 'The recipient’s name or company is required.'
        : 'This address field is required.',
  },
  shop_address_required: {
    fr: () =>
      'Le retrait au magasin demande l’adresse complète du magasin\u00a0: elle se renseigne dans Réglages → Documents.',
    en: () =>
      'What is collected at the shop needs the shop’s whole address: it is filled in under Settings → Documents.',
  },
  lines_required: {
    fr: (p) =>
      p['outside']
        ? 'Aucune ligne de ce devis n’est comprise dans le total : incluez-en une.'
        : 'Ce devis n’a pas encore de ligne : ajoutez un produit.',
    en: (p) =>
      p['outside']
        ? 'No line of this quote is included in its total: include one.'
        : 'This quote has no line yet: add a product.',
  },
  product_line_required: {
    fr: () => 'Aucun produit n’est compris dans le total de ce devis : il n’y a rien à commander.',
    en: () => 'No product is included in this quote’s total: there is nothing to order.',
  },
  price_estimated: {
    fr: () => 'Un prix estimé ne se commande pas : il faut d’abord un prix ferme.',
    en: () => 'An estimated price cannot be ordered: a firm price is needed first.',
  },
  country_unknown: {
    fr: (p) =>
      p['nearest'] === undefined
        ? 'Pays non reconnu : choisissez-le dans la liste.'
        : `Pays non reconnu. Vouliez-vous dire ${p['nearest']} ?`,
    en: (p) =>
      p['nearestEn'] === undefined
        ? 'Unknown country: choose it in the list.'
        : `Unknown country. Did you mean ${p['nearestEn']}?`,
  },
  postal_code_invalid: {
    fr: () => 'Un code postal français a cinq chiffres.',
    en: () => 'A French postal code has five digits.',
  },
  postal_code_elsewhere: {
    fr: (p) =>
      `Les codes postaux de « ${p['place']} » commencent par ${p['prefix']} : corrigez l’un ou l’autre, la TVA en dépend.`,
    en: (p) =>
      `Postal codes of “${p['place']}” begin with ${p['prefix']}: correct one or the other, VAT depends on it.`,
  },
  email_invalid: {
    fr: () => 'Cette adresse e-mail n’est pas complète : nom@domaine.fr.',
    en: () => 'This e-mail address is not complete: name@domain.com.',
  },
  validity_over: {
    fr: () => 'La validité est passée : donnez une date à venir.',
    en: () => 'The validity is over: give a date in the future.',
  },
  vat_changed: {
    fr: (p) =>
      `Cette adresse ferait passer la TVA de ${p['before']} à ${p['after']} % : le total envoyé ne serait plus juste. Copiez le devis pour la changer.`,
    en: (p) =>
      `This address would change VAT from ${p['before']} to ${p['after']}%: the total that was sent would no longer be right. Copy the quote to change it.`,
  },
  taken_state: {
    fr: () => 'Ce que le client a retenu se dit en marquant accepté un devis envoyé.',
    en: () => 'What the customer took is said when a quote that was sent is marked accepted.',
  },
  taken_unknown: {
    fr: () => 'Ce devis n’a pas cette ligne.',
    en: () => 'This quote does not have this line.',
  },
  taken_twice: {
    fr: () => 'Une autre ligne du même choix est déjà retenue.',
    en: () => 'Another line of the same choice is already taken.',
  },
  device_code_invalid: {
    fr: () => 'Le code de l’appareil a deux à quatre caractères, parmi A à Z sans I, L ni O, et 2 à 9.',
    en: () => 'A device code has two to four characters: A to Z without I, L and O, and 2 to 9.',
  },
  device_code_used: {
    fr: () => 'Des devis sont déjà numérotés sous ce code ou sous celui de cet appareil : il ne change plus.',
    en: () =>
      'Quotes are already numbered under this code or under this device’s: it can no longer be changed.',
  },
  ...PEOPLE_FAULTS,
  ...COMPANY_FAULTS,
  ...DOCUMENT_FAULTS,
  ...MAIL_FAULTS,
  ...ORDER_FAULTS,
  ...UPDATE_FAULTS,
  ...VAT_REGIME_FAULTS,
  more_faults: {
    fr: (p) => `Et ${figure(p['count'], 'fr')} autre(s) faute(s), qui ne sont pas énumérées.`,
    en: (p) => `And ${figure(p['count'], 'en')} other fault(s), which are not listed.`,
  },
} as const satisfies Record<FaultCode, Message>
