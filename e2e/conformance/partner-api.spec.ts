import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, familles, paris, produits } from './bundle.ts'
import { expectFaults } from './errors.ts'
import type { Answer } from './http.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/**
 * The partner printing API, row by row: sections 2 (resources), 4 (endpoints), 5 (authentication), 7 (errors) and
 * 8 (limits) of its document. Each test title begins with the section and the row that it holds.
 */

const program = new Program()
let server: Server
let token: string

beforeAll(async () => {
  await program.import(bundle)
  token = await program.token({ customer: 'Partenaire', canOrder: true, discount: '12.5' })
  await program.token({ customer: 'Voisin', canOrder: true })
  await program.token({ customer: 'Lecteur', products: '101,102', families: '201' })
  server = await program.serve()
})
afterAll(() => program.end())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const get = async (path: string, as = token): Promise<Any> => {
  const answer = await server.ask(path, { token: as })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}
const post = (path: string, json: unknown, as = token): Promise<Answer> =>
  server.ask(path, { token: as, json })
const posted = async (path: string, json: unknown, status = 200): Promise<Any> => {
  const answer = await post(path, json)
  expect(answer.status, answer.text).toBe(status)
  return answer.json()
}

const cards = { produit: 101, quantites_multiples: [100] }
const banner = {
  produit: 103,
  quantites_multiples: [2],
  variantes: [10311],
  valeurs: { '44': '1000', '45': '500.5', '46': '4' },
}
const rollUp = { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 }
const whole = {
  label: 'Salon',
  ...rollUp,
  finition: 41,
  decoupe: 51,
  variantes: [612, 621],
  verification: true,
}

const keys = (value: object) => Object.keys(value).sort()

