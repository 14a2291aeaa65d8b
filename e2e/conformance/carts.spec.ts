/** Carts and orders: line prices, discount and totals, each worked out on paper (bundle.md, "Carts"). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, paris } from './bundle.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

const program = new Program()
let server: Server

beforeAll(async () => {
  await program.import(bundle)
  await program.token({ customer: 'Plein tarif', canOrder: true })
  await program.token({ customer: 'Remise 12.5', canOrder: true, discount: '12.5' })
  await program.token({ customer: 'Remise 7.25', canOrder: true, discount: '7.25' })
  await program.token({ customer: 'Remise 100', canOrder: true, discount: '100' })
  await program.token({ customer: 'Simulation', canOrder: true })
  server = await program.serve()
})
afterAll(() => program.end())

interface Cart {
  prix_ht: number
  remise_grand_compte_ht: number
  prix_total_ht: number
  prix_tva: number
  prix_final_ttc: number
  lignes: { prix_ht: number }[]
}

interface Order {
  prix_fact_ht: number
  remise_grand_compte_ht: number
  prix_fact_total_ht: number
  prix_fact_total_tva: number
  prix_fact_total_ttc: number
  amount_due: number
}

interface CartRow {
  area: 'print' | 'display'
  customer: string
  name: string
  delai?: number
  lignes: object[]
  address?: object
  /** Line prices; then prix_ht, discount, total, VAT, total with VAT. */
  lines: number[]
  totals: [number, number, number, number, number]
}

const guadeloupe = { ...paris, code_postal: '97110', ville: 'Pointe-à-Pitre' }

