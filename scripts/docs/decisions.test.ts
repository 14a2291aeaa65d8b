/** docs/decisions.md names the test that holds each decision: here, that there is such a test. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const rows = readFileSync(join(ROOT, 'docs/decisions.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!---|§|Decision)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test.each(rows.map((cells) => ({ what: `${cells[0]} ${cells[1]}`, named: cells.at(-1)! })))(
  'docs/decisions.md: $what',
  ({ named }) => {
    const [, file, title] = /^`(\S+)`: (.+)$/.exec(named)!
    expect(existsSync(join(ROOT, file!)), file).toBe(true)
    expect(readFileSync(join(ROOT, file!), 'utf8')).toContain(title)
  },
)
