/**
 * What failed, told at the end of `npm test`: output that is cut, or that nobody scrolls through, still names it. Plain
 * JavaScript for Node 20, because it is loaded before anything is installed.
 *
 * @typedef {{ name: string, error: string }} Failure a test as "file › test", or a step by its name
 */
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from './workshop.js'

const MOST_TOLD = 20
const MOST_LINES = 15
/** Of a line: an element or an answer in whole says no more. */
const LONGEST_LINE = 240

const named = (...parts) => parts.filter(Boolean).join(' › ')

/**
 * The failed tests of vitest's JSON report, and the files that failed outside of their tests.
 * @returns {Failure[]}
 */
export function failuresOfVitest(report) {
  return report.testResults.flatMap((result) => {
    const file = relative(ROOT, result.name)
    const failed = result.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && result.status === 'failed')
      return [{ name: file, error: result.message || 'It failed before or after its tests.' }]
    return failed.map((each) => failureOfVitest(result, each))
  })
}

/**
 * The tests of vitest's JSON report that passed at a second try alone, each with why it failed at first.
 * @returns {Failure[]}
 */
export function unsteadyOfVitest(report) {
  return report.testResults.flatMap((result) =>
    result.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((each) => failureOfVitest(result, each)),
  )
}

const failureOfVitest = ({ name }, { ancestorTitles, title, failureMessages }) => ({
  name: named(relative(ROOT, name), ...ancestorTitles, title),
  error: failureMessages.join('\n'),
})

const errorText = (errors) => errors.map(({ message, value }) => message ?? value ?? '').join('\n')

/** Of Playwright's JSON report the tests that ended so: `unexpected`, or `flaky`. */
function endedSo({ config, suites }, how) {
  const inSuite = (suite, titles) => [
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === how)
        .map(({ results }) => ({
          name: named(`${relative(ROOT, join(config.rootDir, file))}:${line}`, ...titles, title),
          error: errorText(results.flatMap(({ errors }) => errors)),
        })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...titles, inner.title])),
  ]
  return suites.flatMap((file) => inSuite(file, []))
}

/**
 * The failed tests of Playwright's JSON report, and what failed outside of them.
 * @returns {Failure[]}
 */
export function failuresOfPlaywright(report) {
  return [
    ...endedSo(report, 'unexpected'),
    ...report.errors.map((error) => ({
      name: error.location ? `${relative(ROOT, error.location.file)}:${error.location.line}` : 'Playwright',
      error: errorText([error]),
    })),
  ]
}

/**
 * The tests of Playwright's JSON report that passed at a second try alone, each with why it failed at first.
 * @returns {Failure[]}
 */
export const unsteadyOfPlaywright = (report) => endedSo(report, 'flaky')

/**
 * @param {Failure[]} failures
 * @param {string} how
 * @returns {string} each by its name with the first lines of its error
 */
export function told(failures, how = 'failed') {
  const more = failures.length - MOST_TOLD
  return [
    `\n— ${how}`,
    ...failures
      .slice(0, MOST_TOLD)
      .map(({ name, error }) => `\n✗ ${[name, ...firstLines(error)].join('\n    ')}`),
    ...(more > 0 ? [`\n… and ${more} more`] : []),
  ].join('\n')
}

function firstLines(error) {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines
    .slice(0, MOST_LINES)
    .map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line))
}
