import { expect, test } from 'vitest'
import { TestClock } from '../testing/app.ts'
import type { PeerMessages, Peers } from './peers.ts'
import type { Refusal } from './refusal.ts'
import { SignInThrottle } from './sign-in-throttle.ts'

type Heard = (message: PeerMessages['signIn'], from: string) => void

/** So many services that hear of each other, with one clock. */
function throttles(count: number) {
  const clock = new TestClock()
  const handlers: { of: number; kind: string; handler: Heard }[] = []
  return Array.from({ length: count }, (_, self) => {
    const peers = {
      on: (kind: string, handler: Heard) => handlers.push({ of: self, kind, handler }),
      tell: (told: string, message: PeerMessages['signIn']) => {
        expect(JSON.stringify(message)).not.toContain('zoé')
        for (const { of, kind, handler } of handlers)
          if (of !== self && kind === told) handler(message, `${self}`)
      },
    }
    const tellInOrder = (told: string, message: PeerMessages['signIn']) =>
      Promise.resolve(peers.tell(told, message))
    return throttle(clock, { ...peers, tellInOrder } as unknown as Peers)
  })
}

const ALONE = {
  on: () => undefined,
  tell: () => undefined,
  tellInOrder: () => Promise.resolve(),
} as unknown as Peers

function throttle(clock = new TestClock(), peers = ALONE) {
  const throttled = new SignInThrottle({ clock, peers })
  /** seconds to wait; 0: the try began */
  const fail = (name: string, address: string): number => {
    try {
      throttled.begin(name, address)
      return 0
    } catch (error) {
      return Number((error as Refusal).params?.['seconds'])
    }
  }
  return { clock, throttled, fail }
}

const many = (count: number, work: (i: number) => number) => Array.from({ length: count }, (_, i) => work(i))

test('a name waits longer with every failure, wherever they come from, and a minute at most', () => {
  const { clock, fail } = throttle()
  expect(many(5, (i) => fail('zoé', `10.0.0.${i}`))).toEqual([0, 0, 0, 0, 0])
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    const wait = fail('zoé', `10.0.1.${i}`)
    waits.push(wait)
    clock.advance(wait * 1000)
    expect(fail('zoé', `10.0.1.${i}`)).toBe(0)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(fail('ada', '10.0.0.1')).toBe(0)
})

test('one that waits does not wait longer for asking again', () => {
  const { clock, fail } = throttle()
  many(7, (i) => fail('zoé', `10.0.0.${i}`))
  expect(fail('zoé', '10.0.0.9')).toBe(1)
  clock.advance(1000)
  expect(fail('zoé', '10.0.0.9')).toBe(0)
})

test('an address waits for whatever names it tries; its network counts as one', () => {
  const { fail } = throttle()
  expect(many(21, (i) => fail(`name ${i}`, '2001:db8::1')).at(-1)).toBe(1)
  expect(fail('another', '2001:db8:0:0:9:8:7:6')).toBe(1)
  expect(fail('another', '2001:db8:0:1::1')).toBe(0)
  expect(many(21, (i) => fail(`other ${i}`, '::ffff:10.0.0.1')).at(-1)).toBe(1)
  expect(fail('another', '10.0.0.1')).toBe(1)
})

test('a success clears the name, and of the address itself alone', () => {
  const { throttled, fail } = throttle()
  many(4, () => fail('zoé', '10.0.0.1'))
  throttled.begin('zoé', '10.0.0.1').succeeded()
  expect(many(5, () => fail('zoé', '10.0.0.2'))).toEqual([0, 0, 0, 0, 0])
  expect(fail('zoé', '10.0.0.2')).toBe(1)
  expect(many(17, (i) => fail(`name ${i}`, '10.0.0.1')).at(-1)).toBe(1)
})

