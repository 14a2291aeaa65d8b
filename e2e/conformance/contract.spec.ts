import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle, copyOfBundle, familles, paris } from './bundle.ts'
import { codes, expectErrorForm, expectFaults } from './errors.ts'
import type { Answer, Ask } from './http.ts'
import { Program } from './program.ts'
import type { Server } from './program.ts'

/** What the contract decides where the partner API's document leaves a point open: every code and every rule. */

const program = new Program()
let server: Server
let token: string

beforeAll(async () => {
  await program.import(bundle)
  token = await program.token({ customer: 'Partenaire', canOrder: true })
  await program.token({ customer: 'Lecteur', products: '101,102', families: '201' })
  server = await program.serve()
})
afterAll(() => program.end())

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any

const post = (path: string, json: unknown, options: Ask = {}): Promise<Answer> =>
  server.ask(`/0.2/${path}`, { token, json, ...options })

const posted = async (path: string, json: unknown, status = 200): Promise<Any> => {
  const answer = await post(path, json)
  expect(answer.status, answer.text).toBe(status)
  return answer.json()
}

const POSTS = [
  'print/prix/',
  'print/panier/',
  'print/panier/validate/',
  'display/prix/',
  'display/panier/',
  'display/panier/validate/',
]

const cards = { produit: 101, quantites_multiples: [100] }
const banner = { produit: 103, quantites_multiples: [2], valeurs: { '44': '1000', '45': '500' } }
const rollUp = { famille: 201, format: 11, support: 21, impression: 31, quantite: 1 }

type Row = [name: string, path: string, json: unknown, faults: [path: string, code: string][]]

const refused = (code: string, rows: Row[]) =>
  test.each(rows.map(([name, path, json, faults]) => ({ name, path, json, faults })))(
    `${code}: $name`,
    async ({ path, json, faults }) => void expectFaults(await post(path, json), codes[code]!, faults),
  )

describe('codes: the body', () => {
  test.each(POSTS)('json_malformed: an empty or unreadable body, %s', async (path) => {
    for (const raw of [
      '',
      ' ',
      '{',
      '{"produit": }',
      "{'produit': 1}",
      '{"produit": 1,}',
      'undefined',
      '{"a": NaN}',
      '[1',
      '{} {}',
      Uint8Array.of(0xff, 0xfe, 0x00),
    ])
      expectFaults(await post(path, undefined, { raw }), 400, [['', 'json_malformed']])
  })
  test.each(POSTS)('json_malformed: no body and no content type, %s', async (path) => {
    const answer = await server.ask(`/0.2/${path}`, { method: 'POST', token })
    expectFaults(answer, 400, [['', 'json_malformed']])
  })
  test.each(POSTS)('unsupported_media_type (415): another content type than JSON, %s', async (path) => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
    ])
      expectFaults(await post(path, cards, { headers: { 'Content-Type': type } }), 415, [
        ['', 'unsupported_media_type'],
      ])
  })
  test('unsupported_media_type (415): text/plain', async () => {
    for (const type of ['text/plain', 'text/plain; charset=utf-8'])
      expectFaults(await post('print/prix/', cards, { headers: { 'Content-Type': type } }), 415, [
        ['', 'unsupported_media_type'],
      ])
  })
  test('json_malformed: a body that is not UTF-8', async () => {
    const raw = Buffer.from(JSON.stringify({ ...cards, label: 'caf\u00e9' }), 'latin1')
    expectFaults(await post('print/prix/', undefined, { raw }), 400, [['', 'json_malformed']])
  })
  test('a JSON content type with parameters, in any case, is JSON', async () => {
    for (const type of [
      'application/json;charset=utf-8',
      'application/json; charset=UTF-8',
      'Application/JSON',
    ])
      expect((await post('print/prix/', cards, { headers: { 'Content-Type': type } })).status, type).toBe(200)
  })
  test.each(POSTS)('body_too_large (413): over 1 MB, %s', async (path) => {
    const raw = JSON.stringify({ ...cards, label: 'x'.repeat(1_100_000) })
    expectFaults(await post(path, undefined, { raw, fresh: true }), 413, [['', 'body_too_large']])
  })
  test('a body of just under 1 MB is read', async () => {
    const raw = JSON.stringify({ ...cards, autre: 'x'.repeat(990_000) })
    expect((await post('print/prix/', undefined, { raw })).status).toBe(200)
  })
})

