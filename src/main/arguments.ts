/** What the application is started with: by a person's shell, by the system for a file or a link, or by another start. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AT_LOGIN } from './at-login.ts'

/** The scheme of links to a quote, `comptoir://quote/NUMBER`. */
export const LINK_SCHEME = 'comptoir'

/** What is to be opened in the window. */
export type Opening = { readonly file: string } | { readonly quote: string }

export interface StartArguments {
  /** the data folder that is named; null: the application's own */
  readonly folder: string | null
  /** whether the system starts it, as its user signs in to the machine */
  readonly isAtLogin: boolean
  /** the screen that the window begins with, as the fragment of its address; "": the first one */
  readonly page: string
  readonly openings: readonly Opening[]
}

/** Told to its next start by an application that begins anew. */
const PAGE = '--page='
/** Longer ones are none of what screens are called. */
const SCREEN = /^#\/[\x21-\x7e]{0,4000}$/

const FILES = /\.(comptoir|pdf)$/i

/**
 * Reads `--data DIR`, `--data=DIR`, a screen, files and links; anything else is the browser engine's, and is passed over.
 * @param args without the program, and without its folder where it runs from one
 * @param from the folder that relative paths are of
 */
export function startArguments(args: readonly string[], from: string): StartArguments {
  let folder: string | null = null
  let page = ''
  const openings: Opening[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    if (arg === '--data') {
      const next = args[at + 1]
      if (next !== undefined && !next.startsWith('-')) folder = resolve(from, args[++at]!)
    } else if (arg.startsWith('--data=')) folder = resolve(from, arg.slice('--data='.length))
    else if (arg.startsWith(PAGE)) page = screenOf(arg.slice(PAGE.length))
    else {
      const opening = openingOf(arg, from)
      if (opening) openings.push(opening)
    }
  }
  return { folder, isAtLogin: args.includes(AT_LOGIN), page, openings }
}

const screenOf = (text: string) => (SCREEN.test(text) ? text : '')

/** The arguments of a start that goes on at an address of this one's window. @param address null: it had none */
export function withPage(args: readonly string[], address: string | null): string[] {
  const page = address !== null && URL.canParse(address) ? screenOf(new URL(address).hash) : ''
  return [...args.filter((arg) => !arg.startsWith(PAGE)), ...(page === '' ? [] : [PAGE + page])]
}

/** The file or the link that a text names; null where it names none. */
export function openingOf(text: string, from: string): Opening | null {
  if (text.startsWith('-')) return null
  if (!/^[a-z][\w+.-]+:/i.test(text)) return FILES.test(text) ? { file: resolve(from, text) } : null
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'file:' ? fileOf(url) : linkOf(url)
}

/** The desktops of Linux name a file that is opened by its address. */
function fileOf(url: URL): Opening | null {
  // Another machine's file would be asked for over the network.
  if (url.host !== '') return null
  try {
    const file = fileURLToPath(url)
    return FILES.test(file) ? { file } : null
  } catch {
    // It holds what no path has.
    return null
  }
}

const NUMBER = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/

function linkOf({ protocol, host, pathname }: URL): Opening | null {
  const number = pathname.replace(/^\/|\/$/g, '')
  const named = protocol === `${LINK_SCHEME}:` && host.toLowerCase() === 'quote' && NUMBER.test(number)
  return named ? { quote: number } : null
}
