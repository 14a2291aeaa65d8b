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

/** PostgreSQL's texts hold every character but U+0000: it is kept as one of private use that nobody else uses. */
const NUL = '\0'
export const KEPT_NUL = '\u{F0000}'

/** A value as PostgreSQL takes it; what is no number is none of its integers either, as SQLite has it: nothing. */
export function storable(value: Value): Value {
  if (Number.isNaN(value)) return null
  return typeof value === 'string' && value.includes(NUL) ? value.replaceAll(NUL, KEPT_NUL) : value
}

/** A text as it was before it was {@link storable}. */
export const restored = (text: string): string =>
  text.includes(KEPT_NUL) ? text.replaceAll(KEPT_NUL, NUL) : text

const isNamed = (values: Values): values is readonly [Readonly<Record<string, Value>>] => {
  const [first] = values
  return typeof first === 'object' && first !== null && !(first instanceof Uint8Array)
}
