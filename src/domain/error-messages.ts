/** What is wrong with a request as a whole, or with what it asks for: codes and their words. */
import type { FaultParams } from './reasons.ts'
import { dayIn, type Locale, type Message } from './message.ts'
import type { OutboxPhase } from './outbox.ts'
import { COMPANY_ERRORS } from './company-messages.ts'
import { DOCUMENT_ERRORS } from './document-messages.ts'
import { MAIL_ERRORS } from './mail-messages.ts'
import { ORDER_ERRORS } from './order-messages.ts'
import { OWN_TARIFFS_ERRORS } from './own-tariffs-messages.ts'
import { PORTABLE_ERRORS } from './portable-messages.ts'
import { PEOPLE_ERRORS } from './people-messages.ts'
import { typesCommands } from './store-messages.ts'
import { STORE_ERRORS } from './store-refusals.ts'
import type { QuoteState } from './shared/quote-states.ts'

/** What `not_found` may name as missing, with its article. */
const NAMES = {
  product: { fr: 'le produit', en: 'product' },
  family: { fr: 'la famille', en: 'family' },
  order: { fr: 'la commande', en: 'order' },
  quote: { fr: 'le devis', en: 'quote' },
  transmission: { fr: 'la transmission de la commande', en: 'transmission of order' },
  partner: { fr: 'le partenaire', en: 'partner' },
  customer: { fr: 'le client', en: 'customer' },
  company: { fr: 'la fiche client', en: 'customer' },
  token: { fr: 'le jeton', en: 'token' },
  person: { fr: 'la personne', en: 'person' },
  backup: { fr: 'la sauvegarde', en: 'backup' },
} as const
type Named = keyof typeof NAMES

/** What may be wrong with a partner's address. */
const ADDRESS_FAULTS = {
  malformed: {
    fr: 'L’adresse du partenaire n’en est pas une : écrivez-la comme https://partenaire.example/api.',
    en: 'This is not the address of a partner: write it as https://partner.example/api.',
  },
  port: {
    fr: 'Le port de l’adresse du partenaire n’est pas un nombre de 1 à 65535.',
    en: 'The port of the partner’s address is not a number from 1 to 65535.',
  },
  credentials: {
    fr: 'L’adresse du partenaire ne contient ni nom d’utilisateur ni mot de passe : le jeton se donne à part.',
    en: 'The partner’s address must not contain a user name or a password: the token is given separately.',
  },
  query: {
    fr: 'L’adresse du partenaire ne contient ni « ? » ni « # » : le jeton se donne à part.',
    en: 'The partner’s address must not contain “?” or “#”: the token is given separately.',
  },
  scheme: {
    fr: 'L’adresse du partenaire doit commencer par https:// (http:// seulement en boucle locale).',
    en: 'The partner’s address must start with https:// (http:// on loopback only).',
  },
} as const
export type AddressFault = keyof typeof ADDRESS_FAULTS

/** How a quote stands that is in the way of what was asked. */
const QUOTE_IS: Readonly<Record<Locale, Readonly<Record<QuoteState, string>>>> = {
  fr: {
    draft: 'est encore un brouillon',
    sent: 'est déjà envoyé',
    accepted: 'est déjà accepté',
    refused: 'est refusé',
    cancelled: 'est annulé',
    ordered: 'est déjà commandé',
  },
  en: {
    draft: 'is still a draft',
    sent: 'was already sent',
    accepted: 'was already accepted',
    refused: 'was refused',
    cancelled: 'was cancelled',
    ordered: 'was already ordered',
  },
}
const quoteIs = (p: FaultParams, locale: Locale): string =>
  QUOTE_IS[locale][p['state'] as QuoteState] ??
  (locale === 'fr' ? 'est dans un autre état' : 'is in another state')

