/** The log where it cannot be written: dropped, never waited for, and going on once it can. */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { canMount, smallDisk } from '../testing/disk.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { LogDestination, logFile, logFiles } from './log.ts'

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

describe('a log that is full', () => {
  const SMALL = { maxBytes: 1_000, kept: 3 }
  /** A line of 100 bytes. */
  const line = (name: string) => {
    const bare = JSON.stringify({ msg: name, fill: '' })
    return `${bare.replace('""', `"${'x'.repeat(99 - bare.length)}"`)}\n`
  }
  const bytesOf = (file: string) => readFileSync(file, 'utf8')
  const lastOf = (file: string) => messages(bytesOf(file)).at(-1)

  test('is put aside, three older ones stay, no line is cut or lost between them', () => {
    const folder = temporaryFolder()
    const log = new LogDestination(logFile(folder), SMALL)
    expect(line('1')).toHaveLength(100)
    for (let i = 1; i <= 45; i++) log.write(line(`${i}`))
    expect(readdirSync(folder).sort()).toEqual([
      'comptoir.log',
      'comptoir.log.1',
      'comptoir.log.2',
      'comptoir.log.3',
    ])
    const told = logFiles(folder).flatMap((file) => messages(bytesOf(file)))
    expect(told).toEqual(Array.from({ length: 35 }, (_, i) => `${i + 11}`))
    for (const file of logFiles(folder)) expect(statSync(file).size).toBeLessThanOrEqual(SMALL.maxBytes)
    if (process.platform !== 'win32')
      for (const file of logFiles(folder)) expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('of an earlier run goes on, and is put aside by this one', () => {
    const folder = temporaryFolder()
    writeFileSync(logFile(folder), line('before').repeat(15))
    new LogDestination(logFile(folder), SMALL).write(line('now'))
    expect(messages(bytesOf(logFile(folder)))).toEqual(['now'])
    expect(messages(bytesOf(`${logFile(folder)}.1`))).toHaveLength(15)
  })

  test('is no file where nothing is logged', () => {
    const folder = temporaryFolder()
    pino({ level: 'warn' }, new LogDestination(logFile(folder), SMALL)).info('nothing')
    expect(readdirSync(folder)).toEqual([])
  })

  test('a line that is larger than a file is written whole', () => {
    const folder = temporaryFolder()
    const log = new LogDestination(logFile(folder), SMALL)
    const long = `${JSON.stringify({ msg: 'long', fill: 'x'.repeat(3_000) })}\n`
    for (const each of [line('before'), long, line('after')]) log.write(each)
    expect(
      logFiles(folder)
        .filter((file) => existsSync(file))
        .map(lastOf),
    ).toEqual(['before', 'long', 'after'])
  })

  test('that cannot be put aside goes on, no larger than all may be together; then lines are dropped and counted', () => {
    const folder = temporaryFolder()
    const file = logFile(folder)
    // A folder gives its name to no file.
    mkdirSync(`${file}.3`)
    writeFileSync(`${file}.2`, 'older\n')
    const program = `
      import { LogDestination } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
      import { rmSync } from 'node:fs'
      const [, file, line] = process.argv
      const log = new LogDestination(file, ${JSON.stringify(SMALL)})
      for (let i = 0; i < 60; i++) log.write(line)
      rmSync(file + '.3', { recursive: true })
      log.write('{"msg":"again"}\\n')
      console.log('still here')`
    const args = [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '--eval',
      program,
      file,
      line('x'),
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'still here\n' })
    const [grows, ends, ...more] = stderr.trim().split('\n')
    expect(grows).toMatch(/^comptoir: the log .* cannot be put aside, and grows: /)
    expect(ends).toMatch(/^comptoir: the log .* cannot be written: /)
    expect(more).toEqual([])
    expect(statSync(`${file}.1`).size, 'what all may hold').toBe(4_000)
    expect(messages(bytesOf(file))).toEqual(['20 log line(s) before this one could not be written', 'again'])
  })

  test.runIf(process.platform !== 'win32')('a pipe is never full', () => {
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const log = new LogDestination(pipe, SMALL)
    for (let i = 0; i < 30; i++) log.write(line('x'))
    const read = Buffer.alloc(8_192)
    expect(readSync(reader, read)).toBe(3_000)
    closeSync(reader)
  })
})
