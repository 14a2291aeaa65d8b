/**
 * The suite's own print shop. Everything here is written for the arithmetic to be checked on paper: see the tables in
 * prices-print.spec.ts and prices-display.spec.ts.
 */

/** Lead times: id -> working days. The ids say nothing about the order. */
export const delais = [
  { id: 1, jours: 5 },
  { id: 2, jours: 2 },
  { id: 3, jours: 10 },
  { id: 4, jours: 1 },
]

const paper = {
  id: 1001,
  nom: 'Papier',
  type: 'variante',
  variantes: [
    { id: 10011, nom: 'Offset 250 g' },
    { id: 10012, nom: 'Couché 350 g' },
    { id: 10013, nom: 'Recyclé 300 g' },
  ],
}

const proof = {
  id: 1002,
  nom: 'BAT',
  type: 'variante',
  variantes: [
    { id: 10021, nom: 'Sans BAT' },
    { id: 10022, nom: 'BAT numérique' },
  ],
}

export const produits = [
  {
    id: 101,
    nom: 'Cartes postales',
    nombre_visuels_min: 1,
    nombre_visuels_max: 4,
    delais: [1, 2, 3],
    quantites: { range: false, available: [100, 250, 500, 750, 1000] },
    options: [paper, proof],
  },
  {
    // No word on visuals: exactly one.
    id: 102,
    nom: 'Dépliants',
    delais: [1, 2],
    quantites: { range: true, min: 50, max: 20000 },
    options: [
      {
        id: 1021,
        nom: 'Pli',
        type: 'variante',
        variantes: [
          { id: 10211, nom: 'Roulé' },
          { id: 10212, nom: 'Accordéon' },
        ],
      },
    ],
  },
  {
    // No min: 1.
    id: 103,
    nom: 'Bâche sur mesure',
    nombre_visuels_min: 1,
    nombre_visuels_max: 3,
    delais: [1, 2],
    quantites: { range: true, max: 500 },
    options: [
      { id: 44, nom: 'Largeur (mm)', type: 'decimal', variantes: [] },
      { id: 45, nom: 'Hauteur (mm)', type: 'decimal', variantes: [] },
      { id: 46, nom: "Nombre d'œillets", type: 'integer', variantes: [] },
      { id: 47, nom: 'Repère libre', type: 'decimal', variantes: [] },
      {
        id: 1031,
        nom: 'Finition',
        type: 'variante',
        variantes: [
          { id: 10311, nom: 'Coupe droite' },
          { id: 10312, nom: 'Ourlet soudé' },
          { id: 10313, nom: 'Fourreau' },
        ],
      },
    ],
  },
  {
    id: 104,
    nom: 'Reliure sur devis',
    delais: [1, 2],
    quantites: { range: true, min: 1, max: 1000 },
    options: [],
  },
  {
    id: 105,
    nom: 'Étiquettes à la pièce',
    nombre_visuels_min: 1,
    nombre_visuels_max: 50,
    delais: [1, 2, 4],
    quantites: { range: true, min: 1, max: 1000000000 },
    options: [
      {
        id: 1051,
        nom: 'Geste commercial',
        type: 'variante',
        variantes: [
          { id: 10511, nom: 'Avoir' },
          { id: 10512, nom: 'Centime' },
          { id: 10513, nom: 'Avoir exact' },
        ],
      },
    ],
  },
  {
    id: 106,
    nom: 'Faire-part (collection réservée)',
    nombre_visuels_min: 2,
    nombre_visuels_max: 3,
    delais: [1],
    quantites: { range: true, min: 1, max: 100 },
    options: [],
  },
]

