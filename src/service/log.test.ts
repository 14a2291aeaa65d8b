/** The log where it cannot be written: dropped, never waited for, and going on once it can. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { canMount, smallDisk } from '../testing/disk.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { LogDestination } from './log.ts'

const messages = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

test('lines are there once they are written, after those of earlier runs', () => {
  const file = join(temporaryFolder(), 'comptoir.log')
  for (const msg of ['one', 'two']) pino({}, new LogDestination(file)).info(msg)
  expect(messages(readFileSync(file, 'utf8'))).toEqual(['one', 'two'])
})

test.runIf(canMount())('on a full disk lines are dropped; once there is room, one says how many', () => {
  const { folder } = smallDisk('64k')
  const file = join(folder, 'comptoir.log')
  const log = pino({}, new LogDestination(file))
  log.info('before')
  const filler = join(folder, 'filler')
  expect(() => writeFileSync(filler, Buffer.alloc(128 * 1024))).toThrow('ENOSPC')
  const dropped = 3
  // More than fits the file's last block: the first of them is written in part.
  for (let i = 0; i < dropped; i++) log.info('x'.repeat(8192))
  rmSync(filler)
  log.info('after')
  log.info('last')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const whole = lines.filter((line) => line.endsWith('}'))
  expect(messages(whole.join('\n'))).toEqual([
    'before',
    `${dropped} log line(s) before this one could not be written`,
    'after',
    'last',
  ])
})

test.runIf(process.platform !== 'win32')(
  'a pipe whose reader reads no more, or went away, is not waited for',
  () => {
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const log = pino({}, new LogDestination(pipe))
    // Without a reader it cannot even be opened.
    log.info('nobody there')
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    for (let i = 0; i < 100; i++) log.info('x'.repeat(4000))
    const read = Buffer.alloc(1024 * 1024)
    const first = read.toString('utf8', 0, readSync(reader, read))
    expect(first).toContain('1 log line(s) before this one could not be written')
    expect(first.length).toBeLessThan(100 * 4000)
    log.info('read again')
    const second = read.toString('utf8', 0, readSync(reader, read))
    expect(messages(second).at(-1)).toBe('read again')
    closeSync(reader)
    log.info('nobody there')
  },
)

test('what cannot be written is told once on standard error, and the program goes on', () => {
  const program = `
    import { LogDestination } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    const log = new LogDestination(process.argv[1])
    log.write('one')
    log.write('two')
    console.log('still here')`
  const file = join(temporaryFolder(), 'none', 'comptoir.log')
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program, file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here\n' })
  expect(stderr).toMatch(/^comptoir: the log .* cannot be written: ENOENT[^\n]*\n$/)
})
