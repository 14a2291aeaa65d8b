import { beforeEach, expect, test, vi } from 'vitest'
import { api, connection, FileCut, isUnanswered, type ApiError } from './client'

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

test('a store whose file was taken away is not back by itself: its words are told, and nobody waits', async () => {
  const lost = JSON.stringify({ detail: 'Remettez l’ancien fichier.', errors: [], lasting: true })
  const error = await failed(503, lost, 'application/json')
  expect([error.status, error.message]).toEqual([500, 'Remettez l’ancien fichier.'])
  expect(isUnanswered(error)).toBe(false)
  expect(connection).toMatchObject({ reachable: true, away: false })
})

const signal = new AbortController().signal
const spreadsheet = () => api.spreadsheet('quotes/export', { search: 'é', state: '', format: 'csv' }, signal)

test('a spreadsheet is its bytes, the mark at their beginning among them, and the name that the service gives it', async () => {
  const fetched = vi.fn((_url: unknown) =>
    Promise.resolve(
      new Response('\ufeffNuméro', {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="devis-2026-03-02.csv"',
        },
      }),
    ),
  )
  vi.stubGlobal('fetch', fetched)
  const { file, name } = await spreadsheet()
  expect(name).toBe('devis-2026-03-02.csv')
  expect(new Uint8Array(await file.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  expect(String(fetched.mock.calls[0]![0])).toMatch(/\/api\/quotes\/export\?search=%C3%A9&state&format=csv$/)
})

test('one that breaks off before its end is none, and no word of the service', async () => {
  const body = new ReadableStream({
    start: (control) => control.enqueue(new TextEncoder().encode('Numéro')),
    pull: (control) => control.error(new TypeError('network error')),
  })
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } })),
  )
  await expect(spreadsheet()).rejects.toThrow(FileCut)
})

test('one that is refused is refused in the service’s words', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(OURS, { status: 409, headers: { 'content-type': 'application/json; charset=utf-8' } }),
    ),
  )
  await expect(spreadsheet()).rejects.toMatchObject({ status: 409, message: 'Rien n’a été enregistré.' })
})
