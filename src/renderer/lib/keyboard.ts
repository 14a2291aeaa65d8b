/** Where the keyboard is. */

/** What had it is gone, and nothing has it now. */
export const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/** Puts the keyboard on a heading, which by itself takes none. */
export function toHeading(heading: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus(options)
}