describe('codes: fields', () => {
  refused('field_required', [
    ['lignes null', 'display/panier/', { lignes: null }, [['/lignes', 'field_required']]],
    [
      'print line',
      'print/prix/',
      {},
      [
        ['/produit', 'field_required'],
        ['/quantites_multiples', 'field_required'],
      ],
    ],
    [
      'display line',
      'display/prix/',
      {},
      [
        ['/famille', 'field_required'],
        ['/format', 'field_required'],
        ['/support', 'field_required'],
        ['/quantite', 'field_required'],
      ],
    ],
    ['lignes missing, print', 'print/panier/', {}, [['/lignes', 'field_required']]],
    ['lignes empty, print', 'print/panier/', { lignes: [] }, [['/lignes', 'field_required']]],
    ['lignes empty, display', 'display/panier/', { lignes: [] }, [['/lignes', 'field_required']]],
    [
      'in a line of a cart',
      'print/panier/',
      { lignes: [cards, {}] },
      [
        ['/lignes/1/produit', 'field_required'],
        ['/lignes/1/quantites_multiples', 'field_required'],
      ],
    ],
    [
      'address and lines, validate',
      'print/panier/validate/',
      {},
      [
        ['/lignes', 'field_required'],
        ['/adresse_livraison', 'field_required'],
      ],
    ],
    [
      'address and lines, display validate',
      'display/panier/validate/',
      { lignes: [] },
      [
        ['/lignes', 'field_required'],
        ['/adresse_livraison', 'field_required'],
      ],
    ],
  ])

  const types: Row[] = []
  for (const [field, values] of [
    ['label', [5, true, {}, []]],
    ['produit', ['101', 1.5, true, {}, [101]]],
    ['variantes', ['x', 5, {}, true]],
    ['valeurs', ['x', 5, [], true]],
    ['quantites_multiples', [100, '100', {}, true]],
    ['delai', ['1', 1.5, {}, []]],
  ] as const)
    for (const value of values)
      types.push([
        `print ${field} ${JSON.stringify(value)}`,
        'print/prix/',
        { ...cards, [field]: value },
        [[`/${field}`, 'field_type']],
      ])
  for (const [field, values] of [
    ['famille', ['201', 1.5, {}]],
    ['format', ['11', 1.5]],
    ['support', ['21', []]],
    ['impression', ['31', 1.5]],
    ['finition', ['41', {}, [41]]],
    ['decoupe', ['51', true]],
    ['quantite', ['1', 1.5, [1]]],
    ['variantes', [612, '612', {}]],
    ['verification', ['true', 1, []]],
    ['delai', ['1', 1.5]],
  ] as const)
    for (const value of values)
      types.push([
        `display ${field} ${JSON.stringify(value)}`,
        'display/prix/',
        { ...rollUp, [field]: value },
        [[`/${field}`, 'field_type']],
      ])
  refused('field_type', [
    ...types,
    ...POSTS.flatMap((path) =>
      [[], 5, 'x', true, null].map((body): Row => [
        `${path} body ${JSON.stringify(body)}`,
        path,
        body,
        [['', 'field_type']],
      ]),
    ),
    [
      'entries of quantites_multiples: a float, a string, a null',
      'print/prix/',
      { ...cards, quantites_multiples: [100, 1.5, '100', null] },
      [
        ['/quantites_multiples/1', 'field_type'],
        ['/quantites_multiples/2', 'field_type'],
        ['/quantites_multiples/3', 'field_type'],
      ],
    ],
    [
      'entries of variantes',
      'print/prix/',
      { ...cards, variantes: ['10012', 10012.5, {}] },
      [
        ['/variantes/0', 'field_type'],
        ['/variantes/1', 'field_type'],
        ['/variantes/2', 'field_type'],
      ],
    ],
    [
      'a JSON number in valeurs',
      'print/prix/',
      { ...banner, valeurs: { '44': 1000, '45': '500' } },
      [['/valeurs/44', 'field_type']],
    ],
    [
      'a boolean and an object in valeurs',
      'print/prix/',
      { ...banner, valeurs: { '44': true, '45': {} } },
      [
        ['/valeurs/44', 'field_type'],
        ['/valeurs/45', 'field_type'],
      ],
    ],
    [
      'null is a type of its own where a field is required',
      'print/prix/',
      { produit: null, quantites_multiples: null },
      [
        ['/produit', 'field_type'],
        ['/quantites_multiples', 'field_type'],
      ],
    ],
    ['lignes an object', 'print/panier/', { lignes: {} }, [['/lignes', 'field_type']]],
    ['a line that is none', 'display/panier/', { lignes: [rollUp, 5] }, [['/lignes/1', 'field_type']]],
    ['devis', 'display/panier/', { devis: {}, lignes: [rollUp] }, [['/devis', 'field_type']]],
    ['delai of the cart', 'display/panier/', { delai: '2', lignes: [rollUp] }, [['/delai', 'field_type']]],
  ])
  test('an integer written with a point or an exponent is an integer', async () => {
    const raw = '{"produit": 1.01e2, "quantites_multiples": [100.0]}'
    expect((await post('print/prix/', undefined, { raw })).status).toBe(200)
  })
})

