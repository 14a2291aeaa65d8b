/** What a person chooses of the desktop application on this machine. Elsewhere there is none. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import type { DesktopChoices } from '../../domain/shared/desktop.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Api } from './api.ts'
import { bodyReader } from './requests.ts'

export interface DesktopState extends DesktopChoices {
  /** whether the system has a store of secrets; without one a key file seals in any case */
  readonly hasKeyring: boolean
}

export interface DesktopControl {
  readonly state: DesktopState
  readonly choose: (choices: DesktopChoices) => Promise<DesktopState>
}

export const DesktopRequest = Type.Object({
  atLogin: Type.Boolean({ description: 'Whether it starts when its user signs in to the machine.' }),
  stays: Type.Boolean({ description: 'Whether it goes on once its window is closed.' }),
  sharedSecrets: Type.Boolean({
    description: 'Whether commands and the service without a window open its secrets, too.',
  }),
})

/** GET, PUT /api/desktop */
export const DesktopAnswer = Type.Object({
  ...DesktopRequest.properties,
  hasKeyring: Type.Boolean({ description: 'Whether the system has a store of secrets.' }),
})
export type DesktopAnswer = Static<typeof DesktopAnswer>

const read = bodyReader(DesktopRequest)

declare module 'fastify' {
  interface FastifyInstance {
    /** null but behind the desktop application's own window */
    readonly desktop: DesktopControl | null
  }
}

export function desktopRoutes(api: Api): void {
  const desktopOf = ({ server }: { server: { desktop: DesktopControl | null } }) => {
    if (!server.desktop) throw new Refusal('not_found')
    return server.desktop
  }
  api.get('/api/desktop', 'settings', DesktopAnswer, (request) => desktopOf(request).state)
  api.put('/api/desktop', 'settings', DesktopAnswer, (request) => desktopOf(request).choose(read(request)))
}