describe('2.1 print product', () => {
  const all = () => get('/0.2/print/produit/') as Promise<Any[]>
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
      const answer = await post('/0.2/print/prix/', { produit: id, quantites_multiples: [] })
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
    for (const delai of [1, 2, 3]) await posted('/0.2/print/prix/', { ...cards, delai })
  })
  test('2.1 quantites: one of two forms', async () => {
    for (const { quantites } of await all())
      expect(keys(quantites)).toEqual(quantites.range ? ['max', 'min', 'range'] : ['available', 'range'])
  })
  test('2.1 quantites Fixed: only the quantities of available are accepted', async () => {
    expect((await one(101)).quantites).toEqual({ range: false, available: [100, 250, 500, 750, 1000] })
    await posted('/0.2/print/prix/', { ...cards, quantites_multiples: [250] })
    for (const quantity of [1, 99, 101, 200, 1001])
      expectFaults(await post('/0.2/print/prix/', { ...cards, quantites_multiples: [quantity] }), 400, [
        ['/quantites_multiples/0', 'quantity_not_offered'],
      ])
  })
  test('2.1 quantites Free: any quantity between min and max is accepted', async () => {
    expect((await one(102)).quantites).toEqual({ range: true, min: 50, max: 20000 })
    for (const quantity of [50, 51, 777, 19999, 20000])
      await posted('/0.2/print/prix/', { produit: 102, quantites_multiples: [quantity] })
    for (const quantity of [1, 49, 20001])
      expectFaults(await post('/0.2/print/prix/', { produit: 102, quantites_multiples: [quantity] }), 400, [
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
    ((await get('/0.2/print/produit/')) as Any[]).flatMap((product: Any) => product.options)

  test('2.1 option id: an integer, and the key in valeurs', async () => {
    for (const { id } of await options()) expect(Number.isInteger(id)).toBe(true)
    await posted('/0.2/print/prix/', banner)
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
    (await posted('/0.2/print/panier/', { lignes: [ligne] })).lignes[0]

  test('2.2 label: free, optional, comes back', async () => {
    expect((await simulate({ ...cards, label: 'Faire-part « été » \u{1F33B}' })).label).toBe(
      'Faire-part « été » \u{1F33B}',
    )
    await posted('/0.2/print/prix/', cards)
  })
  test('2.2 produit: required, comes back', async () => {
    expect((await simulate(cards)).produit).toBe(101)
    expectFaults(await post('/0.2/print/prix/', { quantites_multiples: [100] }), 400, [
      ['/produit', 'field_required'],
    ])
  })
  test('2.2 variantes: at most one per option, optional, come back', async () => {
    expect((await simulate({ ...cards, variantes: [10022, 10012] })).variantes).toEqual([10022, 10012])
    await posted('/0.2/print/prix/', { ...cards, variantes: [] })
  })
  test('2.2 valeurs: numbers as strings under option ids, for integer and decimal options only, come back', async () => {
    expect((await simulate(banner)).valeurs).toEqual(banner.valeurs)
    expectFaults(await post('/0.2/print/prix/', { ...cards, valeurs: { '1001': '3' } }), 400, [
      ['/valeurs/1001', 'value_not_allowed'],
    ])
  })
  test('2.2 valeurs: not the option that variantes names too', async () =>
    void expectFaults(
      await post('/0.2/print/prix/', { ...cards, variantes: [10012], valeurs: { '1001': '3' } }),
      400,
      [['/valeurs/1001', 'option_in_variants_and_values']],
    ))
  test('2.2 quantites_multiples: required, one or more, strictly positive, come back', async () => {
    expect((await simulate({ ...cards, quantites_multiples: [250, 100, 250] })).quantites_multiples).toEqual([
      250, 100, 250,
    ])
    expectFaults(await post('/0.2/print/prix/', { produit: 101 }), 400, [
      ['/quantites_multiples', 'field_required'],
    ])
  })
  test('2.2 delai: per line; omitted, the main lead time of the product', async () => {
    const { lignes } = await posted('/0.2/print/panier/', {
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
    posted('/0.2/print/prix/', { produit: 101, quantites_multiples: [1000], variantes: [10012] })

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
      expect((await posted('/0.2/print/panier/', body)).adresse_livraison).toStrictEqual(address)
      expect((await posted('/0.2/print/panier/validate/', body, 201)).adresse_livraison).toStrictEqual(
        address,
      )
      const display = { lignes: [rollUp], adresse_livraison: address }
      expect((await posted('/0.2/display/panier/', display)).adresse_livraison).toStrictEqual(address)
      const without = Object.fromEntries(Object.entries(paris).filter(([name]) => name !== field))
      const cart = await posted('/0.2/print/panier/', { lignes: [cards], adresse_livraison: without })
      expect(cart.adresse_livraison).toStrictEqual({ ...paris, [field]: '' })
      for (const path of ['print/panier/', 'print/panier/validate/', 'display/panier/'])
        expectFaults(
          await post(`/0.2/${path}`, {
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
    expect((await posted('/0.2/print/panier/', body)).devis).toBe('Devis n° 7 / été')
    expect((await posted('/0.2/print/panier/validate/', body, 201)).reference_client).toBe('Devis n° 7 / été')
    expectFaults(await post('/0.2/print/panier/', { ...body, devis: 7 }), 400, [['/devis', 'field_type']])
  })
  test('2.5 adresse_livraison: an object', async () =>
    void expectFaults(
      await post('/0.2/print/panier/', { lignes: [cards], adresse_livraison: 'Paris' }),
      400,
      [['/adresse_livraison', 'field_type']],
    ))
  test('2.5 lignes: print lines, each of which is checked', async () =>
    void expectFaults(await post('/0.2/print/panier/', { lignes: [cards, { produit: 101 }, 'x'] }), 400, [
      ['/lignes/1/quantites_multiples', 'field_required'],
      ['/lignes/2', 'field_type'],
    ]))
})

describe('2.6 print cart response', () => {
  const cart = (): Promise<Any> =>
    posted('/0.2/print/panier/', {
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
      '/0.2/print/panier/validate/',
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
    expect(await get(`/0.2/print/commande/${order.id}/`)).toStrictEqual(order)
  })
  test('2.7 status: enregistree without an upstream', () => expect(order.status).toBe('enregistree'))
  test('2.7 number: a string of its own for each order', async () => {
    expect(order.number).toMatch(/\S/)
    const numbers = ((await get('/0.2/print/commande/')) as Any[]).map((each: Any) => each.number)
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

describe('2.8 display family', () => {
  const all = (): Promise<Any[]> => get('/0.2/display/famille/')

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
    await posted('/0.2/display/prix/', rollUp)
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
    await posted('/0.2/display/prix/', { famille: 201, format: 11, support: 21, quantite: 1 })
    expectFaults(
      await post('/0.2/display/prix/', { famille: 202, format: 15, support: 24, quantite: 1 }),
      400,
      [['/impression', 'not_compatible']],
    )
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
    (await posted('/0.2/display/panier/', { delai: 2, lignes: [ligne] })).lignes[0]

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
    expectFaults(await post('/0.2/display/prix/', { ...whole, [field]: 999 }), 400, [[`/${field}`, code]])
    expectFaults(await post('/0.2/display/panier/', { lignes: [rollUp, { ...whole, [field]: 999 }] }), 400, [
      [`/lignes/1/${field}`, code],
    ])
  })
  test('2.9 format: one that only another family has is refused', async () =>
    void expectFaults(await post('/0.2/display/prix/', { ...rollUp, format: 15 }), 400, [
      ['/format', 'not_compatible'],
    ]))
  test('2.9 support: one that only another family has is refused', async () =>
    void expectFaults(await post('/0.2/display/prix/', { ...rollUp, support: 24 }), 400, [
      ['/support', 'not_compatible'],
    ]))
  test('2.9 impression: one that only another family has is refused', async () =>
    void expectFaults(await post('/0.2/display/prix/', { ...rollUp, impression: 33 }), 400, [
      ['/impression', 'not_compatible'],
    ]))
  test('2.9 quantite: an integer from 1, comes back', async () => {
    expect((await simulate({ ...rollUp, quantite: 17 })).quantite).toBe(17)
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, quantite: 0 }), 400, [
      ['/quantite', 'quantity_invalid'],
    ])
  })
  test('2.9 variantes: of the options of the family, exactly one of an option used, come back', async () => {
    expect((await simulate({ ...rollUp, variantes: [621, 611] })).variantes).toEqual([621, 611])
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, variantes: [611, 612] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, variantes: [10012] }), 400, [
      ['/variantes/0', 'not_compatible'],
    ])
  })
  test('2.9 verification: a flag, comes back', async () => {
    expect((await simulate({ ...rollUp, verification: true })).verification).toBe(true)
    expect((await simulate({ ...rollUp, verification: false })).verification).toBe(false)
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, verification: 'oui' }), 400, [
      ['/verification', 'field_type'],
    ])
  })
})

describe('2.10 display cart request', () => {
  const body = { devis: 'P-9', delai: 2, adresse_livraison: paris, lignes: [whole, rollUp] }

  test('2.10 devis: the reference of the partner, comes back', async () => {
    expect((await posted('/0.2/display/panier/', body)).devis).toBe('P-9')
    expect((await posted('/0.2/display/panier/validate/', body, 201)).reference_client).toBe('P-9')
  })
  test('2.10 delai: the lead time of the whole cart, comes back', async () => {
    const cart = await posted('/0.2/display/panier/', body)
    expect(cart.delai).toBe(2)
    // whole: (7900+250+310+2500+890+6490+900)×1.015 = 19528.6; ×1.2+500 = 23934.32
    expect(cart.lignes.map((line: Any) => line.prix_ht)).toEqual([23934, 10280])
    const other = await posted('/0.2/display/panier/', { ...body, delai: 4 })
    expect(other.lignes.map((line: Any) => line.prix_ht)).toEqual([39057, 16300])
  })
  test('2.10 adresse_livraison: the address, comes back', async () =>
    expect((await posted('/0.2/display/panier/', body)).adresse_livraison).toStrictEqual(paris))
  test('2.10 lignes: configuration lines; variants are stored and kept in the order', async () => {
    const order = await posted('/0.2/display/panier/validate/', body, 201)
    expect(order.lignes).toHaveLength(2)
    expect(order.lignes[0]).toMatchObject(whole)
    expect((await get(`/0.2/display/commande/${order.id}/`)).lignes[0].variantes).toEqual([612, 621])
  })
})

describe('4.1 print area', () => {
  const cart = { devis: 'E', lignes: [cards], adresse_livraison: paris }

  test('4.1 GET produit/: the products accessible to the caller', async () => {
    expect(((await get('/0.2/print/produit/')) as Any[]).map((each: Any) => each.id)).toEqual([
      101, 102, 103, 104, 105, 106,
    ])
    const mine = (await get('/0.2/print/produit/', program.tokens['Lecteur'])) as Any[]
    expect(mine.map((each) => each.id)).toEqual([101, 102])
  })
  test('4.1 GET produit/<id>/: one product, as in the list', async () => {
    const list = (await get('/0.2/print/produit/')) as Any[]
    for (const product of list) expect(await get(`/0.2/print/produit/${product.id}/`)).toStrictEqual(product)
  })
  test('4.1 POST prix/: one line with variantes and valeurs', async () =>
    expect(await posted('/0.2/print/prix/', banner)).toStrictEqual({
      'J+5': { Message: '', PrixHT: '1313' },
      'J+2': { Message: '', PrixHT: '2969' }, // 1969.8 + 999
    }))
  test('4.1 POST panier/: the cart response', async () =>
    expect((await posted('/0.2/print/panier/', cart)).prix_ht).toBe(2150))
  test('4.1 POST panier/validate/: the order, 201, for a customer allowed to order', async () => {
    await posted('/0.2/print/panier/validate/', cart, 201)
    expectFaults(await post('/0.2/print/panier/validate/', cart, program.tokens['Lecteur']), 403, [
      ['', 'ordering_not_allowed'],
    ])
  })
  test('4.1 GET commande/: the orders of the customer', async () => {
    const order = await posted('/0.2/print/panier/validate/', cart, 201)
    const list = (await get('/0.2/print/commande/')) as Any[]
    expect(list.filter((each) => each.id === order.id)).toStrictEqual([order])
    expect(await get('/0.2/print/commande/', program.tokens['Voisin'])).toEqual([])
  })
  test('4.1 GET commande/<id>/: one order', async () => {
    const order = await posted('/0.2/print/panier/validate/', cart, 201)
    expect(await get(`/0.2/print/commande/${order.id}/`)).toStrictEqual(order)
  })
})

describe('4.2 display area', () => {
  const cart = { devis: 'E', lignes: [rollUp], adresse_livraison: paris }

  test('4.2 GET famille/: families with their elements and options', async () =>
    expect(await get('/0.2/display/famille/')).toStrictEqual(familles))
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
    expect(byId(await get(`/0.2/display/${kind}/`))).toStrictEqual(byId([...union.values()]))
  })
  test('4.2 POST prix/: prices by lead time', async () =>
    expect(await posted('/0.2/display/prix/', rollUp)).toStrictEqual({
      'J+1': { Message: '', PrixHT: '16300' },
      'J+2': { Message: '', PrixHT: '10280' },
      'J+5': { Message: '', PrixHT: '8150' },
    }))
  test('4.2 POST panier/: the simulation, in the print shape with display lines and delai', async () => {
    const answer = await posted('/0.2/display/panier/', { ...cart, delai: 2, lignes: [whole] })
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
    const answer = await posted('/0.2/display/panier/validate/', { ...cart, delai: 2, lignes: [whole] }, 201)
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
    const order = await posted('/0.2/display/panier/validate/', cart, 201)
    const print = await posted('/0.2/print/panier/validate/', { ...cart, lignes: [cards] }, 201)
    expect(print.id).not.toBe(order.id)
    const display = ((await get('/0.2/display/commande/')) as Any[]).map((each) => each.id)
    const prints = ((await get('/0.2/print/commande/')) as Any[]).map((each) => each.id)
    expect(display).toContain(order.id)
    expect(display).not.toContain(print.id)
    expect(prints).toContain(print.id)
    expect(prints).not.toContain(order.id)
    expect(await get('/0.2/display/commande/', program.tokens['Voisin'])).toEqual([])
  })
})

