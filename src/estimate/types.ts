/** A configuration as the estimator sees it; both areas are mapped to it. */
export interface Configuration {
  /** option key -> chosen variant id (absent: none chosen) */
  readonly choices: Readonly<Record<string, number>>
  /** option key -> free value */
  readonly values: Readonly<Record<string, number>>
  /** copies of each visual */
  readonly quantities: readonly number[]
}

/** One answer of the partner: prices in cents by lead-time label; lead times without a price are absent. */
export interface Observation {
  readonly configuration: Configuration
  readonly cents: Readonly<Record<string, number>>
  /** Its words for each lead time that it gave no price at, "" for none, by label. */
  readonly refused?: Readonly<Record<string, string>>
  /** Any increasing clock: of two answers to one configuration the later one counts. */
  readonly observedAt?: number
}

/** What can be asked: the space of configurations of a product or family. */
export interface Space {
  /**
   * `optional` says that leaving the option out is a usual thing to do (a display family's finish), not merely
   * that the interface lets it through: an absent choice is then the option's default.
   */
  readonly options: readonly { key: string; variants: readonly number[]; optional: boolean }[]
  readonly values: readonly { key: string; type: 'integer' | 'decimal' }[]
  readonly quantities:
    { range: false; available: readonly number[] } | { range: true; min: number; max: number }
  readonly visuals: { min: number; max: number }
}

/** Names as the catalogue gives them: they carry sizes ("A5", "16 pages", "350 g", "Largeur (mm)"). */
export interface Hints {
  /** option key -> name, for options with variants and for free values */
  readonly options?: Readonly<Record<string, string>>
  /** variant id -> name */
  readonly variants?: Readonly<Record<number, string>>
}

export interface RequestHints extends Hints {
  /** Configurations that the partner refused (400): not asked again, and what they have in common is avoided. */
  readonly refused?: readonly Configuration[]
}

/** A price and the interval that holds the true one in at least 90 of 100 cases. */
export interface Estimate {
  readonly cents: number
  readonly low: number
  readonly high: number
  /** Whether the configuration lies outside of what was answered: it may then be further off than the interval says. */
  readonly outside: boolean
}

/** That the same choices have no price at a lead time in another number of copies, and what the partner said there. */
export interface LeadTimeRefusal {
  readonly copies: number
  readonly message: string
}

/** Why nothing can be said: a code, for a message in words. */
export type Missing = 'no_answers' | 'too_few_answers'

export interface Estimator {
  /** Lead-time label -> estimate, for the lead times that it can say something about. */
  estimate(configuration: Configuration): ReadonlyMap<string, Estimate>
  /** Lead-time label -> refusal, for the lead times that it is taken to be refused at: an estimate of them is of no use. */
  refused(configuration: Configuration): ReadonlyMap<string, LeadTimeRefusal>
  /** Free values that it leaves out and no answer is without, by their keys: nothing is known of what it is without them. */
  lacking(configuration: Configuration): readonly string[]
  readonly missing: Missing | null
}
