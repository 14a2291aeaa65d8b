/** Display families, lines and carts, row by row: each title begins with the section of partner-api.md that it holds. */
import { describe, expect, test } from 'vitest'
import { familles, paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { type Any, get, keys, post, posted, rollUp, serving, whole } from './session.ts'

serving({ discount: '12.5' })

describe('2.8 display family', () => {
  const all = (): Promise<Any[]> => get('display/famille/')

  test('2.8 exactly the documented fields', async () => {
    for (const family of await all())
      expect(keys(family)).toEqual(
        [
          'id',
          'nom_complet',
          'sans_impression_possible',
          'formats',
          'supports',
          'impressions',
          'finitions',
          'decoupes',
          'options',
        ].sort(),
      )
  })
  test('2.8 id: an integer, the value that famille of a line takes', async () => {
    expect((await all()).map((family) => family.id)).toEqual([201, 202, 203, 204])
    await posted('display/prix/', rollUp)
  })
  test('2.8 nom_complet: the full name', async () =>
    expect((await all())[0].nom_complet).toBe('Kakémono enrouleur'))
  test('2.8 sans_impression_possible: whether impression may be left out', async () => {
    expect((await all()).map((family) => family.sans_impression_possible)).toEqual([
      true,
      false,
      false,
      false,
    ])
    await posted('display/prix/', { famille: 201, format: 11, support: 21, quantite: 1 })
    expectFaults(await post('display/prix/', { famille: 202, format: 15, support: 24, quantite: 1 }), 400, [
      ['/impression', 'not_compatible'],
    ])
  })
  test.each(['formats', 'supports', 'impressions', 'finitions', 'decoupes', 'options'] as const)(
    '2.8 %s: as loaded, in their order',
    async (field) =>
      expect((await all()).map((family) => family[field])).toStrictEqual(
        familles.map((family) => family[field]),
      ),
  )
  test('2.8 supports: id, nom_complet and delai_min', async () =>
    expect(keys((await all())[0].supports[1])).toEqual(['delai_min', 'id', 'nom_complet']))
  test('2.8 options: id, nom and variantes', async () => {
    expect(keys((await all())[0].options[0])).toEqual(['id', 'nom', 'variantes'])
    expect(keys((await all())[0].options[0].variantes[0])).toEqual(['id', 'nom'])
  })
})

describe('2.9 display configuration line', () => {
  const simulate = async (ligne: object): Promise<Any> =>
    (await posted('display/panier/', { delai: 2, lignes: [ligne] })).lignes[0]

  test('2.9 label: used in cart lines, comes back', async () =>
    expect((await simulate({ ...rollUp, label: 'Stand A' })).label).toBe('Stand A'))
  test.each([
    ['famille', 201, 'family_unknown'],
    ['format', 11, 'not_compatible'],
    ['support', 21, 'not_compatible'],
    ['impression', 31, 'not_compatible'],
    ['finition', 41, 'not_compatible'],
    ['decoupe', 51, 'not_compatible'],
  ] as const)('2.9 %s: an id of the family (%i), comes back; another is %s', async (field, id, code) => {
    expect((await simulate(whole))[field]).toBe(id)
    expectFaults(await post('display/prix/', { ...whole, [field]: 999 }), 400, [[`/${field}`, code]])
    expectFaults(await post('display/panier/', { lignes: [rollUp, { ...whole, [field]: 999 }] }), 400, [
      [`/lignes/1/${field}`, code],
    ])
  })
  test('2.9 format: one that only another family has is refused', async () =>
    void expectFaults(await post('display/prix/', { ...rollUp, format: 15 }), 400, [
      ['/format', 'not_compatible'],
    ]))
  test('2.9 support: one that only another family has is refused', async () =>
    void expectFaults(await post('display/prix/', { ...rollUp, support: 24 }), 400, [
      ['/support', 'not_compatible'],
    ]))
  test('2.9 impression: one that only another family has is refused', async () =>
    void expectFaults(await post('display/prix/', { ...rollUp, impression: 33 }), 400, [
      ['/impression', 'not_compatible'],
    ]))
  test('2.9 quantite: an integer from 1, comes back', async () => {
    expect((await simulate({ ...rollUp, quantite: 17 })).quantite).toBe(17)
    expectFaults(await post('display/prix/', { ...rollUp, quantite: 0 }), 400, [
      ['/quantite', 'quantity_invalid'],
    ])
  })
  test('2.9 variantes: of the options of the family, exactly one of an option used, come back', async () => {
    expect((await simulate({ ...rollUp, variantes: [621, 611] })).variantes).toEqual([621, 611])
    expectFaults(await post('display/prix/', { ...rollUp, variantes: [611, 612] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
    expectFaults(await post('display/prix/', { ...rollUp, variantes: [10012] }), 400, [
      ['/variantes/0', 'not_compatible'],
    ])
  })
  test('2.9 verification: a flag, comes back', async () => {
    expect((await simulate({ ...rollUp, verification: true })).verification).toBe(true)
    expect((await simulate({ ...rollUp, verification: false })).verification).toBe(false)
    expectFaults(await post('display/prix/', { ...rollUp, verification: 'oui' }), 400, [
      ['/verification', 'field_type'],
    ])
  })
})

describe('2.10 display cart request', () => {
  const body = { devis: 'P-9', delai: 2, adresse_livraison: paris, lignes: [whole, rollUp] }

  test('2.10 devis: the reference of the partner, comes back', async () => {
    expect((await posted('display/panier/', body)).devis).toBe('P-9')
    expect((await posted('display/panier/validate/', body, 201)).reference_client).toBe('P-9')
  })
  test('2.10 delai: the lead time of the whole cart, comes back', async () => {
    const cart = await posted('display/panier/', body)
    expect(cart.delai).toBe(2)
    // whole: (7900+250+310+2500+890+6490+900)×1.015 = 19528.6; ×1.2+500 = 23934.32
    expect(cart.lignes.map((line: Any) => line.prix_ht)).toEqual([23934, 10280])
    const other = await posted('display/panier/', { ...body, delai: 4 })
    expect(other.lignes.map((line: Any) => line.prix_ht)).toEqual([39057, 16300])
  })
  test('2.10 adresse_livraison: the address, comes back', async () =>
    expect((await posted('display/panier/', body)).adresse_livraison).toStrictEqual(paris))
  test('2.10 lignes: configuration lines; variants are stored and kept in the order', async () => {
    const order = await posted('display/panier/validate/', body, 201)
    expect(order.lignes).toHaveLength(2)
    expect(order.lignes[0]).toMatchObject(whole)
    expect((await get(`display/commande/${order.id}/`)).lignes[0].variantes).toEqual([612, 621])
  })
})
