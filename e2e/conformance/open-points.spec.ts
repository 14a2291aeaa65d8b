/** What the partner’s document leaves open, as we decided it (docs/decisions.md). */
import { describe, expect, test } from 'vitest'
import { bundle, copyOfBundle, familles, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { Program } from './program.ts'
import { type Any, cards, post, posted, program, rollUp, server, serving, token } from './session.ts'

serving()

describe('points that the document leaves open', () => {
  test('null in an optional field counts as absent: print', async () => {
    const json = { ...cards, label: null, variantes: null, valeurs: null, delai: null }
    const [a, b] = [await posted('print/prix/', json), await posted('print/prix/', cards)]
    expect(a).toStrictEqual(b)
    const cart = await posted('print/panier/', { devis: null, adresse_livraison: null, lignes: [json] })
    expect(cart).toStrictEqual(await posted('print/panier/', { lignes: [cards] }))
  })
  test('null in an optional field counts as absent: display', async () => {
    const json = {
      ...rollUp,
      label: null,
      finition: null,
      decoupe: null,
      variantes: null,
      verification: null,
    }
    expect(await posted('display/prix/', json)).toStrictEqual(await posted('display/prix/', rollUp))
    const cart = await posted('display/panier/', { devis: null, delai: null, lignes: [json] })
    expect(cart).toStrictEqual(await posted('display/panier/', { lignes: [rollUp] }))
  })
  test('unknown fields are ignored', async () => {
    const more = { inconnu: { a: [1] }, __proto__x: 1, constructor: 'x', prix_ht: 1 }
    expect(await posted('print/prix/', { ...cards, ...more })).toStrictEqual(
      await posted('print/prix/', cards),
    )
    expect(
      await posted('print/panier/', { ...more, lignes: [{ ...cards, ...more }], adresse_livraison: more }),
    ).toStrictEqual(await posted('print/panier/', { lignes: [cards] }))
    expect(await posted('display/panier/', { ...more, lignes: [{ ...rollUp, ...more }] })).toStrictEqual(
      await posted('display/panier/', { lignes: [rollUp] }),
    )
  })
  test('a field named __proto__ is an unknown field like any other', async () => {
    const raw = '{"__proto__": {"delai": 99}, "produit": 101, "quantites_multiples": [100]}'
    const answer = await post('print/prix/', undefined, { raw })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.json()).toStrictEqual(await posted('print/prix/', cards))
  })
  test('devis missing is ""', async () => {
    expect((await posted('print/panier/', { lignes: [cards] })).devis).toBe('')
    expect((await posted('display/panier/', { lignes: [rollUp] })).devis).toBe('')
    const order = await posted('print/panier/validate/', { lignes: [cards], adresse_livraison: paris }, 201)
    expect(order.reference_client).toBe('')
  })
  test('finition and decoupe are one integer id each, optional', async () => {
    const { lignes } = await posted('display/panier/', {
      delai: 1,
      lignes: [rollUp, { ...rollUp, finition: 41 }, { ...rollUp, decoupe: 51 }],
    })
    // 8150; + 310; (8150+2500)×1.015 = 10809.75
    expect(lignes.map((line: Any) => line.prix_ht)).toEqual([8150, 8460, 10810])
  })
  test('amounts in carts and orders are euro cents: integers; amount_due is the total including tax', async () => {
    const order = await posted(
      'display/panier/validate/',
      { lignes: [rollUp], adresse_livraison: paris },
      201,
    )
    expect(order).toMatchObject({ prix_fact_ht: 8150, prix_fact_total_ttc: 9780, amount_due: 9780 })
    const simulated = await posted('display/panier/', { lignes: [rollUp] })
    expect(simulated).toMatchObject({ prix_ht: 8150, prix_tva: 1630, prix_final_ttc: 9780 })
  })
  test('order ids are unique over both areas, and each area lists its own', async () => {
    const ids: number[] = []
    for (let round = 0; round < 3; round++)
      for (const [area, ligne] of [
        ['print', cards],
        ['display', rollUp],
      ] as const)
        ids.push(
          (await posted(`${area}/panier/validate/`, { lignes: [ligne], adresse_livraison: paris }, 201)).id,
        )
    expect(new Set(ids).size).toBe(6)
    for (const [index, id] of ids.entries()) {
      const [own, other] = index % 2 === 0 ? ['print', 'display'] : ['display', 'print']
      expect((await server.ask(`/0.2/${own}/commande/${id}/`, { token })).status).toBe(200)
      expectFaults(await server.ask(`/0.2/${other}/commande/${id}/`, { token }), 404, [['', 'not_found']])
    }
  })
  test('status of an order without an upstream: enregistree, print and display', async () => {
    for (const [area, ligne] of [
      ['print', cards],
      ['display', rollUp],
    ] as const)
      expect(
        (await posted(`${area}/panier/validate/`, { lignes: [ligne], adresse_livraison: paris }, 201)).status,
      ).toBe('enregistree')
  })
  test('global lists: the union over the families that the customer sees', async () => {
    const own = familles[0]!
    const as = { token: program.tokens['Lecteur'] }
    for (const [path, expected] of [
      ['format', own.formats],
      ['support', own.supports],
      ['impression', own.impressions],
      ['finition', own.finitions],
      ['decoupe', own.decoupes],
      ['famille', [own]],
    ] as const)
      expect((await server.ask(`/0.2/display/${path}/`, as)).json(), path).toStrictEqual(expected)
  })
  test('an accepted order keeps its amounts when the tariff changes', async () => {
    const other = new Program()
    try {
      await other.import(bundle)
      const mine = await other.token({ customer: 'A', canOrder: true })
      let running = await other.serve()
      const sent = await running.ask('/0.2/print/panier/validate/', {
        token: mine,
        json: { devis: 'K', lignes: [cards], adresse_livraison: paris },
      })
      expect(sent.status, sent.text).toBe(201)
      await running.stop()
      const dearer = copyOfBundle()
      dearer.tarifs.print[0].grille[0].prix = '99999'
      dearer.produits = dearer.produits.slice(0, 2)
      dearer.tarifs.print = dearer.tarifs.print.slice(0, 2)
      await other.import(dearer)
      running = await other.serve()
      const { id } = sent.json() as { id: number }
      const read = await running.ask(`/0.2/print/commande/${id}/`, { token: mine })
      expect(read.json()).toStrictEqual(sent.json())
    } finally {
      await other.end()
    }
  })
})
