/**
 * `npm test`: installs and builds what is missing, then every check and every test. Prints at the end what failed and,
 * alone on the last line, the sum over all of them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  told,
  unsteadyOfPlaywright,
  unsteadyOfVitest,
} from './failures.js'
import { build, findBrowser, folderInMemory, install, NODE, quietly, ROOT, run, say } from './workshop.js'

const CHECK_SECONDS = 1800
const total = { passed: 0, skipped: 0 }
/** @type {import('./failures.js').Failure[]} */
const failures = []
/**
 * Tests that failed and passed at once when they were tried again: one such in six thousand is a machine's hiccup more
 * often than a fault, and each is named at the end, to be looked into.
 * @type {import('./failures.js').Failure[]}
 */
const unsteady = []
const module = (...path) => join(ROOT, 'node_modules', ...path)

/** A check that passes or fails as one. */
async function check(name, ...command) {
  const { ok, slow, output } = await quietly(NODE, command, CHECK_SECONDS)
  if (ok) total.passed += 1
  else failures.push({ name, error: slow ? `not done in ${CHECK_SECONDS} s\n${output}` : output })
  say(`\n— ${name}`)
  if (output.trim() !== '') say(output.trimEnd())
}

/** Reads a runner's own report; a runner that ended badly without a failed test counts as one failure. */
function count(name, code, file, read) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const counted = report ? read(report) : { passed: 0, skipped: 0, failures: [], unsteady: [] }
  if (code !== 0 && counted.failures.length === 0)
    counted.failures = [{ name, error: `ended with code ${code}, and its report names no failed test` }]
  total.passed += counted.passed
  total.skipped += counted.skipped
  failures.push(...counted.failures)
  unsteady.push(...counted.unsteady)
}

/** Parts of the suites that are run on the other engine of the store, too: what reads and writes most of it. */
const ON_POSTGRES = {
  name: 'on PostgreSQL',
  extra: { COMPTOIR_TEST_ENGINE: 'postgres' },
  conformance: [
    'access',
    'carts.spec',
    'customers',
    'events',
    'idempotency',
    'partner-endpoints',
    'serve.spec',
  ],
}
/** @type {{ name: string, extra: Record<string, string> }} */
const ON_FILES = { name: '', extra: {} }

async function vitest(engine, title, reports, ...args) {
  const name = `${title} ${engine.name}`.trim()
  say(`\n— ${name}`)
  const file = join(reports, `${name.replace(/\W+/g, '-')}.json`)
  const outputs = ['--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(NODE, [module('vitest', 'vitest.mjs'), 'run', ...args, ...outputs], engine.extra)
  count(name, code, file, (report) => ({
    passed: report.numPassedTests,
    failures: failuresOfVitest(report).map((failure) => on(engine, failure)),
    unsteady: unsteadyOfVitest(report).map((failure) => on(engine, failure)),
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }))
}

/** A failed test's name says on which engine. */
const on = (engine, failure) =>
  engine.name === '' ? failure : { ...failure, name: `${failure.name} (${engine.name})` }

/** @param browser where the program of one is; "" Playwright's own; null: there is none */
async function playwright(name, reports, browser) {
  say(`\n— ${name}`)
  if (browser === null) {
    failures.push({ name, error: 'No browser can be found or installed here: they cannot run.' })
    return
  }
  const file = join(reports, 'screens.json')
  const program = module('@playwright', 'test', 'cli.js')
  const code = await run(NODE, [program, 'test', '--retries=1', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    COMPTOIR_BROWSER: browser,
  })
  count(name, code, file, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failures: failuresOfPlaywright(report),
    unsteady: unsteadyOfPlaywright(report),
    skipped: report.stats.skipped,
  }))
}

async function checks() {
  await check('lint', module('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0')
  await check('format', module('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.')
  await check('types', module('typescript', 'bin', 'tsc'), '--noEmit')
  const project = ['-p', 'src/renderer/tsconfig.json']
  await check('types of the screens', module('vue-tsc', 'bin', 'vue-tsc.js'), '--noEmit', ...project)
}

/** One after the other: each has workers enough for the machine. */
async function suites(reports) {
  await vitest(ON_FILES, 'unit and integration tests', reports)
  await vitest(ON_FILES, 'tests of the program', reports, '--config', 'e2e/vitest.config.ts')
  const conformance = ['--config', 'e2e/conformance/vitest.config.ts', ...ON_POSTGRES.conformance]
  await vitest(ON_POSTGRES, 'conformance tests', reports, ...conformance)
}

// Who names a folder has his reason.
const memory = process.env.TMPDIR ? null : folderInMemory()
if (memory) process.env.TMPDIR = memory
const reports = mkdtempSync(join(tmpdir(), 'comptoir-test-'))
try {
  await install()
  await build()
  // May be to download: nothing waits for that before the screens.
  const browser = findBrowser()
  browser.catch(() => undefined)
  // A check keeps one core busy; the tests wait a third of their time, for programs and databases that they start.
  await Promise.all([checks(), suites(reports)])
  await playwright('tests of the screens', reports, await browser)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  failures.push({ name: 'npm test', error: error.message })
} finally {
  for (const folder of [reports, memory]) if (folder) rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures.length > 0 ? 1 : 0
if (unsteady.length > 0) say(told(unsteady, 'passed at the second try alone'))
if (failures.length > 0) say(told(failures))
const { passed, skipped } = total
say(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
