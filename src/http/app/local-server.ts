/** The desktop application's server for other tools: how it stands, on and off. Elsewhere there is none. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { worded, type Coded, type Locale } from '../../domain/messages.ts'
import type { LocalServerChoice } from '../../domain/shared/local-server.ts'
import { Refusal } from '../../service/refusal.ts'
import { requestLocale } from '../headers.ts'
import type { Api } from './api.ts'
import { bodyReader } from './requests.ts'

export interface LocalServerState extends LocalServerChoice {
  /** where it listens; null: it does not */
  readonly url: string | null
  /** why it does not, though it is on */
  readonly problem: Coded | null
}

export interface LocalServerControl {
  readonly state: LocalServerState
  readonly choose: (choice: LocalServerChoice) => Promise<LocalServerState>
}

export const LocalServerRequest = Type.Object({
  on: Type.Boolean(),
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  network: Type.Boolean({ description: 'Whether it is reached from the network, too.' }),
})

/** GET, PUT /api/local-server */
export const LocalServerAnswer = Type.Object({
  ...LocalServerRequest.properties,
  url: Type.Union([Type.String(), Type.Null()], { description: 'Where it listens; null: it does not.' }),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it does not, though it is on.' }),
})
export type LocalServerAnswer = Static<typeof LocalServerAnswer>

const read = bodyReader(LocalServerRequest)

declare module 'fastify' {
  interface FastifyInstance {
    /** null beside no desktop window */
    readonly localServer: LocalServerControl | null
  }
}

export function localServerRoutes(api: Api): void {
  const serverOf = ({ server }: { server: { localServer: LocalServerControl | null } }) => {
    if (!server.localServer) throw new Refusal('not_found')
    return server.localServer
  }
  api.get('/api/local-server', 'settings', LocalServerAnswer, (request) =>
    view(serverOf(request).state, requestLocale(request)),
  )
  api.put('/api/local-server', 'settings', LocalServerAnswer, async (request) =>
    view(await serverOf(request).choose(read(request)), requestLocale(request)),
  )
}

const view = ({ problem, ...state }: LocalServerState, locale: Locale): LocalServerAnswer => ({
  ...state,
  problem: problem && worded(problem, locale),
})
