import { expect, test } from 'vitest'
import { json, world } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'

test('what the catalogue may be chosen with is told by names, each once', async () => {
  const { desk } = await world()
  const { names, entries } = json(await desk.get('/api/catalogue/choices'))
  expect(new Set(names).size).toBe(names.length)
  const of = (area: string, id: number) =>
    entries
      .find((entry: Loose) => entry.area === area && entry.id === id)
      .of.map((place: number) => names[place])
  const { product } = json(await desk.get('/api/products/10'))
  const chosen = product.options.flatMap((option: Loose) => [
    option.nom,
    ...option.variantes.map((variant: Loose) => variant.nom),
  ])
  expect(of('print', 10)).toEqual([...new Set(chosen)])
  const { family } = json(await desk.get('/api/families/7'))
  expect(of('display', 7)).toEqual(
    expect.arrayContaining([family.formats[0].nom, family.supports[0].nom_complet]),
  )
})