describe('codes: unknown products and families', () => {
  refused('product_unknown', [
    ['in prix/', 'print/prix/', { ...cards, produit: 999 }, [['/produit', 'product_unknown']]],
    ['zero', 'print/prix/', { ...cards, produit: 0 }, [['/produit', 'product_unknown']]],
    ['negative', 'print/prix/', { ...cards, produit: -101 }, [['/produit', 'product_unknown']]],
    ['huge', 'print/prix/', { ...cards, produit: 1e15 }, [['/produit', 'product_unknown']]],
    [
      'in a cart, with what else can be said',
      'print/panier/',
      { lignes: [{ produit: 999, quantites_multiples: [0] }, cards] },
      [
        ['/lignes/0/produit', 'product_unknown'],
        ['/lignes/0/quantites_multiples/0', 'quantity_invalid'],
      ],
    ],
  ])
  refused('family_unknown', [
    ['in prix/', 'display/prix/', { ...rollUp, famille: 999 }, [['/famille', 'family_unknown']]],
    [
      'in a cart',
      'display/panier/',
      { lignes: [rollUp, { ...rollUp, famille: 101 }] },
      [['/lignes/1/famille', 'family_unknown']],
    ],
  ])
  test('product_unknown: GET produit/<id>/ answers 400 for a page that does not exist or is not the customer’s', async () => {
    for (const [id, as] of [
      ['999', token],
      ['106', program.tokens['Lecteur']],
    ] as const) {
      const answer = await server.ask(`/0.2/print/produit/${id}/`, { token: as })
      expect(answer.status, answer.text).toBe(400)
      expect(expectErrorForm(answer).map((fault) => fault.code)).toEqual(['product_unknown'])
    }
  })
  test('family_unknown: a family that is not the customer’s', async () =>
    void expectFaults(
      await post('display/prix/', { ...rollUp, famille: 202 }, { token: program.tokens['Lecteur'] }),
      400,
      [['/famille', 'family_unknown']],
    ))
})

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

