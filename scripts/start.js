/**
 * `npm start`: everything that is missing is installed and built, a new store gets the demo catalogue, and the desktop
 * window opens; the browser application where Electron's runtime cannot be had.
 *
 * `npm start -- --browser` forces the browser; `--data DIR`, `--host`, `--port` and `--key` go to the service.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endTogether } from '../bin/processes.js'
import { words } from './words.js'
import { build, electronRuntime, environment, install, NODE, quietly, ROOT, run, say } from './workshop.js'

const args = process.argv.slice(2)
const forced = args.includes('--browser')
const passed = args.filter((arg) => arg !== '--browser')
const dataAt = passed.findIndex((arg) => /^--data(=|$)/.test(arg))
const data = dataAt >= 0 ? passed.slice(dataAt, passed[dataAt] === '--data' ? dataAt + 2 : dataAt + 1) : []
const LOAD_SECONDS = 120
const CLI = join(ROOT, 'bin', 'comptoir.js')

/** Loads the demo catalogue, where the data folder holds no store yet. */
async function prepareStore() {
  const comptoir = (...command) => quietly(NODE, [CLI, ...command, ...data], LOAD_SECONDS, process.cwd())
  const asked = await comptoir('doctor', '--json')
  const report = asked.stdout ? JSON.parse(asked.stdout) : {}
  if (report.code !== 'no_store') return
  say(words.loading)
  const loaded = await comptoir('demo')
  if (!loaded.ok) throw new Error(loaded.output.trim())
}

/** Why the window cannot be shown on this machine, or null. */
function noDisplay() {
  if (process.platform !== 'linux') return null
  return process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? null : words.noDisplay
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
  say(words.opening(reason))
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
    say(words.open)
    if (process.stdout.isTTY && !noDisplay()) openBrowser(address)
  })
  return endTogether(child)
}

try {
  await install()
  await build()
  await prepareStore()
  const hidden = forced ? '' : noDisplay()
  if (forced || hidden) {
    process.exitCode = await inBrowser(hidden)
  } else {
    const { program, reason } = await electronRuntime()
    process.exitCode = program ? await run(program, [ROOT, ...passed]) : await inBrowser(reason)
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode ?? 1
}
