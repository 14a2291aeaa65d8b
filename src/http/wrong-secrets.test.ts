/** Keys and tokens that are not ours: who tries many waits, and the log tells of it. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { KEY, faultsOf, world } from '../testing/app.ts'

async function reached() {
  const made = await world()
  const ask = (url: string, headers: Record<string, string>, remoteAddress: string) =>
    made.app.inject({ url, headers, remoteAddress })
  const key = (text: string, from = '203.0.113.7') =>
    ask('/api/status', { authorization: `Bearer ${text}` }, from)
  const warned = (what: string) =>
    made.logged
      .map((line) => JSON.parse(line) as { what?: string; msg: string })
      .filter((line) => line.msg === 'a wrong secret was shown' && line.what === what)
  return { ...made, ask, key, warned }
}
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)))

test('who tries many keys waits, in every way to show one, and the right key does, too', async () => {
  const { ask, key, clock } = await reached()
  const tried = await times(20, (i) => key(`guess-${i}`))
  expect(new Set(tried.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  const refused = await key(KEY)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
  expect(faultsOf(refused)).toEqual([' sign_in_throttled'])
  expect((await ask(`/?key=${KEY}`, {}, '203.0.113.7')).statusCode).toBe(429)
  expect(
    (await ask('/api/status', { cookie: 'comptoir_80=x', host: 'localhost:80' }, '203.0.113.7')).statusCode,
  ).toBe(429)
  expect((await key(KEY, '203.0.113.8')).statusCode).toBe(200)
  clock.advance(1000)
  expect((await key('one-more')).statusCode).toBe(401)
  expect((await key(KEY)).headers['retry-after']).toBe('2')
})

test('one address of a network of the sixth version is all of it', async () => {
  const { key } = await reached()
  await times(20, (i) => key(`guess-${i}`, `2001:db8::${i + 1}`))
  expect((await key(KEY, '2001:db8::ffff')).statusCode).toBe(429)
  expect((await key(KEY, '2001:db8:0:1::1')).statusCode).toBe(200)
})

test('a tab with an old session guesses nothing; this machine, and who has shown the right key, never wait', async () => {
  const { ask, key } = await reached()
  const old = () => ask('/api/status', { cookie: 'comptoir_80=old', host: 'localhost:80' }, '203.0.113.9')
  await times(40, old)
  expect((await key(KEY, '203.0.113.9')).statusCode).toBe(200)
  for (const near of ['203.0.113.9', '127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    await times(40, (i) => key(`guess-${i}`, near))
    expect((await key(KEY, near)).statusCode).toBe(200)
  }
})

test('wrong keys and tokens are told of once a minute, by whom and how many, and never themselves', async () => {
  const { ask, key, clock, logged, warned } = await reached()
  const token = () => ask('/0.2/print/produit/', { authorization: 'Token cpt_not-this-one' }, '203.0.113.7')
  await times(5, (i) => key(`guess-${i}`))
  await times(3, token)
  await key('guess-here', '127.0.0.1')
  expect(warned('key')).toMatchObject([{ level: 40, ip: '203.0.113.7', tries: 1 }])
  expect(warned('token')).toMatchObject([{ level: 40, ip: '203.0.113.7', tries: 1 }])
  clock.advance(60_000)
  await key('guess-5')
  await token()
  expect(warned('key')[1]).toMatchObject({ tries: 5 })
  expect(warned('token')[1]).toMatchObject({ tries: 3 })
  expect(logged.join('')).not.toMatch(/guess-|not-this-one/)
})

test('what comes after the first one is told a minute later, also where nobody goes on', async () => {
  const { key, warned } = await reached()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await times(21, (i) => key(`guess-${i}`))
  vi.advanceTimersByTime(60_000)
  expect(warned('key')).toMatchObject([{ tries: 1 }, { tries: expect.any(Number) }])
  expect(warned('key').reduce((sum, line) => sum + (line as { tries: number } & typeof line).tries, 0)).toBe(
    20,
  )
})
