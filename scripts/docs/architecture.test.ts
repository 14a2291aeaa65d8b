/** What docs/architecture.md says of the whole tree, held against it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCE = join(ROOT, 'src')

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|vue)$/.test(file) && !file.endsWith('.test.ts'))
  .map((file) => join(SOURCE, file))

/** The files of ours that a file imports, types too: they must be understood together. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)
  const wanted = [...found].map(([, path]) => join(dirname(file), path!))
  return wanted.flatMap((path) => files.find((known) => known === path || known === `${path}.ts`) ?? [])
}

test('nothing outside the store writes SQL', () => {
  const sql = /better-sqlite3'|\.pragma\(|\b(SELECT|INSERT|DELETE|UPDATE|PRAGMA) [\w*]/
  const writers = files
    .filter((file) => sql.test(readFileSync(file, 'utf8')))
    .map((file) => relative(SOURCE, file).split(sep)[0])
  expect([...new Set(writers)]).toEqual(['store'])
})

test('no files import each other in a circle', () => {
  const settled = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    const before = path.indexOf(file)
    if (before >= 0)
      circles.push([...path.slice(before), file].map((each) => relative(ROOT, each)).join(' → '))
    if (before >= 0 || settled.has(file)) return
    for (const next of importsOf(file)) visit(next, [...path, file])
    settled.add(file)
  }
  for (const file of files) visit(file, [])
  expect(circles).toEqual([])
  expect(settled.size).toBe(files.length)
})

test('every folder of the sources has its line of purpose', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const described = [...page.matchAll(/^\| `(src\/[\w/-]+)` \| \S/gm)].map(([, folder]) => folder!)
  const folders = tracked('src').flatMap((file) => {
    const parts = dirname(file).split('/')
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  })
  expect(described.sort()).toEqual([...new Set(folders)].filter((folder) => folder !== 'src').sort())
})

/** What people read as data: the words of the screens, stores of earlier programs, the demo. */
const DATA = /^(src\/renderer\/locales\/|src\/store\/fixtures\/.*\.(sql|json)$)/
const MOST_LINES = 400

test('no file but data is longer than a person reads at once', () => {
  const long = tracked('src', 'e2e', 'scripts', 'bench', 'bin')
    .filter((file) => !DATA.test(file))
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
  expect(long).toEqual([])
})

/** What hands rooms to one another: it builds the service's, and the tables of areas and of the store. */
const HUBS = ['src/service/compose.ts', 'src/domain/areas.ts', 'src/store/store.ts']

test('no walk enters a room twice, nor one that neither a room before it nor a hub knows', () => {
  const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const named = [...page.matchAll(/`((?:src|e2e|scripts|docs)\/[\w./-]+)`/g)].map(([, path]) => path!)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const walks = /## Walks\n(.*?)\n## /s
    .exec(page)![1]!
    .split(/\n(?=1\. )/)
    .slice(1)
  expect(walks.length).toBeGreaterThan(3)
  for (const walk of walks) {
    const rooms = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, room]) => room!)
    expect(rooms).toEqual([...new Set(rooms)])
    const strangers = rooms.slice(1).filter((room, i) => {
      const known = [...HUBS, ...rooms.slice(0, i + 1)].flatMap((before) => importsOf(join(ROOT, before)))
      return !known.includes(join(ROOT, room))
    })
    expect(strangers).toEqual([])
  }
})

/** The files of the repository below some folders, those that are new among them. */
function tracked(...folders: string[]): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders]
  return execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
}
