import { expect, test } from 'vitest'
import carried from '../../src/domain/shared/printable.json' with { type: 'json' }
import { printableTable } from './table.ts'

test('the table that the program carries is what the fonts have (else: node scripts/printable/write.ts)', () => {
  expect(carried).toEqual(printableTable())
})
