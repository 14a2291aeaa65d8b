/** Writes the table of the characters that documents can print. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printableTable } from './table.ts'

const file = join(import.meta.dirname, '../../src/domain/shared/printable.json')
writeFileSync(file, `${JSON.stringify(printableTable())}\n`)
