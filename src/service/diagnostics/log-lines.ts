/**
 * A log as it may be shown to a stranger: of each line what is known to be the program's own, by a list of what is let
 * through. An error's words may repeat a name, an address or a whole body: its kind, its code and its places stay.
 */
import { systemWords, toldCode } from './codes.ts'
import { LOG_MESSAGES, shapeOf } from './log-messages.ts'

type Told = Record<string, unknown>

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}
/** Why Electron says that a page's process has gone. */
const GONE = /^(clean-exit|abnormal-exit|killed|crashed|oom|launch-failed|integrity-failure|memory-eviction)$/
const METHOD = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/
/** A route's pattern: no value of a request is in it. */
const ROUTE = /^(\/[a-z0-9.*-]*|\/:[a-zA-Z]+)+\/?$/
/** What became of a request to a partner. */
const KIND = /^(unreachable|interrupted|refused|unauthorized|throttled|queued|failed|unreadable)$/
const DEEPEST = 4
const MOST_FRAMES = 40
const MOST_ERRORS = 5

/** What a log tells, a line of JSON each. */
export interface ToldLog {
  readonly lines: readonly string[]
  /** those that are none of ours, or were cut */
  readonly leftOut: number
}

export function toldLog(text: string): ToldLog {
  const lines: string[] = []
  let leftOut = 0
  for (const line of text.split('\n')) {
    if (line === '') continue
    const told = toldLine(line)
    if (told) lines.push(JSON.stringify(told))
    else leftOut += 1
  }
  return { lines, leftOut }
}

function toldLine(line: string): Told | null {
  const fields = parsed(line)
  const level = fields && LEVELS[Number(fields['level'])]
  if (!fields || level === undefined) return null
  const { time, msg, reason, method, route, err } = fields
  return defined({
    time: timeOf(time),
    level,
    msg: typeof msg === 'string' && LOG_MESSAGES.has(shapeOf(msg)) ? msg : '[…]',
    pid: whole(fields['pid']),
    reason: matching(reason, GONE),
    exitCode: whole(fields['exitCode']),
    method: matching(method, METHOD),
    route: matching(route, ROUTE),
    status: whole(fields['status']),
    ms: typeof fields['ms'] === 'number' ? fields['ms'] : undefined,
    err: err === undefined ? undefined : toldError(err),
  })
}

/** An error, as it was logged or as it was caught. */
export function toldError(error: unknown, depth = 0): Told | undefined {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return undefined
  const { name, message, stack, code, cause, errors, problem, kind } = error as Told
  const type = (error as Told)['type'] ?? (error instanceof Error ? error.constructor.name : name)
  const toldType = matching(type, /^[A-Z][A-Za-z]{2,40}$/)
  return defined({
    type:
      toldType && /(Error|Exception|Refusal|Invalid|Unasked|Moved|Failed|Overtaken|Outdated)$/.test(toldType)
        ? toldType
        : undefined,
    code: toldCode(code, toldType === 'DatabaseError'),
    kind: matching(kind, KIND),
    problem: toldCode((problem as Told | undefined)?.['code']),
    status: whole(
      (error as Told)['status'] ?? (error as Told)['statusCode'] ?? (error as Told)['responseCode'],
    ),
    message: toldMessage(message),
    stack: toldStack(stack),
    cause: toldError(cause, depth + 1),
    errors: Array.isArray(errors)
      ? errors.slice(0, MOST_ERRORS).map((each) => toldError(each, depth + 1) ?? {})
      : undefined,
  })
}

/** Words of the language, of SQLite and of the system, which name nothing but code. */
const SAID: readonly RegExp[] = [
  /^Cannot (?:read properties|set properties|convert|destructure property) of (?:undefined|null)/,
  // Of a name in the code, which is found where it happened.
  /^[\w$.]+ (is not (?:a function|defined|iterable|a constructor))/,
  /^(?:Maximum call stack size exceeded|Invalid array length|Invalid string length|fetch failed|terminated|socket hang up)/,
  /^(?:database is locked|database disk image is malformed|database or disk is full|database table is locked)/,
  /^(?:disk I\/O error|attempt to write a readonly database|file is not a database|unable to open database file)/,
  /^(?:no such table|no such column|(?:UNIQUE|NOT NULL|CHECK|FOREIGN KEY) constraint failed)/,
  /^The operation was aborted(?: due to timeout)?/,
  /^the background thread ended$/,
]

function toldMessage(message: unknown): string | undefined {
  if (typeof message !== 'string') return undefined
  for (const said of SAID) {
    const found = said.exec(message)
    if (found) return found[1] ?? found[0]
  }
  const [, code = ''] = /^(?:[a-z]+ )?(E[A-Z0-9]+)\b/.exec(message) ?? []
  const words = systemWords(code)
  return words === undefined ? undefined : `${code}: ${words}`
}

const FRAME = /^\s*at (?:(async )?((?:new )?[\w$#.<>]+(?: \[as [\w$#.]+\])?) )?\(?([^()]*?):(\d+):(\d+)\)?$/
const CALLED = /^\s*at (?:async )?[\w$#.<>]+ \((?:<anonymous>|index \d+|native)\)$/

/** Where it happened: the files of the program and its packages, without the folders that they are in. */
function toldStack(stack: unknown): string[] | undefined {
  if (typeof stack !== 'string') return undefined
  const frames = stack.split('\n').flatMap((line) => {
    if (CALLED.test(line)) return [line.trim()]
    const [, async = '', called, place = '', row, column] = FRAME.exec(line) ?? []
    const file = fileOf(place)
    if (file === null) return []
    const at = `${file}:${row}:${column}`
    return [called === undefined ? `at ${at}` : `at ${async}${called} (${at})`]
  })
  return frames.length > 0 ? frames.slice(0, MOST_FRAMES) : undefined
}

const WITHIN = /(?:^|[/\\])((?:node_modules|out|src|e2e)[/\\][\w@.$/\\+-]+\.(?:js|mjs|cjs|ts|vue))$/

function fileOf(place: string): string | null {
  if (/^node:[\w/]+$/.test(place)) return place
  const inside = WITHIN.exec(place.replace(/^.*node_modules(?=[/\\])/, '/node_modules'))?.[1]
  return inside === undefined ? null : inside.replaceAll('\\', '/')
}

function parsed(line: string): Told | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Told) : null
  } catch {
    return null
  }
}

function timeOf(time: unknown): string | undefined {
  const date = new Date(typeof time === 'number' ? time : NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)
const matching = (value: unknown, form: RegExp) =>
  typeof value === 'string' && form.test(value) ? value : undefined

/** Without what is not told. */
const defined = (fields: Told): Told =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
