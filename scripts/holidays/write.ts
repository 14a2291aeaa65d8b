/** Writes the table of public holidays that the program carries. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holidayTable } from './table.ts'

const file = join(import.meta.dirname, '../../src/domain/shared/holidays.json')
writeFileSync(file, `${JSON.stringify(holidayTable())}\n`)
