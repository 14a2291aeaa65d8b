import type { Command } from 'commander'
import { checkGiven } from '../given.ts'
import { rootCommand } from '../program.ts'
import { LISTS } from '../rights.ts'
import { helpCommand } from '../told.ts'
import type { Language } from '../words/index.ts'
import { customerCommand } from './customer.ts'
import { demoCommand, importCommand } from './import.ts'
import { maintenanceCommands } from './maintenance.ts'
import { quoteCommand } from './quote.ts'
import { serveCommand } from './serve.ts'
import { tariffsCommand } from './tariffs.ts'
import { tokenCommand } from './token.ts'
import { storeCommand } from './store.ts'
import { upstreamCommands } from './upstream.ts'
import { userCommand } from './user.ts'

/** The whole command line, in one language. */
export function comptoir(language: Language): Command {
  const program = rootCommand(language)
  for (const add of [
    serveCommand,
    importCommand,
    demoCommand,
    tariffsCommand,
    tokenCommand,
    customerCommand,
    upstreamCommands,
    quoteCommand,
    userCommand,
    maintenanceCommands,
    storeCommand,
  ])
    add(program, language)
  helpCommand(program, language)
  checkGiven(program, language, LISTS)
  return program
}
