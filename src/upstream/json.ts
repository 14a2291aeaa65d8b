/** Reading what the partner sends: bounded, and without our token. */
import { nestsDeeper } from '../domain/json-depth.ts'
import { withoutAmounts } from '../domain/partner-words.ts'
import type { Discretion } from './discretion.ts'
import { UnreadableAnswer } from './errors.ts'

/** Far more than any answer of the specification needs; what is nested deeper breaks whoever walks it. */
const MAX_DEPTH = 64
export const SHOWN_START = 60
const SHOWN_VALUE = 80
/** The partner's words are shown, logged and stored up to so many characters. */
export const WORDS_LENGTH = 500

/**
 * The value of a JSON text.
 * @param path what was asked for, as messages name it
 * @throws UnreadableAnswer
 */
export function parseJson(bytes: Uint8Array, path: string, discretion: Discretion): unknown {
  if (nestsDeeper(bytes, MAX_DEPTH))
    throw new UnreadableAnswer('partner_too_deep', { path, limit: MAX_DEPTH })
  const text = new TextDecoder().decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson(path, bytes.length, text, discretion)
  }
  return discretion.value(text, value)
}

/** @param start the text, or as much of it as there is */
export function notJson(
  path: string,
  length: number,
  start: string,
  discretion: Discretion,
): UnreadableAnswer {
  // It may hold amounts, whatever it is.
  const shown = JSON.stringify(tidy(withoutAmounts(discretion.text(start)), SHOWN_START))
  return new UnreadableAnswer('partner_not_json', { path, length, start: shown })
}

/** A value that is not what was expected, in short. */
export function describe(value: unknown): string {
  return tidy(JSON.stringify(value) ?? String(value), SHOWN_VALUE)
}

/** The same of what holds prices: they are costs, and what went wrong is told also to who may not see them. */
export function describePriced(value: unknown): string {
  return withoutAmounts(describe(value))
}

/**
 * The partner's words on one line: without control characters, which a terminal obeys, and marks that turn the
 * direction of reading; at most so many characters.
 */
export function tidy(text: string, length = WORDS_LENGTH): string {
  const line = text
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
  return line.length > length ? `${line.slice(0, length)}…` : line
}
