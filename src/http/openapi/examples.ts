/**
 * Examples for the demo catalogue, with the answers of a customer with a discount of 5 %. They are what a new tool's
 * author pastes first, so openapi.test.ts sends each and compares.
 */
import type { Fault } from '../../domain/faults.ts'

/** A request that is refused, and why. */
export interface Refused {
  readonly request?: unknown
  /** of a GET: instead of the operation's own path */
  readonly path?: string
  readonly faults: readonly Fault[]
}

const flyers = {
  label: 'Flyers de rentrée',
  produit: 203,
  variantes: [2030104, 2030803],
  quantites_multiples: [500, 500],
  delai: 9,
}
const windowFilm = {
  label: 'Vitrine',
  produit: 1013,
  valeurs: { '101301': '120', '101302': '80.5' },
  quantites_multiples: [2],
}
const banner = {
  label: 'X-banner entrée',
  famille: 3,
  format: 101,
  support: 301,
  impression: 401,
  quantite: 4,
  variantes: [30101],
}
const address = {
  prenom: 'Camille',
  nom: 'Martin',
  societe: 'Librairie du Parc',
  adresse1: '12 rue des Lilas',
  code_postal: '69003',
  ville: 'Lyon',
  pays: 'France',
  email: 'camille@librairie.example',
  telephone: '+33 4 00 00 00 00',
}
const { prenom, nom, societe, adresse1, ...addressEnd } = address
const completeAddress = { prenom, nom, societe, adresse1, adresse2: '', ...addressEnd, instructions: '' }
const priced = (cents: string) => ({ Message: '', PrixHT: cents })
const unpriced = (message: string) => ({ Message: message, PrixHT: '' })
const missing = ['adresse1', 'code_postal', 'ville'].map((field): Fault => ({
  path: `/adresse_livraison/${field}`,
  code: 'address_required',
  params: { field },
}))

/** What is chosen without an own word is answered null. */
const answeredBanner = {
  label: 'X-banner entrée',
  famille: 3,
  format: 101,
  support: 301,
  impression: 401,
  finition: null,
  decoupe: null,
  quantite: 4,
  variantes: [30101],
  verification: false,
}
const answeredFlyers = {
  label: flyers.label,
  produit: 203,
  variantes: [2030104, 2030803],
  valeurs: {},
  quantites_multiples: [500, 500],
}
const answeredFilm = {
  label: 'Vitrine',
  produit: 1013,
  variantes: [],
  valeurs: { '101301': '120', '101302': '80.5' },
  quantites_multiples: [2],
}
const printProduct = {
  id: 1013,
  nom: 'Adhésifs microperforés (vision à sens unique)',
  nombre_visuels_min: 1,
  nombre_visuels_max: 10,
  delais: [7, 4, 12, 2, 14],
  quantites: { range: true, min: 1, max: 200 },
  options: [
    { id: 101301, nom: 'Largeur (cm)', type: 'decimal', variantes: [] },
    { id: 101302, nom: 'Hauteur (cm)', type: 'decimal', variantes: [] },
    {
      id: 101303,
      nom: 'Film',
      type: 'variante',
      variantes: [
        { id: 10130301, nom: 'Microperforé 60/40' },
        { id: 10130302, nom: 'Microperforé homologué véhicules' },
      ],
    },
    {
      id: 101304,
      nom: 'Protection',
      type: 'variante',
      variantes: [
        { id: 10130401, nom: 'Sans protection' },
        { id: 10130402, nom: 'Plastification brillante coulée' },
      ],
    },
    {
      id: 101305,
      nom: 'BAT',
      type: 'variante',
      variantes: [
        { id: 10130501, nom: 'Sans BAT' },
        { id: 10130502, nom: 'BAT numérique (PDF)' },
        { id: 10130503, nom: 'BAT papier' },
      ],
    },
  ],
}
const printOrder = {
  id: 1,
  status: 'enregistree',
  number: 'C000001',
  reference_client: 'D-2031',
  adresse_livraison: completeAddress,
  prix_fact_ht: 15832,
  remise_grand_compte_ht: 792,
  prix_fact_total_ht: 15040,
  prix_fact_total_tva: 3008,
  prix_fact_total_ttc: 18048,
  amount_due: 18048,
  lignes: [
    { id: 1, ...answeredFlyers },
    { id: 2, ...answeredFilm },
  ],
}
const displayOrder = {
  id: 2,
  status: 'enregistree',
  number: 'C000002',
  reference_client: 'PLV-12',
  delai: 2,
  adresse_livraison: completeAddress,
  prix_fact_ht: 8788,
  remise_grand_compte_ht: 439,
  prix_fact_total_ht: 8349,
  prix_fact_total_tva: 1670,
  prix_fact_total_ttc: 10019,
  amount_due: 10019,
  lignes: [{ id: 3, ...answeredBanner }],
}
const displayCart = { devis: 'PLV-12', delai: 2, adresse_livraison: address, lignes: [banner] }
const printCart = { devis: 'D-2031', adresse_livraison: address, lignes: [flyers, windowFilm] }

