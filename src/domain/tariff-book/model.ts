/** The workbook that a shop begins with: a product of each way to price, a family, and how to go on. */
import { BUNDLE_FORMAT, type Bundle } from '../bundle.ts'
import type { Locale } from '../message.ts'
import type { BookSheet } from './cells.ts'
import { GUIDE } from './layout.ts'
import { tariffSheets } from './write.ts'

/** Its guide, then its sheets. */
export function modelSheets(locale: Locale): BookSheet[] {
  const rows = [[GUIDE[locale]], [], ...GUIDES[locale].map((line) => [line])]
  return [{ name: GUIDE[locale], rows, bold: [0] }, ...tariffSheets(modelBundle(locale), locale)]
}

const GUIDES: Readonly<Record<Locale, readonly string[]>> = {
  fr: [
    'Une feuille par produit : modifiez les exemples, dupliquez une feuille pour un autre produit, supprimez celles qui ne servent pas.',
    'La première ligne nomme le produit : « Produit » (ou « Famille », de PLV), son numéro, son nom. Chaque produit a son numéro, qui reste le sien.',
    'Les mots de la colonne A disent ce que porte la ligne ou le tableau qui suit : gardez-les. L’ordre des tableaux est libre.',
    'Prix en euros hors taxes : 12,5 ou 12,50 € ; pourcentages : 5 pour 5 %. Une case vide ne compte pas.',
    'Grille : une ligne par quantité. Lecture « exacte » : seules ces quantités ont un prix ; « linéaire » : en ligne droite entre deux ; « unitaire » : le prix d’un exemplaire, par palier.',
    'Quantités proposées : une par case, à la suite ; ou bien la plus petite et la plus grande.',
    'Options : un numéro, un nom, un type (variante, entier, décimal). Variantes : un numéro, un nom, ce qu’elle ajoute au prix, et son option par son nom.',
    'Délais : un numéro, « J+2 » pour deux jours ouvrés, ce qu’il ajoute au prix, et s’il est proposé. Le même numéro est le même délai dans toutes les feuilles.',
    'Surface : prix au m² d’après deux options en nombres (largeur, hauteur) ; le diviseur les ramène en mètres : 1000 pour des millimètres.',
    'Puis, dans Comptoir : « Charger vos propres tarifs ». Chaque case à corriger est nommée, et rien n’est chargé tant qu’il en reste.',
  ],
  en: [
    'A sheet a product: edit the examples, duplicate a sheet for another product, delete those that you do not need.',
    'The first row names the product: “Product” (or “Family”, of displays), its number, its name. Each product has its own number, and keeps it.',
    'The words in column A say what their row, or the table below them, is about: keep them. The order of the tables is free.',
    'Prices in euros excluding tax: 12.5 or 12.50 €; percentages: 5 for 5 %. An empty cell does not count.',
    'Grid: a row a quantity. Reading “exact”: these quantities alone have a price; “linear”: a straight line between two; “unit”: the price of one piece, by steps.',
    'Offered quantities: one a cell, side by side; or the lowest and the highest one.',
    'Options: a number, a name, a type (variant, integer, decimal). Variants: a number, a name, what it adds to the price, and its option by its name.',
    'Lead times: a number, “J+2” for two working days, what it adds to the price, and whether it is offered. The same number is the same lead time on every sheet.',
    'Area: a price per m² by two options that are numbers (width, height); the divisor makes them metres: 1000 for millimetres.',
    'Then, in Comptoir: “Load your own price list”. Each cell to be mended is named, and nothing is loaded while there is one.',
  ],
}

