/** One price grid of the own tariffs, edited over HTTP. */
import { expect, test } from 'vitest'
import { faultsOf, json, world } from '../../testing/app.ts'
import type { Loose } from '../../testing/shop.ts'

const at = ({ area, id }: Loose) => `/api/tariffs/grids/${area}/${id}`

test('every grid as it was read changes nothing', async () => {
  const { desk } = await world()
  const items = json(await desk.get('/api/tariffs/grids')) as Loose[]
  expect(new Set(items.map(({ area }) => area as string))).toEqual(new Set(['print', 'display']))
  for (const item of items) {
    const grid = json(await desk.get(at(item)))
    const preview = await desk.post(`${at(item)}/preview`, grid)
    expect([preview.statusCode, json(preview).itemCount], item.name).toEqual([200, 0])
  }
})

test('an edited price, a row more and a row less: told, then kept as they were told', async () => {
  const { desk } = await world()
  const item = (json(await desk.get('/api/tariffs/grids')) as Loose[]).find(({ area }) => area === 'display')!
  const grid = json(await desk.get(at(item)))
  const before = structuredClone(grid)
  grid.rows[0].prices[0] = '1 234,50 €'
  grid.rows.push({ quantity: '77 777', prices: ['99,9'] }, { quantity: ' ', prices: [''] })
  const { digest, items } = json(await desk.post(`${at(item)}/preview`, grid))
  expect(items).toMatchObject([{ id: item.id, added: 1, changed: 1, removed: [] }])
  expect(json(await desk.get(at(item)))).toEqual(before)
  const kept = await desk.post(`${at(item)}?digest=${digest}`, grid)
  expect([kept.statusCode, json(kept).changed]).toEqual([201, 1])
  const after = json(await desk.get(at(item)))
  expect(after.rows[0].prices[0]).toBe('1234.5')
  expect(after.rows.at(-1)).toMatchObject({ quantity: '77777', prices: ['99.9', ''] })
  expect(faultsOf(await desk.post(`${at(item)}?digest=${digest}`, before))).toEqual([' tariffs_changed'])
  after.rows.pop()
  const { items: less } = json(await desk.post(`${at(item)}/preview`, after))
  expect(less).toMatchObject([{ added: 0, changed: 0, removed: [expect.stringContaining('77777')] }])
})

test('what is no price or no quantity is named by its place in the grid', async () => {
  const { desk } = await world()
  const [item] = json(await desk.get('/api/tariffs/grids')) as Loose[]
  const grid = json(await desk.get(at(item)))
  grid.rows.unshift({ quantity: '', prices: [''] })
  grid.rows[1].prices[0] = 'abc'
  expect(faultsOf(await desk.post(`${at(item)}/preview`, grid))).toEqual(['/rows/1/prices/0 cell_invalid'])
  grid.rows[1].prices[0] = '1'
  grid.rows[2].quantity = '1,5'
  expect(faultsOf(await desk.post(at(item), grid))).toEqual(['/rows/2/quantity cell_invalid'])
  // One that nobody can order, either.
  grid.rows.splice(2, Infinity, { quantity: '77 777', prices: ['1'] })
  expect(faultsOf(await desk.post(`${at(item)}/preview`, grid))).toEqual(['/rows/2/quantity cell_invalid'])
  expect((await desk.get('/api/tariffs/grids/print/999999')).statusCode).toBe(404)
  expect((await desk.get('/api/tariffs/grids/other/1')).statusCode).toBe(404)
})