const rows: CartRow[] = [
  {
    area: 'print',
    customer: 'Plein tarif',
    name: '2150; VAT 430',
    lignes: [{ produit: 101, quantites_multiples: [100] }],
    lines: [2150],
    totals: [2150, 0, 2150, 430, 2580],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: 'main lead time, asked lead time 2, main lead time 2: 2150+4768+6751 = 13669; 1708.625; 11960; 2392',
    lignes: [
      { produit: 101, quantites_multiples: [100] },
      { produit: 101, quantites_multiples: [250], delai: 2 },
      { produit: 102, quantites_multiples: [300] },
    ],
    lines: [2150, 4768, 6751],
    totals: [13669, 1709, 11960, 2392, 14352],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: 'the discount of a sum, not of each line: 2150+2150 = 4300; 537.5, up (twice 268.75 would be 538 too); 3762; 752.4',
    lignes: [
      { produit: 101, quantites_multiples: [100] },
      { produit: 101, quantites_multiples: [100] },
    ],
    lines: [2150, 2150],
    totals: [4300, 538, 3762, 752, 4514],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: '3 lines of 2 cents (1.5 up): 6; 0.75 → 1 (each line alone 0.25 → 0); 5; 1',
    lignes: [
      { produit: 105, quantites_multiples: [3] },
      { produit: 105, quantites_multiples: [3] },
      { produit: 105, quantites_multiples: [3] },
    ],
    lines: [2, 2, 2],
    totals: [6, 1, 5, 1, 6],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: '4×12.5 % = 0.5, up to 1; 3; 0.6 → 1',
    lignes: [{ produit: 105, quantites_multiples: [8] }],
    lines: [4],
    totals: [4, 1, 3, 1, 4],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: '20×12.5 % = 2.5, up to 3 (half even would be 2); 17; 3.4',
    lignes: [{ produit: 105, quantites_multiples: [80] }],
    lines: [20],
    totals: [20, 3, 17, 3, 20],
  },
  {
    area: 'print',
    customer: 'Remise 7.25',
    name: '2150×7.25 % = 155.875; 1994; 398.8',
    lignes: [{ produit: 101, quantites_multiples: [100] }],
    lines: [2150],
    totals: [2150, 156, 1994, 399, 2393],
  },
  {
    area: 'print',
    customer: 'Remise 7.25',
    name: '200×7.25 % = 14.5, up; 185; 37',
    lignes: [{ produit: 105, quantites_multiples: [800] }],
    lines: [200],
    totals: [200, 15, 185, 37, 222],
  },
  {
    area: 'print',
    customer: 'Remise 100',
    name: 'all of it',
    lignes: [{ produit: 101, quantites_multiples: [100] }],
    lines: [2150],
    totals: [2150, 2150, 0, 0, 0],
  },
  {
    area: 'print',
    customer: 'Plein tarif',
    name: 'VAT of 8.5 % on 100 is 8.5, up to 9',
    lignes: [{ produit: 105, quantites_multiples: [400] }],
    address: guadeloupe,
    lines: [100],
    totals: [100, 0, 100, 9, 109],
  },
  {
    area: 'print',
    customer: 'Plein tarif',
    name: 'VAT of 8.5 % on 500 is 42.5, up to 43 (half even would be 42)',
    lignes: [{ produit: 105, quantites_multiples: [2000] }],
    address: guadeloupe,
    lines: [500],
    totals: [500, 0, 500, 43, 543],
  },
  {
    area: 'print',
    customer: 'Plein tarif',
    name: 'VAT of the total, not line by line: 8×3 = 24; 8.5 % is 2.04 (0.255 a line)',
    lignes: Array.from({ length: 8 }, () => ({ produit: 105, quantites_multiples: [6] })),
    address: guadeloupe,
    lines: [3, 3, 3, 3, 3, 3, 3, 3],
    totals: [24, 0, 24, 2, 26],
  },
  {
    area: 'print',
    customer: 'Remise 12.5',
    name: 'surface, values and variants: 15480 + 6160 = 21640; 2705; 18935; 3787',
    lignes: [
      { produit: 103, quantites_multiples: [4], variantes: [10312], valeurs: { '44': '2000', '45': '1500' } },
      {
        produit: 103,
        quantites_multiples: [5],
        valeurs: { '44': '1000', '45': '1000', '46': '8' },
        delai: 1,
      },
    ],
    lines: [15480, 6160],
    totals: [21640, 2705, 18935, 3787, 22722],
  },
  {
    area: 'display',
    customer: 'Plein tarif',
    name: 'each family at its own main lead time: J+5 8150, J+10 1583; 9733; 1946.6',
    lignes: [
      { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 },
      { famille: 202, format: 15, support: 24, impression: 31, quantite: 5 },
    ],
    lines: [8150, 1583],
    totals: [9733, 0, 9733, 1947, 11680],
  },
  {
    area: 'display',
    customer: 'Remise 12.5',
    name: 'the lead time of the cart, J+2: 10280 + 13472 = 23752; 2969; 20783; 4156.6',
    delai: 2,
    lignes: [
      { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 },
      { famille: 201, format: 11, support: 21, impression: 31, decoupe: 51, quantite: 1 },
    ],
    lines: [10280, 13472],
    totals: [23752, 2969, 20783, 4157, 24940],
  },
  {
    area: 'display',
    customer: 'Remise 7.25',
    name: 'lead time 1, common to both families: 11410 + 1667 = 13077; 948.0825; 12129; 8.5 % 1030.965',
    delai: 1,
    lignes: [
      { famille: 201, format: 11, support: 21, quantite: 2 },
      { famille: 202, format: 15, support: 24, impression: 31, quantite: 5 },
    ],
    address: guadeloupe,
    lines: [11410, 1667],
    totals: [13077, 948, 12129, 1031, 13160],
  },
]

