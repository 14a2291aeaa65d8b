/** The diagnostic of this service, as one file to be sent to who helps. */
import type { Service } from '../../service/service.ts'
import { inWords, requestLocale } from '../headers.ts'
import type { Api } from './api.ts'

export function diagnosticsRoutes(api: Api, service: Service): void {
  // Loaded by who asks: no start needs it.
  const loaded = () => import('../../service/diagnostics/diagnostics.ts')
  api.stream('/api/diagnostics', 'settings', async (request, reply) => {
    const locale = requestLocale(request)
    const { diagnosticsName, makeDiagnostics } = await loaded()
    const now = service.clock.now()
    const bytes = await makeDiagnostics({ at: service.store.at, locale, now, service })
    inWords(reply, locale)
    return reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${diagnosticsName(now, locale)}"`)
      .send(bytes)
  })
}
