/** Faults of lines, carts and addresses: every code and its place (partner-api.md 7, 8). */
import { describe, expect, test } from 'vitest'
import { paris } from './bundle.ts'
import { expectFaults } from './errors.ts'
import { type Row, cards, post, posted, refused, rollUp, serving } from './session.ts'

serving()

const banner = { produit: 103, quantites_multiples: [2], valeurs: { '44': '1000', '45': '500' } }

describe('codes: variants and values', () => {
  refused('variant_unavailable', [
    [
      'of another product, unknown, zero, negative',
      'print/prix/',
      { ...cards, variantes: [10211, 99999, 0, -10012] },
      [
        ['/variantes/0', 'variant_unavailable'],
        ['/variantes/1', 'variant_unavailable'],
        ['/variantes/2', 'variant_unavailable'],
        ['/variantes/3', 'variant_unavailable'],
      ],
    ],
  ])
  refused('several_variants_of_option', [
    [
      'two of one option',
      'print/prix/',
      { ...cards, variantes: [10012, 10013] },
      [['/variantes/1', 'several_variants_of_option']],
    ],
    [
      'the same twice',
      'print/prix/',
      { ...cards, variantes: [10012, 10022, 10012] },
      [['/variantes/2', 'several_variants_of_option']],
    ],
    [
      'three of one option: each after the first',
      'print/prix/',
      { ...cards, variantes: [10011, 10012, 10013] },
      [
        ['/variantes/1', 'several_variants_of_option'],
        ['/variantes/2', 'several_variants_of_option'],
      ],
    ],
    [
      'display, the same twice, in a cart',
      'display/panier/',
      { lignes: [{ ...rollUp, variantes: [612, 612] }] },
      [['/lignes/0/variantes/1', 'several_variants_of_option']],
    ],
  ])
  refused('option_in_variants_and_values', [
    [
      'an option of type variante of which a variant is chosen',
      'print/prix/',
      { ...cards, variantes: [10022], valeurs: { '1002': '1' } },
      [['/valeurs/1002', 'option_in_variants_and_values']],
    ],
  ])
  refused('value_not_allowed', [
    [
      'an option of type variante',
      'print/prix/',
      { ...cards, variantes: [10012], valeurs: { '1002': '1' } },
      [['/valeurs/1002', 'value_not_allowed']],
    ],
    [
      'unknown options',
      'print/prix/',
      { ...cards, valeurs: { '44': '1', toto: '1', '': '1', '-1': '2' } },
      [
        ['/valeurs/44', 'value_not_allowed'],
        ['/valeurs/toto', 'value_not_allowed'],
        ['/valeurs/', 'value_not_allowed'],
        ['/valeurs/-1', 'value_not_allowed'],
      ],
    ],
    [
      'an option name with / and ~ is escaped in the pointer',
      'print/prix/',
      { ...cards, valeurs: { 'a/b~c': '1' } },
      [['/valeurs/a~1b~0c', 'value_not_allowed']],
    ],
  ])
  refused('value_invalid', [
    ...[
      'abc',
      '',
      ' ',
      '1e3',
      '1,5',
      '-1',
      '-0.5',
      '1.2.3',
      'NaN',
      'Infinity',
      '0x10',
      '١',
      '1 000',
      '--1',
    ].map((value): Row => [
      `${JSON.stringify(value)} for a decimal option`,
      'print/prix/',
      { ...banner, valeurs: { '44': value, '45': '500' } },
      [['/valeurs/44', 'value_invalid']],
    ]),
    [
      'decimals for an integer option',
      'print/prix/',
      { ...banner, valeurs: { ...banner.valeurs, '46': '1.5' } },
      [['/valeurs/46', 'value_invalid']],
    ],
    [
      'negative for an integer option, in a cart',
      'print/panier/',
      { lignes: [{ ...banner, valeurs: { ...banner.valeurs, '46': '-2' } }] },
      [['/lignes/0/valeurs/46', 'value_invalid']],
    ],
  ])
  refused('value_required', [
    [
      'both values of the surface, without valeurs',
      'print/prix/',
      { produit: 103, quantites_multiples: [1] },
      [
        ['/valeurs/44', 'value_required'],
        ['/valeurs/45', 'value_required'],
      ],
    ],
    [
      'one of them',
      'print/prix/',
      { ...banner, valeurs: { '44': '1000', '46': '3' } },
      [['/valeurs/45', 'value_required']],
    ],
    [
      'in a cart',
      'print/panier/',
      { lignes: [cards, { ...banner, valeurs: {} }] },
      [
        ['/lignes/1/valeurs/44', 'value_required'],
        ['/lignes/1/valeurs/45', 'value_required'],
      ],
    ],
    [
      'null counts as absent',
      'print/prix/',
      { ...banner, valeurs: { '44': null, '45': '500' } },
      [['/valeurs/44', 'value_required']],
    ],
  ])
})

