/** Whether a lead time that was chosen is offered no more: for what was saved, and for the screen that opens it. */

/**
 * @param label that was chosen, `J+<days>`; null: whichever
 * @param offered labels of the product or family; null of one whose days are not known
 * @returns false also where nobody can tell
 */
export function isLeadTimeLost(label: string | null, offered: readonly (string | null)[]): boolean {
  const isKnown = offered.length > 0 && !offered.includes(null)
  return label !== null && /^J\+\d+$/.test(label) && isKnown && !offered.includes(label)
}
