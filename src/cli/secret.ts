/** How a secret is given where no option names it: typed unseen at a terminal, or through a pipe. */
/** What is read of standard input; a pipe has no terminal's modes. */
export type SecretSource = AsyncIterable<unknown> & {
  readonly isTTY?: boolean
  setRawMode?(raw: boolean): unknown
  pause?(): unknown
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const INTERRUPT = '\u0003'
/** as shells know it: in the terminal's raw mode the key is no signal */
const INTERRUPTED = 130
const RUBBED_OUT = new Set(['\b', '\u007f'])

/**
 * Reads a secret, and shows none of it.
 * @param ask writes the question, to a terminal alone
 * @throws AbortError where a person gives up (Ctrl+C)
 */
export async function readSecret(
  source: SecretSource,
  ask: (text: string) => void,
  question: string,
): Promise<string> {
  if (!source.isTTY) {
    let text = ''
    for await (const chunk of source) text += String(chunk)
    return text
  }
  ask(question)
  source.setRawMode?.(true)
  try {
    return await typed(source)
  } finally {
    source.setRawMode?.(false)
    source.pause?.()
    ask('\n')
  }
}

async function typed(source: SecretSource): Promise<string> {
  const letters: string[] = []
  for await (const chunk of source) {
    for (const letter of String(chunk)) {
      if (letter === INTERRUPT) {
        process.exitCode = INTERRUPTED
        throw new DOMException('interrupted', 'AbortError')
      }
      if (ENTER.has(letter)) return letters.join('')
      if (RUBBED_OUT.has(letter)) letters.pop()
      else letters.push(letter)
    }
  }
  return letters.join('')
}
