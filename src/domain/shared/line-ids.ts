/**
 * Lines of a quote by names of their own, which last whatever is done to the lines: so each is itself for two who change
 * a quote at once, however alike it is to another. For the service and the screens.
 */
import { inOrder } from './in-order.ts'
import { isProduct, type LineArea } from './line-roles.ts'
import { itemOf } from './quote-lines.ts'

/** Of a line: letters, digits, `-` and `_`. */
export const LINE_ID = /^[\w-]{1,40}$/

/** What of a line tells what it is. */
interface Told {
  readonly area: LineArea
  readonly line?: Readonly<Record<string, unknown>>
  readonly text?: string
  readonly quantity?: number | null
  readonly unitCents?: number | null
  readonly sale?: { readonly by: string } | null | undefined
  readonly delai?: number | null
  readonly role?: string | null
  readonly discount?: string | null
}

interface Named {
  readonly id: string
}

/** What a line asks for, however it is sold. */
const exactly = (line: Told) =>
  JSON.stringify(
    isProduct(line)
      ? [line.area, line.line]
      : [line.area, line.text?.trim(), line.quantity ?? null, line.unitCents ?? null],
  )

/** What it is of, however many. */
function item(line: Told): string {
  if (isProduct(line)) return JSON.stringify([line.area, itemOf({ area: line.area, line: line.line ?? {} })])
  return JSON.stringify([line.area, line.area === 'free' ? line.text?.trim().split('\n', 1) : null])
}

/** What it comes to: of a service whose words alone are others. */
const amount = ({ area, quantity = null, unitCents = null }: Told) =>
  area === 'free' && unitCents !== null ? JSON.stringify([quantity, unitCents]) : null

/** What lines are paired by, the surest first. */
const KEYS = ['whole', 'soldExactly', 'exact', 'soldItem', 'item', 'amount'] as const
/** Of these the one between the same neighbours is it. */
const ALIKE: readonly string[] = ['whole', 'soldExactly', 'exact']

function keysOf(line: Told) {
  const keys = { exact: exactly(line), item: item(line), amount: amount(line) }
  // Who is not shown a percentage says of it no more than that there is one.
  const by = line.sale?.by ?? ''
  const soldExactly = by + keys.exact
  const whole = JSON.stringify([
    soldExactly,
    line.delai ?? null,
    line.role ?? 'included',
    line.discount ?? null,
  ])
  return { ...keys, whole, soldExactly, soldItem: by + keys.item }
}

/** All that tells a line but its id: of two that nothing tells apart the same. */
export const wholeOf = (line: Told): string => keysOf(line).whole

/**
 * Of each line the one that it was: that which asks for the same, of several the one that is sold in the same way, of these
 * the one of the same lead time, role and discount, of these the one between the same neighbours; else the one of the same item, sold alike before others; else of the same amount, in
 * their order; null: it is new.
 */
function originsOf<B extends Told>(lines: readonly Told[], before: readonly B[]): (B | null)[] {
  const left = new Set(before.keys())
  const found = lines.map((): B | null => null)
  const pair = (at: number, from: number) => {
    found[at] = before[from]!
    left.delete(from)
  }
  const [was, is] = [before.map(keysOf), lines.map(keysOf)]
  // One that is the same counts for more than all that are the same but for the rest of it, and so on.
  const more = lines.length + 1
  const aligned = inOrder(was, is, (a, b) => {
    if (a.whole === b.whole) return more ** 3
    if (a.soldExactly === b.soldExactly) return more ** 2
    return a.exact === b.exact ? more : Number(a.item === b.item)
  })
  for (const key of KEYS) {
    if (ALIKE.includes(key))
      for (const [from, at] of aligned)
        if (left.has(from) && !found[at] && was[from]![key] === is[at]![key]) pair(at, from)
    const alike = Map.groupBy(left, (from) => was[from]![key])
    for (const at of lines.keys()) {
      const wanted = found[at] ? null : is[at]![key]
      const from = wanted === null ? undefined : alike.get(wanted)?.shift()
      if (from !== undefined) pair(at, from)
    }
  }
  return found
}

/**
 * Lines with an id each: their own, the first of two that have the same; else that of the line that they were before.
 * @param before the lines as they were
 * @param fresh makes an id that none has had
 */
export function withLineIds<L extends Told & { readonly id?: string | null }, B extends Told & Named>(
  lines: readonly L[],
  before: readonly B[],
  fresh: () => string,
): (L & Named)[] {
  const taken = new Set<string>()
  const own = lines.map(({ id }) => {
    if (!id || taken.has(id)) return null
    taken.add(id)
    return id
  })
  const open = [...lines.keys()].filter((at) => own[at] === null)
  if (open.length > 0) {
    const origins = originsOf(
      open.map((at) => lines[at]!),
      before.filter(({ id }) => !taken.has(id)),
    )
    for (const [i, at] of open.entries()) own[at] = origins[i]?.id ?? fresh()
  }
  return lines.map((line, at) => ({ ...line, id: own[at]! }))
}

/** Lines that were kept before lines had ids: the same line has the same one, whenever and in whichever revision it is read. */
export function withOldIds<L extends Told & { readonly id?: string }>(lines: readonly L[]): (L & Named)[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    if (line.id !== undefined) return line as L & Named
    const key = exactly(line)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    let hash = 0
    for (const char of key) hash = (hash * 31 + char.codePointAt(0)!) % 0xffffff
    return { ...line, id: `${hash.toString(36)}-${count}` }
  })
}