/** How a transmission stands that waits for no such decision: perhaps another person decided. */
const TRANSMISSION: Readonly<Record<Locale, Readonly<Record<OutboxPhase, string>>>> = {
  fr: {
    ready: 'elle est déjà en attente d’envoi',
    sending: 'elle est en cours d’envoi',
    doubtful: 'le partenaire est en train d’être consulté',
    attention: 'elle en attend une autre',
    refused: 'le partenaire l’a refusée',
    sent: 'elle est déjà transmise',
    cancelled: 'elle est déjà abandonnée',
  },
  en: {
    ready: 'it is already waiting to be sent',
    sending: 'it is being sent',
    doubtful: 'the partner is being asked about it',
    attention: 'it is waiting for another one',
    refused: 'the partner refused it',
    sent: 'it has already been sent',
    cancelled: 'it has already been given up',
  },
}
const transmissionIs = (p: FaultParams, locale: Locale): string =>
  TRANSMISSION[locale][p['phase'] as OutboxPhase] ?? (locale === 'fr' ? 'elle a avancé' : 'it has moved on')

export const ERROR_MESSAGES = {
  ...PEOPLE_ERRORS,
  ...COMPANY_ERRORS,
  ...PORTABLE_ERRORS,
  ...DOCUMENT_ERRORS,
  ...OWN_TARIFFS_ERRORS,
  ...MAIL_ERRORS,
  ...ORDER_ERRORS,
  ...STORE_ERRORS,
  json_malformed: {
    fr: (p) =>
      p['empty']
        ? 'Le corps de la requête est vide.'
        : p['cut']
          ? 'Le corps de la requête n’est pas du JSON lisible : il s’arrête au milieu.'
          : p['line'] !== undefined
            ? `Le corps de la requête n’est pas du JSON lisible : voyez la ligne ${p['line']}, colonne ${p['column']}.`
            : 'Le corps de la requête n’est pas du JSON lisible.',
    en: (p) =>
      p['empty']
        ? 'The request body is empty.'
        : p['cut']
          ? 'The request body is not readable JSON: it ends in the middle.'
          : p['line'] !== undefined
            ? `The request body is not readable JSON: see line ${p['line']}, column ${p['column']}.`
            : 'The request body is not readable JSON.',
  },
  body_too_deep: {
    fr: (p) => `Le corps de la requête est imbriqué sur plus de ${p['levels']} niveaux.`,
    en: (p) => `The request body nests more than ${p['levels']} levels deep.`,
  },
  unsupported_media_type: {
    fr: (p) =>
      p['encoding']
        ? `Le corps est codé (${p['encoding']}) : l’envoyer tel quel, sans Content-Encoding.`
        : `Le corps doit être envoyé en ${p['type'] ?? 'JSON (Content-Type: application/json)'}.`,
    en: (p) =>
      p['encoding']
        ? `The body is encoded (${p['encoding']}): send it as it is, without Content-Encoding.`
        : `The body must be sent as ${p['type'] ?? 'JSON (Content-Type: application/json)'}.`,
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
  /** `name`: of the account */
  discount_unread: {
    fr: (p) =>
      `La remise de ${p['name']} dans ce magasin n’en est pas une : rien ne lui est vendu tant qu’elle n’est pas redonnée dans « Comptes et jetons (API) ».`,
    en: (p) =>
      `The discount of ${p['name']} in this store is none: nothing is sold to it until it is given anew in “Accounts and tokens (API)”.`,
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
        : `Not found: ${NAMES[p['what'] as Named].en} ${p['id']} does not exist, or no longer does.`,
  },
  missing_slash: {
    fr: (p) => `Introuvable : le chemin se termine par une barre oblique (${p['path']}).`,
    en: (p) => `Not found: the path must end with a slash (${p['path']}).`,
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
  /** `state`: the one it is in; `by`: who brought it there, where that is known */
  quote_state: {
    fr: (p) =>
      `Ce devis ${quoteIs(p, 'fr')}${p['by'] === undefined ? '' : ` par ${p['by']}`} : cela n’est pas possible.`,
    en: (p) =>
      `This quote ${quoteIs(p, 'en')}${p['by'] === undefined ? '' : ` by ${p['by']}`}: this cannot be done.`,
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
  fields_changed: {
    fr: () => 'Changé ailleurs entre-temps : rien n’a été remplacé.',
    en: () => 'Changed elsewhere in the meantime: nothing was replaced.',
  },
  quote_expired: {
    fr: (p) =>
      `Ce devis a expiré le ${dayIn(p['day'], 'fr')} : confirmez la commande à ses prix, ou copiez-le aux prix du jour.`,
    en: (p) =>
      `This quote expired on ${dayIn(p['day'], 'en')}: confirm the order at its prices, or copy it at today’s prices.`,
  },
  quote_indicative: {
    fr: () => 'Ce devis contient un prix estimé : il ne peut être envoyé que comme devis indicatif.',
    en: () => 'This quote contains an estimated price: it can only be sent as an indicative quote.',
  },
  /** `day`: the last one on which its prices are known to hold; absent: on none */
  quote_reconfirm: {
    fr: (p) =>
      p['day'] === undefined
        ? 'Un prix de ce devis est estimé : envoyez-le avec la mention « prix à reconfirmer ».'
        : `Les prix de ce devis ne sont connus que jusqu’au ${dayIn(p['day'], 'fr')} : raccourcissez sa validité, ou envoyez-le avec la mention « prix à reconfirmer ».`,
    en: (p) =>
      p['day'] === undefined
        ? 'A price in this quote is an estimate: send it marked “prices to be reconfirmed”.'
        : `The prices of this quote are only known until ${dayIn(p['day'], 'en')}: shorten its validity, or send it marked “prices to be reconfirmed”.`,
  },
  reconfirm_moved: {
    fr: () =>
      'Les prix de ce devis étaient à reconfirmer, et des prix ont changé depuis : révisez-le, ou copiez-le aux prix du jour.',
    en: () =>
      'The prices of this quote were to be reconfirmed, and some have changed since: revise it, or copy it at today’s prices.',
  },
  /** `by`: by which partner; `own`: it reads as that of the shop's own tariffs; a customer's name says neither */
  name_taken: {
    fr: (p) =>
      p['own']
        ? 'Ce nom est déjà pris : il se lit comme celui de vos propres tarifs.'
        : `Ce nom est déjà pris${p['by'] === undefined ? '' : ` par « ${p['by']} »`}.`,
    en: (p) =>
      p['own']
        ? 'This name is already taken: it reads as the name of your own tariffs.'
        : `This name is already taken${p['by'] === undefined ? '' : ` by “${p['by']}”`}.`,
  },
  name_required: {
    fr: (p) =>
      `Plusieurs partenaires ont cette adresse (${p['names']}) : dites lequel par son nom${typesCommands(p) ? ' (--name)' : ''}.`,
    en: (p) =>
      `Several partners have this address (${p['names']}): say which one by its name${typesCommands(p) ? ' (--name)' : ''}.`,
  },
  upstream_invalid: {
    fr: (p) => ADDRESS_FAULTS[(p['fault'] ?? 'scheme') as AddressFault].fr,
    en: (p) => ADDRESS_FAULTS[(p['fault'] ?? 'scheme') as AddressFault].en,
  },
  upstream_is_self: {
    fr: (p) =>
      `${p['url']} est l’adresse de ce Comptoir : il ne peut pas être son propre partenaire. Rien n’y est demandé ni envoyé ; donnez au partenaire une autre adresse, ou à Comptoir un autre port.`,
    en: (p) =>
      `${p['url']} is this Comptoir’s own address: it cannot be its own partner. Nothing is asked or sent there; give the partner another address, or Comptoir another port.`,
  },
  amount_changed: {
    fr: () => 'Le montant a changé entre-temps : rien n’a été modifié, voyez-le avant de décider.',
    en: () => 'The amount has changed in the meantime: nothing was changed; look at it before you decide.',
  },
  stopping: {
    fr: () => 'Le service s’arrête : réessayez quand il sera revenu.',
    en: () => 'The service is stopping: try again once it is back.',
  },
  price_unmoved: {
    fr: () => 'Le client paie déjà ce prix, ou le coût d’une ligne n’est pas connu.',
    en: () => 'The customer already pays this price, or the cost of a line is not known.',
  },
  /** `phase`: the one that its transmission is in */
  outbox_state: {
    fr: (p) => `La transmission de cette commande n’attend pas cette décision : ${transmissionIs(p, 'fr')}.`,
    en: (p) => `The transmission of this order is not waiting for that decision: ${transmissionIs(p, 'en')}.`,
  },
  outbox_other_goods: {
    fr: (p) =>
      `À sa nouvelle adresse, le partenaire n’offre pas ces produits sous ces noms : la commande y serait une autre. Remettez l’adresse ${p['made']}, ou annulez.`,
    en: (p) =>
      `At its new address the partner does not offer these products under these names: it would be a different order there. Set the address back to ${p['made']}, or give the order up.`,
  },
  outbox_goods_unread: {
    fr: (p) =>
      `Le catalogue du partenaire à sa nouvelle adresse n’a pas encore été lu : la commande y serait peut-être une autre. Synchronisez-le, remettez l’adresse ${p['made']}, ou annulez.`,
    en: (p) =>
      `The partner’s catalogue at its new address has not been read yet: it might be a different order there. Sync it, set the address back to ${p['made']}, or give the order up.`,
  },
  /** `set`: the address that it has now; without it: it is removed */
  outbox_other_address: {
    fr: (p) =>
      `${p['set'] === undefined ? 'Le partenaire n’est plus réglé' : `L’adresse du partenaire est maintenant ${p['set']}`} : rien n’a été envoyé. Relisez la commande, puis décidez.`,
    en: (p) =>
      `${p['set'] === undefined ? 'The partner is not set any more' : `The partner’s address is ${p['set']} by now`}: nothing was sent. Look at the order again, then decide.`,
  },
  no_ids_left: {
    fr: () => 'Plus aucune plage d’ids n’est libre pour une source de plus.',
    en: () => 'No range of ids is left for one more source.',
  },
  partner_name_invalid: {
    fr: () =>
      'Nommez le partenaire en 1 à 100 caractères, sur une ligne, sans barre oblique (/ ou \\) ni tabulation, et sans espace au début ni à la fin.',
    en: () =>
      'Name the partner in 1 to 100 characters, on one line, without "/", "\\" or tabs, and without spaces at either end.',
  },
  /** `why` in the reader's words */
  partner_unasked: {
    fr: (p) => `Rien ne peut être demandé à ce partenaire. ${p['why']}`,
    en: (p) => `Nothing can be asked of this partner. ${p['why']}`,
  },
  sync_running: {
    fr: () => 'Une synchronisation est déjà en cours.',
    en: () => 'A sync is already running.',
  },
  no_upstream: { fr: () => 'Aucun partenaire n’est réglé.', en: () => 'No upstream partner is set.' },
  variable_invalid: {
    fr: (p) => `${p['variable']} doit être un nombre de ${p['min']} à ${p['max']}, non « ${p['value']} »`,
    en: (p) => `${p['variable']} must be a number from ${p['min']} to ${p['max']}, not "${p['value']}"`,
  },
  secret_key_invalid: {
    fr: (p) =>
      `${p['variable']} doit être une clé de ${p['bytes']} octets, en base64 ou en hexadécimal${typesCommands(p) ? ` : « openssl rand -hex ${p['bytes']} » en fait une` : ''}`,
    en: (p) =>
      `${p['variable']} must be a key of ${p['bytes']} bytes, in base64 or hexadecimal${typesCommands(p) ? `: "openssl rand -hex ${p['bytes']}" makes one` : ''}`,
  },
  upstream_token_invalid: {
    fr: () =>
      'Ce jeton ne peut pas être envoyé : il doit tenir sur une ligne, sans accent ni caractère spécial invisible.',
    en: () => 'This token cannot be sent: it must be one line, without accents or invisible characters.',
  },
} as const satisfies Record<string, Message>

/** Codes of errors that are not faults of one place in a body. */
export type ErrorCode = keyof typeof ERROR_MESSAGES
