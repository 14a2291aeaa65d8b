import type { FastifyInstance } from 'fastify'
import { wordedForCommands } from '../domain/messages.ts'
import type { Service } from '../service/service.ts'
import { VERSION } from '../service/version.ts'
import { lostStore } from './errors.ts'
import { inWords, requestLocale } from './headers.ts'

/** `GET /health`, for supervisors and without a key: whether the service answers, and its store can be written. */
export function healthRoute(app: FastifyInstance, service: Service): void {
  app.get('/health', async (request, reply) => {
    const failure = await service.health()
    reply.header('Cache-Control', 'no-store')
    if (failure === null) return { status: 'ok', version: VERSION }
    const locale = requestLocale(request)
    inWords(reply, locale)
    const reason = wordedForCommands(
      { code: lostStore(failure) ?? 'store_unavailable', params: { cause: failure } },
      locale,
    )
    return reply.code(503).send({ status: 'degraded', reason })
  })
}
