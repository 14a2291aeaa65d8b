/** The program's entry. What was compiled once is kept beside the built program: half of a start is compiling. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

if (import.meta.url.endsWith('.js')) enableCompileCache(join(import.meta.dirname, '.compiled'))
await import('./run.ts')
