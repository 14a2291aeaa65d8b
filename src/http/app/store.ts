/** The store itself: another one in its place. */
import Type, { type Static } from 'typebox'
import type { Locale } from '../../domain/messages.ts'
import { causeMessage, STORE_ERROR_CODES, storeMessage } from '../../domain/store-messages.ts'
import { Nullable } from '../../domain/schema.ts'
import type { Service } from '../../service/service.ts'
import type { Replaced } from '../../service/upkeep/replacement.ts'
import { requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'

/** GET /api/store; POST /api/store/wipe (202: the service ends, and begins anew as another `instance`) */
export const StoreInfo = Type.Object({
  instance: Type.String({ description: 'Names this run of the service.' }),
  replaced: Nullable(
    Type.Object(
      {
        what: Type.Enum(['restored', 'wiped']),
        problem: Nullable(Type.String({ description: 'Why it was not, in words; the store is as it was.' })),
      },
      { description: 'What became of the store right before this run.' },
    ),
  ),
})
export type StoreInfo = Static<typeof StoreInfo>

export function storeRoutes(api: Api, service: Service): void {
  const { replacement } = service
  const info = (locale: Locale): StoreInfo => ({
    instance: replacement.instance,
    replaced: replacement.before && replacedView(replacement.before, locale),
  })
  api.get('/api/store', 'settings', StoreInfo, (request) => info(requestLocale(request)))
  api.post('/api/store/wipe', 'settings', StoreInfo, (request, reply) => {
    replacement.wipeDemo(actorOf(request))
    reply.code(202)
    return info(requestLocale(request))
  })
}

function replacedView({ what, problem }: Replaced, locale: Locale) {
  if (problem === null) return { what, problem }
  const { code, params } = problem
  const known = STORE_ERROR_CODES.find((each) => each === code)
  return { what, problem: known ? storeMessage(known, locale, params) : causeMessage(code, locale) }
}
