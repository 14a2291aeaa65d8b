/**
 * What the print trade calls its products, in French and English: customers say one word, the catalogue another.
 * What comes first is found first. Singular, without regard to case, accents and hyphens; of several words all count but the small ones ("de", "of").
 */

export interface Synonyms {
  /** words for one thing: each finds the others */
  readonly same: readonly string[]
  /** words for what stands in for it, or is often meant by it: found after the same, and finding it, but not each other */
  readonly akin?: readonly string[]
}

export const TRADE_SYNONYMS: readonly Synonyms[] = [
  // Stationery
  {
    same: [
      ...['carte de visite', 'business card', 'carte professionnelle', 'cdv'],
      ...['visiting card', 'visit card', 'calling card', 'carte commerciale'],
    ],
  },
  {
    same: [
      ...['tête de lettre', 'papier à en-tête', 'papier en-tête', 'entête', 'papier entête'],
      ...['letterhead', 'headed paper', 'papier à lettres'],
    ],
    akin: ['papeterie', 'stationery'],
  },
  { same: ['carte de correspondance', 'compliment slip', 'carton de correspondance', 'with compliments'] },
  { same: ['enveloppe', 'envelope', 'pochette postale'], akin: ['mailing', 'papeterie', 'stationery'] },
  { same: ['carte postale', 'postcard', 'post card', 'carte pub'], akin: ['mailing', 'carterie'] },
  { same: ['carte de fidélité', 'loyalty card', 'carte tampon', 'stamp card'], akin: ['carte plastique'] },
  {
    same: ['carte plastique', 'carte pvc', 'plastic card', 'badge pvc'],
    akin: ['carte de membre', 'membership card'],
  },
  {
    same: ['invitation', 'carton d’invitation', 'invitation card', 'carte d’invitation'],
    akin: ['faire-part', 'carterie'],
  },
  { same: ['carte de vœux', 'greeting card', 'carte de noël', 'christmas card'], akin: ['carterie'] },
  {
    same: ['faire-part', 'announcement', 'wedding invitation', 'wedding card'],
    akin: ['mariage', 'naissance', 'save the date', 'carterie'],
  },
  { same: ['marque-page', 'signet', 'bookmark'] },
  {
    same: ['ticket', 'billet', 'billetterie', 'coupon', 'tombola', 'raffle ticket'],
    akin: ['bon cadeau', 'voucher'],
  },
  { same: ['accroche-porte', 'door hanger', 'étiquette de porte'] },
  { same: ['bloc', 'bloc-notes', 'notepad', 'writing pad', 'memo pad'], akin: ['post-it', 'carnet'] },
  { same: ['post-it', 'note repositionnable', 'note adhésive', 'sticky note'] },
  { same: ['sous-main', 'desk pad'] },
  {
    same: [
      'autocopiant',
      'carbonless',
      'ncr',
      'liasse',
      'carnet autocopiant',
      'manifold',
      'carnet à souches',
    ],
    akin: [
      'facturier',
      'bon de livraison',
      'bon de commande',
      'carnet de factures',
      'invoice book',
      'receipt book',
    ],
  },
  { same: ['carnet', 'cahier', 'notebook'], akin: ['agenda', 'planificateur'] },
  {
    same: [
      'chemise',
      'pochette à rabats',
      'chemise à rabats',
      'presentation folder',
      'porte-document',
      'folder',
    ],
  },
  { same: ['tampon', 'tampon encreur', 'cachet', 'rubber stamp', 'stamp', 'trodat'] },
  { same: ['calendrier', 'calendar', 'éphéméride'], akin: ['agenda', 'planner', 'planning'] },
  { same: ['agenda', 'planificateur', 'planner', 'diary', 'organiseur'] },

  // Flyers, leaflets, bound matter
  {
    same: ['flyer', 'tract', 'prospectus', 'flier', 'feuillet', 'handbill'],
    akin: ['leaflet', 'imprimé publicitaire'],
  },
  {
    same: ['dépliant', 'leaflet', 'folded leaflet', 'volet', 'plié', 'leporello'],
    akin: ['plaquette', 'brochure', 'pamphlet', 'plan', 'folder', 'trifold', 'bifold', 'triptyque'],
  },
  { same: ['trifold', 'tri-fold', 'triptyque', '3 volets', 'trois volets', 'en trois'] },
  { same: ['bifold', 'bi-fold', '2 volets', 'deux volets', 'en deux', '1 pli'] },
  { same: ['plaquette', 'plaquette commerciale'], akin: ['dépliant', 'brochure', 'flyer'] },
  {
    same: ['brochure', 'booklet', 'livret', 'cahier piqué', 'fascicule', 'brochure agrafée'],
    akin: ['catalogue', 'catalog', 'magazine', 'programme', 'revue', 'pamphlet'],
  },
  { same: ['catalogue', 'catalog'], akin: ['magazine', 'dos carré collé', 'tarif'] },
  { same: ['magazine', 'revue', 'journal', 'periodical', 'gazette'], akin: ['newsletter', 'bulletin'] },
  {
    same: ['dos carré collé', 'perfect bound', 'perfect binding', 'softcover', 'broché', 'dcc'],
    akin: ['livre'],
  },
  { same: ['agrafé', 'piqué à cheval', 'saddle stitched', 'stapled'] },
  { same: ['livre', 'book', 'ouvrage', 'roman'], akin: ['mémoire', 'album'] },
  { same: ['livre cartonné', 'hardcover', 'hardback', 'relié'] },
  { same: ['mémoire', 'thèse', 'rapport', 'thesis', 'dissertation', 'report'], akin: ['reliure', 'dossier'] },
  { same: ['wire-o', 'spirale', 'spiral', 'reliure', 'wiro', 'binding', 'anneaux'] },
  {
    same: ['menu', 'carte de restaurant', 'carte des menus', 'menu resto', 'menu de restaurant'],
    akin: ['carte des vins', 'wine list', 'dépliant', 'brochure'],
  },
  {
    same: ['notice', 'mode d’emploi', 'instruction leaflet', 'user manual'],
    akin: ['dépliant', 'brochure'],
  },
  { same: ['set de table', 'placemat', 'table mat', 'nappe'] },
  { same: ['sous-bock', 'coaster', 'beer mat', 'dessous de verre', 'sous-verre'] },

  // Posters
  { same: ['affiche', 'poster', 'placard', 'affichette'], akin: ['abribus', 'poster photo'] },
  { same: ['abribus', 'sucette', 'mupi', 'decaux', 'city light poster', '120x176'] },

  // Labels and what sticks
  {
    same: ['autocollant', 'sticker', 'adhésif', 'vignette', 'autoadhésif', 'décalcomanie', 'decal'],
    akin: ['étiquette', 'vitrophanie', 'label', 'lettrage'],
  },
  { same: ['étiquette', 'label', 'tag'], akin: ['sticker', 'autocollant', 'adhésif'] },
  { same: ['étiquette en rouleau', 'label roll', 'roll label', 'bobine d’étiquettes'] },
  {
    same: [
      'étiquette volante',
      'hang tag',
      'swing tag',
      'étiquette carton',
      'étiquette de prix',
      'price tag',
    ],
  },
  {
    same: [
      'vitrophanie',
      'adhésif vitrine',
      'sticker vitrine',
      'window sticker',
      'window graphic',
      'vinyle vitrine',
    ],
    akin: ['autocollant', 'microperforé', 'lettrage', 'électrostatique'],
  },
  { same: ['microperforé', 'one way vision', 'vision à sens unique', 'see through'], akin: ['vitrophanie'] },
  {
    same: ['lettrage', 'lettres découpées', 'lettering', 'cut vinyl', 'vinyle découpé', 'lettre adhésive'],
    akin: ['enseigne', 'vitrophanie', 'covering'],
  },
  { same: ['adhésif de sol', 'floor sticker', 'floor graphic', 'marquage au sol', 'sticker de sol'] },
  { same: ['magnétique', 'magnet', 'aimant', 'aimanté', 'plaque magnétique'] },
  { same: ['véhicule', 'voiture', 'utilitaire', 'camion', 'fourgon', 'vehicle', 'car', 'van', 'truck'] },
  {
    same: ['covering', 'total covering', 'car wrap', 'marquage véhicule', 'flocage véhicule'],
    akin: ['magnétique véhicule', 'lettrage', 'véhicule'],
  },
  {
    same: ['sticker voiture', 'sticker véhicule', 'autocollant voiture', 'adhésif véhicule', 'car sticker'],
    akin: ['covering', 'véhicule'],
  },
  { same: ['transfert', 'dtf', 'flex', 'flocage', 'heat transfer'] },

  // Large format
  {
    same: ['bâche', 'banner', 'banderole', 'calicot', 'toile pvc', 'tarpaulin', 'vinyl banner'],
    akin: ['tenture', 'mesh', 'bandeau'],
  },
  {
    same: [
      'mesh',
      'micro-aérée',
      'bâche microperforée',
      'bâche perforée',
      'bâche ajourée',
      'perforated banner',
    ],
    akin: ['bâche'],
  },
  {
    same: [
      'roll-up',
      'enrouleur',
      'kakémono enrouleur',
      'roller banner',
      'pull-up',
      'pull up banner',
      'rollup banner',
    ],
    akin: ['kakémono', 'x-banner', 'banner'],
  },
  {
    same: ['kakémono', 'kakémono à suspendre', 'hanging banner', 'bannière suspendue'],
    akin: ['roll-up', 'tenture'],
  },
  { same: ['x-banner', 'croix', 'x-stand', 'xbanner'], akin: ['kakémono', 'roll-up'] },
  {
    same: ['panneau', 'sign', 'board', 'signalétique', 'plaque rigide', 'signage'],
    akin: ['enseigne', 'pancarte', 'plaque', 'akilux', 'dibond', 'forex', 'plexiglas'],
  },
  {
    same: ['enseigne', 'shop sign', 'signboard', 'fascia', 'devanture'],
    akin: ['panneau', 'signalétique', 'dibond', 'plexiglas', 'lettrage'],
  },
  {
    same: [
      'akilux',
      'akylux',
      'correx',
      'coroplast',
      'polypropylène alvéolaire',
      'alvéolaire',
      'corrugated plastic',
    ],
  },
  {
    same: [
      'dibond',
      'composite aluminium',
      'alu dibond',
      'alupanel',
      'aluminium composite',
      'aluminum composite',
    ],
  },
  { same: ['forex', 'pvc expansé', 'foamex', 'foam pvc', 'komacel'] },
  { same: ['plexiglas', 'plexi', 'pmma', 'acrylique', 'acrylic', 'perspex', 'altuglas'] },
  { same: ['carton plume', 'foamboard', 'foam board', 'kapa', 'carton mousse', 'kapaline'] },
  {
    same: ['panneau de chantier', 'construction sign', 'site board', 'site sign'],
    akin: ['akilux', 'dibond', 'forex', 'bâche', 'panneau'],
  },
  {
    same: [
      'panneau immobilier',
      'estate agent board',
      'panneau à vendre',
      'real estate sign',
      'for sale sign',
    ],
    akin: ['immobilier'],
  },
  { same: ['toile', 'canvas', 'toile tendue', 'châssis'], akin: ['tableau', 'impression photo'] },
  { same: ['papier peint', 'wallpaper', 'revêtement mural', 'wall covering', 'tapisserie'] },
  { same: ['tissu', 'textile', 'fabric'] },
  { same: ['tenture', 'drop', 'backdrop', 'fond de scène'], akin: ['banderole', 'mur d’image', 'photocall'] },
  {
    same: ['drapeau', 'flag', 'pavillon', 'fanion'],
    akin: ['oriflamme', 'voile', 'mât'],
  },
  {
    same: [
      'oriflamme',
      'beach flag',
      'flying banner',
      'drapeau plume',
      'feather flag',
      'voile publicitaire',
      'windflag',
      'wind flag',
    ],
    akin: ['drapeau'],
  },
  { same: ['tente', 'tent', 'barnum', 'gazebo', 'tonnelle', 'chapiteau', 'marquee'] },
  { same: ['cadre', 'frame', 'clic-clac', 'snap frame', 'porte-affiche'] },

  // Point of sale
  {
    same: ['plv', 'display', 'pos', 'pop display', 'point of sale', 'publicité sur lieu de vente'],
    akin: ['présentoir', 'totem', 'stop-rayon', 'silhouette', 'box', 'stand'],
  },
  {
    same: [
      'présentoir',
      'display',
      'porte-brochure',
      'leaflet holder',
      'display stand',
      'dispenser',
      'distributeur',
    ],
    akin: ['plv', 'box', 'presenter'],
  },
  { same: ['totem', 'totem carton', 'colonne', 'borne'], akin: ['plv', 'display'] },
  { same: ['silhouette', 'standee', 'cut-out', 'lifesize cutout'], akin: ['plv'] },
  { same: ['stop-rayon', 'shelf wobbler', 'wobbler', 'shelf talker', 'réglette', 'stop rayon'] },
  { same: ['chevalet', 'stop-trottoir', 'a-board', 'pavement sign', 'a-frame', 'sandwich board', 'easel'] },
  { same: ['comptoir d’accueil', 'counter', 'banque d’accueil', 'promotion counter', 'comptoir'] },
  {
    same: ['stand parapluie', 'pop-up stand', 'mur d’image', 'photocall', 'exhibition stand', 'pop up'],
    akin: ['stand'],
  },
  { same: ['urne', 'ballot box', 'boîte à idées', 'tirelire', 'suggestion box'] },
  { same: ['mobile', 'dangler', 'affichette à suspendre', 'hanging display'] },
  { same: ['frise', 'bandeau', 'linéaire', 'shelf strip', 'fronton'] },

  // Packaging, textile, gifts
  {
    same: ['boîte', 'box', 'étui', 'emballage', 'packaging', 'coffret', 'carton pliant'],
    akin: ['caisse', 'fourreau'],
  },
  {
    same: ['caisse', 'carton d’expédition', 'shipping box', 'mailer box', 'caisse américaine'],
    akin: ['emballage', 'packaging'],
  },
  {
    same: ['sac', 'bag', 'carrier bag', 'sac kraft', 'cabas', 'shopping bag', 'paper bag'],
    akin: ['emballage', 'packaging'],
  },
  { same: ['tote bag', 'sac en coton', 'sac en toile', 'totebag', 'cotton bag'] },
  { same: ['ruban adhésif', 'scotch', 'packing tape', 'tape', 'adhésif d’emballage'], akin: ['packaging'] },
  { same: ['papier de soie', 'tissue paper', 'mousseline'], akin: ['packaging', 'emballage'] },
  { same: ['gobelet', 'cup', 'verre', 'ecocup', 'paper cup'], akin: ['goodies', 'objet publicitaire'] },
  {
    same: ['t-shirt', 'tee-shirt', 'teeshirt', 'maillot'],
    akin: ['vêtement', 'clothing', 'apparel', 'goodies', 'polo'],
  },
  {
    same: ['objet publicitaire', 'goodies', 'promotional item', 'giveaway', 'cadeau d’entreprise'],
    akin: ['tote bag', 'mug'],
  },

  // Finishes, papers and other words that products are told apart by
  { same: ['pelliculage', 'pelliculé', 'plastification', 'plastifié', 'laminated', 'lamination', 'laminé'] },
  { same: ['vernis sélectif', 'vernis uv', 'vernis 3d', 'spot uv', 'spot varnish'] },
  { same: ['dorure', 'foil', 'hot foil', 'argenture', 'dorure à chaud', 'gilding'] },
  { same: ['recyclé', 'recycled', 'écologique', 'eco'], akin: ['kraft'] },
  { same: ['carré', 'square'] },
  { same: ['rond', 'ronde', 'circulaire', 'round', 'circle'], akin: ['à la forme', 'die cut'] },
  {
    same: ['numérique', 'impression numérique', 'digital', 'digital printing'],
    akin: ['petite quantité', 'express'],
  },
  { same: ['luxe', 'prestige', 'premium', 'luxury', 'haut de gamme'] },
  { same: ['express', 'urgent', 'rush', 'same day', 'minute'] },
  { same: ['petite quantité', 'short run', 'petit tirage', 'small run', 'à l’unité'] },
  { same: ['sur mesure', 'bespoke', 'custom', 'personnalisé'] },
]
