import { expect, it } from 'vitest'
import { Limiter } from './limiter.ts'

const HOUR_MS = 3_600_000

it('who waits for his turn when the partner asks for more patience than he has is told at once', async () => {
  const limiter = new Limiter(() => ({ rate: 1000, concurrency: 1 }))
  const first = Promise.withResolvers<string>()
  const running = limiter.run(() => first.promise, 'now')
  const waiting = limiter.run(() => Promise.resolve('never'), 'now', undefined, 15_000)
  limiter.pause(HOUR_MS)
  await expect(waiting).rejects.toMatchObject({ kind: 'throttled', problem: { params: { seconds: 3600 } } })
  first.resolve('done')
  expect(await running).toBe('done')
})

it('nobody waits longer for his turn than he has patience', async () => {
  const limiter = new Limiter(() => ({ rate: 1000, concurrency: 1 }))
  const hanging = Promise.withResolvers<undefined>()
  const first = limiter.run(() => hanging.promise, 'now')
  await expect(limiter.run(() => Promise.resolve(), 'now', undefined, 20)).rejects.toMatchObject({
    // The partner has asked for nothing.
    kind: 'queued',
    problem: { code: 'partner_no_turn' },
  })
  hanging.resolve(undefined)
  await first
  expect(await limiter.run(() => Promise.resolve('next'), 'now', undefined, 1_000)).toBe('next')
})
