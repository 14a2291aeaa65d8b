/** A product and a family as the service describes them, for the tests of the form. */
import type { FamilyDetail, ProductDetail } from '../api/types'

export const product: ProductDetail = {
  source: 1,
  product: {
    id: 12,
    nom: 'Bâche',
    nombre_visuels_min: 1,
    nombre_visuels_max: 3,
    delais: [1],
    quantites: { range: true, min: 1, max: 100 },
    options: [
      {
        id: 1,
        nom: 'Matière',
        type: 'variante',
        variantes: [
          { id: 11, nom: 'PVC' },
          { id: 12, nom: 'Maille' },
        ],
      },
      { id: 44, nom: 'Largeur (mm)', type: 'decimal', variantes: [] },
      { id: 45, nom: 'Hauteur (mm)', type: 'decimal', variantes: [] },
      { id: 46, nom: 'Œillets', type: 'integer', variantes: [] },
    ],
  },
  leadTimes: [{ id: 1, days: 2, label: 'J+2' }],
  mainLeadTime: 1,
  surface: { width: 44, height: 45, divisor: '1000', minimum: '0.5' },
  limits: [],
  quantitySteps: [1, 2, 5],
  defaultLine: {
    produit: 12,
    variantes: [11],
    valeurs: { 44: '1000', 45: '2000' },
    quantites_multiples: [1],
  },
}

export const family: FamilyDetail = {
  source: 1,
  family: {
    id: 7,
    nom_complet: 'PLV comptoir',
    sans_impression_possible: true,
    formats: [{ id: 70, nom: 'A4' }],
    supports: [{ id: 71, nom_complet: 'Carton', delai_min: 3 }],
    impressions: [{ id: 72, nom: 'Quadri' }],
    finitions: [{ id: 73, nom: 'Pelliculage' }],
    decoupes: [],
    options: [{ id: 74, nom: 'Livraison', variantes: [{ id: 75, nom: 'À plat' }] }],
  },
  leadTimes: [],
  mainLeadTime: null,
  limits: [],
  quantitySteps: [10],
  defaultLine: { famille: 7, format: 70, support: 71, impression: 72, quantite: 10, variantes: [75] },
}
