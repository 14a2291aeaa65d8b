import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { runHere as cli } from '../testing/command-line.ts'
import { temporaryFolder } from '../testing/folder.ts'
import { loaded, oneLine } from '../testing/loaded-folder.ts'

afterEach(() => void vi.unstubAllEnvs())

function file(content: string | Buffer): string {
  const path = join(temporaryFolder(), 'secret')
  writeFileSync(path, content)
  return path
}

/** Runs a command with variables of the environment. */
async function withVariables(variables: Record<string, string>, ...args: string[]) {
  for (const name of ['COMPTOIR_STORE', 'COMPTOIR_KEY', 'COMPTOIR_SECRET_KEY']) vi.stubEnv(name, '')
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return cli(...args)
}

test('a store is named in a file', async () => {
  const address = 'postgres://a:secret@127.0.0.1:1/b'
  const told = await withVariables(
    { COMPTOIR_STORE_FILE: file(`${address}\n`) },
    ...['outbox', '--data', temporaryFolder()],
  )
  expect(told.stderr).toContain('postgres://a@127.0.0.1:1/b does not answer')
})

test.each([
  ['its text', randomBytes(32).toString('hex')],
  ['its bytes, as a data folder’s secret.key', randomBytes(32)],
])('a key is in a file: %s', async (_how, content) => {
  const done = await withVariables(
    { COMPTOIR_SECRET_KEY_FILE: file(content) },
    ...['doctor', '--data', await loaded()],
  )
  expect(done).toMatchObject({ code: 0, stderr: '' })
})

test('a key in a file that is none is refused', async () => {
  const told = await withVariables(
    { COMPTOIR_SECRET_KEY_FILE: file('hunter2hunter2') },
    ...['doctor', '--data', await loaded()],
  )
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) as string })
  expect(told.stderr).toContain('COMPTOIR_SECRET_KEY must be a key of 32 bytes')
  expect(told.stderr).not.toContain('hunter2')
})

test.each([
  [
    'is not there',
    () => '/nonexistent/key',
    'COMPTOIR_KEY_FILE: /nonexistent/key cannot be read: no such file',
  ],
  ['is empty', () => file(' \n'), 'is empty'],
])('a file that %s is told', async (_what, path, words) => {
  const told = await withVariables({ COMPTOIR_KEY_FILE: path() }, ...['doctor', '--data', await loaded()])
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) as string })
  expect(told.stderr).toContain(words)
})

test('a variable that is given both ways is refused', async () => {
  const told = await withVariables(
    { COMPTOIR_KEY: 'k', COMPTOIR_KEY_FILE: file('k') },
    ...['doctor', '--data', await loaded(), '--json'],
  )
  expect(JSON.parse(told.stdout)).toMatchObject({
    error: 'COMPTOIR_KEY and COMPTOIR_KEY_FILE contradict each other; give one',
    code: 'variable_invalid',
  })
})

test('an empty variable counts as none', async () => {
  const done = await withVariables({ COMPTOIR_KEY_FILE: '' }, 'doctor', '--data', await loaded())
  expect(done).toMatchObject({ code: 0, stderr: '' })
})

test.each([
  ['a variable', { COMPTOIR_STORE: 'postgres:/u:hunter2@h/b' }, []],
  ['an option', {}, ['--store', 'postgres:/u:hunter2@h/b']],
])('an address that is none is told without what may be a password: %s', async (_what, variables, args) => {
  const told = await withVariables(variables, 'outbox', ...args)
  expect(told).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine) as string })
  expect(told.stderr).toContain('an address like postgres://USER:PASSWORD@HOST:PORT/DATABASE is expected')
  expect(told.stderr).not.toContain('hunter2')
})
