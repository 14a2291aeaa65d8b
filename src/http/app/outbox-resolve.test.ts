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

test('what nobody can see is shown in the refusal', async () => {
  const { desk } = await world()
  const said = async (upstreamId: string) => {
    const answer = await desk.post('/api/outbox/1/resolve', { upstreamId })
    return answer.json<{ errors: { message: string }[] }>().errors[0]!.message
  }
  expect(await said('\u0000')).toContain('« \\u0000 » n’est pas un numéro de commande')
  expect(await said('12\u200b34')).toContain('« 12\\u200b34 »')
  expect(await said('\u{e0001}')).toContain('« \\udb40\\udc01 »')
})

test('to give up what the partner is said to have is no decision: both are named, and nothing is done', async () => {
  const { desk } = await world()
  const resolve = (body: object) => desk.post('/api/outbox/1/resolve', body)
  expect(faultsOf(await resolve({ cancel: true, upstreamId: 5 }))).toEqual([
    '/cancel decisions_contradictory',
    '/upstreamId decisions_contradictory',
  ])
  for (const body of [
    { cancel: true, upstreamId: null },
    { cancel: false, upstreamId: 5 },
  ])
    expect((await resolve(body)).statusCode).toBe(404)
})
