import type { Value, Values } from '../work.ts'

/** A statement as PostgreSQL reads it. */
interface Translated {
  /** under which a connection keeps it prepared */
  readonly name: string
  readonly text: string
  /** the names of its values, in their order; none where they are given in order */
  readonly names: readonly string[]
}

export interface PreparedQuery {
  readonly name: string
  readonly text: string
  readonly values: readonly Value[]
}

const translated = new Map<string, Translated>()
/** What stands in quotes is no place for a value. */
const PLACE = /'(?:[^']|'')*'|"[^"]*"|\?|@([a-z]\w*)/gi

/** A statement with its values, its places (`?`, `@name`) numbered as PostgreSQL wants them. */
export function prepared(text: string, values: Values): PreparedQuery {
  let known = translated.get(text)
  if (!known) translated.set(text, (known = translate(text, `comptoir_${translated.size}`)))
  const { names } = known
  const given = isNamed(values) ? names.map((name) => values[0][name]!) : values
  return { name: known.name, text: known.text, values: given.map(storable) }
}

function translate(text: string, name: string): Translated {
  const names: string[] = []
  let places = 0
  const own = text.replace(PLACE, (found, parameter: string | undefined) => {
    if (parameter !== undefined) {
      if (!names.includes(parameter)) names.push(parameter)
      return `$${names.indexOf(parameter) + 1}`
    }
    return found === '?' ? `$${++places}` : found
  })
  return { name, text: own, names }
}

const NUL = '\0'
/**
 * PostgreSQL's texts hold every character but U+0000. It is kept as two of private use; the first of them, where a text
 * has it, as that one with another behind it, so that no two texts are kept alike. Alone it is a U+0000 of before.
 */
const ESCAPE = '\u{F0000}'
const ESCAPED_SELF = '\u{F0001}'
const ESCAPED_NUL = '\u{F0002}'
const KEPT_SELF = ESCAPE + ESCAPED_SELF
const KEPT_NUL = ESCAPE + ESCAPED_NUL
const TO_KEEP = new RegExp(`[${NUL}${ESCAPE}]`, 'gu')
const KEPT = new RegExp(`${ESCAPE}[${ESCAPED_SELF}${ESCAPED_NUL}]?`, 'gu')

/** From here on no number is one of its integers, and so none of any row. */
const BEYOND_INTEGERS = 2 ** 63

/** A value as PostgreSQL takes it; what is none of its integers is asked for like what no row has, as SQLite has it: nothing. */
export function storable(value: Value): Value {
  if (typeof value === 'number') return Math.abs(value) < BEYOND_INTEGERS ? value : null
  if (typeof value !== 'string' || !(value.includes(NUL) || value.includes(ESCAPE))) return value
  return value.replace(TO_KEEP, (char) => (char === NUL ? KEPT_NUL : KEPT_SELF))
}

/** A text as it was before it was {@link storable}. */
export const restored = (text: string): string =>
  text.includes(ESCAPE) ? text.replace(KEPT, (kept) => (kept === KEPT_SELF ? ESCAPE : NUL)) : text

/** SQL for a column of texts, of which each character is as many bytes as before it was {@link storable}. */
export const asLong = (column: string): string =>
  `replace(replace(replace(${column}, '${KEPT_NUL}', ' '), '${KEPT_SELF}', '    '), '${ESCAPE}', ' ')`

const isNamed = (values: Values): values is readonly [Readonly<Record<string, Value>>] => {
  const [first] = values
  return typeof first === 'object' && first !== null && !(first instanceof Uint8Array)
}
