import { vi } from 'vitest'
import { comptoir } from '../cli/commands/index.ts'
import { run } from '../cli/program.ts'
import { chosenLocale, languageOf } from '../cli/words/index.ts'

/**
 * Runs a command in this process, as src/cli/index.ts would in its own: a process for each would take half a second.
 * In English, unless `--lang` says otherwise: what a test reads must not depend on who runs it.
 */
export async function runHere(...args: readonly string[]) {
  const argv = ['node', 'comptoir', ...args]
  const language = languageOf(chosenLocale(argv, { LC_ALL: 'C' }))
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text)
      return true
    }),
  )
  const before = process.exitCode
  process.exitCode = undefined
  try {
    await run(comptoir(language), language, argv)
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}

/** Commands that only look, or change what is there: none of them makes a store. */
export const LOOKING = [
  'token list',
  'token revoke 1',
  'customer list',
  'customer set A --can-order',
  'upstream show',
  'upstream clear',
  'user list',
  'user disable Z',
  'sync',
  'outbox',
  'doctor',
  'quote D000001 --file /nonexistent/a.comptoir',
  'backup /nonexistent/copy.bak',
] as const
