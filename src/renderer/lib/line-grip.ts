/** The handle of the line at a place of the quote on the screen, by which it is moved: where the focus is given to a line. */
export const gripAt = (at: number) => document.querySelector<HTMLElement>(`[data-grip="${at}"]`)
