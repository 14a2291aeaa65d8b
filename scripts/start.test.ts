/** `npm start` before anything is installed: what it runs ends with it, and why it fails is told truly. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { chosenLocale } from '../src/cli/words/index.ts'
import { isRunning } from '../src/store/folder.ts'
import { temporaryFolder } from '../src/testing/folder.ts'
// @ts-expect-error plain JavaScript, for it runs before anything is installed
import * as spoken from './words.js'

const { locale } = spoken as { locale: typeof chosenLocale }
const ROOT = join(import.meta.dirname, '..')

/** A checkout without packages, whose npm is a script of the test's own. */
function checkout(npm: string, env: Record<string, string> = {}) {
  const folder = temporaryFolder()
  for (const name of ['scripts/start.js', 'scripts/workshop.js', 'scripts/words.js', 'bin/processes.js'])
    cpSync(join(ROOT, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\n${npm}\n`)
  chmodSync(join(programs, 'npm'), 0o755)
  const child = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    env: { LC_ALL: 'C', FOLDER: folder, PATH: `${programs}${delimiter}${process.env['PATH']}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, ...said }))
  return { folder, child, ended }
}

async function present(folder: string, name: string): Promise<void> {
  const watcher = watch(folder)
  try {
    while (!existsSync(join(folder, name))) await once(watcher, 'change')
  } finally {
    watcher.close()
  }
}

describe.skipIf(process.platform === 'win32')('npm start', () => {
  // As npm does, it runs a program of its own, and goes before it.
  const NPM = 'sleep 600 & echo $! > "$FOLDER/pid.new"; mv "$FOLDER/pid.new" "$FOLDER/pid"; wait'
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('that %s ends while it installs leaves nothing running', async (signal, code) => {
    const { folder, child, ended } = checkout(NPM)
    await present(folder, 'pid')
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    onTestFinished(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    })
    expect(isRunning(pid)).toBe(true)
    child.kill(signal)
    const { stderr, ...end } = await ended
    expect(end.code).toBe(code)
    expect(stderr).toBe('interrupted; "npm start" begins again where it is needed\n')
    expect(await gone(pid)).toBe(true)
  })

  test.each([
    ['npm error code ENOTEMPTY', 'another program is using node_modules'],
    ['npm error code ENOTFOUND', 'the npm registry is not within reach'],
    ['npm error code ENOSPC', 'the disk is full'],
    ['npm error code EACCES', 'may not write there'],
    ['npm error code ELIFECYCLE', 'npm ci failed:\n'],
  ])('names the cause of a failed installation: %s', async (output, words) => {
    const { code, stderr } = await checkout(`echo "${output}" >&2; exit 1`).ended
    expect(code).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr).toContain(output)
    if (!output.includes('ENOTFOUND')) expect(stderr).not.toContain('registry')
  })

  test('speaks French on a French machine', async () => {
    const { stdout, stderr } = await checkout('exit 1', { LC_ALL: '', LANG: 'fr_FR.UTF-8' }).ended
    expect(stdout).toBe('Installation des paquets (environ une minute)…\n')
    expect(stderr).toBe('npm ci a échoué :\n\n')
  })
})

/** A killed process keeps its number until its new parent has asked what became of it. */
async function gone(pid: number): Promise<boolean> {
  const until = Date.now() + 5_000
  const ended = () => {
    try {
      return !isRunning(pid) || / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return !isRunning(pid)
    }
  }
  while (!ended() && Date.now() < until) await new Promise((resolve) => setImmediate(resolve))
  return ended()
}

test('the language is chosen as the command line chooses it', () => {
  const rows: [string[], Record<string, string>][] = [
    [[], { LANG: 'fr_FR.UTF-8' }],
    [[], { LANG: 'fr_FR.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }],
    [[], { LANG: 'en_GB.UTF-8', LC_ALL: 'fr_CA' }],
    [[], { LC_ALL: '', LANG: 'de_DE.UTF-8' }],
    [['--lang', 'fr'], { LC_ALL: 'C' }],
    [['--lang=en'], { LC_ALL: 'fr_FR' }],
    [['--lang', 'de'], { LC_ALL: 'fr_FR' }],
  ]
  for (const [args, env] of rows) expect(locale(args, env)).toBe(chosenLocale(args, env))
})
