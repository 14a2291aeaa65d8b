/** Carts of the small print shop, for tests of both areas. */
import { ADDRESS } from './app.ts'

export const PRINT = '/0.2/print/'

export const DISPLAY = '/0.2/display/'

export const CARDS = {
  label: 'Ada',
  produit: 10,
  variantes: [402],
  valeurs: { 42: '3' },
  quantites_multiples: [100, 250],
}

export const FLYERS = { produit: 30, quantites_multiples: [250], delai: 2 }

export const TOTEM = { label: 'T', famille: 7, format: 11, support: 21, impression: 31, quantite: 1 }

export const printCart = { devis: 'REF 1', adresse_livraison: ADDRESS, lignes: [CARDS, FLYERS] }

export const displayCart = { devis: 'REF 2', adresse_livraison: ADDRESS, lignes: [TOTEM] }

export const CARTS = [
  ['print', PRINT, printCart],
  ['display', DISPLAY, displayCart],
] as const
