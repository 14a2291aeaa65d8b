import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service/service.ts'
import type { Doorkeeper } from './app/access.ts'
import type { Key } from './app/key.ts'

const ONE_YEAR_SECONDS = 31_536_000

/**
 * Serves the built screens. Opening `/?key=KEY` leaves a session as a cookie that scripts cannot read; where people sign
 * in, it opens nothing, and leaves none.
 * @param renderer folder of the built screens
 */
export function rendererRoutes(
  app: FastifyInstance,
  renderer: string,
  { key, door, people }: { readonly key: Key; readonly door: Doorkeeper; readonly people: Service['people'] },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const given = (request.query as { key?: unknown }).key
    if (request.url.startsWith('/?') && typeof given === 'string' && door.isKey(given, request)) {
      if (!people.any) reply.header('Set-Cookie', key.cookie(request))
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
