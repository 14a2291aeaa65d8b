/** Faults of bodies and of their fields: every code and its place, for every path that takes one (partner-api.md 7). */
import { describe, expect, test } from 'vitest'
import { expectErrorForm, expectFaults } from './errors.ts'
import { POSTS, type Row, cards, post, program, refused, rollUp, server, serving, token } from './session.ts'

serving()

const banner = { produit: 103, quantites_multiples: [2], valeurs: { '44': '1000', '45': '500' } }

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
