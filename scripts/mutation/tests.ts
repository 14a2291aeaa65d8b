/** Which tests would notice a change of a file: those that reach it by imports, the nearest first. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @param root a tree of this project. @returns the test files that reach a file, both relative to the root */
export function testFinder(root: string): (file: string) => string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.startsWith('src/renderer'))
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import) '(\.[^']+)'/g)) {
      const imported = join(dirname(file), path!)
      if (known.has(imported)) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  return (file) => {
    const reached = new Set([file])
    for (const each of reached) for (const importer of importers.get(each) ?? []) reached.add(importer)
    return [...reached].filter((each) => each.endsWith('.test.ts') && !each.startsWith('src/cli'))
  }
}
