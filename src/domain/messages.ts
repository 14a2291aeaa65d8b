/** The words for every code, in French and English. Codes never change; words may. */
import { euros } from './euros.ts'
import type { Fault, FaultCode } from './faults.ts'
import type { FaultParams } from './reasons.ts'
import { OUTBOX_MESSAGES, type OutboxCode } from './outbox-problems.ts'
import { PARTNER_MESSAGES, type PartnerCode } from './partner-problems.ts'
import type { Reason, ReasonCode } from './reasons.ts'

export type Locale = 'fr' | 'en'

type Words = (params: FaultParams) => string

/** The same in both languages, from one table so that neither can lack an entry. */
interface Message {
  readonly fr: Words
  readonly en: Words
}

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

const figure = (value: unknown, locale: Locale) => Number(value).toLocaleString(REGIONS[locale])

const REGIONS = { fr: 'fr-FR', en: 'en-GB' } as const
/** A day, YYYY-MM-DD, as people write it. */
const dayIn = (day: unknown, locale: Locale) =>
  new Intl.DateTimeFormat(REGIONS[locale], { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(String(day)),
  )

/** Every code that has words. */
export type MessageCode = FaultCode | ErrorCode | ReasonCode | PartnerCode | OutboxCode

/** What `not_found` may name as missing, with its article. */
const NAMES = {
  product: { fr: 'le produit', en: 'product' },
  family: { fr: 'la famille', en: 'family' },
  order: { fr: 'la commande', en: 'order' },
  quote: { fr: 'le devis', en: 'quote' },
  transmission: { fr: 'la transmission de la commande', en: 'transmission of order' },
  customer: { fr: 'le client', en: 'customer' },
  token: { fr: 'le jeton', en: 'token' },
} as const
type Named = keyof typeof NAMES

/** Why the partner is not asked now, or gave nothing that can be used (`away`), before what is known without it. */
const AWAY = {
  offline: { fr: 'hors ligne', en: 'offline' },
  token: { fr: 'le partenaire refuse notre jeton', en: 'the partner refuses our token' },
  busy: { fr: 'le partenaire demande de patienter', en: 'the partner asks for patience' },
  failed: { fr: 'le partenaire ne répond pas', en: 'the partner does not answer' },
  unreadable: { fr: 'réponse illisible du partenaire', en: 'unreadable answer of the partner' },
} as const
const NEVER_ASKED = {
  offline: {
    fr: 'Hors ligne, et ce prix n’a jamais été demandé au partenaire.',
    en: 'Offline, and the partner was never asked for this price.',
  },
  token: {
    fr: 'Le partenaire refuse notre jeton : ce prix ne peut pas lui être demandé.',
    en: 'The partner refuses our token: it cannot be asked for this price.',
  },
  busy: {
    fr: 'Le partenaire demande de patienter : ce prix n’est pas connu.',
    en: 'The partner asks for patience: this price is not known.',
  },
  failed: { fr: 'Le partenaire ne répond pas.', en: 'The partner does not answer.' },
  unreadable: {
    fr: 'La réponse du partenaire ne se lit pas : elle ne donne pas ce prix.',
    en: 'The partner’s answer cannot be read: it does not give this price.',
  },
} as const
const awayOf = (p: FaultParams) => (String(p['away']) in AWAY ? (p['away'] as keyof typeof AWAY) : 'offline')
const away = (p: FaultParams, locale: Locale) =>
  p['away'] === undefined ? '' : `${AWAY[awayOf(p)][locale]}, `

const MESSAGES: Record<MessageCode, Message> = {
  ...PARTNER_MESSAGES,
  ...OUTBOX_MESSAGES,
  field_required: { fr: () => 'Champ obligatoire.', en: () => 'This field is required.' },
  field_type: {
    fr: (p) => `Type incorrect ; attendu : ${expected(p, 'fr')}.`,
    en: (p) => `Wrong type: ${expected(p, 'en')} is expected.`,
  },
  product_unknown: {
    fr: (p) => `Le produit ${p['id']} n’existe pas ou n’est pas accessible.`,
    en: (p) => `Product ${p['id']} does not exist or is not accessible.`,
  },
  family_unknown: {
    fr: (p) => `La famille ${p['id']} n’existe pas ou n’est pas accessible.`,
    en: (p) => `Family ${p['id']} does not exist or is not accessible.`,
  },
  variant_unavailable: {
    fr: (p) => `La variante ${p['variant']} n’est pas disponible pour ce produit.`,
    en: (p) => `Variant ${p['variant']} is not available for this product.`,
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
    fr: (p) =>
      p['kind'] === 'origin'
        ? `« ${p['value']} » n’est pas une origine : écrivez chaque site en entier et sans chemin, comme https://outil.example. « * » n’est pas accepté.`
        : p['characters'] !== undefined
          ? `Texte trop long : ${Number(p['characters']).toLocaleString('fr-FR')} caractères au plus.`
          : p['parameter'] !== undefined
            ? `Le paramètre ${p['parameter']} doit être ${p['kind']}.`
            : p['kind'] === 'integer'
              ? `« ${p['option']} » demande un nombre entier positif ou nul, écrit comme un texte ("12").`
              : `« ${p['option']} » demande un nombre décimal positif ou nul, écrit comme un texte ("12.5").`,
    en: (p) =>
      p['kind'] === 'origin'
        ? `“${p['value']}” is no origin: write each site in full and without a path, like https://tool.example. “*” is not accepted.`
        : p['characters'] !== undefined
          ? `Text too long: ${Number(p['characters']).toLocaleString('en')} characters at most.`
          : p['parameter'] !== undefined
            ? `Parameter ${p['parameter']} must be ${p['kindEn'] ?? p['kind']}.`
            : p['kind'] === 'integer'
              ? `“${p['option']}” needs a non-negative whole number, written as a string ("12").`
              : `“${p['option']}” needs a non-negative decimal number, written as a string ("12.5").`,
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
          ? `La quantité ${p['quantity']} n’est pas proposée ; les plus proches : ${p['nearest']}.`
          : `La quantité ${p['quantity']} est hors des limites : de ${p['min']} à ${p['max']}.`,
    en: (p) =>
      p['nearest'] === ''
        ? 'No quantity is offered of this product.'
        : p['nearest'] !== undefined
          ? `Quantity ${p['quantity']} is not offered; the nearest: ${p['nearest']}.`
          : `Quantity ${p['quantity']} is out of bounds: from ${p['min']} to ${p['max']}.`,
  },
  visual_count: {
    fr: (p) => `${p['count']} visuel(s) : ce produit en demande de ${p['min']} à ${p['max']}.`,
    en: (p) => `${p['count']} visual(s): this product takes ${p['min']} to ${p['max']}.`,
  },
  lead_time_unavailable: {
    fr: (p) => `Le délai ${p['delai']} n’est pas proposé ici.`,
    en: (p) => `Lead time ${p['delai']} is not offered here.`,
  },
  not_compatible: {
    fr: (p) =>
      p['missing'] !== undefined
        ? `${kind(p, 'fr')} est nécessaire pour cette famille.`
        : `${kind(p, 'fr')} ${p['id']} n’est pas compatible avec cette famille.`,
    en: (p) =>
      p['missing'] !== undefined
        ? `${kind(p, 'en')} is needed for this family.`
        : `${kind(p, 'en')} ${p['id']} is not compatible with this family.`,
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
  lines_required: {
    fr: () => 'Ce devis n’a pas encore de ligne : ajoutez un produit.',
    en: () => 'This quote has no line yet: add a product.',
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
    en: () => 'The validity is over: give a date to come.',
  },
  vat_changed: {
    fr: (p) =>
      `Cette adresse ferait passer la TVA de ${p['before']} à ${p['after']} % : le total envoyé ne serait plus juste. Copiez le devis pour la changer.`,
    en: (p) =>
      `This address would change VAT from ${p['before']} to ${p['after']}%: the total that was sent would no longer be right. Copy the quote to change it.`,
  },
  more_faults: {
    fr: (p) => `Et ${p['count']} autre(s) faute(s), qui ne sont pas énumérées.`,
    en: (p) => `And ${p['count']} other fault(s), which are not listed.`,
  },
  json_malformed: {
    fr: () => 'Le corps de la requête est vide ou n’est pas du JSON lisible.',
    en: () => 'The request body is empty or is not readable JSON.',
  },
  body_too_deep: {
    fr: (p) => `Le corps de la requête est imbriqué sur plus de ${p['levels']} niveaux.`,
    en: (p) => `The request body nests more than ${p['levels']} levels deep.`,
  },
  unsupported_media_type: {
    fr: (p) =>
      p['encoding']
        ? `Le corps est codé (${p['encoding']}) : l’envoyer tel quel, sans Content-Encoding.`
        : 'Le corps doit être envoyé en JSON (Content-Type: application/json).',
    en: (p) =>
      p['encoding']
        ? `The body is encoded (${p['encoding']}): send it as it is, without Content-Encoding.`
        : 'The body must be sent as JSON (Content-Type: application/json).',
  },
  head_too_large: {
    fr: () => 'Les en-têtes de la requête sont trop longs.',
    en: () => 'The headers of the request are too long.',
  },
  request_malformed: {
    fr: () => 'La requête n’est pas du HTTP lisible, ou n’est pas arrivée à temps.',
    en: () => 'The request is not readable HTTP, or did not arrive in time.',
  },
  body_too_large: {
    fr: () => 'Le corps de la requête dépasse 1 Mo : envoyez-le en plusieurs fois.',
    en: () => 'The request body is over 1 MB: send it in several parts.',
  },
  authentication_required: {
    fr: () => 'Authentification nécessaire : envoyez l’en-tête « Authorization: Token <jeton> ».',
    en: () => 'Authentication required: send the header “Authorization: Token <token>”.',
  },
  key_required: {
    fr: () =>
      'Clef nécessaire : ouvrez l’adresse que le service affiche, ou envoyez l’en-tête « Authorization: Bearer <clef> ».',
    en: () =>
      'Key required: open the address that the service prints, or send the header “Authorization: Bearer <key>”.',
  },
  key_invalid: { fr: () => 'Cette clef n’est pas la bonne.', en: () => 'This is not the right key.' },
  token_invalid: {
    fr: () => 'Jeton inconnu ou révoqué.',
    en: () => 'Unknown or revoked token.',
  },
  ordering_not_allowed: {
    fr: () => 'Ce client n’a pas le droit de commander.',
    en: () => 'This customer is not allowed to order.',
  },
  forbidden: {
    fr: () => 'Requête refusée : origine ou hôte inattendu.',
    en: () => 'Request refused: unexpected origin or host.',
  },
  not_found: {
    fr: (p) =>
      p['what'] === undefined
        ? 'Introuvable.'
        : `Introuvable : ${NAMES[p['what'] as Named].fr} ${p['id']} n’existe pas ou plus.`,
    en: (p) =>
      p['what'] === undefined
        ? 'Not found.'
        : `Not found: ${NAMES[p['what'] as Named].en} ${p['id']} does not exist, or no longer.`,
  },
  missing_slash: {
    fr: (p) => `Introuvable : le chemin se termine par une barre oblique (${p['path']}).`,
    en: (p) => `Not found: the path ends with a slash (${p['path']}).`,
  },
  method_not_allowed: {
    fr: (p) => `Méthode non permise ici ; possibles : ${p['allow']}.`,
    en: (p) => `Method not allowed here; possible: ${p['allow']}.`,
  },
  idempotency_conflict: {
    fr: () => 'Cette Idempotency-Key a déjà servi avec un autre contenu.',
    en: () => 'This Idempotency-Key was already used with another body.',
  },
  too_many_requests: {
    fr: () => 'Trop de requêtes : réessayez plus tard.',
    en: () => 'Too many requests: try again later.',
  },
  internal_error: {
    fr: () => 'Erreur interne : la requête n’a pas abouti. La cause est dans le journal.',
    en: () => 'Internal error: the request did not complete. The cause is in the log.',
  },
  store_unavailable: {
    fr: (p) => `Le magasin de données n’accepte pas d’écriture (${p['cause']}). Rien n’a été enregistré.`,
    en: (p) => `The data store does not accept writes (${p['cause']}). Nothing was saved.`,
  },
  quote_state: {
    fr: () => 'Ce devis ne peut plus passer dans cet état.',
    en: () => 'This quote can no longer move to that state.',
  },
  price_changed: {
    fr: () => 'Des prix ont changé depuis l’enregistrement : reprenez les prix du jour, puis recommencez.',
    en: () => 'Prices have changed since the quote was saved: take today’s prices, then try again.',
  },
  totals_changed: {
    fr: () =>
      'La remise du client ou la TVA ont changé depuis l’envoi : le total envoyé ne peut plus être commandé. Copiez le devis aux prix du jour.',
    en: () =>
      'The customer’s discount or VAT has changed since the quote was sent: its total can no longer be ordered. Copy the quote at today’s prices.',
  },
  quote_changed: {
    fr: () => 'Ce devis a été modifié ailleurs entre-temps : rien n’a été remplacé.',
    en: () => 'This quote was changed elsewhere in the meantime: nothing was replaced.',
  },
  quote_expired: {
    fr: (p) =>
      `Ce devis a expiré le ${dayIn(p['day'], 'fr')} : confirmez la commande à ses prix, ou copiez-le aux prix du jour.`,
    en: (p) =>
      `This quote expired on ${dayIn(p['day'], 'en')}: confirm the order at its prices, or copy it at today’s prices.`,
  },
  quote_indicative: {
    fr: () => 'Ce devis contient un prix estimé : il ne peut être envoyé que comme devis indicatif.',
    en: () => 'This quote holds an estimated price: it can only be sent as an indicative quote.',
  },
  name_taken: { fr: () => 'Ce nom est déjà pris.', en: () => 'This name is already taken.' },
  upstream_invalid: {
    fr: () => 'L’adresse du partenaire doit commencer par https:// (http:// seulement en boucle locale).',
    en: () => 'The partner’s address must start with https:// (http:// on loopback only).',
  },
  amount_changed: {
    fr: () => 'Le montant a changé entre-temps : rien n’a été modifié, voyez-le avant de décider.',
    en: () => 'The amount has changed in the meantime: nothing was changed, see it before you decide.',
  },
  stopping: {
    fr: () => 'Le service s’arrête : réessayez quand il sera revenu.',
    en: () => 'The service is stopping: try again once it is back.',
  },
  price_unmoved: {
    fr: () => 'Le client paie déjà ce prix, ou le coût d’une ligne n’est pas connu.',
    en: () => 'The customer pays this price already, or the cost of a line is not known.',
  },
  outbox_state: {
    fr: () => 'La transmission de cette commande n’attend pas cette décision.',
    en: () => 'The transmission of this order does not wait for that decision.',
  },
  sync_running: {
    fr: () => 'Une synchronisation est déjà en cours.',
    en: () => 'A sync is already running.',
  },
  no_upstream: { fr: () => 'Aucun partenaire n’est réglé.', en: () => 'No upstream partner is set.' },
  no_tariff: {
    fr: () => 'Sur devis : aucun tarif pour ce produit.',
    en: () => 'On request: no tariff for this product.',
  },
  no_grid_price: {
    fr: (p) => `Aucun prix pour la quantité ${p['quantity']}.`,
    en: (p) => `No price for the quantity ${p['quantity']}.`,
  },
  negative_price: {
    fr: () => 'Le tarif donne un prix négatif.',
    en: () => 'The tariff gives a negative price.',
  },
  price_too_large: { fr: () => 'Montant trop grand.', en: () => 'Amount too large.' },
  excluded: { fr: () => 'Combinaison non proposée à ce délai.', en: () => 'Not offered at this lead time.' },
  support_lead_time: {
    fr: (p) => `Le support « ${p['support']} » demande au moins ${p['days']} jours ouvrés.`,
    en: (p) => `Support “${p['support']}” needs at least ${p['days']} working days.`,
  },
  no_lead_time: { fr: () => 'Aucun délai connu.', en: () => 'No known lead time.' },
  lead_time_not_answered: {
    fr: (p) => `Le partenaire ne donne pas de prix à ${p['label']} pour cette configuration.`,
    en: (p) => `The partner gives no price at ${p['label']} for this configuration.`,
  },
  lead_time_not_known: {
    fr: (p) =>
      p['offline']
        ? `Hors ligne, et aucune réponse du partenaire n’a encore montré à combien de jours correspond le délai ${p['delai']} : réessayez une fois en ligne, ou choisissez un autre délai.`
        : `Le partenaire n’a pas montré à combien de jours correspond le délai ${p['delai']} : réessayez, ou choisissez un autre délai.`,
    en: (p) =>
      p['offline']
        ? `Offline, and no answer of the partner has shown yet how many days lead time ${p['delai']} stands for: try again once online, or choose another lead time.`
        : `The partner has not shown how many days lead time ${p['delai']} stands for: try again, or choose another lead time.`,
  },
  main_lead_time_not_known: {
    fr: (p) =>
      (p['offline']
        ? 'Le délai principal de ce produit n’est pas connu hors ligne : indiquez un « delai »'
        : 'Le partenaire n’a pas montré le délai principal de ce produit : indiquez un « delai »') +
      (p['delais'] ? `, par exemple ${p['delais']}.` : '.'),
    en: (p) =>
      (p['offline']
        ? 'The main lead time of this product is not known offline: name a “delai”'
        : 'The partner has not shown the main lead time of this product: name a “delai”') +
      (p['delais'] ? `, for example ${p['delais']}.` : '.'),
  },
  never_asked: {
    fr: (p) => NEVER_ASKED[awayOf(p)].fr,
    en: (p) => NEVER_ASKED[awayOf(p)].en,
  },
  not_asked_yet: {
    fr: () => 'Ce prix n’a pas encore été demandé au partenaire.',
    en: () => 'The partner was not asked for this price yet.',
  },
  only_estimated: {
    fr: (p) => `${away(p, 'fr')}estimation ${euros(Number(p['cents']), 'fr')} ± ${p['percent']} %`,
    en: (p) => `${away(p, 'en')}estimate ${euros(Number(p['cents']), 'en')} ± ${p['percent']}%`,
  },
  too_little_known: {
    fr: (p) => `${away(p, 'fr')}trop peu de prix connus de ce produit pour l’estimer`,
    en: (p) => `${away(p, 'en')}too few prices of this product are known to estimate it`,
  },
  observed_too_old: {
    fr: (p) =>
      `${away(p, 'fr')}prix du ${p['date']} : ${euros(Number(p['cents']), 'fr')}, trop ancien pour être garanti`,
    en: (p) =>
      `${away(p, 'en')}price of ${p['date']}: ${euros(Number(p['cents']), 'en')}, too old to be given as a price`,
  },
  upstream_message: { fr: (p) => String(p['message']), en: (p) => String(p['message']) },
  setting_out_of_bounds: {
    fr: (p) =>
      `Un nombre${p['whole'] ? ' entier' : ''} de ${figure(p['min'], 'fr')} à ${figure(p['max'], 'fr')} est attendu.`,
    en: (p) =>
      `A ${p['whole'] ? 'whole ' : ''}number from ${figure(p['min'], 'en')} to ${figure(p['max'], 'en')} is expected.`,
  },
  upstream_id_taken: {
    fr: (p) => `Le numéro ${p['id']} est déjà celui d’une autre commande.`,
    en: (p) => `Number ${p['id']} is another order’s already.`,
  },
  mark_up_twice: {
    fr: () => 'Ce produit a déjà une marge à lui.',
    en: () => 'This product has a mark-up of its own already.',
  },
  setting_invalid: { fr: () => 'Ce réglage n’est pas possible.', en: () => 'This setting is not possible.' },
  variable_invalid: {
    fr: (p) => `${p['variable']} doit être un nombre de ${p['min']} à ${p['max']}, non « ${p['value']} »`,
    en: (p) => `${p['variable']} must be a number from ${p['min']} to ${p['max']}, not "${p['value']}"`,
  },
  upstream_token_invalid: {
    fr: () =>
      'Ce jeton ne peut pas être envoyé : il doit tenir sur une ligne, sans accent ni caractère spécial invisible.',
    en: () => 'This token cannot be sent: it must be one line, without accents or invisible characters.',
  },
}

/** Codes of errors that are not faults of one place in a body. */
export type ErrorCode =
  | 'json_malformed'
  | 'unsupported_media_type'
  | 'body_too_large'
  | 'body_too_deep'
  | 'head_too_large'
  | 'request_malformed'
  | 'authentication_required'
  | 'key_required'
  | 'key_invalid'
  | 'token_invalid'
  | 'ordering_not_allowed'
  | 'forbidden'
  | 'not_found'
  | 'missing_slash'
  | 'method_not_allowed'
  | 'idempotency_conflict'
  | 'too_many_requests'
  | 'internal_error'
  | 'store_unavailable'
  | 'quote_state'
  | 'price_changed'
  | 'totals_changed'
  | 'quote_changed'
  | 'quote_expired'
  | 'quote_indicative'
  | 'name_taken'
  | 'upstream_invalid'
  | 'upstream_token_invalid'
  | 'variable_invalid'
  | 'outbox_state'
  | 'price_unmoved'
  | 'stopping'
  | 'amount_changed'
  | 'sync_running'
  | 'no_upstream'

/** Every code that there are words for. */
export const MESSAGE_CODES = Object.keys(MESSAGES) as MessageCode[]

const NO_PARAMS: FaultParams = {}

/** A fact that is stored and passed as its code, and worded where it is shown. */
export interface Coded {
  readonly code: MessageCode
  readonly params?: FaultParams | undefined
}

/** The words for a fact. */
export const worded = ({ code, params }: Coded, locale: Locale): string => message(code, locale, params)

/** A fact as it was stored; what this program has no words for is told as it stands. */
export function storedFact(text: string): Coded {
  try {
    const { code, params } = JSON.parse(text) as { code: MessageCode; params?: FaultParams }
    if (Object.hasOwn(MESSAGES, code)) return { code, params }
  } catch {
    // no code of any program
  }
  return { code: 'outbox_told_before', params: { text } }
}

/** The words for a code. */
export function message(code: MessageCode, locale: Locale, params: FaultParams = NO_PARAMS): string {
  return MESSAGES[code][locale](params)
}

/** Why a lead time has no price: the tariff's own words where it has some. */
export function reasonMessage(reason: Reason, locale: Locale): string {
  return reason.text ?? message(reason.code, locale, reason.params)
}

/** What is wrong at one place: of a line without a price, the reason itself (tariffs.md, "Cart totals"). */
export function faultMessage(fault: Fault, locale: Locale): string {
  return fault.reason ? reasonMessage(fault.reason, locale) : message(fault.code, locale, fault.params)
}
