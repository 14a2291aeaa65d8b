/** A shop with its own tariffs and two partners, for tests of several sources beside each other. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ADDRESS, Comptoir, until, type Json, type OutboxEntry } from './comptoir.ts'
import {
  add,
  BLOCK,
  inHere,
  learnLeadTimes,
  OWN_BUNDLE,
  startSource,
  type Area,
  type PartnerSource,
  type Source,
} from './sources.ts'

export const SHAPE = { products: 6, families: 3 }

/** An order as it was made. */
export interface Made {
  readonly devis: string
  readonly id: number
  readonly body: Json
}

export class Shop {
  readonly comptoir: Comptoir
  readonly alpha: PartnerSource
  readonly bravo: PartnerSource
  #number = 0

  private constructor(comptoir: Comptoir, alpha: PartnerSource, bravo: PartnerSource) {
    this.comptoir = comptoir
    this.alpha = alpha
    this.bravo = bravo
  }

  /** @param seed of what the partners sell */
  static async open(seed: number): Promise<Shop> {
    const comptoir = new Comptoir()
    // Alpha is set first, and synced last: the order of the first syncs gives the blocks.
    const alpha = await startSource('Alpha', 2 * BLOCK, { ...SHAPE, seed, token: 'jeton-alpha' })
    const bravo = await startSource('Bravo', BLOCK, { ...SHAPE, seed: seed + 1, token: 'jeton-bravo' })
    const bundle = join(comptoir.folder, 'bundle.json')
    writeFileSync(bundle, JSON.stringify(OWN_BUNDLE))
    await comptoir.done(['import', bundle])
    const url = ['--url', alpha.partner.url]
    await comptoir.done(['upstream', 'set', '--name', alpha.name, ...url], alpha.partner.token)
    await add(comptoir, bravo)
    await comptoir.done(['sync'])
    await comptoir.makeToken()
    await comptoir.serve()
    await comptoir.hush()
    const shop = new Shop(comptoir, alpha, bravo)
    for (const source of shop.partners) await learnLeadTimes(comptoir, source)
    return shop
  }

  get partners(): readonly PartnerSource[] {
    return [this.alpha, this.bravo]
  }

  /** Both partners are as they were, and reached. */
  async calm(): Promise<void> {
    for (const { partner } of this.partners) {
      await partner.clearFaults()
      await partner.offline(0)
      await partner.prices(1)
    }
    await until(
      'all are reached',
      () => this.comptoir.desk('GET', 'status'),
      ({ body }) => body['online'] === true,
    )
    for (const { partner } of this.partners) await partner.clearRequests()
  }

  async end(): Promise<void> {
    await this.comptoir.end()
    await Promise.all(this.partners.map(({ partner }) => partner.stop()))
  }

  async offline(): Promise<void> {
    for (const { partner } of this.partners) await partner.offline(120_000)
  }

  async online(): Promise<void> {
    for (const { partner } of this.partners) await partner.offline(0)
  }

  /** What waits of an order. */
  async entriesOf(order: number): Promise<OutboxEntry[]> {
    const { body } = await this.comptoir.desk<OutboxEntry[]>('GET', 'outbox')
    return body.filter((entry) => entry.order === order)
  }

  async ordered(id: number, area: Area = 'print'): Promise<{ status: string; lignes: Json[] }> {
    return (await this.comptoir.partner<{ status: string; lignes: Json[] }>('GET', `${area}/commande/${id}/`))
      .body
  }

  async statusIs(id: number, status: string, area: Area = 'print'): Promise<void> {
    await until(
      `order ${id} is ${status}`,
      () => this.ordered(id, area),
      (seen) => seen.status === status,
    )
  }

  /** A line of a partner that it sells at its main lead time, for what it asks at no other: so that is told by its price. */
  async lineOf(source: PartnerSource, area: Area, place = 0): Promise<Json> {
    const sold: Json[] = []
    for (const line of source.lines[area]) {
      const cost = await costAt(source, area, line)
      const answer = await source.partner.send('POST', `/0.2/${area}/prix/`, line)
      const prices = Object.values((await answer.json()) as Record<string, { PrixHT: string }>)
      if (prices.filter(({ PrixHT }) => PrixHT === `${cost}`).length === 1) sold.push(line)
      if (sold.length > place) return sold[place]!
    }
    throw new Error(`${source.name} sells too few lines of ${area}.`)
  }

  /** Has the prices of lines asked for, and what their main lead times are, so that they are remembered. */
  async observe(area: Area, lines: readonly (readonly [Source, Json])[]): Promise<void> {
    for (const [{ base }, line] of lines) {
      await this.comptoir.desk('POST', 'prices', { area, line: inHere(line, base) })
      await this.comptoir.partner('POST', `${area}/panier/`, { lignes: [inHere(line, base)] })
    }
  }

  /** Orders lines of several sources, each in its own ids. */
  async order(area: Area, lines: readonly (readonly [Source, Json])[], head: Json = {}): Promise<Made> {
    const devis = `S-${++this.#number}`
    const lignes = lines.map(([{ base }, line]) => inHere(line, base))
    const body = { devis, adresse_livraison: ADDRESS, ...head, lignes }
    const path = `${area}/panier/validate/`
    const answer = await this.comptoir.partner<Json & { id: number }>('POST', path, body)
    expect(answer, answer.text).toMatchObject({ status: 201 })
    return { devis, id: answer.body.id, body: answer.body }
  }
}

/** What a partner has of an order. */
export const sentTo = async ({ partner }: PartnerSource, devis: string) =>
  (await partner.orders()).filter(({ order }) => order.reference_client.startsWith(`${devis}-`))

/** Cents of a line at its main lead time, or another, as its partner itself says; null where it has none. */
export async function costAt(
  { partner }: PartnerSource,
  area: Area,
  line: Json,
  delai?: number,
): Promise<number | null> {
  const answer = await partner.send('POST', `/0.2/${area}/panier/`, { devis: '', delai, lignes: [line] })
  return answer.status === 200 ? ((await answer.json()) as { prix_ht: number }).prix_ht : null
}
