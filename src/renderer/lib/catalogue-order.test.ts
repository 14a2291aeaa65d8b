import { expect, test } from 'vitest'
import { OWN_TARIFFS } from '../../domain/shared/sources.ts'
import { byName } from './catalogue-order'
import { CatalogueIndex } from './search/catalogue-index'

test('of the same name the shop’s own comes first, in the list and among what is found', async () => {
  const [own, partner] = [OWN_TARIFFS, OWN_TARIFFS + 1]
  const entries = [
    { name: 'Flyers A5', source: partner },
    { name: 'Étiquettes', source: partner },
    { name: 'flyers A5', source: own },
    { name: 'Affiches A3', source: partner },
    { name: 'Flyers A5', source: own },
  ].toSorted(byName)
  expect(entries.map(({ name, source }) => [name, source === own])).toEqual([
    ['Affiches A3', false],
    ['Étiquettes', false],
    ['flyers A5', true],
    ['Flyers A5', true],
    ['Flyers A5', false],
  ])
  const index = await CatalogueIndex.of(entries.map(({ name }) => name))
  expect(index.search('flyers a5').map((at) => entries[at]!.source === own)).toEqual([true, true, false])
})
