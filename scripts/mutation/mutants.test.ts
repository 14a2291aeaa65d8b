import { expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutants.ts'

const shown = (text: string) => mutantsOf(text).map(({ from, to }) => `${from} → ${to}`)

test.each([
  ['comparisons: their boundary and their contrary', 'a < b', ['a < b → ;', '< → <=', '< → >=']],
  ['arithmetic', 'x = a * 2', ['x = a * 2 → ;', '* → /', '2 → (2 + 1)']],
  ['not the joining of texts', "f('a' + b)", ["f('a' + b) → ;"]],
  ['conditions, and what hangs on them', 'if (a) b()', ['a → !(a)', 'if (a) b() → ;', 'b() → ;']],
  ['a choice', 'const x = a ? b : c', ['a → !(a)']],
  ['what a missing value is taken for', 'const x = a ?? 0', ['a ?? 0 → a', '0 → 1']],
  ['truths', 'const x = !true', ['!true → true', 'true → false']],
  ['whole numbers of any size', 'const x = 0n', ['0n → 1n']],
  ['methods that say nearly the same', 'const x = a.some(f)', ['some → every']],
  ['lists that are given back', 'const f = () => [a]', ['[a] → []']],
  ['texts that are given back', "const f = () => 'a'", ["'a' → ''"]],
  ['no types, no imports', "import a from 'a'; let x: 0 | 1; interface I { a: true }", []],
])('%s', (_, text, expected) => {
  expect(shown(text).sort()).toEqual([...expected].sort())
})

test('one place changes, and is told by line and column', () => {
  const text = 'const a = 1\nconst b = a <= 2\n'
  const mutant = mutantsOf(text).find(({ to }) => to === '<')!
  expect(mutant).toMatchObject({ line: 2, column: 13 })
  expect(mutated(text, mutant)).toBe('const a = 1\nconst b = a < 2\n')
})
