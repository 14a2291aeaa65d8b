/** The small changes that a test should notice, one at a time, found in a source by the TypeScript parser. */
import ts from 'typescript'

export interface Mutant {
  /** the first line is 1 */
  readonly line: number
  readonly column: number
  readonly start: number
  readonly end: number
  readonly from: string
  readonly to: string
}

/** What each operator is taken for: the comparison's boundary and its contrary, the arithmetic's inverse. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
}

/** Methods that say nearly the same. */
const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}

const NUMBERS: Readonly<Record<string, string>> = { '0': '1', '1': '0', '0n': '1n', '1n': '0n' }

/** Every mutant of a source, in its order. */
export function mutantsOf(text: string): Mutant[] {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  const add = (node: ts.Node, to: string, from = node.getText(source)) => {
    const start = node.getStart(source)
    const { line, character } = source.getLineAndCharacterOfPosition(start)
    found.push({ line: line + 1, column: character + 1, start, end: node.getEnd(), from, to })
  }
  const visit = (node: ts.Node): void => {
    // Types and imports do nothing while the program runs.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return
    for (const { at, to } of changesOf(node, source)) add(at, to)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.sort((a, b) => a.start - b.start || a.end - b.end)
}

interface Change {
  readonly at: ts.Node
  readonly to: string
}

function changesOf(node: ts.Node, source: ts.SourceFile): Change[] {
  const text = (of: ts.Node) => of.getText(source)
  if (ts.isBinaryExpression(node)) return operatorChanges(node, text)
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [{ at: node, to: text(node.operand) }]
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ at: node, to: 'false' }]
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ at: node, to: 'true' }]
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
    const step = ts.isBigIntLiteral(node) ? ' + 1n' : ' + 1'
    return [{ at: node, to: NUMBERS[text(node)] ?? `(${text(node)}${step})` }]
  }
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const other = Object.hasOwn(METHODS, node.name.text) ? METHODS[node.name.text] : undefined
    return other === undefined || node.parent.expression !== node ? [] : [{ at: node.name, to: other }]
  }
  if (ts.isIfStatement(node)) {
    const negated = { at: node.expression, to: `!(${text(node.expression)})` }
    return node.elseStatement ? [negated] : [negated, { at: node, to: ';' }]
  }
  if (ts.isConditionalExpression(node)) return [{ at: node.condition, to: `!(${text(node.condition)})` }]
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return [{ at: node, to: ';' }]
  if (ts.isContinueStatement(node) || ts.isBreakStatement(node))
    return ts.isCaseOrDefaultClause(node.parent) ? [] : [{ at: node, to: ';' }]
  return returned(node).flatMap((value) => emptied(value))
}

function operatorChanges(node: ts.BinaryExpression, text: (of: ts.Node) => string): Change[] {
  const operator = text(node.operatorToken)
  if (operator === '??') return [{ at: node, to: text(node.left) }]
  // Texts are joined by the same sign.
  const words = [node.left, node.right].some(
    (side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side),
  )
  if (words && operator.startsWith('+')) return []
  return (OPERATORS[operator] ?? []).map((to) => ({ at: node.operatorToken, to }))
}

/** What a statement or an arrow gives back. */
function returned(node: ts.Node): ts.Expression[] {
  if (ts.isReturnStatement(node)) return node.expression ? [node.expression] : []
  return ts.isArrowFunction(node) && !ts.isBlock(node.body) ? [node.body] : []
}

function emptied(value: ts.Expression): Change[] {
  if (ts.isStringLiteralLike(value) && value.text !== '') return [{ at: value, to: "''" }]
  if (ts.isTemplateExpression(value)) return [{ at: value, to: "''" }]
  const list = ts.isArrayLiteralExpression(value) ? value.elements.length > 0 : isListCall(value)
  return list ? [{ at: value, to: '[]' }] : []
}

function isListCall(value: ts.Expression): boolean {
  return (
    ts.isCallExpression(value) &&
    ts.isPropertyAccessExpression(value.expression) &&
    ['map', 'filter', 'flatMap'].includes(value.expression.name.text)
  )
}

/** The source with one mutant in it. */
export const mutated = (text: string, { start, end, to }: Mutant) =>
  text.slice(0, start) + to + text.slice(end)
