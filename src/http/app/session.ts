/** Signing in and out, and what one may do. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ROLE_RIGHTS, type Role } from '../../domain/shared/rights.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import type { Begun } from '../../service/sessions.ts'
import { accessTo } from './access.ts'
import type { Api } from './api.ts'
import { OwnPassword, Session, SignIn } from './people-schemas.ts'
import { bodyReader } from './requests.ts'
import { sessionCookie, sessionTokensOf } from './session-cookie.ts'

const read = { signIn: bodyReader(SignIn), password: bodyReader(OwnPassword) }

interface Who {
  readonly id: number
  readonly name: string
  readonly role: Role
}
const sessionOf = ({ id, name, role }: Who): Session => ({
  person: { id, name, role },
  rights: [...ROLE_RIGHTS[role]],
})

export function sessionRoutes(api: Api, { sessions }: Service): void {
  /** Gives the browser the session that was begun, in the place of any that it had. */
  const given = (request: FastifyRequest, reply: FastifyReply, { token, person }: Begun): Session => {
    reply.header('Set-Cookie', sessionCookie(request, token))
    return sessionOf(person)
  }
  const endAll = async (request: FastifyRequest) => {
    for (const token of sessionTokensOf(request)) await sessions.signOut(token)
  }

  api.get('/api/session', 'known', Session, (request) => {
    const { signedIn, rights } = accessTo(request)
    return signedIn ? sessionOf(signedIn.person) : { person: null, rights: [...rights] }
  })
  api.post('/api/session', 'nobody', Session, async (request, reply) => {
    const { name, password } = read.signIn(request)
    const begun = await sessions.signIn(name, password, request.ip)
    await endAll(request)
    return given(request, reply, begun)
  })
  api.remove('/api/session', 'nobody', async (request, reply) => {
    await endAll(request)
    reply.header('Set-Cookie', sessionCookie(request, null))
  })
  api.put('/api/session/password', 'known', Session, async (request, reply) => {
    const { signedIn } = accessTo(request)
    if (!signedIn) throw new Refusal('sign_in_required')
    const { old, new: wanted } = read.password(request)
    return given(request, reply, await sessions.changePassword(signedIn, old, wanted, request.ip))
  })
}
