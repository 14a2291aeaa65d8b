/** Print products, lines, carts and orders, row by row: each title begins with the section of partner-api.md that it holds. */
import { beforeAll, describe, expect, test } from 'vitest'
import { paris, produits } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { type Any, cards, get, keys, post, posted, rollUp, serving } from './session.ts'

serving({ discount: '12.5' })

const banner = {
  produit: 103,
  quantites_multiples: [2],
  variantes: [10311],
  valeurs: { '44': '1000', '45': '500.5', '46': '4' },
}

describe('2.1 print product', () => {
  const all = () => get('print/produit/') as Promise<Any[]>
  const one = async (id: number) => (await all()).find((product: Any) => product.id === id)

  test('2.1 exactly the documented fields', async () => {
    for (const product of await all())
      expect(keys(product)).toEqual(
        ['id', 'nom', 'nombre_visuels_min', 'nombre_visuels_max', 'delais', 'quantites', 'options'].sort(),
      )
  })
  test('2.1 id: an integer, the value that produit of a line takes', async () => {
    expect((await all()).map((product: Any) => product.id).sort()).toEqual(
      produits.map(({ id }) => id).sort(),
    )
    for (const { id } of await all()) {
      const answer = await post('print/prix/', { produit: id, quantites_multiples: [] })
      expectFaults(answer, 400, [
        ...(id === 103
          ? ([
              ['/valeurs/44', 'value_required'],
              ['/valeurs/45', 'value_required'],
            ] as [string, string][])
          : []),
        ['/quantites_multiples', 'quantity_invalid'],
      ])
    }
  })
  test('2.1 nom: the product name, as loaded', async () =>
    expect((await one(105)).nom).toBe('Étiquettes à la pièce'))
  test('2.1 nombre_visuels_min: as loaded, 1 where the product says nothing', async () => {
    expect((await one(106)).nombre_visuels_min).toBe(2)
    expect((await one(102)).nombre_visuels_min).toBe(1)
  })
  test('2.1 nombre_visuels_max: as loaded, 1 where the product says nothing', async () => {
    expect((await one(101)).nombre_visuels_max).toBe(4)
    expect((await one(102)).nombre_visuels_max).toBe(1)
  })
  test('2.1 delais: identifiers, each of which a line may name', async () => {
    expect((await one(101)).delais).toEqual([1, 2, 3])
    for (const delai of [1, 2, 3]) await posted('print/prix/', { ...cards, delai })
  })
  test('2.1 quantites: one of two forms', async () => {
    for (const { quantites } of await all())
      expect(keys(quantites)).toEqual(quantites.range ? ['max', 'min', 'range'] : ['available', 'range'])
  })
  test('2.1 quantites Fixed: only the quantities of available are accepted', async () => {
    expect((await one(101)).quantites).toEqual({ range: false, available: [100, 250, 500, 750, 1000] })
    await posted('print/prix/', { ...cards, quantites_multiples: [250] })
    for (const quantity of [1, 99, 101, 200, 1001])
      expectFaults(await post('print/prix/', { ...cards, quantites_multiples: [quantity] }), 400, [
        ['/quantites_multiples/0', 'quantity_not_offered'],
      ])
  })
  test('2.1 quantites Free: any quantity between min and max is accepted', async () => {
    expect((await one(102)).quantites).toEqual({ range: true, min: 50, max: 20000 })
    for (const quantity of [50, 51, 777, 19999, 20000])
      await posted('print/prix/', { produit: 102, quantites_multiples: [quantity] })
    for (const quantity of [1, 49, 20001])
      expectFaults(await post('print/prix/', { produit: 102, quantites_multiples: [quantity] }), 400, [
        ['/quantites_multiples/0', 'quantity_not_offered'],
      ])
  })
  test('2.1 quantites Free: min defaults to 1', async () =>
    expect((await one(103)).quantites).toEqual({ range: true, min: 1, max: 500 }))
  test('2.1 options: the options of the product, in their order', async () => {
    expect((await one(101)).options).toEqual(produits[0]!.options)
    expect((await one(104)).options).toEqual([])
  })
})

