/** The letterhead in force: who sells, and the words of documents. */
import { DEFAULT_LETTERHEAD, Letterhead, letterheadFaults } from '../../domain/document/letterhead.ts'
import type { Fault } from '../../domain/faults.ts'
import { limitFaults, read, structure } from '../../domain/schema.ts'
import { LETTERHEAD_KEY } from '../../store/quote-sent.ts'
import type { Store } from '../../store/store.ts'
import { refuseOvertaken } from '../overtaken.ts'
import { Invalid } from '../refusal.ts'

const whole = structure(Letterhead)

export class LetterheadService {
  readonly #store: Store
  /** throws where a picture cannot be printed */
  readonly #prove: (letterhead: Letterhead) => Promise<unknown>

  constructor(store: Store, prove: (letterhead: Letterhead) => Promise<unknown>) {
    this.#store = store
    this.#prove = prove
  }

  /** What is stored; of a field that this program would not store, its default. */
  get current(): Letterhead {
    return letterheadOf(this.#store.settings.get(LETTERHEAD_KEY))
  }

  /**
   * Changes the fields that `changes` names; its `before` says how they were read.
   * @throws Invalid naming each value that cannot be; Overtaken where one was changed since it was read
   */
  async update(changes: unknown): Promise<Letterhead> {
    const given = read.object(changes)
    if (!given) throw new Invalid([{ path: '', code: 'field_type', params: { expected: 'object' } }])
    const asRead = read.object(given['before'] ?? {})
    if (!asRead) throw new Invalid([{ path: '/before', code: 'field_type', params: { expected: 'object' } }])
    const fields = Object.keys(Letterhead.properties).filter((field) => given[field] !== undefined)
    const wanted = Object.fromEntries(fields.map((field) => [field, given[field]]))
    const faults = faultsOf({ ...this.current, ...wanted })
    if (faults.length > 0) throw new Invalid(faults)
    const logo = wanted['logo']
    if (typeof logo === 'string' && logo !== '') await this.#refuseUnprintable(logo)
    await this.#store.settings.update(LETTERHEAD_KEY, (stored) => {
      const before = letterheadOf(stored)
      refuseOvertaken(asRead, wanted, before)
      return { ...before, ...wanted }
    })
    return this.current
  }

  /** A picture may begin as one and be none. */
  async #refuseUnprintable(logo: string): Promise<void> {
    try {
      await this.#prove({ ...this.current, logo })
    } catch {
      throw new Invalid([{ path: '/logo', code: 'logo_invalid' }])
    }
  }
}

/** A letterhead as it was stored by any program so far. */
export function letterheadOf(stored: unknown): Letterhead {
  const given = read.object(stored) ?? {}
  const fields = Object.keys(Letterhead.properties).filter((field) => {
    const value = { ...DEFAULT_LETTERHEAD, [field]: given[field] }
    return given[field] !== undefined && faultsOf(value).length === 0
  })
  return { ...DEFAULT_LETTERHEAD, ...Object.fromEntries(fields.map((field) => [field, given[field]])) }
}

function faultsOf(value: object): Fault[] {
  const faults = [...whole.faults(value).listed, ...limitFaults(Letterhead, value).listed]
  return faults.length > 0 ? faults : letterheadFaults(value as Letterhead)
}
