/** Where a line of a quote is once its lines are others: pure. A line has no name that lasts. */
import { comparedLines } from '../../domain/shared/compared-lines.ts'
import { isProduct } from '../../domain/shared/line-roles.ts'
import type { QuoteLine } from '../api/types'

export interface FollowedLine {
  /** its place; -1: it is there no more */
  readonly at: number
  readonly line: QuoteLine
}

/** @param was the lines among which it was. @param now those that there are. @returns the same line as it is, or as it was last */
export function followed(
  { at, line }: FollowedLine,
  was: readonly QuoteLine[],
  now: readonly QuoteLine[],
): FollowedLine {
  const pairs = comparedLines(was, now)
  const pair = pairs.find((each) => each.before === line)
  if (!pair) return { at, line }
  // A line of words alone, with other words.
  const instead = pairs.find((each) => each.after === now[at] && each.before === null)?.after
  const reworded = instead && !isProduct(line) && instead.area === line.area && now.length === was.length
  const found = pair.after ?? (reworded ? instead : null)
  return { at: found ? now.indexOf(found) : -1, line: found ?? line }
}
