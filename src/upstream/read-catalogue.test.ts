import { describe, expect, it } from 'vitest'
import { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'
import { readFamilies, readProducts } from './read-catalogue.ts'

const TOKEN = 'jeton-secret-42'
const product = (id: unknown, more: object = {}) => ({
  ...{ id, nom: `Produit ${String(id)}`, delais: [1], quantites: { range: true }, options: [] },
  ...more,
})
const page = (...entries: unknown[]) => [Buffer.from(JSON.stringify(entries))]
const read = (...entries: unknown[]) => readProducts([page(...entries)], new Discretion(TOKEN))

function problem(work: () => unknown) {
  try {
    work()
  } catch (error) {
    if (error instanceof UnreadableAnswer) return error.problem
    throw error
  }
  return null
}

describe('a product that cannot be used is refused by name, and the rest is read', () => {
  it.each<[string, object, string, string]>([
    ['options of another type', { options: 3 }, '/options', '3'],
    ['quantities that are missing', { quantites: null }, '/quantites', 'null'],
    ['a lead time that is no whole number', { delais: [1, 2.5] }, '/delais/1', '2.5'],
    [
      'a quantity beyond 2^53',
      { quantites: { range: false, available: [1, 2 ** 60] } },
      '/quantites/available/1',
      '1152921504606847000',
    ],
    ['a negative least quantity', { quantites: { range: true, min: -5 } }, '/quantites/min', '-5'],
    [
      'a variant with a negative id',
      { options: [{ id: 1, nom: 'O', type: 'variante', variantes: [{ id: -1, nom: 'V' }] }] },
      '/options/0/variantes/0/id',
      '-1',
    ],
    ['a negative id', { id: -7 }, '/id', '-7'],
    ['an id that is no whole number', { id: 7.5 }, '/id', '7.5'],
    ['an id beyond 2^53', { id: 2 ** 63 }, '/id', '9223372036854776000'],
  ])('%s', (_what, more, place, got) => {
    const { entities, refused } = read(product(1), product(7, { nom: 'Carte', ...more }), product(2))
    expect(entities.map(({ id }) => id)).toEqual([1, 2])
    expect(refused).toEqual([
      {
        ...{ id: (more as { id?: number }).id ?? 7, name: 'Carte' },
        problem: { code: 'partner_entry_refused', params: { place, got } },
      },
    ])
  })

  it('a number beyond 2^53 is shown as the partner wrote it', () => {
    const text = JSON.stringify([product(1), product(2), product(7, { nom: 'Carte' })])
    const { refused } = readProducts(
      [[Buffer.from(text.replace('"id":7', '"id":9007199254740993'))]],
      new Discretion(TOKEN),
    )
    expect(refused).toMatchObject([
      { name: 'Carte', problem: { params: { place: '/id', got: '9007199254740993' } } },
    ])
  })

  const variantes = (...ids: number[]) => ids.map((id) => ({ id, nom: `V${id}` }))
  const option = (id: number, ...ids: number[]) => ({
    ...{ id, nom: `O${id}`, type: 'variante', variantes: variantes(...ids) },
  })
  it.each<[string, object, string]>([
    [
      'two options with the same id',
      { options: [option(3, 1), option(4, 2), option(3, 5)] },
      '/options/2/id',
    ],
    ['two variants of an option', { options: [option(4, 2), option(5, 3, 3)] }, '/options/1/variantes/1/id'],
  ])('%s', (_what, more, place) => {
    const { entities, refused } = read(product(1), product(7, { nom: 'Carte', ...more }), product(2))
    expect(entities.map(({ id }) => id)).toEqual([1, 2])
    expect(refused).toEqual([
      { id: 7, name: 'Carte', problem: { code: 'partner_id_repeated', params: { id: 3, place } } },
    ])
  })

  it('two formats of a family with the same id', () => {
    const formats = variantes(1, 2, 1)
    const pages = [page({ id: 1, nom_complet: 'F1' }, { id: 2, nom_complet: 'F2', formats })]
    const { entities, refused } = readFamilies(pages, new Discretion(TOKEN))
    expect(entities.map(({ id }) => id)).toEqual([1])
    expect(refused).toMatchObject([{ id: 2, problem: { params: { id: 1, place: '/formats/2/id' } } }])
  })

  it('a family, too', () => {
    const family = (id: number, more: object = {}) => ({ id, nom_complet: `F${id}`, ...more })
    const pages = [page(family(1)), page(family(2, { formats: 'x' }), family(3))]
    const { entities, refused } = readFamilies(pages, new Discretion(TOKEN))
    expect(entities.map(({ id }) => id)).toEqual([1, 3])
    expect(refused).toMatchObject([{ id: 2, name: 'F2' }])
  })
})

describe('a list that is not what it should be is not taken at all', () => {
  it.each<[string, unknown[], string]>([
    ['an entry without an id', [product(1), product(2), null], 'partner_entry'],
    ['an entry whose id is a word', [product(1), product(2), product('x')], 'partner_entry'],
    ['an id twice', [product(1), product(2), product(1)], 'partner_duplicate'],
    [
      'more that is refused than taken',
      [product(1), product(2, { options: 3 }), product(3, { options: 3 })],
      'partner_entry',
    ],
  ])('%s', (_what, entries, code) => {
    expect(problem(() => read(...entries))?.code).toBe(code)
  })

  it('one that is nested too deep', () => {
    const deep = `[{"id":1,"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}]`
    expect(problem(() => readProducts([[Buffer.from(deep)]], new Discretion(TOKEN)))?.code).toBe(
      'partner_too_deep',
    )
  })
})

it('names are read on one line, of a length that can be shown, and without the token', () => {
  const { entities } = read(
    product(1, { nom: 'Carte\u001b[31m\r\nrouge \u202e' }),
    product(2, { nom: 'x'.repeat(100_000) }),
    product(3, { nom: `Jeton ${TOKEN}`, [`champ ${TOKEN}`]: 1 }),
  )
  expect(entities.map(({ nom }) => nom.slice(0, 40))).toEqual([
    'Carte [31m rouge',
    'x'.repeat(40),
    'Jeton [hidden]',
  ])
  expect(entities[1]!.nom.length).toBeLessThan(600)
})

it('a product with 200,000 quantities is read', () => {
  const available = Array.from({ length: 200_000 }, (_, i) => i + 1)
  const { entities } = read(product(1, { quantites: { range: false, available } }), product(2))
  expect(entities[0]!.quantites).toEqual({ range: false, available })
})

it('a field that is named like a prototype is a field', () => {
  const text = '[{"id":1,"nom":"P","quantites":{"range":true},"__proto__":{"options":3},"constructor":1}]'
  const { entities } = readProducts([[Buffer.from(text)]], new Discretion(TOKEN))
  expect(entities).toMatchObject([{ id: 1, options: [] }])
  expect(({} as Record<string, unknown>)['options']).toBeUndefined()
})
