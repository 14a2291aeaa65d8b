/**
 * Whether a click means the page beside a modal dialog. The second of a double click does not: its first opened the
 * dialog, which must not close at once.
 * @param click one that the `<dialog>` itself hears
 */
export const isBeside = (click: MouseEvent): boolean =>
  click.target === click.currentTarget && click.detail < 2
