import { importCommand } from './commands/import.ts'
import { maintenanceCommands } from './commands/maintenance.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { upstreamCommands } from './commands/upstream.ts'
import { rootCommand, run } from './program.ts'

const program = rootCommand()
serveCommand(program)
importCommand(program)
tokenCommand(program)
maintenanceCommands(program)
upstreamCommands(program)
await run(program, process.argv)
