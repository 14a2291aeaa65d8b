import { Agent, request as send } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** The body read as JSON; throws where it is none. */
  json: () => unknown
}

export interface Ask {
  method?: string
  token?: string | undefined
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it stands; takes precedence over `json`. */
  raw?: string | Uint8Array
  /** An own connection instead of one kept alive. */
  fresh?: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** One request, with nothing added that the caller did not name: no decompression, no redirects, no retries. */
export function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const body =
    options.raw !== undefined
      ? Buffer.from(options.raw as Uint8Array)
      : options.json !== undefined
        ? Buffer.from(JSON.stringify(options.json))
        : undefined
  const headers = new Map<string, string>()
  if (options.token !== undefined) headers.set('authorization', `Token ${options.token}`)
  if (body) {
    headers.set('content-type', 'application/json')
    headers.set('content-length', String(body.length))
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name.toLowerCase(), value)
  const method = options.method ?? (body ? 'POST' : 'GET')
  return new Promise((resolve, reject) => {
    const request = send(
      new URL(path, base),
      { method, headers: Object.fromEntries(headers), agent: options.fresh ? new Agent() : agent },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const text = bytes.toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text,
            json: () => JSON.parse(text) as unknown,
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