describe('codes: access and routes', () => {
  test('authentication_required (401): no token', async () => {
    const answer = await server.ask('/0.2/print/produit/')
    expectFaults(answer, 401, [['', 'authentication_required']])
    expect(answer.headers['www-authenticate']).toBe('Token')
  })
  test('token_invalid (401): an unknown token', async () => {
    for (const wrong of ['x', token.slice(0, -1), token + token, token.toUpperCase(), 'é'.repeat(10)]) {
      const answer = await server.ask('/0.2/print/produit/', {
        headers: { Authorization: `Token ${Buffer.from(wrong).toString('latin1')}` },
      })
      expectFaults(answer, 401, [['', 'token_invalid']])
      expect(answer.headers['www-authenticate']).toBe('Token')
    }
  })
  test('401 before the body is looked at, without a token and with an unknown one', async () => {
    for (const path of POSTS)
      for (const [code, headers] of [
        ['authentication_required', {}],
        ['token_invalid', { Authorization: 'Token x' }],
      ] as const) {
        const answer = await server.ask(`/0.2/${path}`, { method: 'POST', raw: '{', headers })
        expectFaults(answer, 401, [['', code]])
        expect(answer.headers['www-authenticate']).toBe('Token')
      }
  })
  test('ordering_not_allowed (403): print panier/validate/ without the right', async () =>
    void expectFaults(
      await post(
        'print/panier/validate/',
        { lignes: [cards], adresse_livraison: paris },
        { token: program.tokens['Lecteur'] },
      ),
      403,
      [['', 'ordering_not_allowed']],
    ))
  test('the right to order is asked for by the print area only', async () => {
    const options = { token: program.tokens['Lecteur'] }
    expect((await post('print/panier/', { lignes: [cards] }, options)).status).toBe(200)
    expect(
      (await post('display/panier/validate/', { lignes: [rollUp], adresse_livraison: paris }, options))
        .status,
    ).toBe(201)
  })
  test('not_found (404): an unknown path, an unknown order, an id that is not a number', async () => {
    for (const path of [
      'print/',
      'print/rien/',
      'display/produit/',
      'print/famille/',
      'print/commande/999999/',
      'print/commande/abc/',
      'print/commande/1.5/',
      'print/commande/-1/',
      'print/commande/0x1/',
      'print/commande/99999999999999999999/',
      'display/commande/999999/',
      'display/commande/abc/',
      'print/produit/abc/',
      'print/produit/1e2/',
    ]) {
      const answer = await server.ask(`/0.2/${path}`, { token })
      expect(answer.status, path).toBe(404)
      expectFaults(answer, 404, [['', 'not_found']])
    }
  })
  test('product_unknown (400): the page of a product that cannot be', async () => {
    for (const id of ['999', '-1', '9007199254740993', '99999999999999999999'])
      expectFaults(await server.ask(`/0.2/print/produit/${id}/`, { token }), 400, [['', 'product_unknown']])
  })
  test('not_found (404): a path that is badly escaped', async () => {
    for (const path of ['print/produit/%ZZ/', 'print/produit/%00/', 'print/commande/%C3%28/', '%'])
      expectFaults(await server.ask(`/0.2/${path}`, { token }), 404, [['', 'not_found']])
  })
  test('not_found (404): a very long id', async () => {
    for (const length of [100, 500, 4000])
      expectFaults(await server.ask(`/0.2/print/commande/${'9'.repeat(length)}/`, { token }), 404, [
        ['', 'not_found'],
      ])
  })
  // Depends on whether the screens are built, so it is left out rather than expected to fail.
  test('not_found (404): a doubled slash', async () => {
    for (const path of ['/0.2/print//produit/', '/0.2//print/produit/', '/rien//du/tout'])
      expectFaults(await server.ask(path, { token }), 404, [['', 'not_found']])
  })
  test('a request whose head is too large is refused in the error form', async () => {
    const headers = { 'X-Long': 'x'.repeat(20_000) }
    const answer = await server.ask('/0.2/print/produit/', { token, headers, fresh: true })
    expect(answer.status).toBe(431)
    expectErrorForm(answer)
  })
  test('method_not_allowed (405), with Allow', async () => {
    for (const [method, path, allowed] of [
      ['GET', 'print/prix/', 'POST'],
      ['GET', 'print/panier/', 'POST'],
      ['GET', 'print/panier/validate/', 'POST'],
      ['PUT', 'print/panier/', 'POST'],
      ['DELETE', 'print/commande/1/', 'GET'],
      ['POST', 'print/produit/', 'GET'],
      ['POST', 'print/commande/', 'GET'],
      ['PATCH', 'display/prix/', 'POST'],
      ['POST', 'display/famille/', 'GET'],
      ['DELETE', 'display/commande/', 'GET'],
    ] as const) {
      const answer = await server.ask(`/0.2/${path}`, { method, token })
      expect(answer.status, `${method} ${path}`).toBe(405)
      expectFaults(answer, 405, [['', 'method_not_allowed']])
      expect(answer.headers['allow'], `${method} ${path}`).toContain(allowed)
    }
  })
  test('a Host that is not the service’s own is refused (DNS rebinding), in the error form', async () => {
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example']) {
      const answer = await server.ask('/0.2/print/produit/', { token, headers: { Host: host } })
      expect(answer.status, host).toBeGreaterThanOrEqual(400)
      expect(answer.status, host).toBeLessThan(500)
      expectErrorForm(answer)
    }
  })
  test('no CORS: no origin is ever allowed', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await server.ask('/0.2/print/produit/', {
        method,
        token,
        headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' },
      })
      expect(answer.headers['access-control-allow-origin'], method).toBeUndefined()
    }
  })
})

