/** The partner API as it looks on the wire: field names are the API's own. Amounts are euro cents. */

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

export type Quantites = { range: false; available: number[] } | { range: true; min?: number; max: number }

export interface Produit {
  id: number
  nom: string
  nombre_visuels_min: number
  nombre_visuels_max: number
  /** Lead-time ids. They say nothing about days. */
  delais: number[]
  quantites: Quantites
  options: Option[]
  /** Not in the document: readers must put up with it. */
  gamme: string
}

export interface PrintLine {
  label?: string
  produit: number
  variantes: number[]
  valeurs: Record<string, string>
  quantites_multiples: number[]
  delai?: number
}

export interface Element {
  id: number
  nom: string
}

export interface Support {
  id: number
  nom_complet: string
  /** Working days. */
  delai_min: number
}

export interface Famille {
  id: number
  nom_complet: string
  sans_impression_possible: boolean
  formats: Element[]
  supports: Support[]
  impressions: Element[]
  finitions: Element[]
  decoupes: Element[]
  options: { id: number; nom: string; variantes: Variante[] }[]
}

export interface DisplayLine {
  label?: string
  famille: number
  format: number
  support: number
  impression?: number
  finition?: number
  decoupe?: number
  quantite: number
  variantes: number[]
  verification?: boolean
}

/** Keyed by `J+<working days>`. */
export type Prix = Record<string, { Message: string; PrixHT: string }>

export type Adresse = Record<string, string>

export interface Totals {
  prix_ht: number
  remise_grand_compte_ht: number
  prix_total_ht: number
  prix_tva: number
  prix_final_ttc: number
}

export interface Commande {
  id: number
  status: string
  number: string
  reference_client: string
  adresse_livraison: Adresse
  prix_fact_ht: number
  remise_grand_compte_ht: number
  prix_fact_total_ht: number
  prix_fact_total_tva: number
  prix_fact_total_ttc: number
  amount_due: number
  /** Display orders only. */
  delai?: number
  lignes: Record<string, unknown>[]
}

export type Area = 'print' | 'display'
