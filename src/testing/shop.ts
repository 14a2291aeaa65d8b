/**
 * A small print shop whose prices can be worked out by hand: the bundle that most tests load.
 *
 * Lead times: id 1 is J+1, 2 is J+2, 3 is J+5 (out of order on purpose: ids say nothing about days).
 */
export const LEAD_TIMES = [
  { id: 3, jours: 5 },
  { id: 1, jours: 1 },
  { id: 2, jours: 2 },
]

/** Business cards: fixed quantities, lots of their own (`exacte`), up to four visuals. */
const cards = {
  id: 10,
  nom: 'Cartes de visite',
  nombre_visuels_min: 1,
  nombre_visuels_max: 4,
  delais: [3, 2, 1],
  quantites: { range: false, available: [100, 250, 500, 1000] },
  options: [
    {
      id: 40,
      nom: 'Papier',
      type: 'variante',
      variantes: [
        { id: 401, nom: 'Couché 350 g' },
        { id: 402, nom: 'Recyclé 300 g' },
      ],
    },
    {
      id: 41,
      nom: 'Pelliculage',
      type: 'variante',
      variantes: [
        { id: 411, nom: 'Mat' },
        { id: 412, nom: 'Brillant' },
      ],
    },
    { id: 42, nom: 'Perforations', type: 'integer', variantes: [] },
  ],
}

/** Banners: free quantities, sold by the square metre, one visual. */
const banner = {
  id: 20,
  nom: 'Bâche',
  delais: [2, 3],
  quantites: { range: true, min: 1, max: 500 },
  options: [
    { id: 44, nom: 'Largeur (mm)', type: 'integer' },
    { id: 45, nom: 'Hauteur (mm)', type: 'decimal' },
    { id: 46, nom: 'Œillets', type: 'variante', variantes: [{ id: 461, nom: 'Tous les 50 cm' }] },
  ],
}

/** Flyers: free quantities, a straight line between points. */
const flyers = {
  id: 30,
  nom: 'Flyers A5',
  nombre_visuels_min: 1,
  nombre_visuels_max: 10,
  delais: [1, 2],
  quantites: { range: true, min: 50 },
  options: [],
}

/** A product without a tariff: every lead time says so. */
const untariffed = {
  id: 50,
  nom: 'Sur mesure',
  delais: [2],
  quantites: { range: true },
  options: [],
}

const totem = {
  id: 7,
  nom_complet: 'Totem carton',
  sans_impression_possible: true,
  formats: [
    { id: 11, nom: '50 × 150' },
    { id: 12, nom: '60 × 180' },
  ],
  supports: [
    { id: 21, nom_complet: 'Carton 5 mm', delai_min: 0 },
    { id: 22, nom_complet: 'Alvéolaire', delai_min: 2 },
  ],
  impressions: [{ id: 31, nom: 'Recto' }],
  finitions: [{ id: 51, nom: 'Vernis' }],
  decoupes: [{ id: 61, nom: 'Droite' }],
  options: [
    {
      id: 70,
      nom: 'Pied',
      variantes: [
        { id: 701, nom: 'Carton' },
        { id: 702, nom: 'Métal' },
      ],
    },
  ],
}

const counter = {
  id: 8,
  nom_complet: 'Présentoir de comptoir',
  sans_impression_possible: false,
  formats: [{ id: 11, nom: 'Petit' }],
  supports: [{ id: 23, nom_complet: 'Carton compact', delai_min: 0 }],
  impressions: [{ id: 32, nom: 'Quadri' }],
  options: [],
}

/** A family without a tariff: `prix/` answers an empty object. */
const untariffedFamily = {
  id: 9,
  nom_complet: 'PLV sur mesure',
  sans_impression_possible: true,
  formats: [{ id: 11, nom: 'Libre' }],
  supports: [{ id: 24, nom_complet: 'Libre' }],
}

const printTariffs = [
  {
    produit: 10,
    delai_principal: 2,
    lecture: 'exacte',
    grille: [
      { quantite: 100, prix: '2150' },
      { quantite: 250, prix: '2990' },
      { quantite: 500, prix: '3999.5' },
    ],
    visuel_supplementaire: '500',
    variantes: {
      402: { fixe: '300', unitaire: '0.8', pourcentage: '5' },
      411: { pourcentage: '10' },
    },
    valeurs: { 42: { fixe: '100', unitaire: '0.05' } },
    delais: { 1: { pourcentage: '30', fixe: '250' }, 3: { pourcentage: '-10' } },
    exclusions: [
      { delai: 1, variante: 411, message: 'Le pelliculage mat demande deux jours.' },
      { delai: 1, quantite_min: 500, message: 'Pas plus de 499 exemplaires en un jour.' },
    ],
  },
  {
    produit: 20,
    delai_principal: 2,
    lecture: 'unitaire',
    grille: [
      { quantite: 1, prix: '2500' },
      { quantite: 10, prix: '1999' },
    ],
    surface: { largeur: 44, hauteur: 45, diviseur: '1000', minimum_m2: '0.5' },
    variantes: { 461: { fixe: '150', unitaire: '33', par_m2: true } },
    delais: { 2: { pourcentage: '15' } },
  },
  {
    produit: 30,
    delai_principal: 1,
    lecture: 'lineaire',
    grille: [
      { quantite: 100, prix: '1000' },
      { quantite: 400, prix: '1999' },
      { quantite: 1000, prix: '3001' },
    ],
    visuel_supplementaire: '12.5',
    delais: { 2: { pourcentage: '-3.5' } },
  },
]

const displayTariffs = [
  {
    famille: 7,
    delai_principal: 3,
    delais: { 3: {}, 2: { pourcentage: '20' }, 1: { pourcentage: '50', fixe: '1000' } },
    formats: {
      11: {
        lecture: 'unitaire',
        grille: [
          { quantite: 1, prix: '4500' },
          { quantite: 10, prix: '3900' },
        ],
      },
      12: { lecture: 'exacte', grille: [{ quantite: 5, prix: '30000' }] },
    },
    supports: { 22: { unitaire: '250' } },
    impressions: { 31: { fixe: '2000', pourcentage: '5' } },
    finitions: { 51: { unitaire: '99.5' } },
    decoupes: { 61: { fixe: '1500' } },
    variantes: { 702: { unitaire: '800' } },
    sans_impression: { pourcentage: '-30' },
    verification: { fixe: '900' },
    exclusions: [
      { delai: 2, support: 22, quantite_min: 50, message: 'Alvéolaire : 49 pièces au plus en J+2.' },
    ],
  },
  {
    famille: 8,
    delai_principal: 2,
    delais: { 2: {} },
    formats: { 11: { lecture: 'lineaire', grille: [{ quantite: 10, prix: '10000' }] } },
  },
]

export const SHOP = {
  format: 'comptoir-bundle/1',
  delais: LEAD_TIMES,
  produits: [cards, banner, flyers, untariffed],
  familles: [totem, counter, untariffedFamily],
  tarifs: { print: printTariffs, display: displayTariffs },
}

/** A copy of the shop, free to change. */
export const shop = (): Loose => structuredClone(SHOP) as Loose

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests bend bundles and bodies in every wrong way
export type Loose = any
