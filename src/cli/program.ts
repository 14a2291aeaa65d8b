import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { defaultDataFolder } from '../service/data-folder.ts'
import { beforeMaking, isStoreUrl, requireStore, storeAt, withoutPassword } from '../service/maintenance.ts'
import { watchingUpgrades, type UpgradeListener } from '../service/upgrade.ts'
import { VERSION } from '../service/version.ts'
import { CommandError } from './failure.ts'
import { output, type Output } from './output.ts'
import type { StoreOptions } from './service.ts'
import { collectTold, reached, toldDocument } from './told.ts'
import { typedOn, type Typed } from './typed.ts'
import { readVariableFiles } from './variable-files.ts'
import { isLocale, type Language, type Words } from './words/index.ts'

/** What every command takes. */
export interface CommonOptions extends StoreOptions {
  readonly json?: boolean
}

/** Tells that a command failed, as what it throws does, and as JSON what it found all the same. */
type Failed = (error: unknown, found?: object) => void

/** What an action has of its options: those that were given, and what tells a person to type more. */
type Given<Options> = Options & CommonOptions & { readonly typed: Typed; readonly failed: Failed }

type Action<Options> = (options: Given<Options>, out: Output, ...operands: string[]) => Promise<void> | void

/** A whole number in an option's bounds. */
export function wholeNumber(words: Words, min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN
    if (!(number >= min && number <= max)) throw new InvalidArgumentError(words.usage.wholeNumber(min, max))
    return number
  }
}

/** A list of ids; null for `all`. In an object, because an option's bare null would count as one without a value. */
export interface IdList {
  readonly ids: number[] | null
}

/** Reads a list of ids, or `all`; given again, the lists join. */
export function idList(words: Words) {
  return (text: string, before?: IdList): IdList => {
    const ids =
      text === 'all'
        ? null
        : text.split(',').map((part) => (/^\s*\d{1,15}\s*$/.test(part) ? Number(part) : NaN))
    if (ids?.some(Number.isNaN)) throw new InvalidArgumentError(words.usage.ids)
    if (!before) return { ids: ids && [...new Set(ids)] }
    if (ids === null || before.ids === null) throw new InvalidArgumentError(words.usage.allOrIds)
    return { ids: [...new Set([...before.ids, ...ids])] }
  }
}

/** Where a command finds or makes its store. */
export interface CommandKind<Options = object> {
  /** It works on a store that is there: it makes none, so that a mistyped folder is told and not filled. */
  readonly needsStore?: boolean
  /** Refuses options that do not go together, before a store is looked for. @throws CommandError */
  readonly check?: (options: Options) => void
}

/** Gives a command its action, so that every failure ends in one clear line. */
export function command<Options>(
  parent: Command,
  language: Language,
  signature: string,
  description: string,
  action: Action<Options>,
  { needsStore = false, check }: CommandKind<Options> = {},
): Command {
  return parent
    .command(signature)
    .description(description)
    .action(async (...args: unknown[]) => {
      const self = args.at(-1) as Command
      const given = self.optsWithGlobals<Options & CommonOptions>()
      const isTyped = (option: string) => self.getOptionValueSourceWithGlobals(option) === 'cli'
      const named = {
        folder: isTyped('data') ? given.data : null,
        store: isTyped('store') ? withoutPassword(given.store!) : null,
      }
      // An empty variable counts as none.
      const out = output(given.json ?? false, language)
      const failed: Failed = (error, found) => {
        out.failure(error, { data: given.data, named }, found)
        process.exitCode ||= 1
      }
      const options = { ...given, store: given.store || undefined, typed: typedOn(named), failed }
      let takeBack = () => {}
      try {
        check?.(given)
        if (needsStore) await requireStore(storeAt(options.data, options.store))
        else if (options.store === undefined) takeBack = beforeMaking(options.data)
        await watchingUpgrades(noteOnce(out, language), () =>
          action(options, out, ...(self.processedArgs as string[])),
        )
      } catch (error) {
        takeBack()
        failed(error)
      }
    })
}

/** A person who waits for a store of an earlier program learns why, in one line. */
function noteOnce(out: Output, { words }: Language): UpgradeListener {
  let noted = false
  return ({ step, steps }) => {
    // A database is copied by who runs it.
    if (!noted) out.note(words.upgrading(steps, step === 0))
    noted = true
  }
}

