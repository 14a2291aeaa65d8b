/** The words for every code, in French and English. Codes never change; words may. */
import { AGAIN_MESSAGES, type AgainCode } from './again-messages.ts'
import { SEAL_MESSAGES, type SealCode } from './document-messages.ts'
import { ERROR_MESSAGES, type ErrorCode } from './error-messages.ts'
import { FAULT_MESSAGES } from './fault-messages.ts'
import type { Fault, FaultCode } from './faults.ts'
import { LOCAL_SERVER_MESSAGES, type LocalServerCode } from './local-server-messages.ts'
import { MAIL_MESSAGES, type MailCode } from './mail-messages.ts'
import type { Locale, Message } from './message.ts'
import { OUTBOX_MESSAGES, type OutboxCode } from './outbox-problems.ts'
import { PARTNER_MESSAGES, type PartnerCode } from './partner-problems.ts'
import { PORTABLE_MESSAGES, type PortableCode } from './portable-messages.ts'
import { REASON_MESSAGES } from './reason-messages.ts'
import type { FaultParams, Reason, ReasonCode } from './reasons.ts'
import { withoutTurns } from './shared/without-turns.ts'
import { COMMANDS } from './store-messages.ts'
import { SUMMARY_MESSAGES, type SummaryCode } from './summary.ts'
import { UPDATE_MESSAGES, type UpdateCode } from './update-messages.ts'

export type { ErrorCode } from './error-messages.ts'
export type { Locale } from './message.ts'

/** Every code that has words. */
export type MessageCode =
  | FaultCode
  | ErrorCode
  | ReasonCode
  | PartnerCode
  | OutboxCode
  | SummaryCode
  | PortableCode
  | AgainCode
  | SealCode
  | MailCode
  | LocalServerCode
  | UpdateCode

const MESSAGES: Record<MessageCode, Message> = {
  ...PARTNER_MESSAGES,
  ...OUTBOX_MESSAGES,
  ...SUMMARY_MESSAGES,
  ...PORTABLE_MESSAGES,
  ...AGAIN_MESSAGES,
  ...SEAL_MESSAGES,
  ...MAIL_MESSAGES,
  ...LOCAL_SERVER_MESSAGES,
  ...UPDATE_MESSAGES,
  ...FAULT_MESSAGES,
  ...ERROR_MESSAGES,
  ...REASON_MESSAGES,
}

/** Every code that there are words for. */
export const MESSAGE_CODES = Object.keys(MESSAGES) as MessageCode[]

const NO_PARAMS: FaultParams = {}

/** A fact that is stored and passed as its code, and worded where it is shown. */
export interface Coded {
  readonly code: MessageCode
  readonly params?: FaultParams | undefined
}

/** The words for a fact. */
export const worded = ({ code, params }: Coded, locale: Locale): string => message(code, locale, params)

/** The same for who types commands: it names the one that helps. */
export const wordedForCommands = ({ code, params }: Coded, locale: Locale): string =>
  message(code, locale, { ...params, ...COMMANDS, whole: 1 })

/** A fact as it was stored; what this program has no words for is told as it stands. */
export function storedFact(text: string): Coded {
  try {
    const { code, params } = JSON.parse(text) as { code: MessageCode; params?: FaultParams }
    if (Object.hasOwn(MESSAGES, code)) return { code, params }
  } catch {
    // no code of any program
  }
  return { code: 'outbox_told_before', params: { text } }
}

/** The words for a code; the code itself where this program has none: what is stored may be of another. */
export function message(code: MessageCode, locale: Locale, params: FaultParams = NO_PARAMS): string {
  return Object.hasOwn(MESSAGES, code) ? withoutTurns(MESSAGES[code][locale](params)) : code
}

/** Why a lead time has no price: the tariff's own words where it has some. */
export function reasonMessage(reason: Reason, locale: Locale): string {
  return reason.text ?? message(reason.code, locale, reason.params)
}

/** What is wrong at one place: of a line without a price, the reason itself (bundle.md, "Carts"). */
export function faultMessage(fault: Fault, locale: Locale): string {
  if (fault.because) return faultsMessage(fault.because, locale)
  return fault.reason ? reasonMessage(fault.reason, locale) : message(fault.code, locale, fault.params)
}

/** What is wrong at several places, one after the other. */
export const faultsMessage = (faults: readonly Fault[], locale: Locale): string =>
  faults.map((fault) => faultMessage(fault, locale)).join(' ')
