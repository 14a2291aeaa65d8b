/** A program that runs in another one's place ends with it, also where that one is killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const PROCESSES = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../bin/processes.js')).href)
const INNER = `import { endWithStarter } from ${PROCESSES}
const alive = setInterval(() => {}, 1000)
endWithStarter(() => { console.log('ended'); clearInterval(alive) })
console.log('begun')`
const OUTER = `import { inMyPlace } from ${PROCESSES}
process.exitCode = await inMyPlace(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(INNER)}])`
const ALONE = `import { endWithStarter } from ${PROCESSES}
endWithStarter(() => console.log('ended'))
console.log('begun')`

function started(code: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return { child, line: async () => (await lines.next()).value as string | undefined }
}

test.each(['SIGKILL', 'SIGTERM'] as const)('%s', async (signal) => {
  const { child, line } = started(OUTER)
  expect(await line()).toBe('begun')
  child.kill(signal)
  // The pipe is closed once nobody holds it any more.
  expect(await line()).toBe(signal === 'SIGKILL' ? 'ended' : undefined)
  expect(await line()).toBeUndefined()
})

test('one that runs by itself is not held by it', async () => {
  const { child, line } = started(ALONE)
  expect(await line()).toBe('begun')
  expect(await once(child, 'exit')).toEqual([0, null])
})
