/** Of what a search compares: words are separated by anything that is no letter or digit. */

/** The words of a text as they stand in it; "85x54", "85 × 54" and "85 54" are the same. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/(\d)\s*[x×]\s*(?=\d)/giu, '$1 ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
