/** What two people made of the same values, in one: pure. Where both changed the same, one's own stays, and it is told where. */

/** The way to a value: names of fields; to an entry of a list, what that is known by. */
export type Path = readonly string[]

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, i) => isSame(entry, b[i]))
  if (!isFields(a) || !isFields(b)) return a === b
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

/** Fields by which an entry of a list is known, whatever else of it is changed. */
const NAMES = ['id', 'item', 'source', 'postalPrefix', 'from']

/** What an entry of a list is known by; one without a name by its whole content. */
export function keyOf(entry: unknown): string {
  const name = isFields(entry) ? NAMES.find((each) => each in entry) : undefined
  if (!isFields(entry) || name === undefined) return JSON.stringify(entry)
  return [entry['area'] ?? name, entry[name]].join(' ')
}

/** Entries by what they are known by; null where two are known by the same, or it is no list. */
function byKey(list: unknown): ReadonlyMap<string, unknown> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map(list.map((entry: unknown) => [keyOf(entry), entry]))
  return entries.size === list.length ? entries : null
}

/** @param both where both changed the same is added to it */
export function merged(
  before: unknown,
  mine: unknown,
  theirs: unknown,
  both: Path[],
  path: Path = [],
): unknown {
  if (isSame(theirs, before) || isSame(mine, theirs)) return mine
  if (isSame(mine, before)) return theirs
  if (isFields(before) && isFields(mine) && isFields(theirs)) {
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)])
    return Object.fromEntries(
      [...keys]
        .map((key) => [key, merged(before[key], mine[key], theirs[key], both, [...path, key])] as const)
        .filter(([, value]) => value !== undefined),
    )
  }
  const [was, own, other] = [byKey(before === undefined ? [] : before), byKey(mine), byKey(theirs)]
  if (was && own && other)
    return [...new Set([...own.keys(), ...other.keys()])]
      .map((key) => merged(was.get(key), own.get(key), other.get(key), both, [...path, key]))
      .filter((entry) => entry !== undefined)
  both.push(path)
  return mine
}

/** What stands there; undefined: nothing. */
export function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value
  if (Array.isArray(value))
    return valueAt(
      value.find((entry) => keyOf(entry) === key),
      rest,
    )
  return isFields(value) ? valueAt(value[key], rest) : undefined
}

/** The same with another value there; undefined: it is left out. */
export function withValueAt(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to
  if (!Array.isArray(value)) {
    const fields = isFields(value) ? value : {}
    return { ...fields, [key]: withValueAt(fields[key], rest, to) }
  }
  const at = value.findIndex((entry) => keyOf(entry) === key)
  const entry = withValueAt(value[at], rest, to)
  if (at < 0) return entry === undefined ? value : [...value, entry]
  return entry === undefined ? value.toSpliced(at, 1) : value.with(at, entry)
}
