/**
 * `npm run mutation -- [GLOB…] [--sample N] [--seed S] [--timeout SECONDS]`: changes one thing at a time in a copy of the
 * sources and runs the tests that reach it. A change that no test notices is a rule that nothing holds. All of them take
 * hours: a seed gives the same sample on every machine.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { seeded, shuffled } from '../src/estimate/random.ts'
import { mutantsOf, mutated, type Mutant } from './mutation/mutants.ts'
import { testFinder } from './mutation/tests.ts'

const ROOT = join(import.meta.dirname, '..')
/** How many test files are tried at a time, the nearest first: most mutants end there. */
const BATCHES = [4, 8]
/** Test files that take longer would notice late what others notice at once: they count for what they stand beside. */
const SLOW_MS = 2_500

interface Case {
  readonly file: string
  readonly mutant: Mutant
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '60' },
  },
})
const TIMEOUT_MS = Number(values.timeout) * 1000

/** A copy of every file that is not ignored, beside the packages of this one; it goes with the process. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'comptoir-mutation-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.stdout.split('\0').filter(Boolean))
    cpSync(join(ROOT, file), join(copy, file), { recursive: true })
  mkdirSync(join(copy, 'tmp'))
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir')
  return copy
}

/** Whether these tests pass; what hangs is ended, and has not passed. */
async function pass(
  root: string,
  tests: readonly string[],
  { limit = TIMEOUT_MS, more = [] as readonly string[] } = {},
): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const options = ['--bail=1', '--maxWorkers=1', '--no-isolate', '--no-file-parallelism', '--reporter=dot']
  const child = spawn(process.execPath, [vitest, 'run', ...tests, ...options, ...more], {
    cwd: root,
    stdio: 'ignore',
    detached: true,
    // What an ended test leaves behind goes with the copy.
    env: { ...process.env, TMPDIR: join(root, 'tmp') },
  })
  const end = () => process.kill(-child.pid!, 'SIGKILL')
  const timer = setTimeout(end, limit)
  process.once('exit', end)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  clearTimeout(timer)
  process.removeListener('exit', end)
  return code === 0
}

interface Report {
  readonly testResults: readonly { name: string; status: string; startTime: number; endTime: number }[]
}

/** The tests among these that are quick enough to be run again and again. @throws where one does not pass as it is */
async function quick(root: string, tests: readonly string[]): Promise<ReadonlySet<string>> {
  const report = join(root, 'mutation-report.json')
  const more = ['--reporter=json', `--outputFile=${report}`]
  const passed = await pass(root, tests, { limit: 10 * TIMEOUT_MS, more })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const failed = testResults.filter(({ status }) => status !== 'passed').map(({ name }) => name)
  if (!passed) throw new Error(`The tests do not pass as they are: ${failed.join(', ')}`)
  const short = testResults.filter(({ startTime, endTime }) => endTime - startTime < SLOW_MS)
  return new Set(short.map(({ name }) => relative(realpathSync(root), name)))
}

function batchesOf(tests: readonly string[]): string[][] {
  let from = 0
  return BATCHES.map((size) => tests.slice(from, (from += size))).filter((batch) => batch.length > 0)
}

async function survives(root: string, { file, mutant }: Case, tests: readonly string[]): Promise<boolean> {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(text, mutant))
  try {
    for (const batch of batchesOf(tests)) if (!(await pass(root, batch))) return false
    return true
  } finally {
    writeFileSync(path, text)
  }
}

const percent = (killed: number, all: number) => `${Math.round((100 * killed) / all)} % (${killed} of ${all})`
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80)

async function main(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  setPriority(10)
  const copy = copyOfTree()
  const globs = positionals.length > 0 ? positionals : ['src/domain/**/*.ts']
  const files = globSync(globs, { cwd: copy, exclude: ['**/*.test.ts'] }).sort()
  const all = files.flatMap((file): Case[] =>
    mutantsOf(readFileSync(join(copy, file), 'utf8')).map((mutant) => ({ file, mutant })),
  )
  const sample = shuffled(seeded(Number(values.seed)), all).slice(0, Number(values.sample ?? all.length))
  const reaching = testFinder(copy)
  const concerned = new Set(sample.flatMap(({ file }) => reaching(file)))
  const tests = await quick(copy, [...concerned])
  const testsOf = (file: string) =>
    reaching(file).filter((test) => tests.has(test) || test === file.replace(/\.ts$/, '.test.ts'))
  console.log(`${sample.length} of ${all.length} mutants in ${files.length} files, ${tests.size} test files`)

  const scores = new Map<string, { killed: number; all: number }>()
  for (const each of sample.sort((a, b) => a.file.localeCompare(b.file) || a.mutant.start - b.mutant.start)) {
    const { file, mutant } = each
    const survived = await survives(copy, each, testsOf(file))
    const score = scores.get(file) ?? { killed: 0, all: 0 }
    scores.set(file, { killed: score.killed + (survived ? 0 : 1), all: score.all + 1 })
    const what = `${oneLine(mutant.from)} → ${oneLine(mutant.to)}`
    console.log(`${survived ? 'SURVIVED' : 'killed  '} ${file}:${mutant.line}:${mutant.column}  ${what}`)
  }
  for (const [file, { killed, all }] of scores) console.log(`${percent(killed, all).padEnd(20)} ${file}`)
  const killed = [...scores.values()].reduce((sum, score) => sum + score.killed, 0)
  console.log(`${percent(killed, sample.length)} in all`)
}

await main()