describe('2.1 option', () => {
  const options = async (): Promise<Any[]> =>
    ((await get('print/produit/')) as Any[]).flatMap((product: Any) => product.options)

  test('2.1 option id: an integer, and the key in valeurs', async () => {
    for (const { id } of await options()) expect(Number.isInteger(id)).toBe(true)
    await posted('print/prix/', banner)
  })
  test('2.1 option nom: a string', async () =>
    expect((await options()).map((option) => option.nom)).toContain("Nombre d'œillets"))
  test('2.1 option type: variante, integer or decimal', async () => {
    expect([...new Set((await options()).map((option) => option.type))].sort()).toEqual([
      'decimal',
      'integer',
      'variante',
    ])
  })
  test('2.1 option variantes: id and nom; empty for integer and decimal', async () => {
    for (const option of await options()) {
      expect(keys(option)).toEqual(['id', 'nom', 'type', 'variantes'])
      if (option.type === 'variante') expect(option.variantes.length).toBeGreaterThan(0)
      else expect(option.variantes).toEqual([])
      for (const variant of option.variantes) expect(keys(variant)).toEqual(['id', 'nom'])
    }
  })
})

describe('2.2 print line', () => {
  const simulate = async (ligne: object): Promise<Any> =>
    (await posted('print/panier/', { lignes: [ligne] })).lignes[0]

  test('2.2 label: free, optional, comes back', async () => {
    expect((await simulate({ ...cards, label: 'Faire-part « été » \u{1F33B}' })).label).toBe(
      'Faire-part « été » \u{1F33B}',
    )
    await posted('print/prix/', cards)
  })
  test('2.2 produit: required, comes back', async () => {
    expect((await simulate(cards)).produit).toBe(101)
    expectFaults(await post('print/prix/', { quantites_multiples: [100] }), 400, [
      ['/produit', 'field_required'],
    ])
  })
  test('2.2 variantes: at most one per option, optional, come back', async () => {
    expect((await simulate({ ...cards, variantes: [10022, 10012] })).variantes).toEqual([10022, 10012])
    await posted('print/prix/', { ...cards, variantes: [] })
  })
  test('2.2 valeurs: numbers as strings under option ids, for integer and decimal options only, come back', async () => {
    expect((await simulate(banner)).valeurs).toEqual(banner.valeurs)
    expectFaults(await post('print/prix/', { ...cards, valeurs: { '1001': '3' } }), 400, [
      ['/valeurs/1001', 'value_not_allowed'],
    ])
  })
  test('2.2 valeurs: not the option that variantes names too', async () =>
    void expectFaults(
      await post('print/prix/', { ...cards, variantes: [10012], valeurs: { '1001': '3' } }),
      400,
      [['/valeurs/1001', 'option_in_variants_and_values']],
    ))
  test('2.2 quantites_multiples: required, one or more, strictly positive, come back', async () => {
    expect((await simulate({ ...cards, quantites_multiples: [250, 100, 250] })).quantites_multiples).toEqual([
      250, 100, 250,
    ])
    expectFaults(await post('print/prix/', { produit: 101 }), 400, [
      ['/quantites_multiples', 'field_required'],
    ])
  })
  test('2.2 delai: per line; omitted, the main lead time of the product', async () => {
    const { lignes } = await posted('print/panier/', {
      lignes: [cards, { ...cards, delai: 1 }, { ...cards, delai: 2 }, { ...cards, delai: 3 }],
    })
    expect(lignes.map((line: Any) => line.prix_ht)).toEqual([2150, 2150, 3045, 1935])
    expect(lignes.slice(1).map((line: Any) => line.delai)).toEqual([1, 2, 3])
  })
  test('2.2 the proof is no field: it is chosen as a variant', async () =>
    expect((await simulate({ ...cards, bat: true, variantes: [10022] })).prix_ht).toBe(2600))
})

