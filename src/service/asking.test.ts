import { expect, test } from 'vitest'
import { Asking } from './asking.ts'
import type { PeerMessages, Peers } from './peers.ts'

const LIMITS = { rate: 6, concurrency: 4, timeoutMs: 100 }

/** So many services that hear of each other, with one clock. */
function services(count: number, areThere = true) {
  const clock = { now: 0 }
  const handlers: ((message: PeerMessages['asking'], from: string) => void)[] = []
  let told = 0
  const all = Array.from({ length: count }, (_, self) => {
    const peers = {
      areThere,
      on: (_kind: string, handler: (typeof handlers)[number]) => handlers.push(handler),
      tell: (_kind: string, message: PeerMessages['asking']) => {
        told += 1
        for (const [i, handler] of handlers.entries()) if (i !== self) handler(message, `${self}`)
      },
    }
    return new Asking(peers as unknown as Peers, () => clock.now)
  })
  return { all, clock, told: () => told }
}

test('who asks alone has all of it', () => {
  const { all } = services(3)
  expect(all[0]!.share(1, LIMITS)).toEqual(LIMITS)
})

test('those who ask share it, each partner’s by itself, until one has been silent for a while', () => {
  const { all, clock } = services(3)
  all[0]!.share(1, LIMITS)
  expect(all[1]!.share(1, LIMITS)).toEqual({ rate: 3, concurrency: 2, timeoutMs: 100 })
  expect(all[0]!.share(1, LIMITS)).toEqual({ rate: 3, concurrency: 2, timeoutMs: 100 })
  expect(all[2]!.share(2, LIMITS)).toEqual(LIMITS)
  clock.now = 10_001
  expect(all[0]!.share(1, LIMITS)).toEqual(LIMITS)
})

test('more services than the partner takes requests at once: each may send one', () => {
  const { all } = services(6)
  for (const one of all) one.share(1, LIMITS)
  expect(all.map((one) => one.share(1, LIMITS).concurrency)).toEqual([1, 1, 1, 1, 1, 1])
})

test('it is told now and then, not with each request', () => {
  const { all, clock, told } = services(2)
  for (clock.now = 0; clock.now < 9_000; clock.now += 10) all[0]!.share(1, LIMITS)
  expect(told()).toBe(3)
})

test('a service that has its store for itself shares nothing', () => {
  const { all, told } = services(2, false)
  for (const one of all) expect(one.share(1, LIMITS)).toBe(LIMITS)
  expect(told()).toBe(0)
})
