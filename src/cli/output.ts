/** What a command says: people read lines, other programs one JSON document (contract.md, `--json`). */

/** A failure in one clear line; further lines only where the contract gives one a fault. */
export class CommandError extends Error {
  readonly details: readonly Detail[]

  constructor(message: string, details: readonly Detail[] = []) {
    super(message)
    this.name = 'CommandError'
    this.details = details
  }
}

export interface Detail {
  readonly path: string
  readonly code: string
  readonly message: string
}

export interface Output {
  /** Prints the result: `lines` for people, `document` as JSON. */
  result(document: unknown, lines: readonly string[]): void
  /** Prints a failure: one clear line on standard error, then one a detail; as JSON on standard output, too. */
  failure(error: unknown): void
}

export function output(json: boolean): Output {
  return {
    result(document, lines) {
      process.stdout.write(
        json ? `${JSON.stringify(document, null, 2)}\n` : lines.map((line) => `${line}\n`).join(''),
      )
    },
    failure(error) {
      const message = error instanceof Error ? error.message : String(error)
      const details = error instanceof CommandError ? error.details : []
      if (json) {
        process.stdout.write(`${JSON.stringify({ error: message, errors: details }, null, 2)}\n`)
      }
      const lines = [
        `comptoir: ${message.split('\n')[0]}`,
        ...(json ? [] : details).map((d) => `${d.path || '/'} ${d.code}: ${d.message}`),
      ]
      process.stderr.write(lines.map((line) => `${line}\n`).join(''))
    },
  }
}