describe('2.3 print price response', () => {
  const prices = (): Promise<Any> =>
    posted('print/prix/', { produit: 101, quantites_multiples: [1000], variantes: [10012] })

  test('2.3 keys: labels J+<days>', async () => expect(keys(await prices())).toEqual(['J+10', 'J+2', 'J+5']))
  test('2.3 Message: empty when the price is computed, else the cause', async () => {
    const { 'J+2': refused, 'J+5': computed } = await prices()
    expect(computed.Message).toBe('')
    expect(refused.Message).toBe('Couché indisponible en 2 jours dès 1000')
  })
  test('2.3 PrixHT: cents excluding tax in decimal digits, a string; empty when it cannot be computed', async () => {
    const { 'J+2': refused, 'J+5': computed } = await prices()
    expect(computed.PrixHT).toBe('10604')
    expect(refused.PrixHT).toBe('')
  })
})

describe('2.4 delivery address', () => {
  const fields = keys(paris) as (keyof typeof paris)[]

  test('2.4 the document names eleven fields', () => expect(fields).toHaveLength(11))

  test.each(fields)(
    '2.4 %s: a string, comes back in carts and orders, "" where it is missing',
    async (field) => {
      const value = field === 'pays' ? 'Belgique' : `Valeur de ${field} é`
      const address = { ...paris, [field]: value }
      const body = { lignes: [cards], adresse_livraison: address }
      expect((await posted('print/panier/', body)).adresse_livraison).toStrictEqual(address)
      expect((await posted('print/panier/validate/', body, 201)).adresse_livraison).toStrictEqual(address)
      const display = { lignes: [rollUp], adresse_livraison: address }
      expect((await posted('display/panier/', display)).adresse_livraison).toStrictEqual(address)
      const without = Object.fromEntries(Object.entries(paris).filter(([name]) => name !== field))
      const cart = await posted('print/panier/', { lignes: [cards], adresse_livraison: without })
      expect(cart.adresse_livraison).toStrictEqual({ ...paris, [field]: '' })
      for (const path of ['print/panier/', 'print/panier/validate/', 'display/panier/'])
        expectFaults(
          await post(`${path}`, {
            lignes: [path.startsWith('print') ? cards : rollUp],
            adresse_livraison: { ...paris, [field]: 75 },
          }),
          400,
          [[`/adresse_livraison/${field}`, 'field_type']],
        )
    },
  )
})

describe('2.5 print cart request', () => {
  test('2.5 devis: a string, comes back, and as reference_client of the order', async () => {
    const body = { devis: 'Devis n° 7 / été', lignes: [cards], adresse_livraison: paris }
    expect((await posted('print/panier/', body)).devis).toBe('Devis n° 7 / été')
    expect((await posted('print/panier/validate/', body, 201)).reference_client).toBe('Devis n° 7 / été')
    expectFaults(await post('print/panier/', { ...body, devis: 7 }), 400, [['/devis', 'field_type']])
  })
  test('2.5 adresse_livraison: an object', async () =>
    void expectFaults(await post('print/panier/', { lignes: [cards], adresse_livraison: 'Paris' }), 400, [
      ['/adresse_livraison', 'field_type'],
    ]))
  test('2.5 lignes: print lines, each of which is checked', async () =>
    void expectFaults(await post('print/panier/', { lignes: [cards, { produit: 101 }, 'x'] }), 400, [
      ['/lignes/1/quantites_multiples', 'field_required'],
      ['/lignes/2', 'field_type'],
    ]))
})