describe('errors', () => {
  test('every fault of a request is listed, of type and of meaning together: a print line', async () =>
    void expectFaults(
      await post('print/prix/', {
        label: 4,
        produit: 101,
        variantes: [10012, 10013, 10211, 'x'],
        valeurs: { '1001': '5', '9': '4', '1002': 3 },
        quantites_multiples: [0, 1.5, 333, 100],
        delai: 9,
      }),
      400,
      [
        ['/label', 'field_type'],
        ['/variantes/1', 'several_variants_of_option'],
        ['/variantes/2', 'variant_unavailable'],
        ['/variantes/3', 'field_type'],
        ['/valeurs/1001', 'option_in_variants_and_values'],
        ['/valeurs/9', 'value_not_allowed'],
        ['/valeurs/1002', 'field_type'],
        ['/valeurs/1002', 'value_not_allowed'],
        ['/quantites_multiples/0', 'quantity_invalid'],
        ['/quantites_multiples/1', 'field_type'],
        ['/quantites_multiples/2', 'quantity_not_offered'],
        ['/delai', 'lead_time_unavailable'],
      ],
    ))
  test('every fault of a request is listed, of type and of meaning together: a print order', async () =>
    void expectFaults(
      await post('print/panier/validate/', {
        devis: 5,
        adresse_livraison: { nom: 7, adresse1: 'x', code_postal: '1' },
        lignes: [
          { produit: 101, quantites_multiples: [] },
          { produit: 999, quantites_multiples: [1] },
          { produit: 103, quantites_multiples: [501], valeurs: { '44': 'x' } },
          null,
        ],
      }),
      400,
      [
        ['/devis', 'field_type'],
        ['/adresse_livraison/nom', 'field_type'],
        ['/adresse_livraison/ville', 'address_required'],
        ['/lignes/0/quantites_multiples', 'quantity_invalid'],
        ['/lignes/1/produit', 'product_unknown'],
        ['/lignes/2/quantites_multiples/0', 'quantity_not_offered'],
        ['/lignes/2/valeurs/44', 'value_invalid'],
        ['/lignes/2/valeurs/45', 'value_required'],
        ['/lignes/3', 'field_type'],
      ],
    ))
  test('every fault of a request is listed, of type and of meaning together: a display order', async () =>
    void expectFaults(
      await post('display/panier/validate/', {
        delai: 77,
        adresse_livraison: { nom: 'x', ville: 5 },
        lignes: [
          { famille: 201, format: 15, support: '21', impression: 31, quantite: 0, variantes: [612, 611] },
          { famille: 999, quantite: 1.5 },
        ],
      }),
      400,
      [
        ['/delai', 'lead_time_unavailable'],
        ['/adresse_livraison/adresse1', 'address_required'],
        ['/adresse_livraison/code_postal', 'address_required'],
        ['/adresse_livraison/ville', 'field_type'],
        ['/lignes/0/format', 'not_compatible'],
        ['/lignes/0/support', 'field_type'],
        ['/lignes/0/quantite', 'quantity_invalid'],
        ['/lignes/0/variantes/1', 'several_variants_of_option'],
        ['/lignes/1/famille', 'family_unknown'],
        ['/lignes/1/format', 'field_required'],
        ['/lignes/1/support', 'field_required'],
        ['/lignes/1/quantite', 'field_type'],
      ],
    ))
  test('messages in French, or English with Accept-Language: en; codes never change', async () => {
    const json = { produit: 101, quantites_multiples: [0, 333], delai: 9, variantes: [1] }
    const ask = async (language?: string) =>
      expectErrorForm(
        await post(
          'print/prix/',
          json,
          language === undefined ? {} : { headers: { 'Accept-Language': language } },
        ),
      )
    const french = await ask()
    expect(await ask('fr')).toEqual(french)
    expect(await ask('fr-FR,fr;q=0.9,en;q=0.8')).toEqual(french)
    expect(await ask('de')).toEqual(french)
    const english = await ask('en')
    for (const language of ['en-GB', 'EN', 'en-US,en;q=0.9,fr;q=0.8', 'fr;q=0.5, en;q=0.9'])
      expect(await ask(language), language).toEqual(english)
    const bare = (faults: typeof french) => faults.map(({ path, code }) => `${path} ${code}`)
    expect(bare(english)).toEqual(bare(french))
    for (const [index, fault] of english.entries()) expect(fault.message).not.toBe(french[index]!.message)
  })
  test.each([
    ['not_found', 'GET', '/0.2/print/commande/999/', undefined],
    ['not_found', 'GET', '/0.2/rien/', undefined],
    ['method_not_allowed', 'GET', '/0.2/print/prix/', undefined],
    ['json_malformed', 'POST', '/0.2/print/prix/', '{'],
    ['product_unknown', 'GET', '/0.2/print/produit/999/', undefined],
  ])('%s is said in French and in English (%s %s)', async (code, method, path, raw) => {
    const messages: string[] = []
    for (const language of ['fr', 'en']) {
      const answer = await server.ask(path, {
        method,
        token,
        ...(raw === undefined ? {} : { raw }),
        headers: { 'Accept-Language': language },
      })
      const [fault] = expectErrorForm(answer)
      expect(fault!.code).toBe(code)
      messages.push(fault!.message)
    }
    expect(messages[0]).not.toBe(messages[1])
  })
  test('messages of price answers follow Accept-Language too, except those of the tariff itself', async () => {
    const message = async (language: string, json: object) => {
      const answer = await post('print/prix/', json, { headers: { 'Accept-Language': language } })
      return (answer.json() as Record<string, { Message: string }>)['J+2']!.Message
    }
    const none = { produit: 104, quantites_multiples: [1] }
    expect(await message('en', none)).not.toBe(await message('fr', none))
    const excluded = { produit: 101, quantites_multiples: [1000, 1000] }
    expect(await message('en', excluded)).toBe(await message('fr', excluded))
  })
})

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