describe('5 authentication', () => {
  const every: [method: string, path: string][] = [
    ['GET', 'print/produit/'],
    ['GET', 'print/produit/101/'],
    ['POST', 'print/prix/'],
    ['POST', 'print/panier/'],
    ['POST', 'print/panier/validate/'],
    ['GET', 'print/commande/'],
    ['GET', 'print/commande/1/'],
    ['GET', 'display/famille/'],
    ['GET', 'display/format/'],
    ['GET', 'display/support/'],
    ['GET', 'display/impression/'],
    ['GET', 'display/finition/'],
    ['GET', 'display/decoupe/'],
    ['POST', 'display/prix/'],
    ['POST', 'display/panier/'],
    ['POST', 'display/panier/validate/'],
    ['GET', 'display/commande/'],
    ['GET', 'display/commande/1/'],
  ]
  test.each(every)('5.1 %s %s: every request carries Authorization: Token', async (method, path) => {
    const raw = method === 'POST' ? '{}' : undefined
    const bare = await server.ask(`/0.2/${path}`, { method, ...(raw ? { raw } : {}) })
    expectFaults(bare, 401, [['', 'authentication_required']])
    expect(bare.headers['www-authenticate']).toMatch(/^Token\b/)
    const wrong = await server.ask(`/0.2/${path}`, { method, token: `${token}x`, ...(raw ? { raw } : {}) })
    expectFaults(wrong, 401, [['', 'token_invalid']])
    expect(wrong.headers['www-authenticate']).toMatch(/^Token\b/)
  })
  test('5.2 panier/validate/ of both areas needs an authenticated customer; print, one allowed to order', async () => {
    const print = { lignes: [cards], adresse_livraison: paris }
    const display = { lignes: [rollUp], adresse_livraison: paris }
    for (const [path, json] of [
      ['print', print],
      ['display', display],
    ] as const)
      expectFaults(await server.ask(`/0.2/${path}/panier/validate/`, { json }), 401, [
        ['', 'authentication_required'],
      ])
    const reader = program.tokens['Lecteur']
    expectFaults(await post('/0.2/print/panier/validate/', print, reader), 403, [
      ['', 'ordering_not_allowed'],
    ])
    expect((await post('/0.2/display/panier/validate/', display, reader)).status).toBe(201)
  })
  test('5.3 commande/ and commande/<id>/ return only the orders of the customer', async () => {
    const order = await posted(
      '/0.2/print/panier/validate/',
      { lignes: [cards], adresse_livraison: paris },
      201,
    )
    expect(await get('/0.2/print/commande/', program.tokens['Voisin'])).toEqual([])
    expectFaults(
      await server.ask(`/0.2/print/commande/${order.id}/`, { token: program.tokens['Voisin'] }),
      404,
      [['', 'not_found']],
    )
  })
  test('5.4 a page that is not accessible is a validation error, like one that does not exist', async () => {
    const reader = program.tokens['Lecteur']
    for (const id of [106, 999]) {
      const answer = await server.ask(`/0.2/print/produit/${id}/`, { token: reader })
      expect(answer.status).toBe(400)
      expect(answer.json()).toMatchObject({ errors: [{ code: 'product_unknown' }] })
    }
  })
  test('5.5 the scheme is read without regard to case; any other scheme is refused', async () => {
    for (const scheme of ['Token', 'token', 'TOKEN', 'tOkEn'])
      expect(
        (await server.ask('/0.2/print/produit/', { headers: { Authorization: `${scheme} ${token}` } }))
          .status,
      ).toBe(200)
    for (const header of [
      `Bearer ${token}`,
      token,
      'Token',
      'Token ',
      `Token  `,
      `Basic ${btoa(`a:${token}`)}`,
    ]) {
      const answer = await server.ask('/0.2/print/produit/', { headers: { Authorization: header } })
      expect(answer.status, header).toBe(401)
      expect(answer.headers['www-authenticate'], header).toMatch(/^Token\b/)
    }
  })
})

