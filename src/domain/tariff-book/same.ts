/** Whether what a sheet says is what is there already, by another writing. */
import { canonical, isBlank, kept } from './cells.ts'
import type { Kind } from './layout.ts'
import { fieldsOf } from './write.ts'

/** Whether two values say the same: a decimal by its number; nothing, « non » and null alike, where nothing is there. */
export function same(before: unknown, value: unknown, kind: Kind | 'price'): boolean {
  if (before === value) return true
  if (before === undefined || before === null) return value === undefined || value === false
  if (typeof before !== 'string') return false
  if (kind === 'text') return kept(before) === kept(typeof value === 'string' ? value : '')
  return typeof value === 'string' && canonical(before) === value
}

/** Whether an entry says nothing that its row shows. */
export const unsaid = (entry: unknown, fields: readonly string[]): boolean =>
  fields.every((field) => {
    const value = fieldsOf(entry)[field]
    return (
      value === null ||
      value === undefined ||
      value === false ||
      (typeof value === 'string' && isBlank(value))
    )
  })
