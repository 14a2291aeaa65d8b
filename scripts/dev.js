/** `npm run dev`: the screens with hot reload in the browser, beside a service that runs from its sources. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endTogether } from '../bin/processes.js'
import { environment, install, NODE, ROOT, say } from './workshop.js'

const SERVICE = 'http://127.0.0.1:4581'
const DATA = join(ROOT, '.comptoir', 'dev')
const KEY = 'dev'
const CLI = join(ROOT, 'src', 'cli', 'index.ts')

await install()
const env = environment({ COMPTOIR_DEV_SERVICE: SERVICE, COMPTOIR_KEY: KEY })
const start = (args) => spawn(NODE, args, { cwd: ROOT, stdio: 'inherit', env })

await new Promise((resolve) =>
  start([CLI, 'import', join(ROOT, 'resources', 'demo-bundle.json'), '--data', DATA]).on('exit', resolve),
)
const children = [
  start(['--watch', CLI, 'serve', '--port', new URL(SERVICE).port, '--data', DATA]),
  start([join(ROOT, 'scripts', 'dev-server.ts')]),
]
say('Open http://127.0.0.1:5173/')
await Promise.all(children.map(endTogether))
