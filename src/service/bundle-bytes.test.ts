import { expect, test } from 'vitest'
import { readBundleBytes } from './bundle-bytes.ts'

const read = (text: string) => readBundleBytes(Buffer.from(text), 'en')

test('nesting beyond a hundred levels is refused before it is parsed, cut or whole, however deep it is', () => {
  const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)
  expect(read(nested(100))).toHaveProperty('bundle')
  const refused = {
    faults: [{ path: '', code: 'nesting_too_deep', message: 'nested too deeply: 100 levels at most' }],
  }
  expect(read(nested(101))).toEqual(refused)
  expect(read('['.repeat(5_000_000))).toEqual(refused)
  expect(read(`{"a":"${'['.repeat(200)}"}`)).toHaveProperty('bundle')
})
