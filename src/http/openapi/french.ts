/** French for every text of the document; openapi.test.ts holds it complete and free of what is no longer used. */
import { ORDER_STATES } from '../../domain/order.ts'

const STATES = ORDER_STATES.join(', ')

export const FRENCH: Readonly<Record<string, string>> = {
  'What is wrong, in words.': 'Ce qui ne va pas, en toutes lettres.',
  'JSON pointer into the request body; "" for the body itself.':
    'Pointeur JSON dans le corps de la requête ; "" pour le corps lui-même.',
  'Never changes.': 'Ne change jamais.',
  'Product pages that the customer may see': 'Fiches produit accessibles au client',
  'The list, whole unless `limit` or `offset` cuts it.':
    'La liste, entière si `limit` ou `offset` ne la coupe pas.',
  'Sent as `produit` in lines.': 'Envoyé comme `produit` dans les lignes.',
  'Identifiers of the lead times of the product.': 'Identifiants des délais du produit.',
  'Option identifier; also the key in `valeurs`.':
    'Identifiant de l’option ; c’est aussi la clé dans `valeurs`.',
  'Empty for integer and decimal options.': 'Vide pour les options integer et decimal.',
  'The caller has the list already.': 'L’appelant a déjà la liste.',
  'The request has faults': 'La requête est fautive',
  'No token, or one that is unknown or revoked': 'Pas de jeton, ou un jeton inconnu ou révoqué',
  'Not allowed to this customer, or from this host or origin':
    'Interdit à ce client, ou depuis cet hôte ou cette origine',
  'More requests than the settings allow to one token in a minute':
    'Plus de requêtes que les réglages n’en permettent à un jeton en une minute',
  'The service failed; the request can be tried again': 'Le service a échoué ; la requête peut être retentée',
  'The store does not answer now; the request can be tried again after `Retry-After`. Nothing was saved, unless the words say that nobody knows: with the same Idempotency-Key an order is made once all the same':
    'Le magasin ne répond pas en ce moment ; la requête peut être retentée après `Retry-After`. Rien n’a été enregistré, sauf si le texte dit que nul ne le sait : avec la même Idempotency-Key une commande n’est faite qu’une fois',
  'One product page': 'Une fiche produit',
  'The product page.': 'La fiche produit.',
  'There is no such thing, or it is not the customer’s': 'Introuvable, ou n’appartient pas au client',
  'Prices of a print line, by lead time': 'Prix d’une ligne print, par délai',
  'Answers every lead time, also when `delai` is sent; the sent `delai` is checked. A lead time without a price has an empty `PrixHT` and says why in `Message`; the others keep theirs.':
    'Répond pour tous les délais, même si `delai` est envoyé ; le `delai` envoyé est vérifié. Un délai sans prix a un `PrixHT` vide et dit pourquoi dans `Message` ; les autres gardent le leur.',
  'Free reference of the line.': 'Référence libre de la ligne.',
  'Identifier of the product page.': 'Identifiant de la fiche produit.',
  'Chosen variants, at most one per option.': 'Variantes choisies, une au plus par option.',
  'Free values by option id, each a number as a string.':
    'Valeurs libres par identifiant d’option, chacune un nombre écrit comme un texte.',
  'Copies of each file or visual.': 'Exemplaires de chaque fichier ou visuel.',
  'Lead-time identifier; the main one of the product when omitted.':
    'Identifiant du délai ; le délai principal du produit s’il manque.',
  'Flyers, two visuals, with a paper proof': 'Des flyers, deux visuels, avec un BAT papier',
  'By the area: sides as free values': 'À la surface : les côtés en valeurs libres',
  'The prices, in euro cents excluding tax.': 'Les prix, en centimes d’euro hors taxes.',
  'Empty when there is a price; otherwise why there is none.': 'Vide quand il y a un prix ; sinon, la cause.',
  'Euro cents excluding tax, as a decimal-digit string; empty when there is no price.':
    'Centimes d’euro hors taxes, en chiffres dans un texte ; vide sans prix.',
  'Every lead time of the product or family, fastest first, keyed `J+<working days>`.':
    'Tous les délais du produit ou de la famille, le plus court d’abord, par clé `J+<jours ouvrés>`.',
  'The body is over 1 MB': 'Le corps dépasse 1 Mo',
  'The body is not sent as JSON': 'Le corps n’est pas envoyé en JSON',
  'Simulate a print cart': 'Simuler un panier print',
  'Prices every line at its lead time, and the totals with the discount and the VAT of the delivery address. Nothing is kept. Amounts are euro cents.':
    'Donne le prix de chaque ligne à son délai, et les totaux avec la remise et la TVA de l’adresse de livraison. Rien n’est conservé. Les montants sont en centimes d’euro.',
  'Customer quote reference; `reference_client` of the order.':
    'Référence du devis client ; `reference_client` de la commande.',
  'Delivery address; panier/validate/ needs nom or societe, adresse1, code_postal, ville.':
    'Adresse de livraison ; panier/validate/ demande nom ou societe, adresse1, code_postal, ville.',
  'A cart': 'Un panier',
  'The priced cart.': 'Le panier avec ses prix.',
  'Euro cents excluding tax.': 'Centimes d’euro hors taxes.',
  'Delivery address (partner-api.md 2.4); fields not given are "".':
    'Adresse de livraison (partner-api.md 2.4) ; les champs non donnés valent "".',
  'Turn a print cart into an order': 'Transformer un panier print en commande',
  'The customer needs the right to order. Send an `Idempotency-Key` to be able to repeat the request safely.':
    'Le client doit avoir le droit de commander. Avec une `Idempotency-Key`, la requête peut être répétée sans risque.',
  'The order.': 'La commande.',
  'The `devis` sent at creation.': 'Le `devis` envoyé à la création.',
  'The total including tax until a payment is known; 0 once the order is cancelled.':
    'Le total TTC, tant qu’aucun paiement n’est connu ; 0 une fois la commande annulée.',
  'The key was already used with another body': 'La clé a déjà servi avec un autre corps',
  'The customer’s print orders': 'Commandes print du client',
  'Newest first.': 'La plus récente d’abord.',
  'One print order of the customer': 'Une commande print du client',
  'Families that the customer may see': 'Familles accessibles au client',
  'The authority for what a configuration may combine.':
    'La référence de ce qu’une configuration peut combiner.',
  'Sent as `famille`.': 'Envoyé comme `famille`.',
  'Working days that the support needs at least.': 'Jours ouvrés que le support demande au moins.',
  'All formats': 'Tous les formats',
  'The union over the families that the customer sees, one entry an id. For a configuration take the elements of its family.':
    'La réunion sur les familles accessibles au client, une entrée par identifiant. Pour une configuration, prendre les éléments de sa famille.',
  'All supports': 'Tous les supports',
  'All printing modes': 'Toutes les impressions',
  'All finishes': 'Toutes les finitions',
  'All cuts': 'Toutes les découpes',
  'Prices of a display configuration, by lead time': 'Prix d’une configuration display, par délai',
  'Reference of the line.': 'Référence de la ligne.',
  'Family id.': 'Identifiant de la famille.',
  'A format of the family.': 'Un format de la famille.',
  'A support of the family.': 'Un support de la famille.',
  'A printing mode of the family, unless it allows none.':
    'Une impression de la famille, sauf si elle permet de s’en passer.',
  'A finish of the family.': 'Une finition de la famille.',
  'A cut of the family.': 'Une découpe de la famille.',
  'At most one variant of each option.': 'Une variante au plus de chaque option.',
  'Asks for the file check that the tariff prices.':
    'Demande la vérification des fichiers que le tarif facture.',
  'An X-banner': 'Un X-banner',
  'Simulate a display cart': 'Simuler un panier display',
  'Lead time of the whole cart.': 'Délai de tout le panier.',
  'The lead time asked for, else the main one that all lines share, else null.':
    'Le délai demandé, sinon le délai principal que toutes les lignes partagent, sinon null.',
  'Turn a display cart into an order': 'Transformer un panier display en commande',
  'The right to order is needed where the settings ask for it. Send an `Idempotency-Key` to be able to repeat the request safely.':
    'Le droit de commander est nécessaire si les réglages le demandent. Avec une `Idempotency-Key`, la requête peut être répétée sans risque.',
  'The customer’s display orders': 'Commandes display du client',
  'One display order of the customer': 'Une commande display du client',
  'What happens to the customer, as server-sent events': 'Ce qui arrive au client, en server-sent events',
  'An extension of Comptoir. The stream stays open: `event: order` with the area, id and status of an order of the customer that is new or has another status, `event: catalogue` with its version when products, families or prices may have changed. Each has an `id:`: who comes back with the last one in `Last-Event-ID` is told what happened meanwhile, up to a day back; beyond, and for an unknown id, the first event is `event: missed`, then come those that are kept. A comment every 20 seconds keeps the connection. The stream ends when the service stops or the token is revoked.':
    'Une extension de Comptoir. Le flux reste ouvert : `event: order` avec l’espace, l’identifiant et le statut d’une commande du client, nouvelle ou dont le statut change ; `event: catalogue` avec sa version quand des produits, des familles ou des prix ont pu changer. Chacun a un `id:` : qui revient avec le dernier dans `Last-Event-ID` apprend ce qui s’est passé entre-temps, jusqu’à un jour en arrière ; au-delà, et pour un identifiant inconnu, le premier événement est `event: missed`, puis viennent ceux qui sont gardés. Un commentaire toutes les 20 secondes maintient la connexion. Le flux se termine quand le service s’arrête ou que le jeton est révoqué.',
  'The stream; `data` of each event is one of the event schemas.':
    'Le flux ; `data` de chaque événement suit l’un des schémas d’événement.',
  'The last `id:` that the caller got: what happened since is told first.':
    'Le dernier `id:` que l’appelant a reçu : ce qui s’est passé depuis est dit d’abord.',
  'The `Last-Event-ID` that was sent.': 'Le `Last-Event-ID` envoyé.',
  '`event: missed`: events after the `Last-Event-ID` are no longer kept; read again what you keep.':
    '`event: missed` : les événements après le `Last-Event-ID` ne sont plus gardés ; relire ce que l’on garde.',
  'The order, read at `commande/<id>/` of its area.': 'La commande, lue à `commande/<id>/` de son espace.',
  '`event: order`: an order is new or has another status.':
    '`event: order` : une commande est nouvelle ou son statut change.',
  'Grows with each change.': 'Augmente à chaque changement.',
  '`event: catalogue`: products, families or prices may have changed.':
    '`event: catalogue` : des produits, des familles ou des prix ont pu changer.',
  'Comptoir: partner printing API': 'Comptoir : API partenaire d’impression',
  'Print and display products: catalogue, prices, carts and orders.':
    'Produits print et display : catalogue, prix, paniers et commandes.',
  'The partner printing API, version 0.2, served by Comptoir on your own machine: a tool written for the partner works here by changing its base URL.':
    'L’API partenaire d’impression, version 0.2, servie par Comptoir sur votre propre machine : un outil écrit pour le partenaire fonctionne ici en changeant son URL de base.',
  'Every request carries `Authorization: Token <token>`; a token is made with `comptoir token create` or in the settings.':
    'Chaque requête porte `Authorization: Token <jeton>` ; un jeton se crée avec `comptoir token create` ou dans les réglages.',
  'Errors have one form: `detail` in words, and `errors`, which lists every fault of the request with a JSON pointer into the body, a `code` that never changes and a message. Of more than 1,000 faults the first are listed; a last entry, `more_faults`, says how many more there are.':
    'Les erreurs ont une seule forme : `detail` en toutes lettres, et `errors`, la liste de toutes les fautes de la requête, chacune avec un pointeur JSON dans le corps, un `code` qui ne change jamais et un message. Au-delà de 1 000 fautes, les premières sont énumérées ; une dernière entrée, `more_faults`, dit combien il y en a d’autres.',
  'Messages are in French, or in English with `Accept-Language: en`.':
    'Les messages sont en français, ou en anglais avec `Accept-Language: en`.',
  'By which the log of the service names the request.': 'Nomme la requête dans le journal du service.',
  'Null in an optional field counts as absent, and unknown fields are ignored. All paths end with a slash.':
    'Null dans un champ facultatif vaut une absence, et les champs inconnus sont ignorés. Tous les chemins se terminent par une barre oblique.',
  'A method that a path does not take is answered 405 `method_not_allowed` with `Allow`.':
    'Une méthode qu’un chemin n’accepte pas reçoit 405 `method_not_allowed`, avec `Allow`.',
  'The service that answered this document.': 'Le service qui a répondu ce document.',
  'Print products.': 'Produits imprimés.',
  'Display products (point-of-sale material).': 'Produits display (publicité sur lieu de vente).',
  'An extension of Comptoir.': 'Une extension de Comptoir.',
  '`Token <token>`: the word, a space and the token.': '`Token <jeton>` : le mot, une espace et le jeton.',
  'At most so many entries; all without it.': 'Nombre d’entrées au plus ; toutes s’il manque.',
  'Leaves out so many entries at the start.': 'Nombre d’entrées passées au début.',
  'Language of messages: French, or English with `en`.':
    'Langue des messages : le français, ou l’anglais avec `en`.',
  'The customer’s own name for this request: the same key and body within 24 hours give the same order, and only one. An empty or blank one is refused.':
    'Le nom que le client donne à cette requête : la même clé et le même corps dans les 24 heures donnent la même commande, et une seule. Une clé vide ou blanche est refusée.',
  'The `ETag` of the answer that the caller has.': 'L’`ETag` de la réponse que l’appelant a déjà.',
  'Where the list was cut: what comes next (`rel="next"`) and before (`rel="prev"`).':
    'Quand la liste est coupée : ce qui suit (`rel="next"`) et ce qui précède (`rel="prev"`).',
  'Length of the whole list.': 'Longueur de la liste entière.',
  'Of the list or its page: sent back in `If-None-Match` it is answered 304 while nothing changed.':
    'De la liste ou de sa page : renvoyé dans `If-None-Match`, il reçoit 304 tant que rien n’a changé.',
  'Where the order is read.': 'Où la commande se lit.',
  'Language of the messages, where there are any.': 'Langue des messages, s’il y en a.',
  'Where a price is one that the upstream partner gave earlier: when it was given (the oldest, where there are several).':
    'Quand un prix est un prix que le partenaire amont a donné plus tôt : sa date (la plus ancienne s’il y en a plusieurs).',
  'The scheme to authenticate with.': 'Le schéma d’authentification.',
  'Seconds to wait.': 'Secondes à attendre.',
  [`${STATES}, or the upstream’s own status once transmitted.`]: `${STATES}, ou le statut du partenaire amont une fois transmise.`,
}
