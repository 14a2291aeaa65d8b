/** What the command line says, in French. */
import { french } from './counted.ts'
import { doctor } from './doctor-fr.ts'
import type { Words } from './en.ts'

const { n, many, giveUp } = french

export const fr: Words = {
  program: 'Devis et commandes d’imprimerie, en ligne ou non.',

  value: {
    folder: 'dossier',
    file: 'fichier',
    number: 'numéro',
    bundle: 'catalogue',
    id: 'id',
    ids: 'ids',
    name: 'nom',
    percent: 'pourcentage',
    url: 'adresse',
    store: 'magasin',
    token: 'jeton',
    role: 'rôle',
    count: 'n',
    host: 'hôte',
    port: 'port',
    key: 'clé',
    language: 'langue',
    command: 'commande',
  },

  about: {
    serve: 'faire tourner le service sans fenêtre',
    import: 'charger un catalogue et ses tarifs depuis un fichier, tout ou rien',
    demo: 'charger la démonstration dans un magasin vide',
    tariffs: 'les tarifs propres en classeur Excel',
    tariffsExport: 'écrire les tarifs dans un classeur, une feuille par produit',
    tariffsImport: 'appliquer un classeur modifié aux tarifs, tout ou rien',
    token: 'les jetons de l’API partenaire',
    tokenCreate: 'créer un jeton ; un nouveau client est créé, un client connu est modifié',
    tokenList: 'lister les jetons et les droits de leurs clients',
    tokenRevoke: 'révoquer un jeton',
    customer: 'les clients et leurs droits',
    customerSet: 'modifier les droits d’un client ; ses jetons restent',
    customerList: 'lister les clients',
    user: 'les personnes d’un serveur partagé, qui se connectent par nom et mot de passe',
    userCreate: 'ajouter une personne ; le mot de passe est lu sur l’entrée standard',
    userList: 'lister les personnes',
    userDisable: 'fermer l’accès d’une personne ; ce qu’elle a fait reste',
    userEnable: 'rouvrir l’accès d’une personne',
    userPassword:
      'donner à une personne un autre mot de passe, lu sur l’entrée standard ; ses sessions se terminent',
    upstream: 'les partenaires dont viennent des produits et qui en reçoivent les commandes',
    upstreamSet:
      'régler un partenaire ; sans --token, le jeton est demandé, ou lu sur l’entrée standard si elle est un tube',
    upstreamClear: 'oublier un partenaire et son jeton',
    upstreamShow: 'montrer les partenaires ; leurs jetons ne sont jamais montrés',
    sync: 'reprendre maintenant le catalogue des partenaires, puis compléter les prix connus',
    outbox: 'lister les commandes à transmettre, et pourquoi elles attendent',
    backup: 'écrire une copie du magasin, même pendant que le service tourne',
    restore: 'remettre une sauvegarde à la place du magasin ; refusé pendant que le service tourne',
    doctor: 'examiner le magasin, son catalogue, le partenaire et le disque',
    quote: 'écrire un devis en PDF, ou dans un fichier signé qu’un autre Comptoir ouvre',
    store: 'le magasin entier',
    storeCopy: 'copier tout le magasin dans un magasin vide, fichier ou base PostgreSQL, et le vérifier',
    help: 'montrer l’aide d’une commande',
  },

  option: {
    data: 'dossier de données',
    store: 'base PostgreSQL du magasin, postgres://…, à la place du fichier du dossier de données',
    to: 'magasin vide : postgres://… ou un dossier de données',
    restoreUnread: 'remettre aussi, telle quelle, une sauvegarde dont des lignes ne peuvent pas être lues',
    doctorExport:
      'écrire de plus un diagnostic à envoyer à qui vous aide, sans donnée de client, par exemple diagnostic.zip',
    quotePdf: 'le document, par exemple devis.pdf ; un PDF de ce nom est remplacé, rien d’autre',
    quoteFile:
      'le fichier, par exemple D2026-K7-0012.comptoir ; un devis de ce nom est remplacé, rien d’autre',
    tariffsPreview: 'dire seulement ce qu’il changerait, avec les anciens et les nouveaux prix',
    dataDefault: 'celui de l’application de bureau',
    json: 'écrire un seul document JSON',
    lang: 'fr ou en ; par défaut, la langue de l’environnement',
    help: 'montrer l’aide',
    version: 'écrire la version',
    host: 'adresse d’écoute',
    port: 'port ; 0 en prend un libre',
    grace: 'temps laissé à ce qui est en cours quand le service est arrêté',
    key: 'clé des écrans ; par défaut une nouvelle à chaque fois',
    publicUrl: 'adresse derrière un mandataire inverse (reverse proxy), par exemple https://boutique.example',
    customer: 'nom du client',
    canOrder: 'le client peut commander',
    noCanOrder: 'le client ne peut pas commander',
    discount: 'remise en pour cent, par exemple 12.5',
    ids: '« all » ou des identifiants séparés par des virgules',
    url: 'adresse du partenaire',
    partnerName:
      'nom du partenaire ; sans lui, celui qui a cette adresse, sinon le seul qu’il y ait, sinon un nouveau nommé d’après son hôte',
    clearName: 'nom du partenaire ; sans lui, le seul qu’il y ait',
    rename: 'autre nom du partenaire ; sans --url, son adresse et son jeton restent',
    syncName: 'nom du partenaire ; sans lui, tous',
    token: 'jeton du partenaire',
    role: 'ce que la personne peut faire : vendeur, responsable ou administrateur',
    prices: 'nombre maximal de prix à demander',
  },

  help: {
    usage: 'Utilisation :',
    arguments: 'Arguments :',
    options: 'Options :',
    globalOptions: 'Partout :',
    commands: 'Commandes :',
    optionsPlace: '[options]',
    commandPlace: '[commande]',
    byDefault: (value) => `par défaut : ${value}`,
    fromVariable: (name) => `ou ${name}`,
  },

  usage: {
    unknownCommand: (name, place) => `la commande « ${name} » n’existe pas ; voyez « ${place} --help »`,
    unknownOption: (flag) => `l’option ${flag} n’existe pas ; voyez --help`,
    missingOperand: (name) => `il manque <${name}> ; voyez --help`,
    missingValue: (flags) => `${flags} demande une valeur`,
    missingOption: (flags) => `${flags} est nécessaire`,
    tooMany: (expected, given) =>
      `${many(expected, 'argument attendu', 'arguments attendus')}, ${n(given)} reçus ; mettez entre guillemets un nom qui a des espaces`,
    invalid: (flags, value, expected) => `${flags} : « ${value} » ne convient pas : ${expected}`,
    wholeNumber: (min, max) => `un nombre entier de ${min} à ${max} est attendu`,
    ids: '« all » ou des identifiants séparés par des virgules sont attendus',
    allOrIds: '« all » ou des identifiants, pas les deux',
    twice: (flag) => `${flag} est donné deux fois ; ne le donnez qu’une`,
    contradiction: (flag, other) => `${flag} et ${other} se contredisent ; n’en donnez qu’un`,
    empty: (flag) => `${flag} est vide ; donnez-lui une valeur, ou ne le donnez pas`,
    variable: (name, value, allowed) =>
      `${name} : « ${value} » ne convient pas : une de ces valeurs est attendue : ${allowed}`,
    language: 'fr ou en est attendu',
    folder: 'le nom d’un dossier est attendu',
    store: (option) =>
      `${option} : une adresse comme postgres://UTILISATEUR:MOT_DE_PASSE@MACHINE:PORT/BASE est attendue (dans le mot de passe, écrivez % %25, # %23, / %2F, ? %3F, @ %40)`,
  },

  storeCopy: {
    done: (rows) => `${rows} lignes copiées et vérifiées`,
  },

  upgrading: (steps, copied) =>
    `le magasin est d’une version antérieure : il est ${copied ? 'copié, puis ' : ''}mis à jour en ${many(steps, 'étape')}`,

  publicUrl: {
    malformed: (given) =>
      `--public-url (COMPTOIR_PUBLIC_URL) demande une adresse comme https://boutique.example, et non « ${given} »`,
    scheme: (given) =>
      `--public-url (COMPTOIR_PUBLIC_URL) demande une adresse qui commence par https:// ou http://, et non « ${given} »`,
    port: (given) =>
      `--public-url (COMPTOIR_PUBLIC_URL) : le port de « ${given} » n’est pas un nombre de 1 à 65535`,
    credentials: () => '--public-url (COMPTOIR_PUBLIC_URL) demande une adresse sans nom ni mot de passe',
    query: () => '--public-url (COMPTOIR_PUBLIC_URL) demande une adresse sans « ? » ni « # »',
    path: (given) =>
      `--public-url (COMPTOIR_PUBLIC_URL) demande une adresse sans chemin, et non « ${given} » : donnez au service un nom à lui, comme https://boutique.example`,
  },

  named: (name, text) => `${name} : ${text}`,
  together: (parts) => parts.join(' ; '),

  unexpected: (message) => `inattendu : ${message}`,
  interrupted: 'interrompu ; rien n’a été modifié',

  file: {
    empty: (file) => `${file} est vide`,
    unreadable: (file, cause) => `${file} ne peut pas être lu : ${cause}`,
    tooLarge: (file, megabytes, most) =>
      `${file} fait ${n(megabytes)} Mo ; un catalogue fait au plus ${n(most)} Mo : partagez-le, ou laissez de côté ce qui n’est pas vendu`,
    notText: (file, offset) =>
      `${file} n’est pas du texte UTF-8 : l’octet à la position ${offset} n’appartient à aucun caractère ; enregistrez-le en UTF-8`,
    notJson: (file, place) => `${file} n’est pas du JSON : ${place}`,
    jsonEmpty: 'il est vide',
    jsonEnd: 'il s’arrête au milieu',
    jsonAt: (line, column) => `voyez la ligne ${line}, colonne ${column}`,
  },

  import: {
    faults: (file, count) => `${file} : le catalogue a ${many(count, 'défaut')} ; rien n’a été modifié`,
    unchanged: 'rien n’a changé',
    kind: {
      added: (count) => `ajoutés : ${n(count)}`,
      changed: (count) => `modifiés : ${n(count)}`,
      removed: (count) => `retirés : ${n(count)}`,
    },
    what: {
      name: 'nom',
      quantities: 'quantités',
      lead_times: 'délais',
      options: 'options',
      visuals: 'visuels',
      elements: 'éléments',
      tariff: 'tarif',
    },
    more: (count) => `… et ${n(count)} de plus`,
    warning: (path, text) => `attention : ${path ? `${path} : ` : ''}${text}`,
    refused: (item, why) => `laissé de côté : ${item} : ${why}`,
  },

  customer: {
    created: (at) => `créé le ${at}`,
    used: (at) => `utilisé le ${at}`,
    neverUsed: 'jamais utilisé',
    active: 'actif',
    revoked: (at) => `révoqué le ${at}`,
    canOrder: 'peut commander',
    cannotOrder: 'ne peut pas commander',
    discount: (percent) => `remise ${percent.replace('.', ',')} %`,
    noDiscount: 'sans remise',
    products: (ids) => (ids === null ? 'tous les produits' : `produits ${ids.join(',') || 'aucun'}`),
    families: (ids) => (ids === null ? 'toutes les familles' : `familles ${ids.join(',') || 'aucune'}`),
    noTokens: 'aucun jeton',
    none: 'aucun client',
    tokenRevoked: (id) => `jeton ${id} révoqué`,
    tokenUnknown: (id, typed) =>
      `aucun jeton en vigueur n’a l’identifiant ${id} ; voyez « ${typed('token', 'list')} »`,
    nameNeeded: '--customer demande un nom',
    unknown: (name, typed) =>
      `le client « ${name} » n’existe pas ; voyez « ${typed('customer', 'list')} », ou créez-le avec « ${typed('token', 'create', '--customer', 'NOM')} »`,
    nothingToSet:
      'rien à modifier : nommez --can-order, --no-can-order, --discount, --products ou --families',
    discountInvalid: (given) =>
      `--discount demande un pourcentage de 0 à 100, écrit comme « 12.5 », et non « ${given} »`,
    idsUnknown: (products, families) => [
      ...(products.length > 0 ? [`--products : le catalogue n’a pas de produit ${products.join(', ')}`] : []),
      ...(families.length > 0 ? [`--families : le catalogue n’a pas de famille ${families.join(', ')}`] : []),
    ],
  },

  user: {
    none: 'personne : les écrans s’ouvrent par la clé',
    open: 'peut se connecter',
    closed: (at) => `accès fermé le ${at}`,
    signedIn: (at) => `connexion le ${at}`,
    neverSignedIn: 'jamais connecté',
    roleExpected: 'vendeur, responsable ou administrateur est attendu',
    passwordQuestion: (name) => `mot de passe de ${name} (il ne s’affiche pas) : `,
    passwordMissing: 'aucun mot de passe : écrivez-le sur l’entrée standard',
    passwordLines: 'un mot de passe tient sur une ligne : écrivez-le une fois sur l’entrée standard',
    firstAdministrates:
      'la première personne administre, car nul autre n’en ajouterait à l’écran : créez-en d’abord une avec --role administrateur',
    unknown: (name, typed) => `personne ne s’appelle « ${name} » ; voyez « ${typed('user', 'list')} »`,
  },

  upstream: {
    none: 'aucun partenaire',
    set: (name, url) => `partenaire ${name} : ${url}`,
    cleared: (name) => `le partenaire ${name} n’est plus réglé`,
    withoutToken: 'sans jeton',
    idsFrom: (base) => `ids à partir de ${base}`,
    nameToChoose: 'NOM',
    moved: (from, undo, beside) =>
      `son adresse était ${from} : ses identifiants désignent maintenant ce qu’offre la nouvelle ; pour revenir en arrière : ${undo}${
        beside === null ? '' : ` ; puis, pour un partenaire de plus : ${beside}`
      }`,
    sameAddress: (others) =>
      `${others.join(', ')} ${others.length === 1 ? 'a' : 'ont'} aussi cette adresse : ce qui y est offert est au catalogue une fois pour chacun, sous des ids à lui`,
    onlyName: (clear, renames) =>
      `s’il ne fallait qu’un autre nom : ${clear} ; puis : ${renames.join(', ou ')}`,
    unknown: (name, known) =>
      known.length === 0
        ? `aucun partenaire ne s’appelle « ${name} », et aucun n’est réglé`
        : `aucun partenaire ne s’appelle « ${name} » ; il y a ${known.join(', ')}`,
    nameRequired: (known) => `il y a plusieurs partenaires (${known.join(', ')}) : dites lequel avec --name`,
    tokenMissing: 'aucun jeton : donnez-le avec --token, ou écrivez-le sur l’entrée standard',
    tokenQuestion: (url) => `jeton de ${url} (il ne s’affiche pas) : `,
    url: {
      malformed: (given) =>
        `--url demande une adresse comme https://partenaire.example/api, et non « ${given} »`,
      port: (given) => `--url : le port de « ${given} » n’est pas un nombre de 1 à 65535`,
      credentials: () =>
        '--url demande une adresse sans nom ni mot de passe ; le jeton se donne avec --token',
      query: () => '--url demande une adresse sans « ? » ni « # » ; le jeton se donne avec --token',
      scheme: (given) =>
        `--url demande une adresse qui commence par https:// (http:// seulement en boucle locale), et non « ${given} »`,
    },
    elsewhere: (count, commands) =>
      `${many(count, 'commande destinée', 'commandes destinées')} à une autre adresse de ce partenaire : réglez-la de nouveau (${commands.join(' ; une fois parties, ')}), ou ${giveUp(count)}`,
    stranded: (count, commands, typed) =>
      `${many(count, 'commande')} ne ${count < 2 ? 'peut' : 'peuvent'} plus partir ; réglez de nouveau le partenaire (${commands.join(' ; ')}), ou ${giveUp(count)} ; voyez « ${typed('outbox')} »`,
    notSet: (typed) =>
      `aucun partenaire n’est réglé ; réglez-en un avec « ${typed('upstream', 'set', '--url', 'ADRESSE')} »`,
    pricesFailed: (name, changes, why) =>
      `${name} : le catalogue a été repris (${many(changes, 'changement')}) ; puis les demandes de prix ont échoué : ${why}`,
    syncFailed: (name, why) =>
      `${name} : la synchronisation a échoué, le catalogue reste tel qu’il était : ${why}`,
    changes: (count) => `catalogue : ${many(count, 'changement')}`,
    unchanged: 'catalogue : rien n’a changé',
    refused: (item, why) => `  laissé de côté : ${item} : ${why}`,
    outside: (count) =>
      `${many(count, 'produit ou famille non repris', 'produits ou familles non repris')} : ${count < 2 ? 'son id dépasse' : 'leurs ids dépassent'} la plage de ce partenaire ; réglez-le une seconde fois sous un autre nom (--name) pour une plage plus grande, où ses produits auront d’autres ids ici, puis oubliez celui-ci`,
    prices: (asked, known) => `prix : ${many(asked, 'demandé')}, ${many(known, 'connu')}`,
    unpriced: (item, why) => `  ${item} : ${why}`,
    setAgain: (command) => `Réglez-le de nouveau (${command}).`,
    nothingWaits: 'rien n’attend',
    mayBeThere:
      'Peut-être déjà reçue : Comptoir la cherche chez le partenaire avant tout envoi ; si vous l’y voyez, rattachez-la à l’écran « À traiter ».',
    giveToken: (command) => `Donnez son jeton : ${command}`,
    noToken: (name) => `Le jeton de ${name} n’est pas enregistré : une sauvegarde n’en contient aucun.`,
    attempts: (count) => `envoyée ${n(count)} fois`,
  },

  tariffs: {
    written: (file) => `tarifs écrits dans ${file}`,
    taken: (file) => `${file} existe déjà : choisissez un autre nom`,
    faults: (file, count) => `${file} : le classeur a ${many(count, 'défaut')} ; rien n’a été modifié`,
    same: 'aucun tarif ne changerait',
    entries: (added, changed, removed) =>
      `ajouts : ${n(added)}, modifications : ${n(changed)}, suppressions : ${n(removed)}`,
    removed: (entry) => `supprimé : ${entry}`,
  },

  quote: {
    written: (number, file) => `devis ${number} écrit dans ${file}`,
    whatToWrite: 'donnez --pdf FICHIER, --file FICHIER, ou les deux',
    taken: (file, kind) =>
      `${file} existe déjà et n’est pas un ${kind === 'quote' ? 'devis' : 'PDF'} : choisissez un autre nom`,
    unwritable: (file, why) => `${file} ne peut pas être écrit : ${why}`,
  },

  backup: {
    byPostgres:
      'un magasin PostgreSQL se sauvegarde et se remet par ses propres outils : pg_dump et pg_restore',
    written: (file, kibibytes) => `${file} (${n(kibibytes)} Kio)`,
    restored: (file) => `${file} a été remis en place`,
    kept: (file) => `le magasin d’avant est gardé sous ${file}`,
  },

  doctor,

  listen: {
    port_in_use: (host, port) =>
      `le port ${port} de ${host} est occupé ; choisissez-en un autre avec --port, ou 0 pour un port libre`,
    port_forbidden: (_host, port) =>
      `le port ${port} demande plus de droits que n’en a cet utilisateur ; choisissez-en un au-dessus de 1023`,
    host_unknown: (host) => `${host} n’est pas une adresse de cette machine`,
  },
}