export const familles = [
  {
    id: 201,
    nom_complet: 'Kakémono enrouleur',
    sans_impression_possible: true,
    formats: [
      { id: 11, nom: '85 × 200 cm' },
      { id: 12, nom: '100 × 200 cm' },
      { id: 13, nom: '60 × 160 cm' },
      { id: 14, nom: '120 × 200 cm' },
    ],
    supports: [
      { id: 21, nom_complet: 'Bâche 510 g', delai_min: 0 },
      { id: 22, nom_complet: 'Textile 220 g', delai_min: 3 },
      { id: 23, nom_complet: 'Film polypropylène', delai_min: 2 },
    ],
    impressions: [
      { id: 31, nom: 'Quadri recto' },
      { id: 32, nom: 'Quadri recto-verso' },
    ],
    finitions: [{ id: 41, nom: 'Vernis mat' }],
    decoupes: [{ id: 51, nom: 'À la forme' }],
    options: [
      {
        id: 61,
        nom: 'Housse',
        variantes: [
          { id: 611, nom: 'Sans housse' },
          { id: 612, nom: 'Housse nylon' },
        ],
      },
      { id: 62, nom: 'Éclairage', variantes: [{ id: 621, nom: 'Spot LED' }] },
    ],
  },
  {
    id: 202,
    nom_complet: 'PLV de comptoir',
    sans_impression_possible: false,
    formats: [
      { id: 11, nom: '85 × 200 cm' },
      { id: 15, nom: 'A4 chevalet' },
    ],
    supports: [{ id: 24, nom_complet: 'Carton 3 mm', delai_min: 0 }],
    impressions: [{ id: 31, nom: 'Quadri recto' }],
    finitions: [{ id: 42, nom: 'Pelliculage brillant' }],
    decoupes: [],
    options: [],
  },
  {
    id: 203,
    nom_complet: 'Présentoir sur étude',
    sans_impression_possible: false,
    formats: [{ id: 16, nom: 'Sur plan' }],
    supports: [{ id: 25, nom_complet: 'Bois', delai_min: 0 }],
    impressions: [{ id: 33, nom: 'Sérigraphie' }],
    finitions: [],
    decoupes: [{ id: 52, nom: 'Fraisage' }],
    options: [],
  },
  {
    id: 204,
    nom_complet: 'Totem (enseigne réservée)',
    sans_impression_possible: false,
    formats: [{ id: 17, nom: '50 × 180 cm' }],
    supports: [{ id: 26, nom_complet: 'Alvéolaire 10 mm', delai_min: 0 }],
    impressions: [{ id: 34, nom: 'Quadri UV' }],
    finitions: [],
    decoupes: [],
    options: [],
  },
]

