/** A service with several sources: the shop's own tariffs, and two partners that use the same ids. */
import { startPartner, type RunningPartner } from '../partner/client.ts'
import { expect, test as base } from './fixtures.ts'
import { ADDRESS } from './pages/quote.ts'
import type { DeskService } from './service.ts'

export const NORTH = 'Atelier Nord'
export const SOUTH = 'Reliure Sud'
/** Seed of the ids that both partners share. */
const IDS = 1

export interface Entry {
  readonly area: 'print' | 'display'
  readonly id: number
  readonly source: number
  readonly name: string
}

interface Sourced {
  readonly north: RunningPartner
  readonly south: RunningPartner
}

/** @param name what every product of it has in its own */
export const partnerOf = (name: string, seed: number) =>
  startPartner({ seed, ids: IDS, mark: `(${name})`, products: 6, families: 2, token: `jeton-${seed}` })

/** The demo catalogue beside both partners, whose catalogues have been taken over. */
export const test = base.extend<Sourced>({
  north: async ({ service }, use) => {
    const partner = await partnerOf('nord', 3)
    await service.call('PUT', '/settings', {
      ...(await service.call<object>('GET', '/settings')),
      fillerPrices: 0,
      upstreamRatePerSecond: 500,
      settleMs: 200,
      retryMs: 200,
    })
    await add(service, NORTH, partner)
    await use(partner)
    await partner.stop()
  },
  // After the first: the order is that in which they come.
  south: async ({ service, north: _north }, use) => {
    const partner = await partnerOf('sud', 5)
    await add(service, SOUTH, partner)
    await use(partner)
    await partner.stop()
  },
})

export async function add(service: DeskService, name: string, { url, token }: RunningPartner): Promise<void> {
  await service.call('POST', '/partners', { name, url, token })
  const of = async () =>
    (
      await service.call<{ name: string; sync: { state: string; lastSync: string | null } }[]>(
        'GET',
        '/partners',
      )
    ).find((partner) => partner.name === name)!.sync
  await expect.poll(async () => (await of()).lastSync).not.toBeNull()
  await expect.poll(async () => (await of()).state).toBe('idle')
}

/** A line of a print product of a source that has a price and a lead time by id as it stands. */
export async function pricedLine(service: DeskService, source: number): Promise<object> {
  const { entries } = await service.call<{ entries: Entry[] }>('GET', '/catalogue')
  for (const entry of entries) {
    if (entry.area !== 'print' || entry.source !== source) continue
    const { defaultLine } = await service.call<{ defaultLine: object }>('GET', `/products/${entry.id}`)
    const line = { area: 'print', line: defaultLine, delai: null }
    const { lines } = await service.call<{
      lines: { delai: number | null; price: { status: string; delai: number | null; label: string } }[]
    }>('POST', '/quotes/price', { lines: [line] })
    const { status, delai, label } = lines[0]!.price
    if (status === 'firm' && delai !== null) return { ...line, delai, leadTimeLabel: label }
  }
  throw new Error(`Source ${source} prices nothing as it stands.`)
}

/** Ids of the sources in their order: the own tariffs, then each partner. */
export async function sourceIds(service: DeskService): Promise<number[]> {
  const { sources } = await service.call<{ sources: { id: number }[] }>('GET', '/catalogue')
  return sources.map(({ id }) => id)
}

/** A quote with a line of each source, or of those given. */
export async function mixedQuote(service: DeskService, sources?: readonly number[]): Promise<number> {
  const lines = []
  for (const source of sources ?? (await sourceIds(service))) lines.push(await pricedLine(service, source))
  const body = { reference: 'MIXTE-1', address: ADDRESS, lines }
  return (await service.call<{ id: number }>('POST', '/quotes', body)).id
}
