/**
 * No secret reaches a log: neither by the name of the field that it is in, nor by the form that it has in a text, nor,
 * where this process knows it, by what it is. Who logs need not think of it.
 */
import type { LoggerOptions } from 'pino'
import { Discretion } from '../upstream/discretion.ts'

const HIDDEN = '[hidden]'

/** Fields that hold a secret, or may: what was asked and answered is not logged whole. */
const SECRET_FIELD =
  /(^|_|-)(token|key|secret|password|passwd|pwd|pass|authorization|auth|cookie|cookies|credentials?|session|sealed|headers|rawheaders)$/i
/** The same at the end of a name in camel case. */
const SECRET_TAIL = /(Token|Key|Secret|Password|Authorization|Cookie|Headers|Session)$/

/** How secrets are written where they stand in a text: what is before them stays. */
const SECRET_FORMS: readonly (readonly [RegExp, string])[] = [
  // Authorization, by any name of its scheme: a word alone is none.
  [
    /\b(Bearer|Token|Basic)(\s+)(?=[A-Za-z._~+/=-]*\d|[A-Za-z0-9._~+/=-]{20})[A-Za-z0-9._~+/=-]{6,}/gi,
    `$1$2${HIDDEN}`,
  ],
  // An address with a password.
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"'\\]*):[^\s@"'\\]+@/gi, `$1:${HIDDEN}@`],
  // A query, a form, a command line: ?key=…, token=…, --password=…
  [
    /\b(key|token|password|passwd|secret|pwd|pass|api[_-]?key|access[_-]?token)=(?!\[hidden\])[^\s&"'\\]+/gi,
    `$1=${HIDDEN}`,
  ],
  // A token of ours, wherever it stands.
  [/cpt(?:_|%5f)[\w-]{20,}/gi, HIDDEN],
  // A cookie of ours.
  [/\b((?:__Host-)?comptoir[\w-]*)=(?!\[hidden\])[^\s;"'\\]+/gi, `$1=${HIDDEN}`],
  // JSON in a text: "token":"…", also as it is written in JSON itself.
  [
    /((?<!\\)\\*"(?:token|key|password|secret|authorization|cookie|pass)\\*"\s*:\s*\\*")(?!\[hidden\])[^"\\]+/gi,
    `$1${HIDDEN}`,
  ],
]

/** What every form of above has. */
const MAY_HOLD_FORM = /=|cpt(?:_|%5f)|:\/\/|\b(?:bearer|token|basic)\s|\\"/i

/** A shorter one is a common word: taken out of every line it would hide what they say. */
const SHORTEST = 6
/** Those of before go first: no process has so many. */
const MOST_KNOWN = 100

const known = new Map<string, Discretion>()

/** From now on the text is in no line that this process logs, however it is coded. */
export function keepOutOfLogs(secret: string): void {
  if (secret.length < SHORTEST) return
  const discretion = known.get(secret) ?? new Discretion(secret)
  // What is named again is no longer one of before.
  known.delete(secret)
  known.set(secret, discretion)
  const [first] = known.keys()
  if (known.size > MOST_KNOWN) known.delete(first!)
}

/** The same of the password in a database's address. */
export function keepPasswordOutOfLogs(url: string): void {
  if (!URL.canParse(url)) return
  const { password } = new URL(url)
  keepOutOfLogs(password)
  try {
    keepOutOfLogs(decodeURIComponent(password))
  } catch {
    // It is as it stands there.
  }
}

/** A text without secrets, as far as they are known or look like some. */
export const withoutSecrets = (text: string): string => {
  let clean = text
  for (const discretion of known.values()) clean = discretion.text(clean)
  return withoutForms(clean)
}

/** A line for each request: codings of a secret are not looked for in it, which would take longer than the line. */
const OF_REQUESTS = /^\{"level":[123]0,/

function withoutSecretsInLine(line: string): string {
  if (!OF_REQUESTS.test(line)) return withoutSecrets(line)
  let clean = line
  for (const secret of known.keys()) if (clean.includes(secret)) clean = clean.replaceAll(secret, HIDDEN)
  return MAY_HOLD_FORM.test(clean) ? withoutForms(clean) : clean
}

const withoutForms = (text: string) =>
  SECRET_FORMS.reduce((clean, [form, put]) => clean.replace(form, put), text)

/** How every log of the program is made: whoever it is written to. */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  formatters: { log: (fields) => clean(fields, 0) as Record<string, unknown> },
  // It is told as a field like any other.
  serializers: { err: (told: unknown) => told },
  // The message, too, and whatever a field's text repeats.
  hooks: { streamWrite: withoutSecretsInLine },
})

/** Beyond it nothing is told: nobody logs so deep. */
const DEEPEST = 6
const MOST_ENTRIES = 100

function clean(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return '[…]'
  if (value instanceof Error) return factsOf(value, depth)
  if (value instanceof Date) return value
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((item) => clean(item, depth + 1))
  return cleanFields(Object.entries(value), depth)
}

const cleanFields = (entries: readonly (readonly [string, unknown])[], depth: number) =>
  Object.fromEntries(
    entries.map(([name, value]) => [name, isSecret(name, value) ? HIDDEN : clean(value, depth + 1)]),
  )

/** That there is none is no secret; nor is a switch, or a count. */
const isSecret = (name: string, value: unknown) =>
  (SECRET_FIELD.test(name) || SECRET_TAIL.test(name)) &&
  ((typeof value === 'object' && value !== null) || (typeof value === 'string' && value !== ''))

/** What of an error is written by other names. */
const OWN_FIELDS = /^(name|message|stack|cause|errors)$/

/** An error with those that caused it: its own fields are told as any others are. */
function factsOf(error: Error, depth: number): Record<string, unknown> {
  const { errors } = error as { errors?: unknown }
  return {
    type: error.constructor?.name ?? error.name,
    message: error.message,
    stack: error.stack,
    ...cleanFields(
      Object.entries(error).filter(([name]) => !OWN_FIELDS.test(name)),
      depth,
    ),
    ...(error.cause !== undefined && { cause: clean(error.cause, depth + 1) }),
    ...(Array.isArray(errors) && { errors: clean(errors, depth + 1) }),
  }
}
