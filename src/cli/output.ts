/** What a command says: people read lines, other programs one JSON document (local-api.md, "The command line"). */
import { escaped } from '../domain/text.ts'
import { describeFailure, type Failure, type FailedOn } from './failure.ts'
import type { Language } from './words/index.ts'

/** A line for people; its cells are set apart by tabs. */
export type Line = string | readonly string[]

export interface Output {
  /** Prints the result: `lines` for people, `document` as JSON. */
  result(document: unknown, lines: readonly Line[]): void
  /**
   * Prints a failure: one clear line on standard error, then one a detail; as JSON on standard output instead of them,
   * with what was found all the same.
   */
  failure(error: unknown, on?: FailedOn, found?: object): void
  /** One clear line on standard error beside a result. */
  note(text: string): void
}

/**
 * What would not be seen on a terminal, and what it would obey: control characters (a colour, a cleared screen, a forged
 * line), marks that turn the direction of writing, and invisible ones.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A text of others (a name, a partner's words, a path) as a terminal may show it: what is hidden is made visible. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character) => SHORT[character] ?? escaped(character))
}

const shown = (line: Line) => (typeof line === 'string' ? visible(line) : line.map(visible).join('\t'))

/** The same document for a program, without what a terminal would obey: JSON itself leaves some of it as it is. */
const printed = (document: unknown) =>
  `${JSON.stringify(document, null, 2).replace(HIDDEN, (character) => (character === '\n' ? '\n' : escaped(character)))}\n`

export function output(json: boolean, language: Language): Output {
  return {
    result(document, lines) {
      process.stdout.write(json ? printed(document) : lines.map((line) => `${shown(line)}\n`).join(''))
    },
    failure(error, on, found) {
      const { message, code, details }: Failure = describeFailure(error, language, on)
      if (json) process.stdout.write(printed({ ...found, error: message, code, errors: details }))
      const faults = json ? [] : details.map((d) => `${d.path || '""'} ${d.code}: ${d.message}`)
      process.stderr.write([`comptoir: ${message}`, ...faults].map((line) => `${visible(line)}\n`).join(''))
    },
    note(text) {
      process.stderr.write(`comptoir: ${visible(text)}\n`)
    },
  }
}
