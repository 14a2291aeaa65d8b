/**
 * What can go wrong between us and the upstream partner: codes that are stored and passed, and their words. The
 * partner's own words (`words`, `start`, `got`, `name`) are parameters: they stay as they are in every language.
 */
import { causeWords } from './connection-causes.ts'
import type { Message } from './message.ts'
import { withoutSums } from './partner-words.ts'
import { wordsByField } from './partner-fields.ts'
import type { FaultParams } from './reasons.ts'
import { fileSize } from './shared/file-size.ts'

/** A fact that is worded where it is shown, in the reader's language. */
export interface PartnerProblem {
  /** `no_ids_left` is of every source that is loaded, its words are those of errors */
  readonly code: PartnerCode | 'no_ids_left'
  readonly params?: FaultParams
}

/** The partner's own words behind ours, where it gave some, with the fields that it names. */
function said({ words, fields, status, whole }: FaultParams, colon: ' : ' | ': '): string {
  if (!words) return ''
  const told =
    fields === undefined ? String(words) : wordsByField(String(fields), colon === ': ' ? 'en' : 'fr')
  return `${colon}${whole === undefined ? withoutSums(told, status) : told}`
}

const slow = ({ seconds }: FaultParams, locale: 'fr' | 'en') =>
  seconds === undefined ? '' : locale === 'fr' ? `, en ${seconds} s` : `, in ${seconds} s`

/** How the key that sealed a token comes here. `file`: where this service's key is, or the variable that gives it */
function keyFrom({ file }: FaultParams, locale: 'fr' | 'en'): string {
  if (file === 'COMPTOIR_SECRET_KEY')
    return locale === 'fr'
      ? 'donnez à tous les services la même clé (COMPTOIR_SECRET_KEY), ou en COMPTOIR_SECRET_KEY_FILE une copie du secret.key de son dossier de données'
      : 'give all services the same key (COMPTOIR_SECRET_KEY), or as COMPTOIR_SECRET_KEY_FILE a copy of the secret.key of its data folder'
  return locale === 'fr'
    ? `copiez le secret.key de son dossier de données ici, ${file}, ou donnez à tous les services la même clé (COMPTOIR_SECRET_KEY)`
    : `copy the secret.key of its data folder here, ${file}, or give all services the same key (COMPTOIR_SECRET_KEY)`
}

/** Where in a product an id stands that is not its own. */
const placed = ({ place }: FaultParams, locale: 'fr' | 'en') =>
  place === undefined || place === '/id' ? '' : locale === 'fr' ? `, à ${place},` : ` at ${place}`

