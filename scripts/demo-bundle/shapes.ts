/** The bundle as it is written to the file (comptoir-bundle/1). */

export interface Point {
  quantite: number
  prix: string
}

export type Lecture = 'exacte' | 'lineaire' | 'unitaire'

export interface Surcharge {
  fixe?: string
  unitaire?: string
  pourcentage?: string
  par_m2?: boolean
}

export interface Variante {
  id: number
  nom: string
}

export interface Option {
  id: number
  nom: string
  type: 'variante' | 'integer' | 'decimal'
  variantes: Variante[]
}

export interface Produit {
  id: number
  nom: string
  nombre_visuels_min?: number
  nombre_visuels_max?: number
  delais: number[]
  quantites: { range: false; available: number[] } | { range: true; min: number; max: number }
  options: Option[]
}

export interface Exclusion {
  delai: number
  support?: number
  impression?: number
  finition?: number
  decoupe?: number
  variante?: number
  quantite_min?: number
  message: string
}

export interface PrintTarif {
  produit: number
  delai_principal: number
  lecture: Lecture
  grille: Point[]
  surface?: { largeur: number; hauteur: number; diviseur: string; minimum_m2: string }
  visuel_supplementaire?: string
  variantes?: Record<string, Surcharge>
  valeurs?: Record<string, Surcharge>
  delais?: Record<string, Surcharge>
  exclusions?: Exclusion[]
}

export interface Famille {
  id: number
  nom_complet: string
  sans_impression_possible: boolean
  formats: Variante[]
  supports: { id: number; nom_complet: string; delai_min: number }[]
  impressions: Variante[]
  finitions: Variante[]
  decoupes: Variante[]
  options: { id: number; nom: string; variantes: Variante[] }[]
}

export interface DisplayTarif {
  famille: number
  delai_principal: number
  delais: Record<string, Surcharge>
  formats: Record<string, { lecture: Lecture; grille: Point[] }>
  supports?: Record<string, Surcharge>
  impressions?: Record<string, Surcharge>
  finitions?: Record<string, Surcharge>
  decoupes?: Record<string, Surcharge>
  variantes?: Record<string, Surcharge>
  sans_impression?: Surcharge
  verification?: Surcharge
  exclusions?: Exclusion[]
}

export interface Bundle {
  format: 'comptoir-bundle/1'
  delais: { id: number; jours: number }[]
  produits: Produit[]
  familles: Famille[]
  tarifs: { print: PrintTarif[]; display: DisplayTarif[] }
}
