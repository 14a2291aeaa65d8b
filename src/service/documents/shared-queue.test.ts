import { expect, test } from 'vitest'
import { SharedQueue } from './shared-queue.ts'

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>()
  let begins!: () => void
  const begun = new Promise<void>((told) => (begins = told))
  const work = () => {
    begins()
    return promise
  }
  return { work, begun, resolve }
}

test('what waits is shared by all who ask for it, and what has begun is not: it may not have seen what was written since', async () => {
  const queue = new SharedQueue<string>()
  const first = held()
  const asked = [queue.run('a', first.work)]
  await first.begun
  let times = 0
  const again = () => Promise.resolve(`again ${++times}`)
  for (let i = 0; i < 40; i++) asked.push(queue.run('a', again))
  first.resolve('first')
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['first', 'again 1']))
  expect(times).toBe(1)
})

test('what fails fails for who shared it alone, and its key is free again', async () => {
  const queue = new SharedQueue<string>()
  const failing = () => Promise.reject(new Error('broken'))
  const asked = await Promise.allSettled([queue.run('a', failing), queue.run('a', failing)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await queue.run('a', () => Promise.resolve('made'))).toBe('made')
})

test('beyond so many that wait more are refused, and told so', async () => {
  const queue = new SharedQueue<string>()
  const first = held()
  const running = queue.run('first', first.work)
  await first.begun
  const waiting = Array.from({ length: 32 }, (_, i) => queue.run(`${i}`, () => Promise.resolve('made')))
  await expect(queue.run('one more', () => Promise.resolve('made'))).rejects.toMatchObject({
    code: 'documents_busy',
  })
  const shared = queue.run('3', () => Promise.resolve('made again'))
  first.resolve('made')
  expect(new Set(await Promise.all([running, ...waiting, shared]))).toEqual(new Set(['made']))
})