describe('codes: quantities, visuals, lead times', () => {
  refused('quantity_invalid', [
    [
      'an empty list',
      'print/prix/',
      { ...cards, quantites_multiples: [] },
      [['/quantites_multiples', 'quantity_invalid']],
    ],
    [
      'not 1 to 1,000,000,000',
      'print/prix/',
      { ...cards, quantites_multiples: [0, -1, 1_000_000_001, 1e15] },
      [
        ['/quantites_multiples/0', 'quantity_invalid'],
        ['/quantites_multiples/1', 'quantity_invalid'],
        ['/quantites_multiples/2', 'quantity_invalid'],
        ['/quantites_multiples/3', 'quantity_invalid'],
      ],
    ],
    ...[0, -1, 1_000_000_001].map((quantite): Row => [
      `display ${quantite}`,
      'display/prix/',
      { ...rollUp, quantite },
      [['/quantite', 'quantity_invalid']],
    ]),
  ])
  test('1,000,000,000 is a quantity, print and display', async () => {
    await posted('print/prix/', { produit: 105, quantites_multiples: [1_000_000_000] })
    await posted('display/prix/', { ...rollUp, quantite: 1_000_000_000 })
  })
  refused('quantity_not_offered', [
    [
      'an entry that the product does not offer',
      'print/prix/',
      { ...cards, quantites_multiples: [100, 101, 1_000_000_000] },
      [
        ['/quantites_multiples/1', 'quantity_not_offered'],
        ['/quantites_multiples/2', 'quantity_not_offered'],
      ],
    ],
    [
      'the sum does not count: each entry does',
      'print/prix/',
      { ...cards, quantites_multiples: [50, 50] },
      [
        ['/quantites_multiples/0', 'quantity_not_offered'],
        ['/quantites_multiples/1', 'quantity_not_offered'],
      ],
    ],
  ])
  refused('visual_count', [
    [
      'too many',
      'print/prix/',
      { ...cards, quantites_multiples: [100, 100, 100, 100, 100] },
      [['/quantites_multiples', 'visual_count']],
    ],
    [
      'too few, in a cart',
      'print/panier/',
      { lignes: [{ produit: 106, quantites_multiples: [5] }] },
      [['/lignes/0/quantites_multiples', 'visual_count']],
    ],
  ])
  test('visual count: between nombre_visuels_min and nombre_visuels_max, both 1 when nothing specific', async () => {
    const count = (produit: number, n: number, quantity: number) =>
      post('print/prix/', { produit, quantites_multiples: Array(n).fill(quantity) })
    expect((await count(101, 4, 100)).status).toBe(200)
    expectFaults(await count(101, 5, 100), 400, [['/quantites_multiples', 'visual_count']])
    expect((await count(102, 1, 100)).status).toBe(200)
    expectFaults(await count(102, 2, 100), 400, [['/quantites_multiples', 'visual_count']])
    expectFaults(await count(106, 1, 10), 400, [['/quantites_multiples', 'visual_count']])
    expect((await count(106, 2, 10)).status).toBe(200)
    expect((await count(106, 3, 10)).status).toBe(200)
    expectFaults(await count(106, 4, 10), 400, [['/quantites_multiples', 'visual_count']])
  })
  refused('lead_time_unavailable', [
    ['of another product', 'print/prix/', { ...cards, delai: 4 }, [['/delai', 'lead_time_unavailable']]],
    [
      'in a line of a cart',
      'print/panier/',
      { lignes: [cards, { ...cards, delai: 0 }] },
      [['/lignes/1/delai', 'lead_time_unavailable']],
    ],
    [
      'display prix/: the sent delai is checked',
      'display/prix/',
      { ...rollUp, delai: 3 },
      [['/delai', 'lead_time_unavailable']],
    ],
    [
      'of a display cart that a line cannot have: /delai',
      'display/panier/',
      {
        delai: 2,
        lignes: [rollUp, { famille: 202, format: 15, support: 24, impression: 31, quantite: 1 }],
      },
      [['/delai', 'lead_time_unavailable']],
    ],
    [
      'of a display cart that is unknown',
      'display/panier/',
      { delai: 77, lignes: [rollUp] },
      [['/delai', 'lead_time_unavailable']],
    ],
  ])
  refused('not_compatible', [
    [
      'elements and variants that are not the family’s',
      'display/prix/',
      {
        famille: 201,
        format: 15,
        support: 24,
        impression: 33,
        finition: 42,
        decoupe: 52,
        variantes: [612, 10012],
        quantite: 1,
      },
      [
        ['/format', 'not_compatible'],
        ['/support', 'not_compatible'],
        ['/impression', 'not_compatible'],
        ['/finition', 'not_compatible'],
        ['/decoupe', 'not_compatible'],
        ['/variantes/1', 'not_compatible'],
      ],
    ],
    [
      'a missing impression where the family needs one',
      'display/prix/',
      { famille: 202, format: 15, support: 24, quantite: 1 },
      [['/impression', 'not_compatible']],
    ],
    [
      'an impression of null where the family needs one, in a cart',
      'display/panier/',
      { lignes: [{ famille: 202, format: 15, support: 24, impression: null, quantite: 1 }] },
      [['/lignes/0/impression', 'not_compatible']],
    ],
  ])
})