describe.each(rows.map((row) => ({ row, name: `${row.area}, ${row.customer}: ${row.name}` })))(
  '$name',
  ({ row }) => {
    const body = () => ({
      devis: 'D-1',
      delai: row.delai,
      lignes: row.lignes,
      adresse_livraison: row.address ?? paris,
    })

    test('panier/', async () => {
      const answer = await server.ask(`/0.2/${row.area}/panier/`, {
        token: program.tokens[row.customer],
        json: body(),
      })
      expect(answer.status, answer.text).toBe(200)
      const cart = answer.json() as Cart
      expect(cart.lignes.map((line) => line.prix_ht)).toEqual(row.lines)
      expect([
        cart.prix_ht,
        cart.remise_grand_compte_ht,
        cart.prix_total_ht,
        cart.prix_tva,
        cart.prix_final_ttc,
      ]).toEqual(row.totals)
    })

    test('panier/validate/ and the order read back', async () => {
      const answer = await server.ask(`/0.2/${row.area}/panier/validate/`, {
        token: program.tokens[row.customer],
        json: body(),
      })
      expect(answer.status, answer.text).toBe(201)
      const order = answer.json() as Order & { id: number }
      expect([
        order.prix_fact_ht,
        order.remise_grand_compte_ht,
        order.prix_fact_total_ht,
        order.prix_fact_total_tva,
        order.prix_fact_total_ttc,
        order.amount_due,
      ]).toEqual([...row.totals, row.totals[4]])
      const read = await server.ask(`/0.2/${row.area}/commande/${order.id}/`, {
        token: program.tokens[row.customer],
      })
      expect(read.status).toBe(200)
      expect(read.json()).toStrictEqual(order)
    })
  },
)

describe('a line without a price at its lead time makes the cart invalid, with that message', () => {
  const unavailable = async (area: string, json: object, path: string, message?: string) => {
    for (const end of ['panier/', 'panier/validate/']) {
      const answer = await server.ask(`/0.2/${area}/${end}`, { token: program.tokens['Plein tarif'], json })
      expect(answer.status, answer.text).toBe(400)
      const { errors } = answer.json() as { errors: { path: string; code: string; message: string }[] }
      expect(errors.map((fault) => [fault.path, fault.code])).toEqual([[path, 'price_unavailable']])
      if (message !== undefined) expect(errors[0]!.message).toContain(message)
    }
  }

  test('print: an exclusion at the lead time asked for', () =>
    unavailable(
      'print',
      {
        adresse_livraison: paris,
        lignes: [
          { produit: 101, quantites_multiples: [100] },
          { produit: 101, quantites_multiples: [1000], variantes: [10012], delai: 2 },
        ],
      },
      '/lignes/1',
      'Couché indisponible en 2 jours dès 1000',
    ))

  test('print: no tariff, at the main lead time', () =>
    unavailable(
      'print',
      { adresse_livraison: paris, lignes: [{ produit: 104, quantites_multiples: [1] }] },
      '/lignes/0',
    ))

  test('print: a negative price', () =>
    unavailable(
      'print',
      {
        adresse_livraison: paris,
        lignes: [{ produit: 105, quantites_multiples: [3], variantes: [10511], delai: 1 }],
      },
      '/lignes/0',
    ))

  test('display: delai_min of the support, at the lead time of the cart', () =>
    unavailable(
      'display',
      {
        adresse_livraison: paris,
        delai: 2,
        lignes: [{ famille: 201, format: 11, support: 22, impression: 31, quantite: 1 }],
      },
      '/lignes/0',
    ))

  test('display: an exclusion at the main lead time', () =>
    unavailable(
      'display',
      {
        adresse_livraison: paris,
        lignes: [
          {
            famille: 201,
            format: 11,
            support: 21,
            impression: 31,
            decoupe: 51,
            variantes: [621],
            quantite: 1,
          },
        ],
      },
      '/lignes/0',
      'Découpe et éclairage : 2 jours seulement',
    ))

  test('display: a family without a tariff', () =>
    unavailable(
      'display',
      {
        adresse_livraison: paris,
        lignes: [{ famille: 203, format: 16, support: 25, impression: 33, quantite: 1 }],
      },
      '/lignes/0',
    ))
})

test('panier/ leaves nothing behind: no cart and no order', async () => {
  const token = program.tokens['Simulation']
  for (const area of ['print', 'display']) {
    const ligne =
      area === 'print'
        ? { produit: 101, quantites_multiples: [100] }
        : { famille: 201, format: 11, support: 21, quantite: 1 }
    const simulate = () =>
      server.ask(`/0.2/${area}/panier/`, {
        token,
        json: { devis: 'S', lignes: [ligne], adresse_livraison: paris },
      })
    const first = await simulate()
    expect(first.status, first.text).toBe(200)
    expect((await simulate()).text).toBe(first.text)
    expect((await server.ask(`/0.2/${area}/commande/`, { token })).json()).toEqual([])
  }
})
