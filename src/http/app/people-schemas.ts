/** People, their sessions and the journal, as the screens set and see them. */
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable } from '../../domain/schema.ts'
import { RIGHTS, ROLES } from '../../domain/shared/rights.ts'

const Role = Type.Enum(ROLES)

/** GET, POST /api/session; PUT /api/session/password */
export const Session = Type.Object({
  person: Nullable(
    Type.Object(
      { id: Type.Integer(), name: Type.String(), role: Role },
      { description: 'null: nobody has signed in, the key opens it.' },
    ),
  ),
  rights: Type.Array(Type.Enum(RIGHTS)),
})
export type Session = Static<typeof Session>

export const SignIn = Type.Object({ name: Type.String(), password: Type.String() })
export const OwnPassword = Type.Object({ old: Type.String(), new: Type.String() })

/** GET, POST /api/people; PUT /api/people/:id and /api/people/:id/password */
export const PersonInfo = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  role: Nullable(Type.Enum(ROLES, { description: 'null: what stands in the store is none.' })),
  createdAt: Type.String(),
  disabledAt: Nullable(Type.String({ description: 'Since when he may no longer sign in.' })),
  lastSignInAt: Nullable(Type.String()),
})
export type PersonInfo = Static<typeof PersonInfo>

/** GET /api/people/first */
export const FirstPerson = Type.Object({
  command: Type.String({
    description: 'Makes the first person in this store, typed on the service’s machine.',
  }),
})
export type FirstPerson = Static<typeof FirstPerson>

export const PersonInput = Type.Object({ name: Type.String(), role: Role, password: Type.String() })
export type PersonInput = Static<typeof PersonInput>

const Access = {
  role: Type.Optional(Nullable(Role)),
  disabled: Type.Optional(Nullable(Type.Boolean())),
}
/** What is absent stays as it is; `before`: how what is given was read, else 409 `fields_changed`. */
export const PersonChange = Type.Object({ ...Access, before: Type.Optional(Nullable(Type.Object(Access))) })
export type PersonChange = Static<typeof PersonChange>

export const NewPassword = Type.Object({ password: Type.String() })

/** GET /api/journal?person=&timeZone=&limit=&offset= (newest first, with X-Total-Count; moments in words by that clock) */
export const JournalEntry = Type.Object({
  id: Type.Integer(),
  at: Type.String(),
  by: Type.Enum(['person', 'key', 'command']),
  person: Nullable(Type.String({ description: 'The name of who did it.' })),
  action: Type.String({ description: 'Never changes.' }),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  message: Type.String({ description: 'What was done, in the reader’s language.' }),
})
export type JournalEntry = Static<typeof JournalEntry>
