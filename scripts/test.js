/**
 * `npm test`: installs and builds what is missing, then every check and every test. Prints, alone on the last line,
 * the sum over all of them.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, findBrowser, install, NODE, ROOT, run, say } from './workshop.js'

const total = { passed: 0, failed: 0, skipped: 0 }
const module = (...path) => join(ROOT, 'node_modules', ...path)

/** A check that passes or fails as one. */
async function check(name, ...command) {
  say(`\n— ${name}`)
  const code = await run(NODE, command)
  total[code === 0 ? 'passed' : 'failed'] += 1
}

/** Reads a runner's own report; a runner that ended badly without a failed test counts as one failure. */
function count(code, file, read) {
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  const counted = report ? read(report) : { passed: 0, failed: 0, skipped: 0 }
  if (code !== 0 && counted.failed === 0) counted.failed = 1
  for (const key of Object.keys(total)) total[key] += counted[key]
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
  count(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.numFailedTestSuites > 0 && report.numFailedTests === 0 ? 1 : 0),
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }))
}

async function playwright(name, reports) {
  say(`\n— ${name}`)
  const browser = await findBrowser()
  if (browser === null) {
    say('No browser can be found or installed here: the tests of the screens cannot run.')
    total.failed += 1
    return
  }
  const file = join(reports, 'screens.json')
  const code = await run(NODE, [module('@playwright', 'test', 'cli.js'), 'test', '--reporter=line,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    COMPTOIR_BROWSER: browser,
  })
  count(code, file, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
  }))
}

const reports = mkdtempSync(join(tmpdir(), 'comptoir-test-'))
try {
  await install()
  await build()
  await check('lint', module('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0')
  await check('format', module('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.')
  await check('types', module('typescript', 'bin', 'tsc'), '--noEmit')
  await check(
    'types of the screens',
    module('vue-tsc', 'bin', 'vue-tsc.js'),
    '--noEmit',
    '-p',
    'src/renderer/tsconfig.json',
  )
  await vitest('unit and integration tests', reports)
  await vitest('conformance tests', reports, '--config', 'e2e/conformance/vitest.config.ts')
  await vitest('tests with a partner', reports, '--config', 'e2e/upstream/vitest.config.ts')
  await playwright('tests of the screens', reports)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  total.failed += 1
} finally {
  rmSync(reports, { recursive: true, force: true })
}
process.exitCode = total.failed > 0 ? 1 : 0
say(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
)
