/** What no text that is kept may hold, and whether one says anything. */
import type { Fault } from './faults.ts'

/** Characters of a name that a client gives what it asks for: an `Idempotency-Key`, the key of a new quote. */
export const LONGEST_KEY = 255

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u
const CONTROL_IN_LINES = /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u
const UNSEEN = /[\p{Z}\p{C}]/gu
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u

/** Whether a text holds characters that nobody typed. @param lines whether it may be of several lines */
export const hasControl = (text: string, lines: boolean): boolean =>
  (lines ? CONTROL_IN_LINES : CONTROL).test(text)

/** Whether it holds what nobody sees, but white space within a line. */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text)

/** A character as JSON may write it, in ASCII: `\\u200b`. */
export const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('')

/** A text with what nobody sees in it made visible, but spaces. */
export const withUnseenShown = (text: string): string =>
  text.replace(UNSEEN, (character) => (character === ' ' ? ' ' : escaped(character)))

/** Whether there is nothing to be read in it: white space and invisible characters alone. */
export const isBlank = (text: string): boolean => text.replace(UNSEEN, '') === ''

/**
 * What keeps a text from being a key. An empty one would be the same key for all who have none, and so would halves of
 * pairs of surrogates, which are kept as one character: what is asked for under it would be lost for what was made before.
 * @param parameter what it is called
 */
export function keyFaults(key: string, path: string, parameter: string, characters = LONGEST_KEY): Fault[] {
  if (!key.isWellFormed()) return [{ path, code: 'text_control' }]
  if (key.length <= characters && !isBlank(key)) return []
  const params = {
    parameter,
    kind: `un texte de 1 à ${characters} caractères`,
    kindEn: `a text of 1 to ${characters} characters`,
  }
  return [{ path, code: 'value_invalid', params }]
}

/** What keeps a text of several lines from being kept. @param characters at most */
export function textFaults(text: string, path: string, characters: number): Fault[] {
  if (text.length > characters && [...text].length > characters)
    return [{ path, code: 'value_invalid', params: { characters } }]
  return hasControl(text.replaceAll('\r\n', '\n'), true) ? [{ path, code: 'text_control' }] : []
}