export const PRINT = {
  product: printProduct,
  unknownProduct: {
    path: '/0.2/print/produit/999/',
    faults: [{ path: '', code: 'product_unknown', params: { id: 999 } }],
  },
  flyers,
  windowFilm,
  flyersPrices: {
    'J+2': unpriced('Le BAT papier est posté, puis attendu signé\u00a0: impossible en J+2.'),
    'J+3': unpriced('Le BAT papier est posté, puis attendu signé\u00a0: impossible en J+3.'),
    'J+4': priced('11486'),
    'J+6': priced('10442'),
    'J+8': priced('10025'),
    'J+12': priced('9502'),
  },
  refusedLine: {
    request: { produit: 203, variantes: [2030104, 2030101], quantites_multiples: [120] },
    faults: [
      { path: '/variantes/1', code: 'several_variants_of_option', params: { option: 'Papier' } },
      {
        path: '/quantites_multiples/0',
        code: 'quantity_not_offered',
        params: { quantity: 120, nearest: '100, 150' },
      },
    ],
  },
  cart: printCart,
  cartAnswer: {
    devis: 'D-2031',
    prix_ht: 15832,
    remise_grand_compte_ht: 792,
    prix_total_ht: 15040,
    prix_tva: 3008,
    prix_final_ttc: 18048,
    lignes: [
      { ...answeredFlyers, delai: 9, prix_ht: 10442 },
      { ...answeredFilm, delai: 2, prix_ht: 5390 },
    ],
    adresse_livraison: completeAddress,
  },
  refusedCart: {
    request: { lignes: [{ ...flyers, delai: 4 }] },
    faults: [
      {
        path: '/lignes/0',
        code: 'price_unavailable',
        reason: {
          code: 'excluded',
          text: 'Le BAT papier est posté, puis attendu signé\u00a0: impossible en J+2.',
        },
      },
    ],
  },
  order: printOrder,
  refusedOrder: {
    request: { devis: 'D-2031', adresse_livraison: { nom: 'Martin' }, lignes: [flyers] },
    faults: missing,
  },
} as const satisfies Record<string, Refused | object>

export const DISPLAY = {
  family: {
    id: 3,
    nom_complet: 'X-banner',
    sans_impression_possible: true,
    formats: [
      { id: 101, nom: '60\u00a0×\u00a0160\u00a0cm' },
      { id: 106, nom: '60\u00a0×\u00a0180\u00a0cm' },
      { id: 107, nom: '80\u00a0×\u00a0180\u00a0cm' },
    ],
    supports: [
      { id: 301, nom_complet: 'Bâche PVC 450\u00a0g', delai_min: 1 },
      { id: 302, nom_complet: 'Polypropylène anti-rebond 220\u00a0µm', delai_min: 2 },
      { id: 304, nom_complet: 'Bâche sans PVC 300\u00a0g', delai_min: 3 },
    ],
    impressions: [{ id: 401, nom: 'Quadri recto' }],
    finitions: [
      { id: 501, nom: 'Sans finition' },
      { id: 502, nom: 'Plastification mate' },
    ],
    decoupes: [],
    options: [
      {
        id: 301,
        nom: 'Pied',
        variantes: [
          { id: 30101, nom: 'Pied intérieur' },
          { id: 30102, nom: 'Pied extérieur à lester' },
        ],
      },
    ],
  },
  elements: {
    format: { id: 101, nom: '60\u00a0×\u00a0160\u00a0cm' },
    support: { id: 301, nom_complet: 'Bâche PVC 450\u00a0g', delai_min: 1 },
    impression: { id: 401, nom: 'Quadri recto' },
    finition: { id: 502, nom: 'Plastification mate' },
    decoupe: { id: 602, nom: 'Coins ronds' },
  },
  banner,
  bannerPrices: {
    'J+1': priced('13627'),
    'J+2': priced('10546'),
    'J+3': priced('9579'),
    'J+5': priced('8788'),
    'J+8': priced('8349'),
  },
  refusedLine: {
    request: { ...banner, support: 999, quantite: 0 },
    faults: [
      { path: '/support', code: 'not_compatible', params: { kind: 'support', id: 999 } },
      { path: '/quantite', code: 'quantity_invalid' },
    ],
  },
  cart: displayCart,
  cartAnswer: {
    devis: 'PLV-12',
    delai: 2,
    prix_ht: 8788,
    remise_grand_compte_ht: 439,
    prix_total_ht: 8349,
    prix_tva: 1670,
    prix_final_ttc: 10019,
    lignes: [{ ...answeredBanner, prix_ht: 8788 }],
    adresse_livraison: completeAddress,
  },
  refusedCart: {
    request: { ...displayCart, delai: 9 },
    faults: [
      {
        path: '/delai',
        code: 'lead_time_unavailable',
        params: {
          delai: 9,
          item: 'X-banner',
          offered: '7 (J+1), 4 (J+2), 12 (J+3), 2 (J+5), 3 (J+8)',
        },
      },
    ],
  },
  order: displayOrder,
  refusedOrder: {
    request: { ...displayCart, adresse_livraison: { nom: 'Martin' } },
    faults: missing,
  },
} as const satisfies Record<string, Refused | object>

/** A list's refused page. */
export const REFUSED_PAGE = {
  faults: [
    {
      path: '',
      code: 'value_invalid',
      params: {
        parameter: 'limit',
        kind: 'un entier de 1 à 500',
        kindEn: 'an integer from 1 to 500',
      },
    },
  ],
} as const satisfies Refused

export const ORDER_EVENT = { area: 'print', id: 1, status: 'enregistree' }

/** Ids of examples are those of the demo catalogue. */
export const ID_EXAMPLES: Readonly<Record<string, number>> = {
  '/0.2/print/produit/{id}/': 1013,
  '/0.2/print/commande/{id}/': 1,
  '/0.2/display/commande/{id}/': 2,
}
