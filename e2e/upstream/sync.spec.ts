import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCatalogue, type MalformedAs } from '../partner/catalogue.ts'
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { defaultLine } from '../partner/configurations.ts'
import type { FaultKind } from '../partner/faults.ts'
import { Comptoir, until, type Json } from './comptoir.ts'

const SHAPE = { seed: 21, products: 12, families: 4 }

let partner: RunningPartner
let comptoir: Comptoir
const catalogue = buildCatalogue(SHAPE)
const products = [...catalogue.products.values()].map(({ page }) => page)

beforeAll(async () => {
  partner = await startPartner(SHAPE)
  comptoir = new Comptoir()
  await comptoir.setUpstream(partner)
  await comptoir.done(['sync'])
  await comptoir.makeToken()
  await comptoir.serve()
  await comptoir.hush()
  await idle()
})

afterAll(async () => {
  await comptoir.end()
  await partner.stop()
})

beforeEach(async () => {
  await partner.clearFaults()
  await partner.catalogue({ op: 'malformed', as: null })
})

interface State {
  state: string
  done: number
  total: number
  error: string | null
  refused: { area: string; id: number; name: string; message: string }[]
  refusedCount: number
}

const state = async () => (await comptoir.desk<State>('GET', 'sync')).body
const idle = () => until('the sync ends', state, (seen) => seen.state !== 'running')
const names = async () => (await comptoir.partner<{ nom: string }[]>('GET', 'print/produit/')).body

/** A sync, to its end. */
async function sync(prices = 0): Promise<State> {
  await idle()
  const answer = await comptoir.desk('POST', 'sync', { prices })
  // Since it was seen idle, the service may have begun one by itself: its partner answers again.
  if (answer.status === 409) return sync(prices)
  expect(answer.status, answer.text).toBe(202)
  return idle()
}

describe('the old catalogue stays whole', () => {
  it.each<MalformedAs>(['html', 'truncated', 'object', 'null', 'entries', 'duplicates', 'fields'])(
    'where the list is malformed: %s',
    async (as) => {
      const before = await names()
      await partner.catalogue({ op: 'malformed', as })
      const { state: ended, error } = await sync()
      expect(ended).toBe('failed')
      expect(error, 'in words').toMatch(/(produit|famille)\/: /)
      expect(await names()).toEqual(before)
    },
  )

  it.each<FaultKind>(['half-body', 'drop-before-commit', '500-before-commit', '502-html', '401'])(
    'where the answer fails: %s',
    async (kind) => {
      const before = await names()
      await partner.faults({ path: '/0.2/display/famille/', kind, times: 100 })
      const { state: ended, error } = await sync()
      expect(ended).toBe('failed')
      expect(error, 'in French').toMatch(/partenaire/)
      expect(await names()).toEqual(before)
    },
  )

  it('where the program is killed', async () => {
    const before = await names()
    await partner.catalogue({ op: 'add', count: 3 })
    await partner.faults({ path: '/0.2/display/famille/', kind: 'delay', ms: 1_400 })
    await comptoir.desk('POST', 'sync', {})
    await comptoir.kill()
    await comptoir.serve()
    expect((await names()).length).toBeGreaterThanOrEqual(before.length)
    await until('the sync at the start has them', names, (seen) => seen.length === before.length + 3)
  })

  it('where it is cancelled', async () => {
    await idle()
    await partner.faults({ path: '/0.2/display/famille/', kind: 'delay', ms: 1_400 })
    await comptoir.desk('POST', 'sync', {})
    expect((await comptoir.desk('DELETE', 'sync')).body).toMatchObject({ state: 'idle', error: null })
  })
})

it('keeps a log of what changed, and marks quotes that no longer fit with the reason', async () => {
  await sync()
  const [renamed, removed, requantified, shortened] = products.filter(({ options }) =>
    options.some(({ variantes }) => variantes.length > 1),
  )
  const product = catalogue.products.get(shortened!.id)!
  const line = defaultLine(product)
  const quote = await comptoir.desk<{ id: number }>('POST', 'quotes', {
    reference: 'Devis',
    address: {},
    lines: [{ area: 'print', line, delai: null }],
  })
  expect(quote.status, quote.text).toBe(201)
  const option = shortened!.options.find(({ variantes }) =>
    variantes.some(({ id }) => line.variantes.includes(id)),
  )!
  const variante = option.variantes.find(({ id }) => line.variantes.includes(id))!.id
  await partner.catalogue(
    { op: 'rename', id: renamed!.id, nom: 'Autre nom' },
    { op: 'remove', id: removed!.id },
    { op: 'quantities', id: requantified!.id, quantites: { range: false, available: [77] } },
    { op: 'remove-variant', id: shortened!.id, variante },
  )
  expect((await sync()).state).toBe('idle')
  const [change] = (
    await comptoir.desk<{ entries: { id: number; kind: string; what: string[] }[] }[]>('GET', 'changes')
  ).body
  const entries = Object.fromEntries(
    change!.entries.map(({ id, kind, what }) => [id, `${kind} ${what.join()}`]),
  )
  expect(entries).toMatchObject({
    [renamed!.id]: 'changed name',
    [removed!.id]: 'removed ',
    [requantified!.id]: 'changed quantities',
    [shortened!.id]: 'changed options',
  })
  const list = await comptoir.desk<{ id: number; invalid: string | null }[]>('GET', 'quotes')
  expect(list.body.find(({ id }) => id === quote.body.id)?.invalid).toMatch(/\S/)
})

it('by command line takes effect in the running service within 2 seconds', async () => {
  const id = products.at(-1)!.id
  const took: number[] = []
  for (const nom of ['Par la ligne', 'de commande', 'en trois fois']) {
    await partner.catalogue({ op: 'rename', id, nom })
    const printed = JSON.parse(await comptoir.done(['sync', '--json'])) as Json
    expect(printed).toMatchObject({ changed: true, changes: 1 })
    const ended = performance.now()
    await until('the new name', names, (seen) => seen.some((product) => product.nom === nom))
    took.push(performance.now() - ended)
  }
  // A busy machine delays one or the other, not each.
  expect(Math.min(...took)).toBeLessThan(2_000)
  expect(JSON.parse(await comptoir.done(['sync', '--json']))).toMatchObject({ changed: false, changes: 0 })
})

it('asks as many prices as it is told, and no more', async () => {
  await partner.clearRequests()
  const printed = JSON.parse(await comptoir.done(['sync', '--prices', '30', '--json'])) as Json
  expect(printed['prices']).toBe(30)
  const { requests } = await partner.requests()
  expect(requests.filter(({ path }) => path.endsWith('/prix/'))).toHaveLength(30)
})

it('says in one line where it fails', async () => {
  await partner.catalogue({ op: 'malformed', as: 'truncated' })
  const { code, stderr, stdout } = await comptoir.run(['sync'])
  expect(code).not.toBe(0)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('the catalogue stays as it was')
})
