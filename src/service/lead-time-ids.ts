/**
 * Which of the partner's lead-time ids stands for which label: the ids say nothing about days, only its answers do
 * (contract.md, "Talking to the upstream partner").
 */
import { leadTimeDays, leadTimeLabel } from '../domain/lead-times.ts'
import type { CatalogueService } from './catalogue.ts'

export class LeadTimeIds {
  readonly #catalogue: CatalogueService
  /** labels that an id may still stand for, by what whole answers have shown */
  readonly #candidates = new Map<number, ReadonlySet<string>>()

  constructor(catalogue: CatalogueService) {
    this.#catalogue = catalogue
  }

  /** The label of an id, or null while it is not known. */
  labelOf(id: number): string | null {
    const days = this.#catalogue.snapshot.leadTimes.get(id)?.days ?? null
    return days === null ? null : leadTimeLabel(days)
  }

  /** The id of a label, or null while it is not known. @param among the ids that the product offers; null: any */
  idOf(label: string, among: readonly number[] | null): number | null {
    const days = leadTimeDays(label)
    const ids = among ?? [...this.#catalogue.snapshot.leadTimes.keys()]
    return ids.find((id) => this.#catalogue.snapshot.leadTimes.get(id)?.days === days) ?? null
  }

  /** An answer to a request that named `id` alone showed `label` alone. */
  learn(id: number, label: string): void {
    const days = leadTimeDays(label)
    if (days === null) return
    this.#catalogue.learn(id, days)
    this.#candidates.delete(id)
  }

  /**
   * A whole answer: the product's ids stand for these labels, in an order that is not known. An id that can stand for
   * one label alone is learnt, which may settle others.
   */
  learnSet(ids: readonly number[], labels: readonly string[]): void {
    if (ids.length !== labels.length) return
    for (const id of ids) {
      const before = this.#candidates.get(id)
      this.#candidates.set(id, new Set(before ? labels.filter((label) => before.has(label)) : labels))
    }
    for (let settled = true; settled;) {
      settled = false
      for (const id of ids) {
        if (this.labelOf(id) !== null) continue
        const open = [...(this.#candidates.get(id) ?? [])].filter((label) => this.idOf(label, null) === null)
        if (open.length !== 1) continue
        this.learn(id, open[0]!)
        settled = true
      }
    }
  }
}
