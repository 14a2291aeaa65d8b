/** A text in a sentence: long ones by their beginning. @param most characters of it that are shown */
export const beginningOf = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text
