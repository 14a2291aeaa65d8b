/**
 * The least that an HTTP answer costs: bare `node:http` which, for a request with a body, reads and parses it, and
 * answers bytes prepared beforehand.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveProgram } from '../harness/program.ts'

export interface HttpFloor {
  readonly status: number
  readonly body: Uint8Array
  /** answers 304 to requests that carry it */
  readonly etag?: string
}

serveProgram<HttpFloor>(({ status, body, etag }) => {
  const bytes = Buffer.from(body)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...(etag === undefined ? {} : { ETag: etag }),
  }
  const server = createServer((request, response) => {
    if (request.method !== 'POST') {
      if (etag !== undefined && request.headers['if-none-match'] === etag) {
        response.writeHead(304, { ETag: etag }).end()
        return
      }
      response.writeHead(status, headers).end(bytes)
      return
    }
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      JSON.parse(text)
      response.writeHead(status, headers).end(bytes)
    })
  })
  return new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
})
