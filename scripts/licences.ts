/** What ships with the program, and under which licences: the packages that it needs to run, and those built into its screens. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Licence {
  readonly name: string
  readonly version: string
  /** as its package names it: an SPDX expression */
  readonly licence: string
  /** what its licence says, and its notice; empty where its package holds neither */
  readonly text: string
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly license?: string | { readonly type?: string }
}

const TEXTS = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i

/** The folder of the package that a file is in; null of a file of our own. */
const packageOf = (file: string): string | null =>
  /^(.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1] ?? null

/**
 * @param root of the checkout, with its packages installed
 * @param modules files that were built into the screens
 */
export function licencesOf(root: string, modules: Iterable<string>): Licence[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean }>
  }
  const folders = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path]) => join(root, path))
  for (const file of modules) {
    const folder = packageOf(file)
    if (folder) folders.push(folder)
  }
  const all = [...new Set(folders)].flatMap((folder) => licenceIn(folder) ?? [])
  const known = new Map(all.map((each) => [`${each.name} ${each.version}`, each]))
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Null where there is no such package here: one of another platform. */
function licenceIn(folder: string): Licence | null {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return null
  const { name, version, license } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  if (!name || !version) return null
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
  const licence = typeof license === 'string' ? license : (license?.type ?? '')
  return { name, version, licence, text: texts.join('\n\n') }
}
