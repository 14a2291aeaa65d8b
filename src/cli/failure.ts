import { join } from 'node:path'
import { CommanderError } from 'commander'
import { message, worded, wordedForCommands } from '../domain/messages.ts'
import { COMMANDS, storeMessage } from '../domain/store-messages.ts'
import { ListenError } from '../http/server.ts'
import { STORE_FILE, StoreError, storeFailure } from '../service/maintenance.ts'
import { SecretError } from '../service/secrets.ts'
import { Refusal, Unasked } from '../service/refusal.ts'
import { withHolder } from '../service/server-file.ts'
import { onPlace, type NamedPlace } from './typed.ts'
import type { Language, Words } from './words/index.ts'

/** A failure in one clear line; further lines only where the contract gives one a fault. */
export class CommandError extends Error {
  readonly code: string
  readonly details: readonly Detail[]

  constructor(code: string, message: string, details: readonly Detail[] = []) {
    super(message)
    this.name = 'CommandError'
    this.code = code
    this.details = details
  }
}

export interface Detail {
  readonly path: string
  readonly code: string
  readonly message: string
}

export interface Failure {
  /** in the reader's language, one line */
  readonly message: string
  /** never changes */
  readonly code: string
  readonly details: readonly Detail[]
}

/** The data folder of a command that failed. */
export interface FailedOn {
  /** whose disk a failure of the disk is about */
  readonly data: string
  /** its store as it was named */
  readonly named: NamedPlace
}

/** What a failure is called and says, in the reader's language. @param on undefined: of no folder */
export function describeFailure(error: unknown, language: Language, on?: FailedOn): Failure {
  const { locale, words } = language
  const known = withHolder(on === undefined ? error : storeFailure(error, join(on.data, STORE_FILE)))
  const plain = (code: string, text: string): Failure => ({ message: text, code, details: [] })
  const place = on ? { onPlace: onPlace(on.named) } : COMMANDS
  if (known instanceof CommandError) return known
  if (known instanceof StoreError) {
    return plain(known.code, storeMessage(known.code, locale, { ...known.params, ...place }))
  }
  if (known instanceof Unasked)
    return plain(known.code, message(known.code, locale, { why: wordedForCommands(known.problem, locale) }))
  if (known instanceof Refusal)
    return plain(known.code, message(known.code, locale, { ...known.params, ...place }))
  if (known instanceof SecretError) return plain(known.problem.code, worded(known.problem, locale))
  if (known instanceof ListenError) return plain(known.code, words.listen[known.code](known.host, known.port))
  if (known instanceof CommanderError) return plain('usage', usage(known, words))
  if ((known as Error | null)?.name === 'AbortError') return plain('interrupted', words.interrupted)
  const text = known instanceof Error ? known.message : String(known)
  return plain('unexpected', words.unexpected(text.split('\n')[0]!))
}

/** Commander names what is wrong in English sentences; what they quote is taken out of them into ours. */
function usage({ code, message: text }: CommanderError, words: Words): string {
  const said = text.replace(/^error: /, '')
  const quoted = /'([\s\S]*)'/.exec(said)?.[1] ?? ''
  const numbers = (/Expected (\d+) [^]* got (\d+)/.exec(said) ?? []).slice(1).map(Number)
  const invalid =
    /^option '(.+?)' (?:argument|value) '([\s\S]*?)' (?:from env '(\w+)' )?is invalid\. ([\s\S]*)$/.exec(said)
  switch (code) {
    case 'commander.unknownOption':
      return words.usage.unknownOption(quoted)
    case 'commander.missingArgument':
      return words.usage.missingOperand(quoted)
    case 'commander.optionMissingArgument':
      return words.usage.missingValue(quoted)
    case 'commander.missingMandatoryOptionValue':
      return words.usage.missingOption(quoted)
    case 'commander.excessArguments':
      return words.usage.tooMany(numbers[0] ?? 0, numbers[1] ?? 0)
    case 'commander.invalidArgument':
      return invalid ? words.usage.invalid(invalid[3] ?? invalid[1]!, invalid[2]!, invalid[4]!) : said
    default:
      return said
  }
}
