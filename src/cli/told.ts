/** What commander says by itself, help and version: for people as it is, for programs in one JSON document. */
import type { Command } from 'commander'
import { CommandError } from './failure.ts'
import { VERSION } from '../service/version.ts'
import type { Language } from './words/index.ts'

/** Collects what a command line says by itself, wherever commander would write it. */
export function collectTold(program: Command): () => string {
  let told = ''
  const write = (text: string) => void (told += text)
  const listen = (command: Command) => {
    command.configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    command.commands.forEach(listen)
  }
  listen(program)
  return () => told
}

/** What was told, as a document. */
export const toldDocument = (told: string) =>
  told.trim() === VERSION ? { version: VERSION } : { help: told.trimEnd() }

/** `help token create`: commander's own knows one word alone. */
export function helpCommand(program: Command, { words }: Language): void {
  program
    .command(`help [${words.value.command}...]`)
    .description(words.about.help)
    .action((path: string[]) => {
      let at = program
      for (const name of path) {
        const next = at.commands.find((command) => command.name() === name)
        if (!next) throw new CommandError('usage', words.usage.unknownCommand(name, pathOf(at)))
        at = next
      }
      at.outputHelp()
    })
}

/** The command that the words lead to, as far as they do: `comptoir token`. */
export function reached(program: Command, argv: readonly string[]): string {
  let at = program
  for (const word of argv) at = at.commands.find((command) => command.name() === word) ?? at
  return pathOf(at)
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}
