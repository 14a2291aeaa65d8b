import { expect, test } from 'vitest'
import { faultsOf, world } from '../../testing/app.ts'

test('a number that nobody can see names no order at a partner', async () => {
  const { desk } = await world()
  const resolve = (upstreamId: string) => desk.post('/api/outbox/1/resolve', { upstreamId })
  for (const blank of ['   ', '\t\n', '\u00a0', '\u200b', '12\u200b34', '12\u0000', '\u202e21'])
    expect(faultsOf(await resolve(blank)), JSON.stringify(blank)).toEqual(['/upstreamId value_invalid'])
  // There is no such order here: the number itself is one.
  for (const number of ['1234', ' C-12 ', 'Nº 7']) expect((await resolve(number)).statusCode).toBe(404)
})
