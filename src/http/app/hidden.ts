/** What an answer leaves out for who may not see it: its schema says which fields take which right. */
import type { TSchema } from 'typebox'
import type { Right } from '../../domain/shared/rights.ts'

type Hide = (value: unknown, rights: ReadonlySet<Right>) => unknown

interface Node {
  /** what reading the value takes; without it, it is null */
  readonly right?: Right
  readonly type?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/** @returns what hides the fields of an answer that its reader may not see; null where it has none */
export const hiderOf = (schema: TSchema): Hide | null => hider(schema as Node)

function hider(node: Node): Hide | null {
  const inside = hiderInside(node)
  const { right } = node
  if (right === undefined) return inside
  return (value, rights) => (rights.has(right) ? (inside ? inside(value, rights) : value) : null)
}

function hiderInside({ properties, items, anyOf }: Node): Hide | null {
  if (properties) return ofObject(properties)
  if (items) {
    const hide = hider(items)
    return hide && ((list, rights) => (list as unknown[]).map((entry) => hide(entry, rights)))
  }
  if (!anyOf) return null
  const inside = anyOf.flatMap((one) => hider(one) ?? [])
  if (inside.length === 0) return null
  const [only] = inside
  // Which of several forms a value has is not looked into: only null beside one is told from it.
  if (anyOf.some(({ type }) => type === 'null') && anyOf.length === 2)
    return (value, rights) => (value === null ? null : only!(value, rights))
  throw new Error('a field that takes a right is in one of several forms')
}

function ofObject(properties: Readonly<Record<string, Node>>): Hide | null {
  const hidden = Object.entries(properties).flatMap(([name, node]) => {
    const hide = hider(node)
    return hide ? [[name, hide] as const] : []
  })
  if (hidden.length === 0) return null
  return (value, rights) => {
    const copy = { ...(value as Record<string, unknown>) }
    for (const [name, hide] of hidden) if (copy[name] !== undefined) copy[name] = hide(copy[name], rights)
    return copy
  }
}
