/**
 * Which of the partner's lead-time ids stands for which label: the ids say nothing about days, only its answers do
 * (outbox.md, "What is read of the partner").
 */
import { leadTimeDays, leadTimeLabel } from '../domain/lead-times.ts'
import type { CatalogueService } from './catalogue.ts'
import { isWithin } from '../domain/source.ts'
import type { PartnerLink } from './partner-link.ts'

/** What a whole answer has shown: these ids stand for these labels, one for one, in an order that is not known. */
interface WholeAnswer {
  readonly ids: readonly number[]
  readonly labels: ReadonlySet<string>
}

export class LeadTimeIds {
  readonly #catalogue: CatalogueService
  readonly #link: PartnerLink
  /** whole answers of the partner with ids that are not known yet, by their ids */
  readonly #answers = new Map<string, WholeAnswer>()
  #partner: string | null = null

  constructor(catalogue: CatalogueService, link: PartnerLink) {
    this.#catalogue = catalogue
    this.#link = link
  }

  /** Every id that the partner's catalogue names. */
  get all(): readonly number[] {
    const { block } = this.#link
    const ids = [...this.#catalogue.snapshot.leadTimes.keys()]
    return block === null ? [] : ids.filter((id) => isWithin(id, block))
  }

  /** The label of an id, or null while it is not known. */
  labelOf(id: number): string | null {
    const days = this.#catalogue.snapshot.leadTimes.get(id)?.days ?? null
    return days === null ? null : leadTimeLabel(days)
  }

  /** The id of a label, or null while it is not known. @param among the ids that the product offers; null: any */
  idOf(label: string, among: readonly number[] | null): number | null {
    const days = leadTimeDays(label)
    const ids = among ?? this.all
    return ids.find((id) => this.#catalogue.snapshot.leadTimes.get(id)?.days === days) ?? null
  }

  /** An answer to a request that named `id` alone showed `label` alone. */
  learn(id: number, label: string): void {
    const days = leadTimeDays(label)
    if (days !== null) this.#catalogue.learn(id, days)
  }

  /** Answers to requests that named one id each. Where two show the same label, the partner does not go by the id. */
  learnEach(answers: readonly { readonly id: number; readonly label: string }[]): void {
    for (const { id, label } of answers) {
      if (answers.filter((answer) => answer.label === label).length === 1) this.learn(id, label)
    }
  }

  /**
   * A whole answer: the product's ids stand for these labels. What can only stand for one is learnt, which may settle
   * others. Ids of different products may stand for the same label: only within one answer do they exclude each other.
   */
  learnSet(ids: readonly number[], labels: readonly string[]): void {
    if (this.#partner !== this.#link.url) {
      this.#partner = this.#link.url
      this.#answers.clear()
    }
    const answer = { ids: [...new Set(ids)], labels: new Set(labels) }
    if (answer.ids.length !== answer.labels.size || !this.#isOpen(answer)) return
    this.#answers.set([...answer.ids].sort((a, b) => a - b).join(), answer)
    while (this.#conclude());
    for (const [key, known] of this.#answers) if (!this.#isOpen(known)) this.#answers.delete(key)
  }

  #isOpen({ ids }: WholeAnswer): boolean {
    return ids.some((id) => this.labelOf(id) === null)
  }

  /** Learns what the answers together leave no choice about. @returns whether it was anything */
  #conclude(): boolean {
    for (const { ids, labels } of this.#answers.values()) {
      const open = ids.filter((id) => this.labelOf(id) === null)
      for (const id of open) {
        const [only, another] = this.#candidates(id)
        if (only !== undefined && another === undefined) {
          this.learn(id, only)
          return true
        }
      }
      for (const label of labels) {
        if (ids.some((id) => this.labelOf(id) === label)) continue
        const [only, another] = open.filter((id) => this.#candidates(id).includes(label))
        if (only !== undefined && another === undefined) {
          this.learn(only, label)
          return true
        }
      }
    }
    return false
  }

  /** The labels that an unknown id may stand for: each answer that has the id leaves those that no known id of it has. */
  #candidates(id: number): string[] {
    let candidates: string[] | null = null
    for (const { ids, labels } of this.#answers.values()) {
      if (!ids.includes(id)) continue
      const taken = new Set(ids.map((other) => this.labelOf(other)))
      candidates = (candidates ?? [...labels]).filter((label) => labels.has(label) && !taken.has(label))
    }
    return candidates ?? []
  }
}
