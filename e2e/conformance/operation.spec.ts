/** What supervisors, scrapers and proxies rely on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundle } from './bundle.ts'
import { Program, type Server } from './program.ts'

const KEY = 'une-cle-de-test-0123456789'

describe('GET /metrics', () => {
  const program = new Program()
  let server: Server
  let token: string

  beforeAll(async () => {
    await program.import(bundle)
    token = await program.token({ customer: 'Imprimerie Dupont' })
    server = await program.serve('--key', KEY)
  })
  afterAll(() => program.end())

  test('401 without the key, and with a token of the partner API', async () => {
    expect((await server.ask('/metrics')).status).toBe(401)
    expect((await server.ask('/metrics', { token })).status).toBe(401)
    const headers = { Authorization: 'Bearer autre' }
    expect((await server.ask('/metrics', { headers })).status).toBe(401)
  })

  test('with the key: Prometheus text, requests by route, and nothing secret', async () => {
    expect((await server.ask('/0.2/print/produit/1234567/', { token })).status).toBe(400)
    const answer = await server.ask('/metrics', { headers: { Authorization: `Bearer ${KEY}` } })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    const lines = answer.text.split('\n').filter((line) => line !== '')
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) [a-z_]\w* .+|[a-z_]\w*(\{[^}]*\})? (\d[\d.e+-]*|NaN|-?\d[\d.e+-]*))$/i,
      )
    for (const figure of [
      /^comptoir_http_request_duration_seconds_count\{method="GET",route="\/0\.2\/print\/produit\/:id\/",status="4xx"\} 1$/m,
      /^comptoir_http_request_duration_seconds_bucket\{.*le="\+Inf"\} \d+$/m,
      /^comptoir_build_info\{version="\d+\.\d+\.\d+[^"]*",node="v[\d.]+"\} 1$/m,
      /^comptoir_store_writable 1$/m,
      /^comptoir_catalogue_version \d+$/m,
      /^comptoir_orders_placed_total\{area="print"\} 0$/m,
      /^process_cpu_seconds_total \d/m,
      /^process_resident_memory_bytes \d/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
    ])
      expect(answer.text).toMatch(figure)
    for (const secret of [KEY, token, 'Dupont', '1234567']) expect(answer.text).not.toContain(secret)
  })
})
