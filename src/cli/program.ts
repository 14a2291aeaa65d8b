import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { defaultDataFolder } from '../service/data-folder.ts'
import { VERSION } from '../service/version.ts'
import { output, type Output } from './output.ts'

/** What every command takes. */
export interface CommonOptions {
  readonly data: string
  readonly json?: boolean
}

type Action<Options> = (
  options: Options & CommonOptions,
  out: Output,
  ...operands: string[]
) => Promise<void> | void

/** A whole number in an option's bounds. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN
    if (!(number >= min && number <= max))
      throw new InvalidArgumentError(`a whole number from ${min} to ${max} is expected.`)
    return number
  }
}

/** A list of ids; null for `all`. In an object, because an option's bare null would count as one without a value. */
export interface IdList {
  readonly ids: number[] | null
}

/** Reads a list of ids, or `all`. */
export function idList(text: string): IdList {
  if (text === 'all') return { ids: null }
  const ids = text.split(',').map((part) => (/^\s*\d{1,15}\s*$/.test(part) ? Number(part) : NaN))
  if (ids.some(Number.isNaN)) throw new InvalidArgumentError('"all" or ids separated by commas are expected.')
  return { ids }
}

/** Gives a command the common options and runs its action, so that every failure ends in one clear line. */
export function command<Options>(
  parent: Command,
  signature: string,
  description: string,
  action: Action<Options>,
): Command {
  return parent
    .command(signature)
    .description(description)
    .addOption(
      new Option('--data <dir>', 'data folder').default(
        defaultDataFolder(process.env),
        "the desktop application's",
      ),
    )
    .option('--json', 'print one JSON document')
    .action(async (...args: unknown[]) => {
      const self = args.at(-1) as Command
      const options = self.opts<Options & CommonOptions>()
      const out = output(options.json ?? false)
      try {
        await action(options, out, ...(self.processedArgs as string[]))
      } catch (error) {
        out.failure(error)
        process.exitCode = 1
      }
    })
}

/** The root of the command line. */
export function rootCommand(): Command {
  return new Command('comptoir')
    .description('Offline quoting and ordering desk for the print trade.')
    .version(VERSION, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'comptoir: ')) })
    .exitOverride()
    .showSuggestionAfterError(false)
}

/** Runs the command line; the exit code is set, never forced, so that output is always written whole. */
export async function run(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...argv])
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    process.exitCode = error.exitCode
    if (argv.includes('--json') && error.exitCode !== 0) {
      process.stdout.write(
        `${JSON.stringify({ error: error.message.replace(/^error: /, ''), errors: [] }, null, 2)}\n`,
      )
    }
  }
}
