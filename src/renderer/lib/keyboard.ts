/** Where the keyboard is. */

/** A heading that has it for want of a better place. */
let lastResort: HTMLElement | null = null

/** What had it is gone, and nothing has it now, or a heading alone for want of a better place. */
export const isNowhere = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement === lastResort

/** Puts the keyboard on a heading, which by itself takes none. */
export function toHeading(heading: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus(options)
}

/** The same, until whoever has a better place for it finds it nowhere. */
export function toLastResort(heading: HTMLElement | null, options?: FocusOptions): void {
  toHeading(heading, options)
  lastResort = heading
}
