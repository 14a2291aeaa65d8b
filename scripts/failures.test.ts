/** What `npm test` tells of the runners' own reports: those that they write today. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../src/testing/folder.ts'
// @ts-expect-error plain JavaScript, for it is loaded before anything is installed
import * as script from './failures.js'

interface Failure {
  readonly name: string
  readonly error: string
}
const { failuresOfPlaywright, failuresOfVitest, told, unsteadyOfPlaywright, unsteadyOfVitest } = script as {
  failuresOfPlaywright: (report: unknown) => Failure[]
  failuresOfVitest: (report: unknown) => Failure[]
  told: (failures: readonly Failure[], how?: string) => string
  unsteadyOfPlaywright: (report: unknown) => Failure[]
  unsteadyOfVitest: (report: unknown) => Failure[]
}

const ROOT = join(import.meta.dirname, '..')
const MODULES = join(ROOT, 'node_modules')

/** Runs a runner over files of the test's own. @returns the report that it wrote, and its files as they are told */
function reportOf(program: string, args: (file: string) => string[], files: Record<string, string>) {
  const folder = temporaryFolder()
  symlinkSync(MODULES, join(folder, 'node_modules'), 'junction')
  mkdirSync(join(folder, 'tests'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'tests', name), text)
  const file = join(folder, 'report.json')
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|PLAYWRIGHT|NODE_OPTIONS)/.test(name))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(MODULES, program), ...args(file)], {
    cwd: folder,
    env: { ...Object.fromEntries(own), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    encoding: 'utf8',
  })
  if (!existsSync(file)) throw new Error(stdout + stderr)
  expect(status).toBe(1)
  const inFolder = (name: string) => join(relative(ROOT, folder), 'tests', name)
  return { report: JSON.parse(readFileSync(file, 'utf8')) as unknown, inFolder }
}

test('vitest’s failed tests by file and title, and the files that failed outside of theirs', () => {
  const { report, inFolder } = reportOf(
    'vitest/vitest.mjs',
    (file) => ['run', '--retry=1', '--reporter=json', `--outputFile.json=${file}`],
    {
      'sums.test.js': `import { describe, expect, test } from 'vitest'
        describe('sums', () => {
          test('holds', () => expect(1 + 1).toBe(2))
          test('fails', () => expect(1 + 1).toBe(3))
          test.skip('is left out', () => expect(1).toBe(2))
          let tries = 0
          test('holds at last', () => expect(++tries).toBe(2))
        })`,
      'broken.test.js': "throw new Error('cannot be loaded')",
      'prepared.test.js': `import { beforeAll, test } from 'vitest'
        beforeAll(() => { throw new Error('cannot be prepared') })
        test('never runs', () => undefined)`,
    },
  )
  const failures = failuresOfVitest(report).toSorted((a, b) => a.name.localeCompare(b.name))
  expect(failures).toEqual([
    { name: inFolder('broken.test.js'), error: 'cannot be loaded' },
    { name: inFolder('prepared.test.js'), error: 'cannot be prepared' },
    {
      name: `${inFolder('sums.test.js')} › sums › fails`,
      error: expect.stringContaining('expected 2 to be 3') as string,
    },
  ])
  expect(unsteadyOfVitest(report)).toEqual([
    {
      name: `${inFolder('sums.test.js')} › sums › holds at last`,
      error: expect.stringContaining('expected 1 to be 2') as string,
    },
  ])
})

describe('Playwright', () => {
  const run = (files: Record<string, string>) =>
    reportOf('@playwright/test/cli.js', () => ['test', '--retries=1', '--reporter=json'], files)

  test('its failed tests by file, line and title', () => {
    const { report, inFolder } = run({
      'sums.spec.js': [
        "import { expect, test } from '@playwright/test'",
        "test('holds', () => expect(1 + 1).toBe(2))",
        "test.describe('sums', () => {",
        "  test('fails', () => expect(1 + 1).toBe(3))",
        "  test('holds at last', ({}, { retry }) => expect(retry).toBe(1))",
        "  test('fails as it should', () => { test.fail(); expect(1 + 1).toBe(3) })",
        '})',
      ].join('\n'),
    })
    expect(failuresOfPlaywright(report)).toEqual([
      {
        name: `${inFolder('sums.spec.js')}:4 › sums › fails`,
        error: expect.stringMatching(/Expected: .*3[\s\S]*Received: .*2/) as string,
      },
    ])
    expect(unsteadyOfPlaywright(report)).toEqual([
      {
        name: `${inFolder('sums.spec.js')}:5 › sums › holds at last`,
        error: expect.stringMatching(/Expected: .*1[\s\S]*Received: .*0/) as string,
      },
    ])
  })

  test('what fails outside of them', () => {
    const { report, inFolder } = run({
      'broken.spec.js': "throw new Error('cannot be loaded')",
      'sound.spec.js': "import { test } from '@playwright/test'\ntest('holds', () => undefined)",
    })
    expect(failuresOfPlaywright(report)).toEqual([
      {
        name: `${inFolder('broken.spec.js')}:1`,
        error: expect.stringContaining('cannot be loaded') as string,
      },
    ])
  })
})

describe('what is told', () => {
  test('is each name with the first lines of its error, as plain text and none of them endless', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`)
    const text = told([
      { name: 'a.test.ts › fails', error: `\u001B[31mError\u001B[39m: no\n\n${'x'.repeat(10_000)}` },
      { name: 'b.test.ts › fails', error: lines.join('\n') },
      { name: 'lint', error: '' },
    ])
    expect(text.trimStart().split('\n\n')).toEqual([
      '— failed',
      `✗ a.test.ts › fails\n    Error: no\n    ${'x'.repeat(240)}…`,
      `✗ b.test.ts › fails\n    ${lines.slice(0, 15).join('\n    ')}`,
      '✗ lint',
    ])
  })

  test('is of twenty at most, and how many more there are', () => {
    const failures = Array.from({ length: 23 }, (_, i) => ({ name: `test ${i + 1}`, error: 'no' }))
    const text = told(failures)
    expect(text.match(/✗/g)).toHaveLength(20)
    expect(text).toContain('✗ test 20\n')
    expect(text.endsWith('\n… and 3 more')).toBe(true)
  })
})
