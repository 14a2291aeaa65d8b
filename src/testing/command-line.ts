import { vi } from 'vitest'
import { importCommand } from '../cli/commands/import.ts'
import { maintenanceCommands } from '../cli/commands/maintenance.ts'
import { serveCommand } from '../cli/commands/serve.ts'
import { tokenCommand } from '../cli/commands/token.ts'
import { upstreamCommands } from '../cli/commands/upstream.ts'
import { rootCommand, run } from '../cli/program.ts'

/** Runs a command in this process, as src/cli/index.ts would in its own: a process for each would take half a second. */
export async function runHere(...args: readonly string[]) {
  const program = rootCommand()
  for (const add of [serveCommand, importCommand, tokenCommand, maintenanceCommands, upstreamCommands])
    add(program)
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
    await run(program, ['node', 'comptoir', ...args])
    return { code: Number(process.exitCode ?? 0), ...written }
  } finally {
    process.exitCode = before
    for (const spy of spies) spy.mockRestore()
  }
}
