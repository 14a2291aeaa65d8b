/** Where the keyboard is. */

/** What had it is gone, and nothing has it now. */
export const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
