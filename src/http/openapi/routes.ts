/**
 * `GET /openapi.json` and `GET /docs/`, without a token. The document is built, and the page's files are read, when
 * they are first asked for: most runs of the program never need them.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Locale } from '../../domain/messages.ts'
import { Refusal } from '../../service/refusal.ts'
import { inWords, requestLocale } from '../headers.ts'
import { linkTo } from '../public-address.ts'

/** Scalar's script, whole: beside the built program, or in its package. */
const SCRIPT = 'reference.js'
const scriptFile = () =>
  import.meta.url.endsWith('.ts')
    ? join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), 'browser/standalone.js')
    : join(import.meta.dirname, SCRIPT)
const ONE_HOUR_SECONDS = 3600

/** Registers the two; the scope that they are in sets the headers for browsers. */
export function openApiRoutes(app: FastifyInstance): void {
  const build = (locale: Locale) => async (server: string) => {
    const { openApiDocument } = await import('./document.ts')
    return JSON.stringify(openApiDocument(locale, server))
  }
  // Each at the public address, too.
  const documents = { fr: once(build('fr')), en: once(build('en')) }
  app.get('/openapi.json', async (request, reply) => {
    const locale = pageLocale(request)
    inWords(reply, locale)
    return reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(await documents[locale](linkTo(request, '') || '/'))
  })

  const script = once(() => readFile(scriptFile()))
  app.get('/docs', (_request, reply) => reply.redirect('/docs/', 301))
  app.get('/docs/', async (request, reply) => {
    const { page } = await import('./page.ts')
    const locale = pageLocale(request)
    inWords(reply, locale)
    return reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache').send(page(locale))
  })
  app.get('/docs/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const { FILES } = await import('./page.ts')
    const own = FILES.get(file)
    if (own === undefined && file !== SCRIPT) throw new Refusal('not_found')
    return reply
      .type(own?.type ?? 'text/javascript; charset=utf-8')
      .header('Cache-Control', `public, max-age=${ONE_HOUR_SECONDS}`)
      .send(own?.text ?? (await script(SCRIPT)))
  })
}

/** `?lang=` before what the browser prefers. */
function pageLocale(request: FastifyRequest): Locale {
  const { lang } = request.query as { lang?: unknown }
  return lang === 'fr' || lang === 'en' ? lang : requestLocale(request)
}

/** Makes each key's value at its first use, and keeps it. A failure is not kept. */
function once<T>(make: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => {
    let value = made.get(key)
    if (!value) {
      value = make(key)
      made.set(key, value)
      value.catch(() => made.delete(key))
    }
    return value
  }
}