/** A small shop; its prices are examples. */
export function modelBundle(locale: Locale): Bundle {
  const said = (fr: string, en: string) => (locale === 'fr' ? fr : en)
  return {
    format: BUNDLE_FORMAT,
    delais: [
      { id: 1, jours: 2 },
      { id: 2, jours: 5 },
    ],
    produits: [
      {
        ...{ id: 1, nom: said('Cartes de visite', 'Business cards'), delais: [1, 2] },
        ...{ nombre_visuels_min: 1, nombre_visuels_max: 4 },
        quantites: { range: false, available: [100, 250, 500] },
        options: [
          {
            ...{ id: 1, nom: said('Papier', 'Paper'), type: 'variante' },
            variantes: [
              { id: 1, nom: said('Couché 350 g', 'Coated 350 g') },
              { id: 2, nom: said('Recyclé 300 g', 'Recycled 300 g') },
            ],
          },
          {
            ...{ id: 2, nom: said('Pelliculage', 'Lamination'), type: 'variante' },
            variantes: [
              { id: 3, nom: said('Sans', 'None') },
              { id: 4, nom: said('Mat', 'Matt') },
            ],
          },
        ],
      },
      {
        ...{ id: 2, nom: said('Dépliants A4', 'Leaflets A4'), delais: [1, 2] },
        ...{ nombre_visuels_min: 1, nombre_visuels_max: 10 },
        ...{ quantites: { range: true, min: 50, max: 20_000 }, options: [] },
      },
      {
        ...{ id: 3, nom: said('Bâche', 'Banner'), delais: [1, 2] },
        ...{ nombre_visuels_min: 1, nombre_visuels_max: 1, quantites: { range: true, min: 1, max: 500 } },
        options: [
          { id: 1, nom: said('Largeur (mm)', 'Width (mm)'), type: 'integer', variantes: [] },
          { id: 2, nom: said('Hauteur (mm)', 'Height (mm)'), type: 'integer', variantes: [] },
        ],
      },
    ],
    familles: [
      {
        ...{ id: 1, nom_complet: said('Totem carton', 'Cardboard totem'), sans_impression_possible: false },
        formats: [{ id: 1, nom: said('50 × 150 cm', '50 × 150 cm') }],
        supports: [{ id: 1, nom_complet: said('Carton 5 mm', 'Cardboard 5 mm'), delai_min: 0 }],
        impressions: [{ id: 1, nom: said('Recto', 'One side') }],
        finitions: [{ id: 1, nom: said('Vernis', 'Varnish') }],
        ...{ decoupes: [], options: [] },
      },
    ],
    tarifs: {
      print: [
        {
          ...{ produit: 1, delai_principal: 2, lecture: 'exacte', visuel_supplementaire: '500' },
          grille: points([100, '2150'], [250, '2990'], [500, '3990']),
          variantes: { 2: { fixe: '300', pourcentage: '5' }, 4: { fixe: '400', unitaire: '1' } },
          delais: { 1: { pourcentage: '30', fixe: '150' } },
          exclusions: [
            {
              ...{ delai: 1, variante: 4, quantite_min: 500 },
              message: said('Pelliculage mat : 499 en J+2 au plus.', 'Matt lamination: 499 at most in J+2.'),
            },
          ],
        },
        {
          ...{ produit: 2, delai_principal: 2, lecture: 'lineaire', visuel_supplementaire: '1200' },
          grille: points([100, '4500'], [500, '9900'], [1000, '14900']),
          delais: { 1: { pourcentage: '25' } },
        },
        {
          ...{ produit: 3, delai_principal: 2, lecture: 'unitaire' },
          grille: points([1, '2500'], [10, '1990']),
          surface: { largeur: 1, hauteur: 2, diviseur: '1000', minimum_m2: '0.5' },
          delais: { 1: { pourcentage: '15' } },
        },
      ],
      display: [
        {
          ...{ famille: 1, delai_principal: 2, delais: { 1: { pourcentage: '20' }, 2: {} } },
          formats: { 1: { lecture: 'unitaire', grille: points([1, '4500'], [10, '3900']) } },
          impressions: { 1: { fixe: '2000' } },
          finitions: { 1: { unitaire: '99' } },
        },
      ],
    },
  }
}

const points = (...given: readonly (readonly [quantite: number, prix: string])[]) =>
  given.map(([quantite, prix]) => ({ quantite, prix }))
