import { expect, test } from 'vitest'
import type { NewCatalogue } from '../store/catalogue.ts'
import { Discretion } from '../upstream/discretion.ts'
import { UnreadableAnswer } from '../upstream/errors.ts'
import { refusalWords } from './source-catalogue.ts'
import { readUpstreamCatalogue, refuseEmptied } from './upstream-catalogue.ts'

const catalogue = (products: number, families: number): NewCatalogue => {
  const entities = (count: number) => Array.from({ length: count }, (_, id) => ({ id, body: '{}' }))
  return {
    sourceId: 2,
    block: { base: 0, size: 10 ** 10 },
    leadTimes: [],
    entities: {
      ...{ products: entities(products), families: entities(families) },
      ...{ print_tariffs: [], display_tariffs: [] },
    },
  }
}

test.each([
  ['products', catalogue(0, 2)],
  ['families', catalogue(2, 0)],
])('a list of %s that was full and is empty removes nothing', async (_what, incoming) => {
  await expect(refuseEmptied(incoming, () => Promise.resolve(false))).rejects.toThrow(UnreadableAnswer)
})

test('an area that a partner never had may stay empty, and the last but one may go', async () => {
  const families = (table: string) => Promise.resolve(table === 'families')
  await expect(refuseEmptied(catalogue(2, 0), families)).resolves.toBeUndefined()
  await expect(refuseEmptied(catalogue(1, 1), () => Promise.resolve(false))).resolves.toBeUndefined()
  await expect(refuseEmptied(catalogue(0, 0), () => Promise.resolve(true))).resolves.toBeUndefined()
})

const FAR = 10 ** 13
const option = (id: number) => ({
  ...{
    id: 4,
    nom: 'Papier',
    type: 'variante',
    variantes: [
      { id: 5, nom: 'Mat' },
      { id, nom: 'Brillant' },
    ],
  },
})
test.each([
  ['its own id', { id: FAR }, '', ''],
  ['a lead time', { delais: [9, FAR] }, ' at /delais/1', ', à /delais/1,'],
  [
    'a variant',
    { options: [option(FAR)] },
    ' at /options/0/variantes/1/id',
    ', à /options/0/variantes/1/id,',
  ],
])(
  'a product is refused for %s beyond the block: which field has it is said',
  async (_what, more, en, fr) => {
    const entry = { id: 1, nom: 'Carte', delais: [9], quantites: { range: true }, options: [], ...more }
    const pages = [[Buffer.from(JSON.stringify([entry]))]]
    const block = { base: 0, size: 10 ** 10 }
    const known = {
      sourceId: 2,
      block: () => Promise.resolve(block),
      days: [],
      before: () => Promise.resolve([]),
    }
    const { refused } = await readUpstreamCatalogue(
      pages,
      [[Buffer.from('[]')]],
      new Discretion('jeton-secret'),
      known,
    )
    expect(refused.map((item) => [refusalWords(item, 'en'), refusalWords(item, 'fr')])).toEqual([
      [
        `id ${FAR}${en} is none of the ${block.size} ids reserved for this source`,
        `l’id ${FAR}${fr} n’est pas l’un des ${block.size} ids réservés à cette source`,
      ],
    ])
  },
)

test('an entry with an id that has no place in the block keeps no row of another source', async () => {
  const size = 10 ** 10
  const entry = (id: number) => ({ id, nom: 'Carte', delais: 'x', quantites: { range: true }, options: [] })
  const good = [11, 12, 13, 14, 15].map((id) => ({ ...entry(id), delais: [9] }))
  const list = [...good, ...[203 - size, -5, 1.5, 7].map(entry)]
  const asked: number[] = []
  const { catalogue, refused } = await readUpstreamCatalogue(
    [[Buffer.from(JSON.stringify(list))]],
    [[Buffer.from('[]')]],
    new Discretion('jeton-secret'),
    {
      ...{ sourceId: 2, days: [], block: () => Promise.resolve({ base: size, size }) },
      before: (_table, ids) => {
        asked.push(...ids)
        return Promise.resolve([])
      },
    },
  )
  expect(refused.map(({ id }) => id)).toEqual([203 - size, -5, 1.5, 7])
  expect(asked).toEqual([size + 7])
  expect(catalogue.entities.products).toHaveLength(5)
})
