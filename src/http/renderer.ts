import { timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from './app.ts'
import { KEY_COOKIE } from './app/key.ts'

const ONE_YEAR_SECONDS = 31_536_000

/** What the screens may load: themselves and this service, nothing from outside. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every answer that a browser shows. */
export const BROWSER_HEADERS = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** Serves the built screens. Opening `/?key=KEY` leaves the key as a cookie that scripts cannot read. */
export function rendererRoutes(app: FastifyInstance, { renderer, key }: AppOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(BROWSER_HEADERS)
    const given = (request.query as { key?: unknown }).key
    if (request.url.startsWith('/?') && typeof given === 'string' && sameText(given, key)) {
      reply.header(
        'Set-Cookie',
        `${KEY_COOKIE}=${encodeURIComponent(key)}; Path=/; HttpOnly; SameSite=Strict`,
      )
      reply.redirect('/', 303)
      return
    }
    done()
  })
  if (!existsSync(join(renderer, 'index.html'))) {
    app.get('/', (_request, reply) =>
      reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The screens are not built: run "npm run build".\n'),
    )
    return
  }
  app.register(fastifyStatic, {
    root: renderer,
    wildcard: true,
    index: ['index.html'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      // File names under assets/ carry a hash of their content.
      const hashed = path.includes(`${join(renderer, 'assets')}`)
      reply.header('Cache-Control', hashed ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
}

/** Compares two texts in a time that tells nothing of where they differ. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