describe('7 errors', () => {
  test('7 the product page does not exist or is not accessible to the customer: 400', async () => {
    for (const [produit, as] of [
      [999, token],
      [106, program.tokens['Lecteur']],
    ] as const) {
      expectFaults(await post('/0.2/print/prix/', { ...cards, produit }, as), 400, [
        ['/produit', 'product_unknown'],
      ])
      expectFaults(await post('/0.2/print/panier/', { lignes: [{ ...cards, produit }] }, as), 400, [
        ['/lignes/0/produit', 'product_unknown'],
      ])
    }
  })
  test('7 a variant is not available for the product: 400', async () =>
    void expectFaults(await post('/0.2/print/prix/', { ...cards, variantes: [10022, 10211] }), 400, [
      ['/variantes/1', 'variant_unavailable'],
    ]))
  test('7 several variants of the same option are sent: 400', async () =>
    void expectFaults(await post('/0.2/print/prix/', { ...cards, variantes: [10011, 10022, 10012] }), 400, [
      ['/variantes/2', 'several_variants_of_option'],
    ]))
  test.each([
    ['empty', [], '/quantites_multiples'],
    ['zero', [100, 0], '/quantites_multiples/1'],
    ['negative', [-100], '/quantites_multiples/0'],
  ])(
    '7 a quantity is %s: 400',
    async (_, quantites_multiples, path) =>
      void expectFaults(await post('/0.2/print/prix/', { ...cards, quantites_multiples }), 400, [
        [path, 'quantity_invalid'],
      ]),
  )
  test('7 the requested lead time is not available for the product: 400', async () => {
    for (const delai of [4, 99])
      expectFaults(await post('/0.2/print/prix/', { ...cards, delai }), 400, [
        ['/delai', 'lead_time_unavailable'],
      ])
  })
  test('7 display: a configuration that is not compatible with the family: 400', async () =>
    void expectFaults(
      await post('/0.2/display/prix/', {
        famille: 202,
        format: 12,
        support: 21,
        impression: 32,
        quantite: 1,
      }),
      400,
      [
        ['/format', 'not_compatible'],
        ['/support', 'not_compatible'],
        ['/impression', 'not_compatible'],
      ],
    ))
  test('7 prices: one lead time without a price leaves the answer successful for the others', async () => {
    const prices = await posted('/0.2/print/prix/', { ...cards, quantites_multiples: [1000, 1000] })
    expect(prices).toStrictEqual({
      'J+2': { Message: 'Pas de 2 jours dès 2000 exemplaires', PrixHT: '' },
      'J+5': { Message: '', PrixHT: '18498' },
      'J+10': { Message: '', PrixHT: '16648' },
    })
  })
})

