/** What saving a quote asks the partner for: prices of what has changed, and of nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCatalogue } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine } from '../partner/configurations.ts'
import { ADDRESS, Comptoir } from './comptoir.ts'

const SHAPE = { seed: 31, products: 8, families: 3 }
const catalogue = buildCatalogue(SHAPE)
const products = [...catalogue.products.values()]

interface Price {
  label: string
  delai: number | null
  priceCents: number | null
}
interface Input {
  area: string
  line: object
  delai: number | null
  leadTimeLabel?: string | null
}
interface Line extends Input {
  price: Price
  problem: string | null
}
interface Quote {
  id: number
  version: number
  lines: Line[]
  totals: object | null
}

let partner: RunningPartner
let comptoir: Comptoir

beforeAll(async () => {
  partner = await startPartner(SHAPE)
  comptoir = new Comptoir()
  await comptoir.setUpstream(partner)
  await comptoir.done(['sync'])
  await comptoir.serve()
  await comptoir.hush()
})
afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})

/** What the partner was asked for while it was done. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  await partner.clearRequests()
  await work()
  return (await partner.requests()).requests.map(({ path }) => path)
}

async function desk<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await comptoir.desk<T>(method, path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

/** Four lines at a lead time that has a price, named as `by` does. */
async function four(by: (price: Price) => Pick<Input, 'delai' | 'leadTimeLabel'>): Promise<Input[]> {
  return Promise.all(
    products.slice(0, 4).map(async (product) => {
      const line = defaultLine(product)
      const { leadTimes } = await desk<{ leadTimes: Price[] }>('POST', 'prices', { area: 'print', line })
      const price = leadTimes.find(({ priceCents }) => priceCents !== null)!
      return { area: 'print', line, ...by(price) }
    }),
  )
}

/** As the screens send a line that they were answered. */
const shown = ({ area, line, delai, leadTimeLabel = null }: Line): Input => ({
  area,
  line,
  delai,
  leadTimeLabel,
})

/** As a client sends its lines again: as they were answered, or as it has sent them. */
const AGAIN = {
  'as they were answered': (_sent: Input[], quote: Quote) => quote.lines.map(shown),
  'as they were sent': (sent: Input[]) => sent,
}

const NAMED: Record<string, (price: Price) => Pick<Input, 'delai' | 'leadTimeLabel'>> = {
  'a label': ({ label }) => ({ delai: null, leadTimeLabel: label }),
  'an id, where it is known': ({ delai, label }) => ({ delai, leadTimeLabel: delai === null ? label : null }),
  both: ({ delai, label }) => ({ delai, leadTimeLabel: label }),
  nothing: () => ({ delai: null }),
}

describe.each(Object.entries(NAMED))('a quote of four lines whose lead time is named by %s', (_name, by) => {
  it.each(Object.entries(AGAIN))(
    'is saved with its lines %s: only what changed is asked for',
    async (_as, again) => {
      const sent = await four(by)
      const head = { reference: 'Q', note: '', address: {} }
      let quote = await desk<Quote>('POST', 'quotes', { ...head, lines: sent })
      const { totals } = quote
      expect(totals).not.toBeNull()
      const save = async (changed: object, lines: Input[]) => {
        const { id, version } = quote
        quote = await desk<Quote>('PUT', `quotes/${id}`, { ...head, ...changed, lines, version })
      }

      expect(await asked(() => save({ note: 'Quai 3' }, again(sent, quote)))).toEqual([])
      expect(await asked(() => save({ note: 'Quai 3', address: ADDRESS }, again(sent, quote)))).toEqual([])
      expect(quote.totals).toEqual(totals)

      const lines = again(sent, quote)
      const other = { area: 'print', line: defaultLine(products[4]!), delai: null }
      expect(await asked(() => save({}, [other, ...lines.slice(1)]))).toHaveLength(1)

      const before = again([other, ...sent.slice(1)], quote)
      // Another order, and one line fewer.
      expect(await asked(() => save({}, [...before].reverse()))).toEqual([])
      expect(await asked(() => save({}, before.slice(1)))).toEqual([])
    },
  )
})

it('a line that the partner refuses, or has no price of, is not asked for with every save', async () => {
  const [good] = await four(({ label }) => ({ delai: null, leadTimeLabel: label }))
  const free = products.find(({ page }) => page.options.some(({ type }) => type !== 'variante'))!
  const key = free.page.options.find(({ type }) => type !== 'variante')!.id
  const refused = { ...defaultLine(free), valeurs: { [key]: '99999999' } }
  const unpriced = { ...good!, leadTimeLabel: 'J+77' }
  const lines: Input[] = [good!, { area: 'print', line: refused, delai: null }, unpriced]
  const made = await desk<Quote>('POST', 'quotes', { lines })
  expect(made.lines.map(({ price, problem }) => [price.priceCents !== null, problem !== null])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  let saved = made
  const save = async (sent: Input[]) => {
    saved = await desk<Quote>('PUT', `quotes/${made.id}`, { lines: sent, note: 'x', version: saved.version })
  }
  expect(await asked(() => save(made.lines.map(shown)))).toEqual([])
  expect(await asked(() => save(lines))).toEqual([])
  expect(saved.lines).toEqual(made.lines)
  // Whoever orders it hears the partner's own words, too.
  const ordered = await comptoir.desk<{ errors: { path: string; message: string }[] }>(
    ...(['POST', `quotes/${made.id}/order`, {}] as const),
  )
  const { problem } = made.lines[1]!
  expect(ordered.body.errors).toContainEqual({
    ...{ path: '/lines/1', code: 'price_unavailable', message: problem },
  })
  expect(await asked(() => desk('POST', `quotes/${made.id}/reprice`, { how: 'take' }))).not.toEqual([])
})