/** How long, as a person reads it: in minutes from two on. */
function wait(params: FaultParams): string {
  const seconds = Number(params['seconds'])
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

export const PARTNER_MESSAGES = {
  partner_host_unknown: {
    fr: (p) => `Le partenaire est introuvable : l’hôte ${p['host']} n’existe pas, ou le réseau manque.`,
    en: (p) => `The partner cannot be found: the host ${p['host']} does not exist, or there is no network.`,
  },
  partner_unreachable: {
    fr: (p) => `Le partenaire est injoignable : aucune connexion (${causeWords(p, 'fr')}).`,
    en: (p) => `The partner cannot be reached: no connection (${causeWords(p, 'en')}).`,
  },
  partner_certificate: {
    fr: (p) =>
      `Le certificat du partenaire n’est pas accepté (${causeWords(p, 'fr')}) : rien n’a été envoyé.`,
    en: (p) => `The partner’s certificate is not accepted (${causeWords(p, 'en')}): nothing was sent.`,
  },
  partner_no_tls: {
    fr: (p) =>
      `Le partenaire ne parle pas TLS (https) à cette adresse (${causeWords(p, 'fr')}) : rien n’a été envoyé.`,
    en: (p) =>
      `The partner does not speak TLS (https) at this address (${causeWords(p, 'en')}): nothing was sent.`,
  },
  partner_timeout: {
    fr: (p) => `Le partenaire n’a pas répondu à temps (${p['seconds']} s).`,
    en: (p) => `The partner did not answer in time (${p['seconds']} s).`,
  },
  partner_too_slow: {
    fr: (p) =>
      `${p['path']}: le partenaire envoie trop lentement (${fileSize(Number(p['received']), 'fr')} en ${p['seconds']} s).`,
    en: (p) =>
      `${p['path']}: the partner sends too slowly (${fileSize(Number(p['received']), 'en')} in ${p['seconds']} s).`,
  },
  partner_broken: {
    fr: (p) => `La connexion au partenaire a été coupée (${causeWords(p, 'fr')}).`,
    en: (p) => `The connection to the partner broke (${causeWords(p, 'en')}).`,
  },
  partner_stopped: { fr: () => 'Arrêté.', en: () => 'Stopped.' },
  partner_not_http: {
    fr: (p) => `Le partenaire ne répond pas en HTTP lisible (${causeWords(p, 'fr')}).`,
    en: (p) => `The partner does not answer in readable HTTP (${causeWords(p, 'en')}).`,
  },
  partner_redirect: {
    fr: (p) =>
      `Le partenaire renvoie vers une autre adresse (${p['status']}) : le jeton n’y est pas envoyé. Réglez l’adresse exacte.`,
    en: (p) =>
      `The partner redirects to another address (${p['status']}): the token is not sent there. Set the exact address.`,
  },
  partner_unauthorized: {
    fr: (p) => `Le partenaire n’accepte pas le jeton (${p['status']})${said(p, ' : ')}`,
    en: (p) => `The partner does not accept the token (${p['status']})${said(p, ': ')}`,
  },
  partner_forbidden: {
    fr: (p) => `Le partenaire n’autorise pas cela avec ce jeton (${p['status']})${said(p, ' : ')}`,
    en: (p) => `The partner does not allow this with this token (${p['status']})${said(p, ': ')}`,
  },
  partner_throttled: {
    fr: (p) =>
      p['seconds'] === undefined
        ? `Le partenaire reçoit trop de requêtes (${p['status']})${said(p, ' : ')}`
        : `Le partenaire demande de patienter encore ${wait(p)}.`,
    en: (p) =>
      p['seconds'] === undefined
        ? `The partner receives too many requests (${p['status']})${said(p, ': ')}`
        : `The partner asked to be left alone for ${wait(p)} more.`,
  },
  partner_no_turn: {
    fr: (p) =>
      `Nos demandes à ce partenaire attendent leur tour, au rythme réglé ici : celle-ci ne l’a pas eu en ${p['seconds']} s.`,
    en: (p) =>
      `Our requests to this partner wait their turn, at the pace set here: this one did not get it in ${p['seconds']} s.`,
  },
  partner_failed: {
    fr: (p) => `Le partenaire est en panne (${p['status']})${said(p, ' : ')}`,
    en: (p) => `The partner failed (${p['status']})${said(p, ': ')}`,
  },
  partner_refused: {
    fr: (p) => `Le partenaire a refusé (${p['status']})${said(p, ' : ')}`,
    en: (p) => `The partner refused (${p['status']})${said(p, ': ')}`,
  },
  partner_not_api: {
    fr: (p) => `Cette adresse répond, mais n’a pas l’API du partenaire (${p['status']} à ${p['path']}).`,
    en: (p) => `This address answers, but does not have the partner API (${p['status']} at ${p['path']}).`,
  },
  partner_too_large: {
    fr: (p) =>
      `${p['path']}: la réponse du partenaire dépasse ${fileSize(Number(p['limit']), 'fr')}, la lecture est arrêtée.`,
    en: (p) =>
      `${p['path']}: the partner’s answer is over ${fileSize(Number(p['limit']), 'en')}; reading was stopped.`,
  },
  partner_entry_too_large: {
    fr: (p) =>
      `${p['path']}: l’entrée ${p['index']} de la liste du partenaire dépasse ${fileSize(Number(p['limit']), 'fr')}.`,
    en: (p) =>
      `${p['path']}: entry ${p['index']} of the partner’s list is over ${fileSize(Number(p['limit']), 'en')}.`,
  },
  partner_too_many: {
    fr: (p) => `${p['path']}: la réponse du partenaire a plus de ${p['limit']} entrées.`,
    en: (p) => `${p['path']}: the partner’s answer has more than ${p['limit']} entries.`,
  },
  partner_too_many_pages: {
    fr: (p) => `${p['path']}: la liste du partenaire a plus de ${p['limit']} pages.`,
    en: (p) => `${p['path']}: the partner’s list has more than ${p['limit']} pages.`,
  },
  partner_too_deep: {
    fr: (p) => `${p['path']}: la réponse du partenaire est imbriquée sur plus de ${p['limit']} niveaux.`,
    en: (p) => `${p['path']}: the partner’s answer is nested more than ${p['limit']} levels deep.`,
  },
  partner_encoding: {
    fr: (p) =>
      `${p['path']}: la réponse du partenaire est codée en « ${p['encoding']} » ; seul gzip, une fois, est lu.`,
    en: (p) =>
      `${p['path']}: the partner’s answer is encoded as “${p['encoding']}”; only gzip, once, is read.`,
  },
  partner_gzip_broken: {
    fr: (p) => `${p['path']}: la réponse du partenaire n’est pas du gzip lisible.`,
    en: (p) => `${p['path']}: the partner’s answer is not readable gzip.`,
  },
  partner_not_json: {
    fr: (p) =>
      `${p['path']}: la réponse du partenaire n’est pas du JSON lisible (${fileSize(Number(p['length']), 'fr')}, à partir de ${p['start']}).`,
    en: (p) =>
      `${p['path']}: the partner’s answer is not readable JSON (${fileSize(Number(p['length']), 'en')}, from ${p['start']}).`,
  },
  partner_not_list: {
    fr: (p) => `${p['path']}: une liste était attendue du partenaire, non ${p['got']}`,
    en: (p) => `${p['path']}: a list was expected of the partner, not ${p['got']}`,
  },
  partner_not_prices: {
    fr: (p) => `${p['path']}: des prix par délai étaient attendus du partenaire, non ${p['got']}`,
    en: (p) => `${p['path']}: prices by lead time were expected of the partner, not ${p['got']}`,
  },
  partner_no_total: {
    fr: (p) => `${p['path']}: le total prix_ht était attendu du partenaire dans ${p['got']}`,
    en: (p) => `${p['path']}: the total prix_ht was expected of the partner in ${p['got']}`,
  },
  partner_other_cart: {
    fr: (p) =>
      `${p['path']}: le panier simulé par le partenaire n’est pas celui qui a été envoyé (${p['place']})`,
    en: (p) =>
      `${p['path']}: the cart that the partner simulated is not the one that was sent (${p['place']})`,
  },
  partner_no_order: {
    fr: (p) => `${p['path']}: une commande avec son id était attendue du partenaire, non ${p['got']}`,
    en: (p) => `${p['path']}: an order with its id was expected of the partner, not ${p['got']}`,
  },
  partner_entry: {
    fr: (p) =>
      `${p['path']}: l’entrée ${p['index']} du partenaire ne peut pas être lue à ${p['place']} (${p['got']}) ; ${p['index']} ont été lues.`,
    en: (p) =>
      `${p['path']}: entry ${p['index']} of the partner cannot be read at ${p['place']} (${p['got']}); ${p['index']} were read.`,
  },
  partner_list_emptied: {
    fr: (p) =>
      `${p['path']}: la liste du partenaire est vide, alors qu’elle ne l’était pas : rien n’a été retiré. Si c’est voulu, retirez le partenaire des réglages et remettez-le.`,
    en: (p) =>
      `${p['path']}: the partner’s list is empty, and it was not before: nothing was removed. If that is meant, remove the partner from the settings and set it again.`,
  },
  partner_entry_refused: {
    fr: (p) => `valeur illisible à ${p['place']} (${p['got']})`,
    en: (p) => `unreadable value at ${p['place']} (${p['got']})`,
  },
  partner_prices_missing: {
    fr: (p) => `des prix manquent : ${p['why']}`,
    en: (p) => `prices are missing: ${p['why']}`,
  },
  partner_id_outside: {
    fr: (p) =>
      `l’id ${p['id']}${placed(p, 'fr')} n’est pas l’un des ${p['size']} ids réservés à cette source`,
    en: (p) => `id ${p['id']}${placed(p, 'en')} is none of the ${p['size']} ids reserved for this source`,
  },
  partner_id_repeated: {
    fr: (p) => `l’id ${p['id']} figure deux fois (${p['place']})`,
    en: (p) => `id ${p['id']} occurs twice (${p['place']})`,
  },
  partner_duplicate: {
    fr: (p) => `${p['path']}: l’id ${p['id']} figure deux fois dans la liste du partenaire.`,
    en: (p) => `${p['path']}: id ${p['id']} occurs twice in the partner’s list.`,
  },
  partner_pages_missing: {
    fr: (p) =>
      `${p['path']}: le partenaire montre ${p['shown']} entrées sur ${p['total']}, et aucune page de plus.`,
    en: (p) => `${p['path']}: the partner shows ${p['shown']} of ${p['total']} entries, and no further page.`,
  },
  partner_pages_loop: {
    fr: (p) =>
      `${p['path']}: les pages du partenaire n’en finissent pas : elles se répètent ou ne montrent plus rien.`,
    en: (p) => `${p['path']}: the partner’s pages do not end: they repeat or show nothing more.`,
  },
  partner_pages_elsewhere: {
    fr: (p) => `${p['path']}: la page suivante du partenaire n’est pas à sa propre adresse : ${p['next']}`,
    en: (p) => `${p['path']}: the partner’s next page is not at its own address: ${p['next']}`,
  },
  partner_ok: {
    fr: (p) =>
      `Connexion réussie : ${p['more'] ? 'au moins ' : ''}${p['products']} produits${slow(p, 'fr')}.`,
    en: (p) => `Connected: ${p['more'] ? 'at least ' : ''}${p['products']} products${slow(p, 'en')}.`,
  },
  partner_empty: {
    fr: (p) =>
      `Connexion réussie, mais ce partenaire n’a aucun produit${slow(p, 'fr')} : l’adresse et le jeton sont-ils les bons ?`,
    en: (p) =>
      `Connected, but this partner has no products${slow(p, 'en')}: are the address and the token right?`,
  },
  partner_unexpected: {
    fr: (p) => `Erreur inattendue (${p['cause']}).`,
    en: (p) => `Unexpected error (${p['cause']}).`,
  },
  upstream_no_token: {
    fr: () => 'Aucun jeton n’est enregistré pour ce partenaire.',
    en: () => 'No token is stored for this partner.',
  },
  secret_elsewhere: {
    fr: () =>
      'Le jeton est scellé par le trousseau du système, que seule l’application de bureau ouvre : enregistrez-le de nouveau ici, ou partagez les secrets dans Réglages → Général de l’application de bureau.',
    en: () =>
      'The token is sealed by the system’s keyring, which the desktop application alone opens: set it again here, or share the secrets in Settings → General of the desktop application.',
  },
  secret_key_missing: {
    fr: (p) => `${p['file']} manque : le jeton ne peut pas être ouvert, enregistrez-le de nouveau.`,
    en: (p) => `${p['file']} is missing: the token cannot be opened, set it again.`,
  },
  secret_key_damaged: {
    fr: (p) => `${p['file']} est endommagé : supprimez-le, et enregistrez le jeton de nouveau.`,
    en: (p) => `${p['file']} is damaged: remove it, and set the token again.`,
  },
  secret_key_unreadable: {
    fr: (p) => `${p['file']} ne peut pas être lu par l’utilisateur du service : donnez-lui ce fichier.`,
    en: (p) => `${p['file']} cannot be read by the user of the service: give it that file.`,
  },
  secret_key_folder: {
    fr: (p) =>
      `${p['file']} est un dossier, et non la clé des secrets : remettez la clé à sa place, ou déplacez ce dossier et enregistrez jetons et mot de passe de nouveau.`,
    en: (p) =>
      `${p['file']} is a folder, and not the key of the secrets: put the key in its place, or move that folder away and set tokens and password again.`,
  },
  secret_keyring_closed: {
    fr: () =>
      'Le trousseau du système n’ouvre pas le jeton : déverrouillez-le et relancez Comptoir, ou enregistrez le jeton de nouveau.',
    en: () =>
      'The system’s keyring does not open the token: unlock it and start Comptoir again, or set the token again.',
  },
  secret_not_shared: {
    fr: (p) =>
      `Le jeton, enregistré dans le magasin commun par un autre service, ne s’ouvre pas ici sans sa clé : ${keyFrom(p, 'fr')}. Seulement si cette clé est perdue, retirez le partenaire et réglez-le de nouveau.`,
    en: (p) =>
      `The token, kept in the shared store by another service, does not open here without that one’s key: ${keyFrom(p, 'en')}. Only where that key is lost, remove the partner and set it again.`,
  },
  secret_other_key: {
    fr: (p) => `Le jeton n’a pas été scellé avec ${p['file']} : enregistrez-le de nouveau.`,
    en: (p) => `The token was not sealed with ${p['file']}: set it again.`,
  },
} as const satisfies Record<string, Message>

export type PartnerCode = keyof typeof PARTNER_MESSAGES
