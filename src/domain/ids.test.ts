import { describe, expect, it, test } from 'vitest'
import { completeFamille } from './display/family.ts'
import type { DisplayTariff } from './display/tariff.ts'
import {
  idsOf,
  mapCart,
  mapDisplayTariff,
  mapFamily,
  mapLine,
  mapPrintTariff,
  mapProduct,
  placeOfId,
} from './ids.ts'
import { completeProduit, type Produit } from './print/product.ts'
import type { PrintTariff } from './print/tariff.ts'
import { SHOP, type Loose } from '../testing/shop.ts'

const BASE = 10 ** 10
const ours = (id: number) => BASE + id
const theirs = (id: number) => id - BASE

const shop = SHOP as Loose
const produits = shop.produits.map(completeProduit)
const familles = shop.familles.map(completeFamille)
const print = shop.tarifs.print as PrintTariff[]
const display = shop.tarifs.display as DisplayTariff[]

/** Every number of a value that is not one of the amounts, counts and days that are no ids. */
const AMOUNTS = new Set([
  ...['nombre_visuels_min', 'nombre_visuels_max', 'min', 'max', 'available', 'delai_min', 'quantite'],
  ...['quantite_min', 'quantites_multiples'],
])
function numbersIn(value: unknown, key = ''): number[] {
  if (AMOUNTS.has(key)) return []
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const own = /^\d+$/.test(name) && !Array.isArray(value) ? [Number(name)] : []
    return [...own, ...numbersIn(field, Array.isArray(value) ? key : name)]
  })
}

describe.each<[string, unknown[], (value: never, of: (id: number) => number) => unknown]>([
  ['products', produits, mapProduct],
  ['families', familles, mapFamily],
  ['print tariffs', print, mapPrintTariff],
  ['display tariffs', display, mapDisplayTariff],
])('%s', (_what, values, map) => {
  it('have every id mapped, and nothing else', () => {
    for (const value of values) {
      const mapped = map(value as never, ours)
      const ids = numbersIn(mapped)
      expect(ids.length).toBeGreaterThan(0)
      expect(ids.filter((id) => id < BASE)).toEqual([])
      expect(JSON.parse(JSON.stringify(map(mapped as never, theirs)))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
    }
  })

  it('tell every id that they name', () => {
    for (const value of values) {
      const told = idsOf(value as never, map as never)
      expect([...told].sort()).toEqual([...numbersIn(value)].sort())
    }
  })
})

test('a line has its ids mapped, keys of values among them, and its texts, quantities and marks stay', () => {
  const line = {
    ...{ label: '12', produit: 1, variantes: [2, 3], quantites_multiples: [100, 250], delai: 4 },
    valeurs: { 5: '85', 'note 6': '7' },
  }
  expect(mapLine(line, ours)).toEqual({
    ...{ label: '12', produit: BASE + 1, variantes: [BASE + 2, BASE + 3], quantites_multiples: [100, 250] },
    ...{ delai: BASE + 4, valeurs: { [BASE + 5]: '85', 'note 6': '7' } },
  })
  const totem = {
    ...{ famille: 1, format: 2, support: 3, impression: 4, finition: 5, decoupe: 6, quantite: 7 },
    ...{ variantes: [8], verification: true, label: '' },
  }
  expect(mapLine(totem, ours)).toMatchObject({ decoupe: BASE + 6, quantite: 7, verification: true })
})

test('a cart has the ids of its lines mapped and its own lead time; the address stays', () => {
  const cart = { devis: '9', delai: 3, adresse_livraison: { ville: '69001' }, lignes: [{ famille: 1 }] }
  expect(mapCart(cart, ours)).toEqual({
    ...{
      devis: '9',
      delai: BASE + 3,
      adresse_livraison: { ville: '69001' },
      lignes: [{ famille: BASE + 1 }],
    },
  })
  expect(mapCart({ devis: '' }, ours)).toEqual({ devis: '' })
})

test('the place of an id is that of a field that names one', () => {
  const variantes = [
    { id: 7, nom: 'a' },
    { id: 8, nom: 'b' },
  ]
  const produit: Produit = {
    ...{ id: 1, nom: 'P', nombre_visuels_min: 1, nombre_visuels_max: 9, delais: [5, 6] },
    quantites: { range: true, min: 8 },
    options: [{ id: 4, nom: 'O', type: 'variante', variantes }],
  }
  const places = [1, 6, 4, 8, 9].map((id) => placeOfId(produit, mapProduct, id))
  expect(places).toEqual(['/id', '/delais/1', '/options/0/id', '/options/0/variantes/1/id', undefined])
})
