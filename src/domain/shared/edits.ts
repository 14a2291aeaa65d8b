/** How far two words are apart in typing errors: a letter more, less, other, or two that changed places. */

/** Words of so few letters are typed right. */
const SHORTEST = 4
const LONG = 8

/** Longer words are no typing error of anything. */
const LONGEST = 64
/** Rows of the table that is reckoned with, kept: words are compared by ten thousands. */
const ROWS = [new Uint8Array(LONGEST), new Uint8Array(LONGEST), new Uint8Array(LONGEST)] as const

/** How many errors a word may have and still be meant. */
export const editsAllowed = (word: string): number =>
  word.length < SHORTEST || /\d/.test(word) ? 0 : word.length < LONG ? 1 : 2

/**
 * @param open whether `typed` may be the beginning of `word`
 * @param most what is further apart need not be counted: it is answered as more than that
 */
export function editsBetween(typed: string, word: string, most: number, open = false): number {
  const m = typed.length
  const n = open ? Math.min(word.length, m + most) : word.length
  if (m - n > most || n - m > most || n >= LONGEST) return most + 1
  let [beforeLast, last, row]: [Uint8Array, Uint8Array, Uint8Array] = [...ROWS]
  for (let j = 0; j <= n; j++) last[j] = j
  for (let i = 1; i <= m; i++) {
    const letter = typed.charCodeAt(i - 1)
    const before = i > 1 ? typed.charCodeAt(i - 2) : -1
    let least = (row[0] = i)
    for (let j = 1; j <= n; j++) {
      const other = word.charCodeAt(j - 1)
      let cost = last[j - 1]! + (letter === other ? 0 : 1)
      if (last[j]! + 1 < cost) cost = last[j]! + 1
      if (row[j - 1]! + 1 < cost) cost = row[j - 1]! + 1
      if (j > 1 && letter === word.charCodeAt(j - 2) && before === other && beforeLast[j - 2]! + 1 < cost)
        cost = beforeLast[j - 2]! + 1
      row[j] = cost
      if (cost < least) least = cost
    }
    if (least > most) return most + 1
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  if (!open) return last[n]!
  let least = most + 1
  for (let j = Math.max(0, m - most); j <= n; j++) if (last[j]! < least) least = last[j]!
  return least
}

/** Whether two words begin alike, their first two letters in either order: errors are rarely made there. */
export const beginAlike = (a: string, b: string): boolean => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])
