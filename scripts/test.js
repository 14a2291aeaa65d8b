/**
 * `npm test`: installs and builds what is missing, then every check and every test. Prints at the end what failed and,
 * alone on the last line, the sum over all of them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failuresOfPlaywright, failuresOfVitest, told } from './failures.js'
import { build, findBrowser, folderInMemory, install, NODE, quietly, ROOT, run, say } from './workshop.js'

const CHECK_SECONDS = 1800
const total = { passed: 0, skipped: 0 }
/** @type {import('./failures.js').Failure[]} */
const failures = []
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
  const counted = report ? read(report) : { passed: 0, skipped: 0, failures: [] }
  if (code !== 0 && counted.failures.length === 0)
    counted.failures = [{ name, error: `ended with code ${code}, and its report names no failed test` }]
  total.passed += counted.passed
  total.skipped += counted.skipped
  failures.push(...counted.failures)
}

async function vitest(name, reports, ...args) {
  say(`\n— ${name}`)
  const file = join(reports, `${name.replace(/\W+/g, '-')}.json`)
  const code = await run(NODE, [
    module('vitest', 'vitest.mjs'),
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  count(name, code, file, (report) => ({
    passed: report.numPassedTests,
    failures: failuresOfVitest(report),
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }))
}

async function playwright(name, reports) {
  say(`\n— ${name}`)
  const browser = await findBrowser()
  if (browser === null) {
    failures.push({ name, error: 'No browser can be found or installed here: they cannot run.' })
    return
  }
  const file = join(reports, 'screens.json')
  const code = await run(NODE, [module('@playwright', 'test', 'cli.js'), 'test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    COMPTOIR_BROWSER: browser,
  })
  count(name, code, file, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failures: failuresOfPlaywright(report),
    skipped: report.stats.skipped,
  }))
}

// Who names a folder has his reason.
const memory = process.env.TMPDIR ? null : folderInMemory()
if (memory) process.env.TMPDIR = memory
const reports = mkdtempSync(join(tmpdir(), 'comptoir-test-'))
try {
  await install()
  await build()
  // Each of them keeps one core busy.
  await Promise.all([
    (async () => {
      await check('lint', module('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0')
      await check('format', module('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.')
    })(),
    (async () => {
      await check('types', module('typescript', 'bin', 'tsc'), '--noEmit')
      const project = ['-p', 'src/renderer/tsconfig.json']
      await check('types of the screens', module('vue-tsc', 'bin', 'vue-tsc.js'), '--noEmit', ...project)
    })(),
  ])
  await vitest('unit and integration tests', reports)
  await vitest('conformance tests', reports, '--config', 'e2e/conformance/vitest.config.ts')
  await vitest('tests with a partner', reports, '--config', 'e2e/upstream/vitest.config.ts')
  await playwright('tests of the screens', reports)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  failures.push({ name: 'npm test', error: error.message })
} finally {
  for (const folder of [reports, memory]) if (folder) rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures.length > 0 ? 1 : 0
if (failures.length > 0) say(told(failures))
const { passed, skipped } = total
say(`\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
