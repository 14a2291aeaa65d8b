import { blockFor, type Block, type Source, type SourceKind } from '../domain/source.ts'
import { objectOf } from '../domain/readable-entities.ts'
import type { Engine } from './engine.ts'
import { ImpossibleValue } from './errors.ts'
import { Image } from './image.ts'
import { all, put, type Work } from './work.ts'

export { OWN_TARIFFS } from '../domain/shared/sources.ts'

/** What is asked of one partner at most, where it is not what the settings say. */
export interface PartnerLimits {
  readonly ratePerSecond?: number
  readonly concurrency?: number
  readonly timeoutMs?: number
}

/** A source with what is kept of it. */
export interface SourceRecord extends Source {
  readonly limits: PartnerLimits
  /** the address that its catalogue in force came from; null where it must be taken as a new one's */
  readonly catalogueUrl: string | null
  /** when its catalogue was last taken over whole, ISO */
  readonly lastSync: string | null
  /** when it was taken away, ISO; null while it is set */
  readonly removedAt: string | null
}

interface Row {
  readonly id: number
  readonly kind: SourceKind
  readonly name: string
  readonly url: string | null
  readonly base: number | null
  readonly size: number | null
  readonly limits: string | null
  readonly catalogueUrl: string | null
  readonly lastSync: string | null
  readonly removedAt: string | null
}

const SELECT = `SELECT id, kind, name, url, base, size, limits, catalogue_url AS "catalogueUrl",
  last_sync AS "lastSync", removed_at AS "removedAt" FROM sources`

/** The sources that products come from, those that were taken away among them: a block is given once. */
export class SourceTable {
  readonly #engine: Engine
  readonly #image: Image<readonly SourceRecord[]>

  constructor(engine: Engine) {
    this.#engine = engine
    this.#image = new Image<readonly SourceRecord[]>([], () => engine.read(everySource))
  }

  /** Takes over what another process has written. */
  reload(): Promise<void> {
    return this.#image.reload()
  }

  /** Every source ever, in the order in which they came, as this process knows them. */
  all(): readonly SourceRecord[] {
    return this.#image.value
  }

  byId(id: number): SourceRecord | undefined {
    return this.#image.value.find((source) => source.id === id)
  }

  /**
   * The block of a source; where it has none yet, it is given one.
   * @param largest the largest id of what is loaded
   * @returns null where no room is left
   */
  block(id: number, largest: number): Promise<Block | null> {
    // One that is given stays.
    const given = this.byId(id)?.block
    if (given) return Promise.resolve(given)
    return this.#change(function* () {
      const sources = yield* everySource()
      const known = sources.find((source) => source.id === id)?.block
      if (known) return known
      const block = blockFor(
        largest,
        sources.flatMap((source) => source.block ?? []),
      )
      if (block) yield* put('UPDATE sources SET base = ?, size = ? WHERE id = ?', block.base, block.size, id)
      return block
    })
  }

  /** Keeps whose catalogue is in force: the address that it came from; null: none that could be told again. */
  setCatalogueUrl(id: number, url: string | null): Promise<void> {
    return this.#change(function* () {
      yield* put('UPDATE sources SET catalogue_url = ? WHERE id = ?', url, id)
    })
  }

  /** @param at ISO */
  setLastSync(id: number, at: string): Promise<void> {
    return this.#change(function* () {
      yield* put('UPDATE sources SET last_sync = ? WHERE id = ?', at, id)
    })
  }

  async #change<T>(work: () => Work<T>): Promise<T> {
    const { result, sources } = await this.#engine.write(function* () {
      return { result: yield* work(), sources: yield* everySource() }
    })
    this.take(sources)
    return result
  }

  /** Takes over the sources as a change of this process has left them, which is durable. */
  take(sources: readonly SourceRecord[]): void {
    this.#image.change(() => sources)
  }
}

/** Every source ever, in the order in which they came, as the database has them. */
export function* everySource(): Work<SourceRecord[]> {
  return (yield* all<Row>(`${SELECT} ORDER BY id`)).map(sourceOf)
}

/** @throws ImpossibleValue */
function limitsOf(text: string): PartnerLimits {
  const limits = objectOf(text)
  if (limits === null) throw new ImpossibleValue('sources', 'limits')
  return limits
}

const sourceOf = ({ base, size, limits, ...row }: Row): SourceRecord => ({
  ...row,
  block: base === null || size === null ? null : { base, size },
  limits: limits === null ? {} : limitsOf(limits),
  removed: row.removedAt !== null,
})
