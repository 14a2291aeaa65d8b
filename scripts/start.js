/**
 * `npm start`: everything that is missing is installed and built, a new store gets the demo catalogue, and the desktop
 * window opens; the browser application where Electron's runtime cannot be had.
 *
 * `npm start -- --browser` forces the browser; `--data DIR`, `--host`, `--port` and `--key` go to the service.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { endTogether } from '../bin/processes.js'
import { build, electronRuntime, environment, install, NODE, ROOT, run, say } from './workshop.js'

const args = process.argv.slice(2)
const forced = args.includes('--browser')
const passed = args.filter((arg) => arg !== '--browser')
const dataAt = passed.findIndex((arg) => /^--data(=|$)/.test(arg))
const data = dataAt >= 0 ? passed.slice(dataAt, passed[dataAt] === '--data' ? dataAt + 2 : dataAt + 1) : []
const CLI = join(ROOT, 'bin', 'comptoir.js')

/** Loads the demo catalogue, where the data folder holds no store yet. */
async function prepareStore() {
  const asked = spawnSync(NODE, [CLI, 'doctor', '--json', ...data], { encoding: 'utf8', env: environment() })
  const report = asked.stdout ? JSON.parse(asked.stdout) : {}
  if (report.code !== 'no_store') return
  say('Loading the demo catalogue into a new store…')
  const spoken = spawnSync(NODE, [CLI, 'import', join(ROOT, 'resources', 'demo-bundle.json'), ...data], {
    encoding: 'utf8',
    env: environment(),
  })
  if (spoken.status !== 0) throw new Error(spoken.stderr.trim())
}

/** Why the window cannot be shown on this machine, or null. */
function noDisplay() {
  if (process.platform !== 'linux') return null
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? null : 'there is no display'
}

/** Opens the address in the user's browser, where there is one to open it. */
function openBrowser(address) {
  const [program, ...rest] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '']
        : ['xdg-open']
  spawn(program, [...rest, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

async function inBrowser(reason) {
  say(reason ? `Opening in the browser: ${reason}.` : 'Opening in the browser.')
  const child = spawn(NODE, [CLI, 'serve', ...passed], {
    cwd: process.cwd(),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  })
  let opened = false
  child.stdout.setEncoding('utf8').on('data', (text) => {
    process.stdout.write(text)
    const address = /^http:\S+key=\S+$/m.exec(text)?.[0]
    if (!address || opened) return
    opened = true
    say('Open the address above in a browser; Ctrl+C stops the service.')
    if (process.stdout.isTTY && !noDisplay()) openBrowser(address)
  })
  return endTogether(child)
}

try {
  install()
  build()
  await prepareStore()
  const hidden = forced ? '' : noDisplay()
  if (forced || hidden) {
    process.exitCode = await inBrowser(hidden)
  } else {
    const { program, reason } = electronRuntime()
    process.exitCode = program ? await run(program, [ROOT, ...passed]) : await inBrowser(reason)
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