describe('8 limits', () => {
  test('8 variants per option: at most one, print and display', async () => {
    expectFaults(await post('/0.2/print/prix/', { ...cards, variantes: [10022, 10021] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
    expectFaults(await post('/0.2/print/prix/', { ...cards, variantes: [10022, 10022] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, variantes: [612, 611] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
    expectFaults(await post('/0.2/display/prix/', { ...rollUp, variantes: [612, 612] }), 400, [
      ['/variantes/1', 'several_variants_of_option'],
    ])
  })
  test('8 entries of quantites_multiples: one or more, each strictly positive', async () => {
    await posted('/0.2/print/prix/', { produit: 105, quantites_multiples: [1] })
    await posted('/0.2/print/prix/', { produit: 105, quantites_multiples: Array(50).fill(1) })
    expectFaults(await post('/0.2/print/prix/', { produit: 105, quantites_multiples: [] }), 400, [
      ['/quantites_multiples', 'quantity_invalid'],
    ])
    expectFaults(await post('/0.2/print/prix/', { produit: 105, quantites_multiples: [1, 0, 2, -3] }), 400, [
      ['/quantites_multiples/1', 'quantity_invalid'],
      ['/quantites_multiples/3', 'quantity_invalid'],
    ])
  })
  test('8 fixed quantities: only values in available', async () =>
    void expectFaults(await post('/0.2/print/prix/', { ...cards, quantites_multiples: [100, 333] }), 400, [
      ['/quantites_multiples/1', 'quantity_not_offered'],
    ]))
  test('8 free quantities: between min (default 1) and max, each entry', async () => {
    const sized = { ...banner, variantes: [] }
    await posted('/0.2/print/prix/', { ...sized, quantites_multiples: [1, 500] })
    expectFaults(await post('/0.2/print/prix/', { ...sized, quantites_multiples: [500, 501] }), 400, [
      ['/quantites_multiples/1', 'quantity_not_offered'],
    ])
  })
  test('8 visual count: between nombre_visuels_min and nombre_visuels_max, both 1 when nothing specific', async () => {
    const count = (produit: number, n: number, quantity: number) =>
      post('/0.2/print/prix/', { produit, quantites_multiples: Array(n).fill(quantity) })
    expect((await count(101, 4, 100)).status).toBe(200)
    expectFaults(await count(101, 5, 100), 400, [['/quantites_multiples', 'visual_count']])
    expect((await count(102, 1, 100)).status).toBe(200)
    expectFaults(await count(102, 2, 100), 400, [['/quantites_multiples', 'visual_count']])
    expectFaults(await count(106, 1, 10), 400, [['/quantites_multiples', 'visual_count']])
    expect((await count(106, 2, 10)).status).toBe(200)
    expect((await count(106, 3, 10)).status).toBe(200)
    expectFaults(await count(106, 4, 10), 400, [['/quantites_multiples', 'visual_count']])
  })
})
