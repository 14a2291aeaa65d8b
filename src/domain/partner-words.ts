/**
 * A partner's own words, as they are told: what it refuses with may hold what it asks, which is a cost. Without amounts they
 * are told to everybody; whole to who may see costs ({@link wholly}).
 */
import type { FaultParams } from './reasons.ts'

/** Statuses of who has read what it was sent: what such a partner says of it is of use, but for amounts. */
const REFUSALS: ReadonlySet<unknown> = new Set([400, 413, 422])

const SEPARATED = String.raw`[.,\u00a0\u202f ]+\d+`
const NUMBER = String.raw`\d+(?:${SEPARATED})*`
const UNIT = String.raw`(?:€|\$|£|EUR\b|euros?\b|cts?\b|cents?\b|centimes?\b|HT\b|TTC\b)`
const NAME = String.raw`(?:prix|price|montant|amount|total|co[uû]t|cost|tarif|remise|discount|€|\bEUR\b)`
/** What is counted, and no amount: *pas de prix au-delà de 1000 exemplaires*. */
const COUNTED = String.raw`(?:ex\b|exemplaires?\b|copies\b|pi[eè]ces?\b|unit(?:és?|s)?\b|jours?\b|days?\b|pages?\b|[mc]?m\b|g\b)`
/** A number with a currency behind it, or behind a word of prices. */
const SUM = new RegExp(
  `${NUMBER}(?=\\s*${UNIT})|(?<=${NAME}[^\\d.;!?]{0,24})${NUMBER}(?!\\d|${SEPARATED}|\\s*${COUNTED})`,
  'gi',
)

/** A text with the form of its numbers alone: `"7666,00"` is `"#,#"`. */
export const withoutAmounts = (text: string): string => text.replace(/\d+/g, '#')

/** Of what a partner that failed says nobody knows which numbers are amounts. */
export const withoutSums = (text: string, status: unknown): string =>
  REFUSALS.has(status) ? text.replace(SUM, withoutAmounts) : withoutAmounts(text)

/** What a partner says of a price that it does not give, or of a line: a cost is told to who may see costs alone. */
export const unpricedWords = ({ message, whole }: FaultParams): string =>
  whole === undefined ? withoutSums(String(message ?? ''), 400) : String(message ?? '')

/** A fact for who may see costs. */
export const wholly = <Fact extends { readonly params?: FaultParams | undefined }>(fact: Fact): Fact =>
  fact.params?.['words'] === undefined && fact.params?.['message'] === undefined
    ? fact
    : { ...fact, params: { ...fact.params, whole: 1 } }
