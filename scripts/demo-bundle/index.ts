// Writes resources/demo-bundle.json from the tables beside this file: node scripts/demo-bundle/index.ts
// The same tables give the same bytes, so the file changes only where a table does.
import { writeFileSync } from 'node:fs'
import { buildBundle, serialize } from './bundle.ts'

const file = new URL('../../resources/demo-bundle.json', import.meta.url)
writeFileSync(file, serialize(buildBundle()))