describe('codes: price and address', () => {
  refused('price_unavailable', [
    [
      'a line without a price at its lead time, among others: each by its line',
      'print/panier/',
      {
        lignes: [{ produit: 104, quantites_multiples: [1] }, cards, { ...cards, quantites_multiples: [750] }],
      },
      [
        ['/lignes/0', 'price_unavailable'],
        ['/lignes/2', 'price_unavailable'],
      ],
    ],
  ])
  for (const [area, ligne] of [
    ['print', cards],
    ['display', rollUp],
  ] as const) {
    const path = `${area}/panier/validate/`
    refused('address_required', [
      [
        `${area}: an empty address: nom, adresse1, code_postal, ville`,
        path,
        { lignes: [ligne], adresse_livraison: {} },
        [
          ['/adresse_livraison/nom', 'address_required'],
          ['/adresse_livraison/adresse1', 'address_required'],
          ['/adresse_livraison/code_postal', 'address_required'],
          ['/adresse_livraison/ville', 'address_required'],
        ],
      ],
      [
        `${area}: empty and blank strings and null do not fill it`,
        path,
        {
          lignes: [ligne],
          adresse_livraison: { nom: '', societe: null, adresse1: ' ', code_postal: '75011', ville: null },
        },
        [
          ['/adresse_livraison/nom', 'address_required'],
          ['/adresse_livraison/adresse1', 'address_required'],
          ['/adresse_livraison/ville', 'address_required'],
        ],
      ],
    ])
    test(`address: ${area}: nom or societe is enough; what is missing comes back as ""`, async () => {
      const least = { adresse1: '1 rue', code_postal: '75011', ville: 'Paris' }
      for (const name of [{ nom: 'Martin' }, { societe: 'Atelier' }]) {
        const order = await posted(path, { lignes: [ligne], adresse_livraison: { ...least, ...name } }, 201)
        const empty = Object.fromEntries(Object.keys(paris).map((field) => [field, '']))
        expect(order.adresse_livraison).toStrictEqual({ ...empty, ...least, ...name })
      }
      // None of these may be missing, and panier/ misses none.
      for (const field of ['adresse1', 'code_postal', 'ville']) {
        const adresse_livraison = { ...least, nom: 'Martin', [field]: undefined }
        expectFaults(await post(path, { lignes: [ligne], adresse_livraison }), 400, [
          [`/adresse_livraison/${field}`, 'address_required'],
        ])
        await posted(`${area}/panier/`, { lignes: [ligne], adresse_livraison })
      }
    })
    test(`address: ${area}: panier/ requires none, missing fields come back as ""`, async () => {
      const empty = Object.fromEntries(Object.keys(paris).map((field) => [field, '']))
      for (const adresse_livraison of [undefined, null, {}])
        expect(
          (await posted(`${area}/panier/`, { lignes: [ligne], adresse_livraison })).adresse_livraison,
        ).toStrictEqual(empty)
      const some = { ville: 'Lyon', code_postal: null }
      expect(
        (await posted(`${area}/panier/`, { lignes: [ligne], adresse_livraison: some })).adresse_livraison,
      ).toStrictEqual({ ...empty, ville: 'Lyon' })
    })
  }
})
