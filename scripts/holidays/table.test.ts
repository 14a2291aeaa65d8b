import { expect, test } from 'vitest'
import { REGIONS } from '../../src/domain/shared/working-days.ts'
import carried from '../../src/domain/shared/holidays.json' with { type: 'json' }
import { holidayTable } from './table.ts'

test('the table that the program carries is what the library says (else: node scripts/holidays/write.ts)', () => {
  expect(carried).toEqual(holidayTable())
  expect(Object.keys(carried.regions).sort()).toEqual([...REGIONS].sort())
})
