import type { Value, Values } from '../work.ts'

/** A statement as PostgreSQL reads it. */
interface Translated {
  /** under which a connection keeps it prepared */
  readonly name: string
  readonly text: string
  /** the names of its values, in their order; null where they are given in order */
  readonly names: readonly string[] | null
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
  const named = values[0] as Readonly<Record<string, Value>>
  const given = known.names === null ? (values as readonly Value[]) : known.names.map((name) => named[name]!)
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
  return { name, text: own, names: names.length > 0 ? names : null }
}

/** PostgreSQL's texts hold every character but U+0000: it is kept as the sign for it. */
export const storable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '␀') : value
