/** Why there is no price, why a value is refused, in words (reasons.ts has the codes). */
import { euros } from './euros.ts'
import { englishLabels, figure, type Locale, type Message } from './message.ts'
import { unpricedWords } from './partner-words.ts'
import type { FaultParams, ReasonCode } from './reasons.ts'

/** Why the partner is not asked now, or gave nothing that can be used (`away`), before what is known without it. */
const AWAY = {
  offline: { fr: 'hors ligne', en: 'offline' },
  token: { fr: 'le partenaire refuse notre jeton', en: 'the partner refuses our token' },
  no_token: {
    fr: 'aucun jeton enregistré pour ce partenaire (Réglages, Partenaires)',
    en: 'no token is stored for this partner (Settings, Partners)',
  },
  token_closed: {
    fr: 'le jeton de ce partenaire ne s’ouvre pas ici (Réglages, Partenaires)',
    en: 'this partner’s token does not open here (Settings, Partners)',
  },
  queue: { fr: 'nos demandes attendent leur tour', en: 'our requests wait their turn' },
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
  no_token: {
    fr: 'Aucun jeton n’est enregistré pour ce partenaire : ce prix ne peut pas lui être demandé. Enregistrez-le dans Réglages, Partenaires.',
    en: 'No token is stored for this partner: it cannot be asked for this price. Store it in Settings, Partners.',
  },
  token_closed: {
    fr: 'Le jeton de ce partenaire ne s’ouvre pas ici : ce prix ne peut pas lui être demandé. Réglages, Partenaires dit pourquoi.',
    en: 'This partner’s token does not open here: it cannot be asked for this price. Settings, Partners says why.',
  },
  queue: {
    fr: 'Nos demandes à ce partenaire attendent leur tour, au rythme réglé ici : redemandez ce prix dans un moment.',
    en: 'Our requests to this partner wait their turn, at the pace set here: ask for this price again in a while.',
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

export const REASON_MESSAGES = {
  told_before: { fr: (p) => String(p['text']), en: (p) => String(p['text']) },
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
    fr: (p) =>
      `Le partenaire ne donne pas de prix à ${p['label']} pour cette configuration${p['item'] === undefined ? '' : ` de « ${p['item']} »`}.`,
    en: (p) =>
      `The partner gives no price at ${englishLabels(p['label'])} for this configuration${p['item'] === undefined ? '' : ` of “${p['item']}”`}.`,
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
  lead_time_id_not_known: {
    fr: (p) =>
      `Le partenaire n’a pas encore montré lequel de ses délais est ${p['label']} pour « ${p['item']} » : indiquez l’un des siens, parmi ${p['delais']}.`,
    en: (p) =>
      `The partner has not shown yet which of its lead times is ${englishLabels(p['label'])} for “${p['item']}”: name one of its own, among ${p['delais']}.`,
  },
  lead_time_id_untold: {
    fr: (p) =>
      p['offline']
        ? `« ${p['item']} » ne peut pas être commandé en ${p['label']} hors ligne : son partenaire n’a pas encore montré lequel de ses délais c’est. Ouvrez « Commander » une fois en ligne : il le montre alors, et cela vaut ensuite hors ligne aussi. Ou choisissez un autre délai.`
        : `« ${p['item']} » ne peut pas être commandé en ${p['label']} : les réponses de son partenaire ne disent pas lequel de ses délais c’est. Choisissez un autre délai ou un autre partenaire.`,
    en: (p) =>
      p['offline']
        ? `“${p['item']}” cannot be ordered at ${englishLabels(p['label'])} offline: its partner has not shown yet which of its lead times that is. Open “Order” once online: it shows it then, and that holds offline afterwards. Or choose another lead time.`
        : `“${p['item']}” cannot be ordered at ${englishLabels(p['label'])}: the answers of its partner do not say which of its lead times that is. Choose another lead time or another partner.`,
  },
  price_before_move: {
    fr: (p) =>
      `« ${p['item']} » n’est pas à commander : son prix connu date d’avant un changement de prix de son partenaire. Commandez une fois qu’il répond ; d’ici là, un devis peut être envoyé.`,
    en: (p) =>
      `“${p['item']}” is not to be ordered: the price known of it is from before its partner changed prices. Order once the partner answers; a quote can be sent until then.`,
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
    fr: (p) =>
      `${away(p, 'fr')}estimation ${euros(Number(p['cents']), 'fr')} ± ${p['percent']} %${p['outside'] ? ', hors de ce qui a été vu' : ''}${p['behind'] ? ', en partie d’avant un changement de prix' : ''}`,
    en: (p) =>
      `${away(p, 'en')}estimate ${euros(Number(p['cents']), 'en')} ± ${p['percent']}%${p['outside'] ? ', outside of what was seen' : ''}${p['behind'] ? ', in part from before a change of prices' : ''}`,
  },
  too_little_known: {
    fr: (p) => `${away(p, 'fr')}trop peu de prix connus de ce produit pour l’estimer`,
    en: (p) => `${away(p, 'en')}too few prices of this product are known to estimate it`,
  },
  value_needed: {
    fr: (p) => `À indiquer pour un prix : ${p['options']}.`,
    en: (p) => `Needed for a price: ${p['options']}.`,
  },
  refused_at_copies: {
    fr: (p) =>
      `${away(p, 'fr')}sans doute impossible : pour ${figure(p['copies'], 'fr')} ex., ${p['message'] ? `le partenaire a répondu « ${unpricedWords(p)} »` : 'le partenaire n’a pas donné de prix'}`,
    en: (p) =>
      `${away(p, 'en')}probably not possible: for ${figure(p['copies'], 'en')} copies, the partner ${p['message'] ? `answered “${unpricedWords(p)}”` : 'gave no price'}`,
  },
  observed_too_old: {
    fr: (p) =>
      `${away(p, 'fr')}prix du ${p['date']} : ${euros(Number(p['cents']), 'fr')}, trop ancien pour être garanti`,
    en: (p) =>
      `${away(p, 'en')}price of ${p['date']}: ${euros(Number(p['cents']), 'en')}, too old to be given as a price`,
  },
  upstream_no_price: {
    fr: () => 'Le partenaire ne donne aucun prix qui puisse être lu.',
    en: () => 'The partner gives no price that can be read.',
  },
  upstream_message: { fr: unpricedWords, en: unpricedWords },
  item_withdrawn: {
    fr: (p) =>
      `« ${p['name']} » : le partenaire ne le propose plus, ou plus à ce compte. Une synchronisation (Réglages, Partenaires) met le catalogue à jour.`,
    en: (p) =>
      `“${p['name']}”: the partner offers it no more, or not to this account. A sync (Settings, Partners) brings the catalogue up to date.`,
  },
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
  source_unknown: {
    fr: () => 'Aucune source ne porte ce numéro : voyez `sources` de GET /api/catalogue.',
    en: () => 'No source has this number: see `sources` of GET /api/catalogue.',
  },
  postal_prefix_twice: {
    fr: (p) => `${p['prefix']} est déjà au-dessus : un seul taux pour un même début de code postal.`,
    en: (p) => `${p['prefix']} is above already: one rate for one start of a postal code.`,
  },
  mark_up_twice: {
    fr: () => 'Ce produit a déjà une majoration à lui.',
    en: () => 'This product has a mark-up of its own already.',
  },
  time_of_day: {
    fr: () => 'Une heure s’écrit de 00:00 à 23:59 ; rien : aucune heure limite.',
    en: () => 'An hour is written from 00:00 to 23:59; nothing: no cut-off hour.',
  },
  closure_from: {
    fr: () => 'Le premier jour de la fermeture manque ou n’existe pas.',
    en: () => 'The first day of the closing is missing or no day.',
  },
  closure_to: {
    fr: () => 'Le dernier jour d’une fermeture suit le premier, un an plus tard au plus.',
    en: () => 'The last day of a closing follows the first, a year later at most.',
  },
  sale_unknown: {
    fr: () =>
      'À quelle marge cette ligne se vend n’est plus connu ici : choisissez le prix du catalogue ou un prix fixe.',
    en: () =>
      'At which mark-up this line is sold is no longer known here: choose the catalogue’s price or a fixed one.',
  },
  setting_invalid: { fr: () => 'Ce réglage n’est pas possible.', en: () => 'This setting is not possible.' },
} as const satisfies Partial<Record<ReasonCode, Message>>