test('a stranger who fails elsewhere does not keep a person out of where he has signed in before', () => {
  const { clock, throttled, fail } = throttle()
  throttled.begin('zoé', '10.0.0.1').succeeded()
  many(9, (i) => fail('zoé', `10.9.9.${i}`))
  expect(fail('zoé', '10.9.9.99')).toBeGreaterThan(0)
  throttled.begin('zoé', '10.0.0.1').succeeded()
  // The person's success gives the stranger no new tries; nor has whoever sits beside the person more than any.
  expect(fail('zoé', '10.9.9.99')).toBeGreaterThan(0)
  expect(many(6, () => fail('zoé', '10.0.0.1'))).toEqual([0, 0, 0, 0, 0, 1])
  clock.advance(1000)
  throttled.begin('zoé', '10.0.0.1').succeeded()
  expect(fail('zoé', '10.0.0.1')).toBe(0)
})

test('an hour later it is forgotten', () => {
  const { clock, fail } = throttle()
  many(6, (i) => fail('zoé', `10.0.0.${i}`))
  clock.advance(60 * 60 * 1000 + 1)
  expect(many(5, (i) => fail('zoé', `10.0.0.${i}`))).toEqual([0, 0, 0, 0, 0])
})

test('services of one store count together: a name, an address, and what clears them', () => {
  const all = throttles(3)
  expect(many(5, (i) => all[i % 3]!.fail('zoé', `10.0.0.${i}`))).toEqual([0, 0, 0, 0, 0])
  expect(all.map(({ fail }) => fail('zoé', '10.0.0.9'))).toEqual([1, 1, 1])
  all[0]!.clock.advance(1000)
  all[1]!.throttled.begin('zoé', '10.0.0.9').succeeded()
  expect(many(5, (i) => all[i % 3]!.fail('zoé', `10.0.1.${i}`))).toEqual([0, 0, 0, 0, 0])
  expect(all[2]!.fail('zoé', '10.0.1.9')).toBe(1)
  expect(many(21, (i) => all[i % 3]!.fail(`nobody ${i}`, '10.9.9.9')).at(-1)).toBe(1)
})

test('what could not be decided is no failure, at any service', async () => {
  const all = throttles(2)
  const away = new Error('away')
  for (let i = 0; i < 30; i++) {
    const deciding = all[i % 2]!.throttled.begin('zoé', '10.0.0.1').deciding(() => Promise.reject(away))
    await expect(deciding).rejects.toBe(away)
  }
  expect(many(6, (i) => all[i % 2]!.fail('zoé', '10.0.0.1'))).toEqual([0, 0, 0, 0, 0, 1])
})

/** So many services whose messages are under way until they are delivered, to all in one order. */
function distant(count: number) {
  const clock = new TestClock()
  const handlers: { of: number; kind: string; handler: Heard }[] = []
  const underWay: (() => void)[] = []
  const all = Array.from({ length: count }, (_, self) => {
    const tellInOrder = (told: string, message: PeerMessages['signIn'], arrived?: () => void) =>
      new Promise<void>((echoed) => {
        underWay.push(() => {
          for (const { of, kind, handler } of handlers)
            if (of !== self && kind === told) handler(message, `${self}`)
          arrived?.()
          echoed()
        })
      })
    const peers = {
      on: (kind: string, handler: Heard) => handlers.push({ of: self, kind, handler }),
      tell: (kind: string, message: PeerMessages['signIn']) => void tellInOrder(kind, message),
      tellInOrder,
    }
    return new SignInThrottle({ clock, peers: peers as unknown as Peers })
  })
  return { all, clock, deliver: () => underWay.splice(0).forEach((arrive) => arrive()) }
}

test('a first burst at two services at once: as many are looked at as of one', async () => {
  const { all, clock, deliver } = distant(2)
  let looked = 0
  const burst = (count: number) =>
    Array.from({ length: count }, async (_, i) => {
      const attempt = all[i % 2]!.begin('zoé', `10.0.${i}.1`)
      await attempt.deciding(() => Promise.resolve((looked += 1)))
    })
  const first = burst(20)
  deliver()
  const ended = await Promise.allSettled(first)
  expect(looked).toBe(5)
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'sign_in_throttled' })
  deliver()
  // Both are over their wait at once: one of them is looked at.
  clock.advance(1000)
  const next = burst(2)
  deliver()
  await Promise.allSettled(next)
  expect(looked).toBe(6)
})