export const tarifs = {
  print: [
    {
      produit: 101,
      delai_principal: 1,
      lecture: 'exacte',
      grille: [
        { quantite: 100, prix: '2150' },
        { quantite: 250, prix: '3475' },
        { quantite: 500, prix: '5200' },
        { quantite: 1000, prix: '8999' },
      ],
      visuel_supplementaire: '500',
      variantes: {
        '10012': { fixe: '300', unitaire: '0.8', pourcentage: '5' },
        '10013': { pourcentage: '-10' },
        '10022': { fixe: '450' },
      },
      delais: { '2': { pourcentage: '30', fixe: '250' }, '3': { pourcentage: '-10' } },
      exclusions: [
        { delai: 2, variante: 10012, quantite_min: 1000, message: 'Couché indisponible en 2 jours dès 1000' },
        { delai: 2, quantite_min: 2000, message: 'Pas de 2 jours dès 2000 exemplaires' },
        { delai: 3, variante: 10013, message: 'Recyclé : jamais en 10 jours' },
      ],
    },
    {
      produit: 102,
      delai_principal: 2,
      lecture: 'lineaire',
      grille: [
        { quantite: 100, prix: '4000' },
        { quantite: 500, prix: '8001' },
        { quantite: 1000, prix: '11000.5' },
      ],
      variantes: { '10212': { fixe: '0', unitaire: '1.25', pourcentage: '2.5' } },
      delais: { '2': { pourcentage: '12.5' } },
    },
    {
      produit: 103,
      delai_principal: 1,
      lecture: 'unitaire',
      grille: [
        { quantite: 2, prix: '1200' },
        { quantite: 10, prix: '1000' },
        { quantite: 50, prix: '850.5' },
      ],
      surface: { largeur: 44, hauteur: 45, diviseur: '1000', minimum_m2: '0.5' },
      visuel_supplementaire: '250',
      variantes: {
        '10312': { unitaire: '90', par_m2: true },
        '10313': { fixe: '150', unitaire: '90', par_m2: false },
      },
      valeurs: { '46': { fixe: '100', unitaire: '1.5' } },
      delais: { '2': { pourcentage: '50', fixe: '999' } },
    },
    {
      produit: 105,
      delai_principal: 4,
      lecture: 'unitaire',
      grille: [
        { quantite: 1, prix: '0.5' },
        { quantite: 10, prix: '0.25' },
        { quantite: 1000000, prix: '9999999.9999995' },
      ],
      variantes: { '10511': { fixe: '-2' }, '10512': { fixe: '0.9999999999' }, '10513': { fixe: '-0.5' } },
      delais: { '1': { fixe: '0.1' }, '2': { pourcentage: '-100' } },
    },
    {
      produit: 106,
      delai_principal: 1,
      lecture: 'lineaire',
      grille: [{ quantite: 10, prix: '3000' }],
    },
  ],
  display: [
    {
      famille: 201,
      delai_principal: 1,
      delais: { '2': { pourcentage: '20', fixe: '500' }, '1': {}, '4': { pourcentage: '100' } },
      formats: {
        '11': {
          lecture: 'unitaire',
          grille: [
            { quantite: 1, prix: '7900' },
            { quantite: 10, prix: '6950' },
          ],
        },
        '12': {
          lecture: 'lineaire',
          grille: [
            { quantite: 5, prix: '40000' },
            { quantite: 9, prix: '64001' },
          ],
        },
        '13': {
          lecture: 'exacte',
          grille: [
            { quantite: 5, prix: '21000' },
            { quantite: 10, prix: '39000' },
          ],
        },
      },
      supports: {
        '21': { fixe: '0', unitaire: '250', pourcentage: '0' },
        '22': { fixe: '1000', unitaire: '0', pourcentage: '15' },
      },
      impressions: { '32': { unitaire: '1200', pourcentage: '2.5' } },
      finitions: { '41': { unitaire: '310' } },
      decoupes: { '51': { fixe: '2500', pourcentage: '1.5' } },
      variantes: { '612': { unitaire: '890' }, '621': { fixe: '1990', unitaire: '4500' } },
      sans_impression: { pourcentage: '-30' },
      verification: { fixe: '900' },
      exclusions: [
        { delai: 2, support: 21, quantite_min: 50, message: 'Bâche : 2 jours jusqu’à 49 pièces' },
        { delai: 2, impression: 32, finition: 41, message: 'Recto-verso verni : 5 jours' },
        { delai: 1, decoupe: 51, variante: 621, message: 'Découpe et éclairage : 2 jours seulement' },
      ],
    },
    {
      famille: 202,
      delai_principal: 3,
      delais: { '3': { pourcentage: '-5' }, '1': {} },
      formats: {
        '15': { lecture: 'unitaire', grille: [{ quantite: 1, prix: '333.3' }] },
        '11': { lecture: 'unitaire', grille: [{ quantite: 1, prix: '1000' }] },
      },
    },
    {
      famille: 204,
      delai_principal: 1,
      delais: { '1': {} },
      formats: { '17': { lecture: 'unitaire', grille: [{ quantite: 1, prix: '9000' }] } },
    },
  ],
}

export const bundle = { format: 'comptoir-bundle/1', delais, produits, familles, tarifs }

export type Bundle = typeof bundle

/** A deep copy to change at will. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const copyOfBundle = (): any => structuredClone(bundle)

/** An address in metropolitan France. */
export const paris = {
  prenom: 'Ada',
  nom: 'Martin',
  societe: 'Atelier Martin',
  adresse1: '12 rue des Presses',
  adresse2: '',
  code_postal: '75011',
  ville: 'Paris',
  pays: 'France',
  email: 'ada@example.org',
  telephone: '0102030405',
  instructions: 'Sonner deux fois',
}
