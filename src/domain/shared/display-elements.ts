/** What a display line is made of (partner-api.md 2.8, 2.9): one list for the service and the screens. */

/** The kinds of element that a family lists, with the list's name in the family and the API's global lists. */
export const ELEMENT_KINDS = {
  format: 'formats',
  support: 'supports',
  impression: 'impressions',
  finition: 'finitions',
  decoupe: 'decoupes',
} as const
export type ElementKind = keyof typeof ELEMENT_KINDS

export const ELEMENTS = Object.keys(ELEMENT_KINDS) as readonly ElementKind[]

interface Printing {
  readonly sans_impression_possible: boolean
  readonly impressions: readonly unknown[]
}

/** Whether a line of the family must choose one of a kind: a format, a support, and how it is printed where it must be. */
export function isElementNeeded(
  kind: ElementKind,
  { sans_impression_possible, impressions }: Printing,
): boolean {
  if (kind === 'impression') return !sans_impression_possible && impressions.length > 0
  return kind === 'format' || kind === 'support'
}
