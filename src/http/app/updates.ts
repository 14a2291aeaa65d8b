/** Updates of the desktop application: whether they are looked for and where, how they stand. Elsewhere there are none. */
import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { worded, type Coded } from '../../domain/messages.ts'
import { UPDATE_STATES, type UpdatesChoice, type UpdateState } from '../../domain/shared/updates.ts'
import { isFeed } from '../../domain/updates.ts'
import { Invalid, Refusal } from '../../service/refusal.ts'
import { VERSION } from '../../service/version.ts'
import { requestLocale } from '../headers.ts'
import type { Api } from './api.ts'
import { bodyReader } from './requests.ts'

export interface UpdatesState extends UpdatesChoice {
  readonly state: UpdateState
  /** the version that there is, and what is said of it, as plain text */
  readonly offered: { readonly version: string; readonly notes: string } | null
  /** of what is downloaded */
  readonly percent: number | null
  /** why it failed */
  readonly problem: Coded | null
}

/** What is asked for out of its turn changes nothing: its answer says how things stand. */
export interface UpdatesControl {
  readonly state: UpdatesState
  /** Takes a choice, keeps it, and goes by it. @throws Error where it cannot be kept */
  readonly choose: (choice: UpdatesChoice) => void
  /** Begins to look whether there is a newer version. */
  readonly look: () => void
  /** Begins to download the version that there is. */
  readonly download: () => void
  /** Ends the application for the version that was downloaded. */
  readonly install: () => void
}

const LONGEST_ADDRESS = 2000

export const UpdatesRequest = Type.Object({
  on: Type.Boolean(),
  url: Type.String({ maxLength: LONGEST_ADDRESS, description: 'Where versions are published; https.' }),
})

/** GET, PUT /api/updates; POST /api/updates/look, /api/updates/download, /api/updates/install */
export const UpdatesAnswer = Type.Object({
  ...UpdatesRequest.properties,
  version: Type.String({ description: 'The version that runs.' }),
  state: Type.Enum(UPDATE_STATES),
  offered: Type.Union([Type.Object({ version: Type.String(), notes: Type.String() }), Type.Null()]),
  percent: Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()]),
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed.' }),
})
export type UpdatesAnswer = Static<typeof UpdatesAnswer>

const read = bodyReader(UpdatesRequest)

declare module 'fastify' {
  interface FastifyInstance {
    /** null but behind a desktop window's own door */
    readonly updates: UpdatesControl | null
  }
}

function controlOf({ server }: FastifyRequest): UpdatesControl {
  if (!server.updates) throw new Refusal('not_found')
  return server.updates
}

export function updateRoutes(api: Api): void {
  api.get('/api/updates', 'settings', UpdatesAnswer, view)
  api.put('/api/updates', 'settings', UpdatesAnswer, (request) => {
    const updates = controlOf(request)
    const choice = read(request)
    const url = choice.url.trim()
    if ((choice.on || url !== '') && !isFeed(url))
      throw new Invalid([{ path: '/url', code: 'update_feed_invalid' }])
    updates.choose({ on: choice.on, url })
    return view(request)
  })
  for (const step of ['look', 'download', 'install'] as const)
    api.post(`/api/updates/${step}`, 'settings', UpdatesAnswer, (request) => {
      controlOf(request)[step]()
      return view(request)
    })
}

function view(request: FastifyRequest): UpdatesAnswer {
  const { problem, ...state } = controlOf(request).state
  return { ...state, version: VERSION, problem: problem && worded(problem, requestLocale(request)) }
}
