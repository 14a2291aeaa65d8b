/** What a product or family begins with: what the shop chooses most of it, where that can still be had. */
import { expect, test } from 'vitest'
import { StoreError } from '../../store/errors.ts'
import { world, type World } from '../../testing/app.ts'

type Line = Record<string, unknown>
interface Detail {
  readonly product: {
    readonly options: readonly { readonly variantes: readonly { readonly id: number }[] }[]
  }
  readonly defaultLine: Line
}

const detailOf = async ({ desk }: World) => (await desk.get('/api/products/10')).json<Detail>()
const firstOf = async (here: World) => (await detailOf(here)).defaultLine

async function quoted({ desk }: World, line: Line): Promise<void> {
  const made = await desk.post('/api/quotes', { lines: [{ area: 'print', line, delai: null }] })
  expect(made.statusCode, made.body).toBe(201)
}

test('three lines that agree are a habit, of quotes as of what was configured; an odd one is none', async () => {
  const here = await world()
  const { product, defaultLine } = await detailOf(here)
  const [first, ...others] = product.options.flatMap(({ variantes }) =>
    variantes.slice(-1).map(({ id }) => id),
  )
  const usual = { ...defaultLine, variantes: [first, ...others], label: 'Foire' }
  await quoted(here, usual)
  await quoted(here, usual)
  expect(await firstOf(here)).toEqual(defaultLine)
  await here.desk.post('/api/shelf/recents', { area: 'print', line: usual, delai: null })
  expect(await firstOf(here)).toEqual({ ...usual, label: '' })
  await quoted(here, defaultLine)
  expect(await firstOf(here)).toEqual({ ...usual, label: '' })
})

test('a store that does not answer keeps nobody from a product', async () => {
  const here = await world()
  const before = await firstOf(here)
  here.service.store.chosen.lines = () => Promise.reject(new StoreError('away', {}))
  expect(await firstOf(here)).toEqual(before)
  here.service.store.chosen.lines = () => new Promise(() => undefined)
  expect(await firstOf(here)).toEqual(before)
})