describe('2.6 print cart response', () => {
  const cart = (): Promise<Any> =>
    posted('print/panier/', {
      devis: 'D',
      adresse_livraison: paris,
      lignes: [{ label: 'a', ...cards }, banner],
    })
  // 2150 and 103 at J+5: 0.5005 m² × 1200×2 + 100 + 1.5×4×2 = 1201.2 + 112 = 1313.2. 12.5 % of 3463 is 432.875.

  test('2.6 exactly the documented fields: no frais_port_ht, no emballage_renforce_ht', async () =>
    expect(keys(await cart())).toEqual(
      [
        'devis',
        'prix_ht',
        'remise_grand_compte_ht',
        'prix_total_ht',
        'prix_tva',
        'prix_final_ttc',
        'lignes',
        'adresse_livraison',
      ].sort(),
    ))
  test.each([
    ['devis', 'D'],
    ['prix_ht', 3463],
    ['remise_grand_compte_ht', 433],
    ['prix_total_ht', 3030],
    ['prix_tva', 606],
    ['prix_final_ttc', 3636],
  ])('2.6 %s: %j', async (field, value) => expect((await cart())[field]).toBe(value))
  test('2.6 lignes: the print lines, each with prix_ht', async () => {
    const { lignes } = await cart()
    expect(lignes.map((line: Any) => line.prix_ht)).toEqual([2150, 1313])
    for (const line of lignes)
      expect(keys(line)).toEqual(
        ['label', 'produit', 'variantes', 'valeurs', 'quantites_multiples', 'delai', 'prix_ht'].sort(),
      )
    expect(lignes[0]).toMatchObject({ label: 'a', ...cards })
    expect(lignes[1]).toMatchObject(banner)
  })
  test('2.6 adresse_livraison: the address', async () =>
    expect((await cart()).adresse_livraison).toStrictEqual(paris))
})

describe('2.7 order (print area)', () => {
  let order: Any
  beforeAll(async () => {
    order = await posted(
      'print/panier/validate/',
      { devis: 'C-27', adresse_livraison: paris, lignes: [{ label: 'a', ...cards, delai: 1 }, banner] },
      201,
    )
  })

  test('2.7 exactly the documented fields', () =>
    expect(keys(order)).toEqual(
      [
        'id',
        'status',
        'number',
        'reference_client',
        'adresse_livraison',
        'prix_fact_ht',
        'remise_grand_compte_ht',
        'prix_fact_total_ht',
        'prix_fact_total_tva',
        'prix_fact_total_ttc',
        'amount_due',
        'lignes',
      ].sort(),
    ))
  test('2.7 id: an integer that reads the order', async () => {
    expect(Number.isInteger(order.id)).toBe(true)
    expect(await get(`print/commande/${order.id}/`)).toStrictEqual(order)
  })
  test('2.7 status: enregistree without an upstream', () => expect(order.status).toBe('enregistree'))
  test('2.7 number: a string of its own for each order', async () => {
    expect(order.number).toMatch(/\S/)
    const numbers = ((await get('print/commande/')) as Any[]).map((each: Any) => each.number)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
  test('2.7 reference_client: the devis', () => expect(order.reference_client).toBe('C-27'))
  test('2.7 adresse_livraison: the address', () => expect(order.adresse_livraison).toStrictEqual(paris))
  test.each([
    ['prix_fact_ht', 3463],
    ['remise_grand_compte_ht', 433],
    ['prix_fact_total_ht', 3030],
    ['prix_fact_total_tva', 606],
    ['prix_fact_total_ttc', 3636],
    ['amount_due', 3636],
  ])('2.7 %s: %i', (field, cents) => expect(order[field]).toBe(cents))
  test('2.7 lignes: id and the line, without delai or price', () => {
    expect(order.lignes).toHaveLength(2)
    for (const line of order.lignes) {
      expect(keys(line)).toEqual(
        ['id', 'label', 'produit', 'variantes', 'valeurs', 'quantites_multiples'].sort(),
      )
      expect(Number.isInteger(line.id)).toBe(true)
    }
    expect(order.lignes[0]).toMatchObject({ label: 'a', ...cards })
    expect(order.lignes[1]).toMatchObject(banner)
    expect(new Set(order.lignes.map((line: Any) => line.id)).size).toBe(2)
  })
})
