/**
 * What the start and test scripts share: installing, building and finding a browser, each only where it is missing.
 * Plain JavaScript for Node 20, because it runs before anything is installed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { statfsSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endGroup, endTogether, endWithNpm, exitCodeOf, SIGNALS } from '../bin/processes.js'
import { installCause, words } from './words.js'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = join(ROOT, 'node_modules')
const OUT = join(ROOT, 'out')
const BUILT = join(OUT, '.built')
const WINDOWS = process.platform === 'win32'
const INSTALL_SECONDS = 900
const npm = WINDOWS ? 'npm.cmd' : 'npm'

/** The project's own runtime: newer than the one that may have started this script. */
export const NODE = join(MODULES, 'node', 'bin', WINDOWS ? 'node.exe' : 'node')

/** The environment of every step: the project's own programs first. */
export function environment(extra = {}) {
  const path = [dirname(NODE), join(MODULES, '.bin'), process.env.PATH].join(WINDOWS ? ';' : ':')
  return { ...process.env, PATH: path, ...extra }
}

export const say = (line) => process.stdout.write(`${line}\n`)

/** Runs a program to its end with its output shown; it ends where this one is ended. Resolves with its exit code. */
export function run(program, args, extra = {}) {
  return endTogether(
    spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: environment(extra), shell: WINDOWS }),
  )
}

/** A person or the system has ended a step: what it ran has ended, too. */
export class Interrupted extends Error {
  constructor(signal) {
    super(words.interrupted)
    this.exitCode = exitCodeOf(signal)
  }
}

/**
 * Runs a program whose output matters only where it fails, in a group of its own, so that none of its own programs
 * outlives it.
 * @throws {Interrupted} once it has ended where this program is ended
 */
export async function quietly(program, args, timeoutSeconds, cwd = ROOT) {
  const result = { ok: false, slow: false, stdout: '', output: '' }
  let ending = null
  let stoppedBy = null
  const end = (signal) => (ending ??= endGroup(child, signal))
  const stop = (signal) => {
    stoppedBy ??= signal
    void end('SIGTERM')
  }
  // Before the program begins: a signal may come as soon as it does.
  for (const signal of SIGNALS) process.on(signal, stop)
  const child = spawn(program, args, {
    cwd,
    env: environment(),
    shell: WINDOWS,
    detached: !WINDOWS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    result.stdout += text
    result.output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (result.output += text))
  const forget = endWithNpm(() => stop('SIGTERM'))
  const timer = setTimeout(() => {
    result.slow = true
    void end('SIGTERM')
  }, timeoutSeconds * 1000)
  try {
    result.ok = (await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))) === 0
    await ending
  } catch (error) {
    result.output += String(error)
  } finally {
    clearTimeout(timer)
    forget()
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  if (stoppedBy) throw new Interrupted(stoppedBy)
  return result
}

function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) time = Math.max(time, newest(path))
    else if (!/\.test\.ts$/.test(entry.name)) time = Math.max(time, statSync(path).mtimeMs)
  }
  return time
}

const time = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0)

/** Installs the packages of the lock file, where they are missing or older than it. */
export async function install() {
  const installed = join(MODULES, '.package-lock.json')
  if (existsSync(NODE) && time(installed) >= time(join(ROOT, 'package-lock.json')) - 1000) return
  say(words.installing)
  const result = await quietly(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], INSTALL_SECONDS)
  if (result.ok && existsSync(NODE)) return
  const { installFailed } = words
  const cause = result.slow
    ? installFailed.slow(INSTALL_SECONDS / 60)
    : installFailed[installCause(result.output) ?? 'other']
  throw new Error(`${cause}\n${result.output.trim()}`)
}

/** Builds the program and its screens, where the sources are newer. */
export async function build() {
  const sources = Math.max(
    newest(join(ROOT, 'src')),
    time(join(ROOT, 'electron.vite.config.ts')),
    time(join(ROOT, 'package-lock.json')),
  )
  if (time(BUILT) >= sources) return
  say(words.building)
  rmSync(BUILT, { force: true })
  const { ok, output } = await quietly(
    NODE,
    [join(MODULES, 'electron-vite', 'bin', 'electron-vite.js'), 'build'],
    600,
  )
  if (!ok) throw new Error(`${words.buildFailed}\n${output.trim()}`)
  mkdirSync(OUT, { recursive: true })
  writeFileSync(BUILT, '')
}

/** Electron's program where its runtime is there or can be fetched; else why not. */
export async function electronRuntime() {
  const folder = join(MODULES, 'electron')
  const find = () => {
    const listed = join(folder, 'path.txt')
    if (!existsSync(listed)) return null
    const require = createRequire(import.meta.url)
    const program = require('electron')
    return typeof program === 'string' && existsSync(program) ? program : null
  }
  const found = find()
  if (found) return { program: found, reason: '' }
  say(words.fetching)
  const { output } = await quietly(NODE, [join(folder, 'install.js')], 180)
  const fetched = find()
  if (fetched) return { program: fetched, reason: '' }
  const cause = /\b(E[A-Z]{4,}|HTTPError|\d{3} [A-Z][a-z ]+)\b/.exec(output)?.[0]
  return { program: null, reason: words.noRuntime(cause) }
}

const MEMORY = '/dev/shm'
/** Several times what all tests have there at once. */
const MEMORY_BYTES = 2 * 1024 ** 3

/**
 * Makes a folder in memory for what tests write and remove again: they wait for a disk thousands of times else.
 *
 * @returns its path; null where there is no such place, too little room or no program may be run there
 */
export function folderInMemory() {
  let folder = null
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const available = process.availableMemory?.() ?? freemem()
    if (Math.min(bavail * bsize, available) < MEMORY_BYTES) return null
    folder = mkdtempSync(join(MEMORY, 'comptoir-test-'))
    // PostgreSQL is run from there, by another user where this one is root.
    chmodSync(folder, 0o755)
    const program = join(folder, 'probe')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return folder
  } catch {
    if (folder) rmSync(folder, { recursive: true, force: true })
    return null
  }
}

const CHROMES = [
  // Without the browser's own windows it takes a third less time than the whole one.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * A browser for the tests: Playwright's own, an installed Chrome or Chromium, else one that is installed now by
 * whichever way works.
 *
 * @returns its path; "" for Playwright's own, null where none can be had
 */
export async function findBrowser() {
  const own = async () => {
    const { chromium } = await import('playwright')
    return existsSync(chromium.executablePath())
  }
  if (await own()) return ''
  const installed = CHROMES.find((path) => existsSync(path))
  if (installed) return installed
  say('Installing a browser for the tests (once)…')
  const fetched = await quietly(
    NODE,
    [join(MODULES, 'playwright', 'cli.js'), 'install', '--with-deps', 'chromium'],
    300,
  )
  if (fetched.ok && (await own())) return ''
  if (process.platform === 'linux') {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const apt = (...args) => {
      const [program, ...rest] = [...sudo, 'apt-get', ...args]
      return quietly(program, rest, 600)
    }
    await apt('update')
    for (const name of ['chromium-headless-shell', 'chromium']) {
      await apt('install', '-y', '--no-install-recommends', name)
      const now = CHROMES.find((path) => existsSync(path))
      if (now) return now
    }
  }
  return null
}
