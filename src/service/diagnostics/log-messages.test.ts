/** The list of messages that a diagnostic lets through, held to what the sources log. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { LOG_MESSAGES, shapeOf } from './log-messages.ts'

const SOURCES = join(import.meta.dirname, '../..')
const LEVELS = /^(trace|debug|info|warn|error|fatal)$/
/** Messages that are passed on under another name: where they are made. */
const PASSED_ON = [
  '0 log line(s) before this one could not be written',
  'another service has taken the data folder; this one ends',
  'the page does not answer',
  'the page has stopped',
  'the visit cannot be prepared',
]

function sources(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^(testing|renderer)/.test(name))
    .map((name) => join(SOURCES, name))
}

/** What a text is made of, with 0 for what is put into it. */
function wordsOf(node: ts.Node | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `0${literal.text}`).join('')
  return null
}

function loggedIn(file: string): string[] {
  const found: string[] = []
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression
      const words =
        /(^|[.#])log$/.test(expression.getText()) && LEVELS.test(name.text) && wordsOf(node.arguments.at(-1))
      if (words) found.push(words)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

test('it holds every message that is logged, and no other', () => {
  const logged = sources()
    .flatMap(loggedIn)
    .filter((words) => !words.startsWith('0; '))
  expect(logged.length).toBeGreaterThan(40)
  const known = new Set([...logged, ...PASSED_ON].map(shapeOf))
  expect([...known].filter((words) => !LOG_MESSAGES.has(words))).toEqual([])
  expect([...LOG_MESSAGES].filter((words) => !known.has(words))).toEqual([])
})
