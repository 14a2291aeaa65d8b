/** Documents that sources and pages refer to are in the repository, and have the section that is named. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))
const documents = tracked.filter((file) => file.endsWith('.md'))
const texts = tracked.filter((file) => /\.(ts|js|vue|md|css|html|ya?ml)$/.test(file))

/** The document of a reference: by its path from the root or the file, or by its name alone. */
function documentOf(name: string, file: string): string | undefined {
  const beside = join(dirname(file), name)
  return documents.find((known) => known === name || known === beside || known === `docs/${basename(name)}`)
}

const headings = new Map(
  documents.map((file) => {
    const lines = readFileSync(join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)
    return [file, [...lines].map(([, heading]) => heading!)]
  }),
)

/** What is wrong with the references of a text. */
function faultsOf(file: string): string[] {
  // A reference may go on in the next line of a comment.
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/\n\s*(\*|\/\/)? ?/g, ' ')
  const found = text.matchAll(/([\w./-]*\w\.md)(?:,? (?:"([^"]+)"|(?:section )?(\d+(?:\.\d+)?)\b))?/g)
  return [...found].flatMap(([, name, section, number]) => {
    const document = documentOf(name!, file)
    if (document === undefined) return [`${file}: ${name}`]
    const known = headings.get(document)!
    const wanted = section ?? (basename(document) === 'partner-api.md' ? number : undefined)
    const isIt = (heading: string) => heading === wanted || /^\d+(\.\d+)?/.exec(heading)?.[0] === wanted
    return wanted === undefined || known.some(isIt) ? [] : [`${file}: ${name} has no section ${wanted}`]
  })
}

test('every document that a file names is here, with the section that it names', () => {
  expect(documents.length).toBeGreaterThan(10)
  expect(texts.flatMap(faultsOf)).toEqual([])
})
