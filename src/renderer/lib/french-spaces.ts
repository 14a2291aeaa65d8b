/** The spaces of French punctuation, which no line may break at. */

/**
 * A French text whose signs keep to their words: a no-break space before `:` and inside « », a narrow one before `;`, `!`
 * and `?`; no amount of seconds is parted from its unit. Only spaces that are there are replaced, so that addresses, times and ratios stay as they are.
 */
export const frenchSpaces = (text: string): string =>
  text
    .replace(/« /g, '«\u00a0')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/ ([;!?])/g, '\u202f$1')
    .replace(/(\d|\}) s(?![\p{L}’])/gu, '$1\u00a0s')
