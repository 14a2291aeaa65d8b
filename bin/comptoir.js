#!/usr/bin/env node
// The command line needs the runtime that the store's native part is built for: where the one that started this is
// older, the project's own takes over. In a checkout that was not built yet the sources run as they are.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { endWithNpm, endWithStarter, inMyPlace } from './processes.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const built = join(root, 'out', 'main', 'cli.js')
const program = existsSync(built) ? built : join(root, 'src', 'cli', 'index.ts')
const NEEDED_MAJOR = 24

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  // As the signal that npm did not pass on: a service finishes what runs.
  const end = () => process.emit('SIGTERM') || process.exit(143)
  endWithNpm(end)
  endWithStarter(end)
  await import(pathToFileURL(program).href)
} else {
  const runtime = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (existsSync(runtime)) {
    process.exitCode = await inMyPlace(runtime, process.argv.slice(1))
  } else {
    process.stderr.write(
      `comptoir: Node ${NEEDED_MAJOR} or newer is needed, this is ${process.version}; run "npm ci" first\n`,
    )
    process.exitCode = 1
  }
}
