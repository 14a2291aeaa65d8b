import type { Locale } from '../../domain/messages.ts'
import { en, type Words } from './en.ts'
import { fr } from './fr.ts'

export type { Words }

/** The words of a run of the command line, and the language they are in. */
export interface Language {
  readonly locale: Locale
  readonly words: Words
}

export const languageOf = (locale: Locale): Language => ({ locale, words: { fr, en }[locale] })

const LOCALES: readonly string[] = ['fr', 'en'] satisfies Locale[]
export const isLocale = (text: string): text is Locale => LOCALES.includes(text)

/** Variables that name the language of messages, the first one that is set (POSIX). */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const

/**
 * The language of a run (local-api.md): `--lang`, else the locale of the environment; where that says
 * nothing, the system's. English for every other language.
 */
export function chosenLocale(argv: readonly string[], environment: NodeJS.ProcessEnv): Locale {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  const given = words.flatMap((word, at) =>
    word.startsWith('--lang=')
      ? [word.slice('--lang='.length)]
      : word === '--lang'
        ? [words[at + 1] ?? '']
        : [],
  )
  const asked = given.at(-1)
  if (asked !== undefined && isLocale(asked)) return asked
  const variable = VARIABLES.map((name) => environment[name]).find((value) => value)
  return /^fr\b/i.test((variable ?? Intl.DateTimeFormat().resolvedOptions().locale).replace('_', '-'))
    ? 'fr'
    : 'en'
}
