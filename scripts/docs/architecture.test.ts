/** What docs/architecture.md says of the whole tree, held against it. */
import { readdirSync, readFileSync } from 'node:fs'
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
