/** The program under test, of suites that drive it as a process. */
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const BUILT = join(ROOT, 'out/main/cli.js')
const SOURCES = join(ROOT, 'src')
/** Neither the screens nor tests are in the command line; a folder's own time tells nothing. */
const APART = /^(renderer|testing)\b|\.test\.ts$|(^|[/\\])[^.]+$/

/**
 * The command line under test: COMPTOIR_CLI, else the built one, which starts in a fifth of the time; the sources where
 * it is missing or older than they are.
 */
export const CLI = process.env['COMPTOIR_CLI']
  ? resolve(process.env['COMPTOIR_CLI'])
  : isBuilt()
    ? BUILT
    : join(SOURCES, 'cli/index.ts')

function isBuilt(): boolean {
  const built = statSync(BUILT, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !APART.test(path),
  )
  return sources.every((path) => statSync(join(SOURCES, path)).mtimeMs <= built)
}
