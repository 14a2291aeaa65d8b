/** The states of an order that are ours: one list for the service and the screens. */
import { fold } from './fold.ts'

/** Our own states of an order (partner-api.md 2.7); once transmitted, the upstream's own words may stand instead. */
export const ORDER_STATES = [
  'enregistree',
  'a_transmettre',
  'transmise',
  'a_verifier',
  'refusee',
  'annulee',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Whether a status is ours; another is the partner's own word, shown as it is. */
export const isOrderState = (status: string): status is OrderState =>
  (ORDER_STATES as readonly string[]).includes(status)

/** Our states as a partner's words: of an order of its own, which may be another Comptoir's. */
const AS_WORDS: Readonly<Record<OrderState, string>> = {
  enregistree: 'Enregistrée',
  a_transmettre: 'À transmettre',
  transmise: 'Transmise',
  a_verifier: 'À vérifier',
  refusee: 'Refusée',
  annulee: 'Annulée',
}

/** A partner's own word; one that is a state of ours in words: it says what became of its order, not of this one. */
export const partnersWord = (word: string): string => (isOrderState(word) ? AS_WORDS[word] : word)

/** Statuses that partners write without spaces and accents, as they are read. No document lists the words of partners. */
const WORDS: readonly (readonly [fr: string, en: string])[] = [
  ['Reçue', 'Received'],
  ['Acceptée', 'Accepted'],
  ['Validée', 'Validated'],
  ['Confirmée', 'Confirmed'],
  ['Payée', 'Paid'],
  ['Facturée', 'Invoiced'],
  ['En attente', 'Waiting'],
  ['En cours', 'In progress'],
  ['En attente de fichiers', 'Waiting for files'],
  ['Fichiers reçus', 'Files received'],
  ['En attente de BAT', 'Waiting for proof'],
  ['BAT à valider', 'Proof to approve'],
  ['BAT validé', 'Proof approved'],
  ['En préparation', 'In preparation'],
  ['En production', 'In production'],
  ['En fabrication', 'In manufacture'],
  ['En impression', 'In print'],
  ['Imprimée', 'Printed'],
  ['En façonnage', 'In finishing'],
  ['Prête', 'Ready'],
  ['Terminée', 'Finished'],
  ['Expédiée', 'Shipped'],
  ['En livraison', 'Out for delivery'],
  ['Livrée', 'Delivered'],
  ['Suspendue', 'On hold'],
  ['Annulée', 'Cancelled'],
  ['Refusée', 'Refused'],
  ['Rejetée', 'Rejected'],
]
const KNOWN = new Map(WORDS.map(([fr, en]) => [fold(fr), { fr, en }]))

/**
 * A partner's own word as people read it: a code in the words that it stands for, or at least without underscores, and a known
 * word in English where that is read; anything else as it is.
 */
export function readableWord(word: string, locale: 'fr' | 'en' = 'fr'): string {
  const isCode = /^[a-z0-9]+(?:_+[a-z0-9]+)*$/i.test(word)
  const known = KNOWN.get(fold(word).replaceAll(/_+/g, ' '))
  if (known !== undefined && (isCode || locale === 'en')) return known[locale]
  if (!isCode || !word.includes('_')) return word
  const spaced = word.replaceAll(/_+/g, ' ')
  return spaced === spaced.toLowerCase() ? spaced.charAt(0).toUpperCase() + spaced.slice(1) : spaced
}

/** By what statuses are told apart that read the same: states by their words, words without case and accents. */
export const statusKey = (status: string): string => fold(readableWord(partnersWord(status))).trim()

const STATE_OF: ReadonlyMap<string, OrderState> = new Map(
  ORDER_STATES.map((state) => [statusKey(state), state]),
)
/** The state of ours that a status is, or reads as; null: no word of ours. */
export const stateReadAs = (status: string): OrderState | null => STATE_OF.get(statusKey(status)) ?? null

/** What is told of a part that its partner takes up again once it was decided here what becomes of it. */
export const RESUMED_THERE = 'outbox_resumed_there'

/** Codes of what is to be looked into of a part that its partner has, and that say nothing against its number there. */
const NUMBER_CERTAIN: ReadonlySet<string> = new Set([
  ...['outbox_charged_more', 'outbox_cancelled_there', RESUMED_THERE],
])
export const isNumberCertain = (code: string): boolean => NUMBER_CERTAIN.has(code)

/** How a part of an order stands that its partner has cancelled: here it is not given up. */
export const CANCELLED_THERE = 'annulee_chez_partenaire'
/** The same of what it has refused after it had it. */
export const REFUSED_THERE = 'refusee_chez_partenaire'

const DONE =
  /\b(livree?s?|expediee?s?|terminee?s?|facturee?s?|delivered|shipped|completed|finished|closed|invoiced)\b/
const PERHAPS_DONE =
  /livr|exped|termin|clotur|clos|factur|archiv|deliver|ship|complet|finish|invoic|done|fini|pret/

/** Whether a partner's own word says that nothing is left to do for it. */
export const saysDone = (word: string): boolean => DONE.test(statusKey(word))
/** Whether it may say so, or that it soon will be: such an order may leave a list of those that are at work. */
export const mayBeDone = (word: string): boolean => PERHAPS_DONE.test(statusKey(word))

/** Words of which one in a partner's own says that it has cancelled an order; their form is the partner's own affair. */
const CANCELLED_WORDS: ReadonlySet<string> = new Set([
  ...['annule', 'annulee', 'annules', 'annulees'],
  ...['cancelled', 'canceled'],
])

/** Words before such a one that take it back, and words that may stand between the two. */
const NEGATIONS: ReadonlySet<string> = new Set(['non', 'pas', 'plus', 'jamais', 'not', 'never', 'un'])
const BETWEEN: ReadonlySet<string> = new Set(['encore', 'ete', 'yet', 'been', 'be'])

/** Whether a partner's own word says that it has cancelled its order. No document lists the words of partners. */
export function saysCancelled(word: string | null): boolean {
  const parts = fold(word ?? '').split(/[^a-z]+/)
  return parts.some((part, i) => {
    const before = parts.slice(0, i).findLast((one) => !BETWEEN.has(one))
    return CANCELLED_WORDS.has(part) && !NEGATIONS.has(before ?? '')
  })
}

/** Words that are a partner's whole status where it has refused an order: within others one may be of the artwork. */
const REFUSED_WORDS: ReadonlySet<string> = new Set([
  ...['refuse', 'refusee', 'rejete', 'rejetee'],
  ...['refused', 'rejected'],
])

/** Whether a partner's own word says that it has refused its order. */
export const saysRefused = (word: string | null): boolean => REFUSED_WORDS.has(fold(word ?? '').trim())

/** Whether a partner's own word says that it will not make its order. */
export const saysUnmade = (word: string | null): boolean => saysCancelled(word) || saysRefused(word)

/** Whether a part stands so that its partner will not make it. */
export const isUnmadeThere = (status: string): boolean =>
  status === CANCELLED_THERE || status === REFUSED_THERE

/** Whether an order waits for a person: to look into it, or to decide about a refusal. */
export const needsPerson = (status: string): boolean => status === 'a_verifier' || status === 'refusee'

/** How an order stands that cannot be cancelled: already so, handed over, at a partner, on its way to one. */
export const CANCEL_BARS = ['cancelled', 'handed', 'sent', 'waiting'] as const
export type CancelBar = (typeof CANCEL_BARS)[number]

/** Whether it was given up: nothing is due for it. */
export const isGivenUp = (status: string): boolean => status === 'annulee'

/** Whether an order can be marked as handed over to its customer: of one that a partner refused it is decided first. */
export const canHandOver = (status: string): boolean => !isGivenUp(status) && status !== 'refusee'
