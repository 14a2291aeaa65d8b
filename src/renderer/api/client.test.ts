import { beforeEach, expect, test, vi } from 'vitest'
import { api, connection, isUnanswered, type ApiError } from './client'

beforeEach(() => {
  Object.assign(connection, { reachable: true, away: false })
  return () => vi.unstubAllGlobals()
})

/** A call that is answered so, as it fails. */
async function failed(status: number, body: string, type: string): Promise<ApiError> {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })),
  )
  return (await api.status().catch((error: unknown) => error)) as ApiError
}

const HTML = '<html><body><h1>Bad Gateway</h1></body></html>'
const OURS = JSON.stringify({ detail: 'Rien n’a été enregistré.', errors: [] })

test.each([
  [502, HTML, 'text/html'],
  [503, HTML, 'text/html'],
  [504, '', 'text/plain'],
  [502, '{"message":"Internal server error"}', 'application/json'],
])('a proxy’s own %i is a service that does not answer: %s', async (status, body, type) => {
  const error = await failed(status, body, type)
  expect(error.status).toBe(0)
  expect(isUnanswered(error)).toBe(true)
  expect(connection).toMatchObject({ reachable: false, away: false })
})

test('the service’s own 503 is its database that does not answer; any other failure is what it says', async () => {
  const error = await failed(503, OURS, 'application/json')
  expect([error.status, error.message]).toEqual([503, 'Rien n’a été enregistré.'])
  expect(connection).toMatchObject({ reachable: true, away: true })
  connection.away = false
  expect((await failed(500, OURS, 'application/json')).status).toBe(500)
  expect((await failed(500, HTML, 'text/html')).status).toBe(500)
  expect(connection).toMatchObject({ reachable: true, away: false })
})