/** The root of the command line. What stands in it stands before or after every command. */
export function rootCommand({ words }: Language): Command {
  const { help, option, value, usage } = words
  const titles: Readonly<Record<string, string>> = {
    'Usage:': help.usage,
    'Arguments:': help.arguments,
    'Options:': help.options,
    'Global Options:': help.globalOptions,
    'Commands:': help.commands,
  }
  return new Command('comptoir')
    .description(words.program)
    .usage(`${help.commandPlace} ${help.optionsPlace}`)
    .version(VERSION, '--version', option.version)
    .helpOption('--help', option.help)
    .helpCommand(false)
    .addOption(
      new Option(`--data <${value.folder}>`, option.data)
        .default(defaultDataFolder(process.env), option.dataDefault)
        .argParser((text) => {
          if (text === '') throw new InvalidArgumentError(usage.folder)
          return text
        }),
    )
    .addOption(
      new Option(`--store <${value.url}>`, option.store)
        .argParser((text) => {
          const given = text.trim()
          // Of the variable: an empty option is refused.
          if (given === '') return ''
          // It is not repeated: there may be a password in it.
          if (!isStoreUrl(given)) throw new CommandError('usage', usage.store('--store (COMPTOIR_STORE)'))
          return given
        })
        .env('COMPTOIR_STORE'),
    )
    .option('--json', option.json)
    .addOption(
      new Option(`--lang <${value.language}>`, option.lang).argParser((text) => {
        if (!isLocale(text)) throw new InvalidArgumentError(usage.language)
        return text
      }),
    )
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => titles[title] ?? title,
      subcommandTerm: (sub) =>
        [
          sub.name(),
          ...sub.registeredArguments.map((operand) =>
            operand.required ? `<${operand.name()}>` : `[${operand.name()}]`,
          ),
        ].join(' '),
      optionDescription: ({ description, defaultValue, defaultValueDescription, envVar }) => {
        const more = [
          ...(defaultValue === undefined
            ? []
            : [help.byDefault(defaultValueDescription ?? String(defaultValue))]),
          ...(envVar === undefined ? [] : [help.fromVariable(envVar)]),
        ]
        return more.length > 0 ? `${description} (${more.join(' ; ')})` : description
      },
    })
    .exitOverride()
    .showSuggestionAfterError(false)
}

/** A command that only has commands below it. */
export function groupCommand(
  parent: Command,
  { words }: Language,
  name: string,
  description: string,
): Command {
  return parent.command(name).usage(words.help.commandPlace).description(description).helpCommand(false)
}

/** What may be options: behind `--` is none. */
function beforeOperands(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end < 0 ? argv : argv.slice(0, end)
}

const isJson = (argv: readonly string[]) => beforeOperands(argv).includes('--json')

/** Runs the command line; the exit code is set, never forced, so that output is always written whole. */
export async function run(program: Command, language: Language, argv: readonly string[]): Promise<void> {
  const told = collectTold(program)
  const out = output(isJson(argv), language)
  try {
    readVariableFiles(process.env, language)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    process.exitCode = 1
    out.failure(error)
    return
  }
  const tell = () => {
    if (told() !== '') out.result(toldDocument(told()), told().trimEnd().split('\n'))
  }
  try {
    await program.parseAsync([...argv])
    tell()
  } catch (error) {
    // Help was asked for, or no command was named: then it says which there are.
    const asked = error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')
    if (asked) return tell()
    if (!(error instanceof CommanderError || error instanceof CommandError)) throw error
    process.exitCode = 1
    out.failure(namingItsPlace(error, program, language, argv))
  }
}

/**
 * An unknown command is unknown where it stands: the help of that place lists what there is. An unknown option is named
 * before one that is missing: most often it was typed in the place of that.
 */
function namingItsPlace(
  error: CommanderError | CommandError,
  program: Command,
  { words }: Language,
  argv: readonly string[],
): Error {
  if (error.code === 'commander.missingMandatoryOptionValue') {
    const flag = unknownOption(program, argv)
    return flag === undefined ? error : new CommandError('usage', words.usage.unknownOption(flag))
  }
  if (error.code !== 'commander.unknownCommand') return error
  const [, name = ''] = /'([\s\S]*)'/.exec(error.message) ?? []
  return new CommandError(
    'usage',
    words.usage.unknownCommand(name, reached(program, argv.slice(2, argv.indexOf(name)))),
  )
}

/** The first option that the command which was called does not know: it is left among what commander took for its words. */
function unknownOption(program: Command, argv: readonly string[]): string | undefined {
  let called = program
  for (let next: Command | undefined = program; next;) {
    called = next
    next = called.commands.find((command) => command.name() === called.args[0])
  }
  const options = beforeOperands(argv)
  return called.args.find((word) => word.length > 1 && word.startsWith('-') && options.includes(word))
}
