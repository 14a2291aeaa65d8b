/** The letterhead in force: who sells, and the words of documents. */
import { Clean } from 'typebox/value'
import { namesMediator } from '../../domain/shared/mediator.ts'
import {
  DEFAULT_LETTERHEAD,
  Letterhead,
  letterheadFaults,
  termsIn,
} from '../../domain/document/letterhead.ts'
import type { Fault } from '../../domain/faults.ts'
import { limitFaults, read, structure } from '../../domain/schema.ts'
import { LETTERHEAD_KEY } from '../../store/quote-sent.ts'
import type { Store } from '../../store/store.ts'
import { refuseOvertaken } from '../overtaken.ts'
import { Invalid } from '../refusal.ts'

const whole = structure(Letterhead)

interface LetterheadWith {
  readonly store: Store
  /** throws where a picture cannot be printed */
  readonly prove: (letterhead: Letterhead) => Promise<unknown>
  /** called with each change */
  readonly changed: () => void
}

export class LetterheadService {
  readonly #store: Store
  readonly #prove: LetterheadWith['prove']
  readonly #changed: LetterheadWith['changed']
  #known: { readonly text: string | undefined; readonly letterhead: Letterhead } | undefined

  constructor({ store, prove, changed }: LetterheadWith) {
    this.#store = store
    this.#prove = prove
    this.#changed = changed
  }

  /** What is stored; of a field that this program would not store, its default. */
  get current(): Letterhead {
    const text = this.#store.settings.text(LETTERHEAD_KEY)
    // A logo is long to look at, and the status is asked for often.
    if (!this.#known || this.#known.text !== text)
      this.#known = { text, letterhead: letterheadOf(this.#store.settings.get(LETTERHEAD_KEY)) }
    return this.#known.letterhead
  }

  /**
   * What is asked of it before a quote is sent: who sells, in which languages its words name a mediator for consumers, and
   * whether the terms of sale are there in French alone.
   */
  get told() {
    const { issuer, texts } = this.current
    return {
      issuer: issuer.name,
      mediator: { fr: namesMediator(texts.fr.mediator), en: namesMediator(texts.en.mediator) },
      frenchTerms: texts.fr.terms.trim() !== '' && termsIn(this.current, 'en').language === 'fr',
    }
  }

  /**
   * Changes the fields that `changes` names; its `before` says how they were read.
   * @throws Invalid naming each value that cannot be; Overtaken where one was changed since it was read
   */
  async update(changes: unknown): Promise<Letterhead> {
    const given = objectOf(changes)
    const asRead = read.object(given['before'] ?? {})
    if (!asRead) throw new Invalid([{ path: '/before', code: 'field_type', params: { expected: 'object' } }])
    const wanted = this.#wanted(given)
    const { logo } = wanted
    if (logo !== undefined && logo !== '') await this.#refuseUnprintable(logo)
    await this.#store.settings.update(LETTERHEAD_KEY, (stored) => {
      const before = letterheadOf(stored)
      refuseOvertaken(asRead, wanted, before)
      return { ...before, ...wanted }
    })
    this.#changed()
    return this.current
  }

  /** The letterhead as it would be with `changes`, which are not kept. @throws Invalid naming each value that cannot be */
  async tried(changes: unknown): Promise<Letterhead> {
    const tried = { ...this.current, ...this.#wanted(objectOf(changes)) }
    if (tried.logo !== this.current.logo && tried.logo !== '') await this.#refuseUnprintable(tried.logo)
    return tried
  }

  /** The fields that are named, looked at beside the others. @throws Invalid */
  #wanted(given: Readonly<Record<string, unknown>>): Partial<Letterhead> {
    const fields = Object.keys(Letterhead.properties).filter((field) => given[field] !== undefined)
    const wanted = withoutUnknown(Object.fromEntries(fields.map((field) => [field, given[field]])))
    const faults = faultsOf({ ...this.current, ...wanted })
    if (faults.length > 0) throw new Invalid(faults)
    return wanted
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

/** What nobody reads is not kept. */
const withoutUnknown = (changes: object) => Clean(Letterhead, structuredClone(changes)) as Partial<Letterhead>

function objectOf(changes: unknown): Readonly<Record<string, unknown>> {
  const given = read.object(changes)
  if (!given) throw new Invalid([{ path: '', code: 'field_type', params: { expected: 'object' } }])
  return given
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
