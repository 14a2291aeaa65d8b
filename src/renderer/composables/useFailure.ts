/** The words for a failure: the service's own where it gave some, ours where it gave no answer at all. */
import { useI18n } from 'vue-i18n'
import { ROLE_RIGHTS, ROLES } from '../../domain/shared/rights.ts'
import { answers, ApiError, FileCut, isAborted, isUnanswered } from '../api/client'
import { HeldBack, KeptForLater, OrderNotMade, QuoteNotSent, StepUnderWay } from '../lib/kept'
import { useQuoteName } from './useQuoteName'
import { useToasts } from './useToasts'

/** A part of the application itself that could not be fetched. */
export class NotLoaded extends Error {}

const isSignedOut = (error: unknown) =>
  error instanceof ApiError && error.errors[0]?.code === 'sign_in_required'

/** What is expected to happen; anything else is a defect. */
const OURS = [ApiError, FileCut, HeldBack, KeptForLater, StepUnderWay]

export function useFailure() {
  const { t } = useI18n()
  const toasts = useToasts()
  const { named } = useQuoteName()

  function words(error: unknown): string {
    if (error instanceof NotLoaded) return t('failure.notLoaded')
    if (error instanceof FileCut) return t('export.cut')
    if (error instanceof KeptForLater) return t('failure.kept')
    if (error instanceof HeldBack) return t('elsewhere.due')
    if (error instanceof StepUnderWay) return t('step.waitFor', { quote: named(error.quote) })
    if (error instanceof OrderNotMade) return t('order.notMade')
    if (error instanceof QuoteNotSent) return t('send.notSent')
    if (!(error instanceof ApiError)) return t('failure.unexpected')
    if (error.status === 0) return t('failure.unreachable')
    if (isSignedOut(error)) return t('failure.signedOut')
    if (error.status === 401 && error.errors[0]?.code !== 'sign_in_refused') return t('failure.locked')
    const faults = [...new Set(error.errors.map((fault) => fault.message))]
    return faults.length > 0
      ? faults.join(' ')
      : error.message || t('failure.unknown', { status: error.status })
  }

  const lacksRight = (error: unknown) => error instanceof ApiError && error.right !== null

  /** Who has the right that one lacks. */
  const whoMay = (error: unknown): string => whoHas((error as ApiError).right)

  function whoHas(right: unknown): string {
    const roles = ROLES.filter((role) => (ROLE_RIGHTS[role] as readonly unknown[]).includes(right))
    return t('failure.whoMay', { roles: roles.map((role) => t(`role.${role}`)).join(', ') })
  }

  /** Where the cause of a failure is written down, where it is the service's own. */
  function whereToLook(error: unknown): string | null {
    if (error instanceof NotLoaded) return null
    if (!(error instanceof ApiError)) return t('failure.console')
    // A database that is away is no fault of the program: the banner says it.
    if (error.status < 500 || isUnanswered(error)) return null
    return t('comptoirDesktop' in window ? 'failure.logFile' : 'failure.logStream')
  }

  /**
   * Says what failed, until what it failed for is over.
   * @param shows whether this screen shows by then what became of it
   */
  function tell(error: unknown, shows = true): void {
    const doubt = error instanceof ApiError && error.doubt && !shows
    const away = !doubt && (isUnanswered(error) || error instanceof KeptForLater || isSignedOut(error))
    // The banner, and the quote beside its number, say it for as long as it is so.
    toasts.error(words(error), away ? { over: answers, shown: error instanceof KeptForLater } : {})
  }

  /** Runs what a button does; where it fails, says so and answers undefined. */
  async function attempt<R>(task: () => Promise<R>): Promise<R | undefined> {
    try {
      return await task()
    } catch (error) {
      if (!isAborted(error)) {
        if (!OURS.some((kind) => error instanceof kind)) console.error(error)
        tell(error)
      }
      return undefined
    }
  }

  return { words, tell, whereToLook, lacksRight, whoMay, whoHas, attempt }
}
