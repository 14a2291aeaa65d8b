/** The endpoints of both areas, row by row: each title begins with the section of partner-api.md that it holds. */
import { describe, expect, test } from 'vitest'
import { familles, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { type Any, cards, get, keys, post, posted, program, rollUp, serving, whole } from './session.ts'

serving({ discount: '12.5' })

const banner = {
  produit: 103,
  quantites_multiples: [2],
  variantes: [10311],
  valeurs: { '44': '1000', '45': '500.5', '46': '4' },
}

describe('4.1 print area', () => {
  const cart = { devis: 'E', lignes: [cards], adresse_livraison: paris }

  test('4.1 GET produit/: the products accessible to the caller', async () => {
    expect(((await get('print/produit/')) as Any[]).map((each: Any) => each.id)).toEqual([
      101, 102, 103, 104, 105, 106,
    ])
    const mine = (await get('print/produit/', program.tokens['Lecteur'])) as Any[]
    expect(mine.map((each) => each.id)).toEqual([101, 102])
  })
  test('4.1 GET produit/<id>/: one product, as in the list', async () => {
    const list = (await get('print/produit/')) as Any[]
    for (const product of list) expect(await get(`print/produit/${product.id}/`)).toStrictEqual(product)
  })
  test('4.1 POST prix/: one line with variantes and valeurs', async () =>
    expect(await posted('print/prix/', banner)).toStrictEqual({
      'J+5': { Message: '', PrixHT: '1313' },
      'J+2': { Message: '', PrixHT: '2969' }, // 1969.8 + 999
    }))
  test('4.1 POST panier/: the cart response', async () =>
    expect((await posted('print/panier/', cart)).prix_ht).toBe(2150))
  test('4.1 POST panier/validate/: the order, 201, for a customer allowed to order', async () => {
    await posted('print/panier/validate/', cart, 201)
    expectFaults(await post('print/panier/validate/', cart, { token: program.tokens['Lecteur'] }), 403, [
      ['', 'ordering_not_allowed'],
    ])
  })
  test('4.1 GET commande/: the orders of the customer', async () => {
    const order = await posted('print/panier/validate/', cart, 201)
    const list = (await get('print/commande/')) as Any[]
    expect(list.filter((each) => each.id === order.id)).toStrictEqual([order])
    expect(await get('print/commande/', program.tokens['Voisin'])).toEqual([])
  })
  test('4.1 GET commande/<id>/: one order', async () => {
    const order = await posted('print/panier/validate/', cart, 201)
    expect(await get(`print/commande/${order.id}/`)).toStrictEqual(order)
  })
})

describe('4.2 display area', () => {
  const cart = { devis: 'E', lignes: [rollUp], adresse_livraison: paris }

  test('4.2 GET famille/: families with their elements and options', async () =>
    expect(await get('display/famille/')).toStrictEqual(familles))
  test.each([
    ['format', 'formats'],
    ['support', 'supports'],
    ['impression', 'impressions'],
    ['finition', 'finitions'],
    ['decoupe', 'decoupes'],
  ] as const)('4.2 GET %s/: the global list, one entry an id, in its own shape', async (kind, field) => {
    const union = new Map<number, object>()
    for (const family of familles)
      for (const element of family[field]) if (!union.has(element.id)) union.set(element.id, element)
    const byId = (list: Any[]) => [...list].sort((a, b) => a.id - b.id)
    expect(byId(await get(`display/${kind}/`))).toStrictEqual(byId([...union.values()]))
  })
  test('4.2 POST prix/: prices by lead time', async () =>
    expect(await posted('display/prix/', rollUp)).toStrictEqual({
      'J+1': { Message: '', PrixHT: '16300' },
      'J+2': { Message: '', PrixHT: '10280' },
      'J+5': { Message: '', PrixHT: '8150' },
    }))
  test('4.2 POST panier/: the simulation, in the print shape with display lines and delai', async () => {
    const answer = await posted('display/panier/', { ...cart, delai: 2, lignes: [whole] })
    expect(keys(answer)).toEqual(
      [
        'devis',
        'delai',
        'prix_ht',
        'remise_grand_compte_ht',
        'prix_total_ht',
        'prix_tva',
        'prix_final_ttc',
        'lignes',
        'adresse_livraison',
      ].sort(),
    )
    expect(keys(answer.lignes[0])).toEqual([...keys(whole), 'prix_ht'].sort())
  })
  test('4.2 POST panier/validate/: the order, 201, in the print shape with display lines and delai', async () => {
    const answer = await posted('display/panier/validate/', { ...cart, delai: 2, lignes: [whole] }, 201)
    expect(keys(answer)).toEqual(
      [
        'id',
        'status',
        'number',
        'reference_client',
        'delai',
        'adresse_livraison',
        'prix_fact_ht',
        'remise_grand_compte_ht',
        'prix_fact_total_ht',
        'prix_fact_total_tva',
        'prix_fact_total_ttc',
        'amount_due',
        'lignes',
      ].sort(),
    )
    expect(keys(answer.lignes[0])).toEqual([...keys(whole), 'id'].sort())
  })
  test('4.2 GET commande/: the display orders of the customer alone', async () => {
    const order = await posted('display/panier/validate/', cart, 201)
    const print = await posted('print/panier/validate/', { ...cart, lignes: [cards] }, 201)
    expect(print.id).not.toBe(order.id)
    const display = ((await get('display/commande/')) as Any[]).map((each) => each.id)
    const prints = ((await get('print/commande/')) as Any[]).map((each) => each.id)
    expect(display).toContain(order.id)
    expect(display).not.toContain(print.id)
    expect(prints).toContain(print.id)
    expect(prints).not.toContain(order.id)
    expect(await get('display/commande/', program.tokens['Voisin'])).toEqual([])
  })
})
