/** People and the journal, for administrators. */
import * as Type from 'typebox'
import { journalWords } from '../../domain/journal.ts'
import type { Person } from '../../domain/people.ts'
import { isRole } from '../../domain/shared/rights.ts'
import type { PersonAccess } from '../../service/people.ts'
import type { Service } from '../../service/service.ts'
import { requestLocale } from '../headers.ts'
import { pageHeaders, readPage } from '../paging.ts'
import { pathId } from '../path-id.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import {
  FirstPerson,
  JournalEntry,
  NewPassword,
  PersonChange,
  PersonInfo,
  PersonInput,
} from './people-schemas.ts'
import { bodyReader, DEFAULT_PAGE, queryText, timeZoneIn } from './requests.ts'

const read = {
  person: bodyReader(PersonInput),
  change: bodyReader(PersonChange),
  password: bodyReader(NewPassword),
}

/** What is given of it. */
const accessOf = ({ role, disabled }: Omit<PersonChange, 'before'>): PersonAccess => ({
  ...(role ? { role } : {}),
  ...(typeof disabled === 'boolean' ? { disabled } : {}),
})

const view = (person: Person): PersonInfo => ({
  ...person,
  role: isRole(person.role) ? person.role : null,
})

export function peopleRoutes(api: Api, { people, journal }: Service): void {
  api.get('/api/people', 'people', Type.Array(PersonInfo), () => people.all().map(view))
  api.get('/api/people/first', 'people', FirstPerson, ({ server }) => ({ command: server.firstPerson }))
  api.post('/api/people', 'people', PersonInfo, (request, reply) =>
    created(reply, people.create(read.person(request), actorOf(request))),
  )
  api.put('/api/people/:id', 'people', PersonInfo, async (request) => {
    const { before, ...given } = read.change(request)
    const by = actorOf(request)
    return view(await people.change(pathId(request), accessOf(given), by, accessOf(before ?? {})))
  })
  api.put('/api/people/:id/password', 'people', PersonInfo, async (request) =>
    view(await people.setPassword(pathId(request), read.password(request).password, actorOf(request))),
  )

  api.get('/api/journal', 'journal', Type.Array(JournalEntry), async (request, reply) => {
    const page = readPage(request.query)
    const limit = page.limit ?? DEFAULT_PAGE
    const given = queryText(request, 'person')
    const person = given === '' ? null : /^\d{1,15}$/.test(given) ? Number(given) : 0
    const { total, entries, unreadable } = await journal.list({ person }, limit, page.offset)
    pageHeaders(reply, request.url, { ...page, limit }, total, unreadable)
    const locale = requestLocale(request)
    const timeZone = timeZoneIn(request)
    return entries.map((entry) => ({
      ...entry,
      facts: { ...entry.facts },
      message: journalWords(entry, locale, timeZone),
    }))
  })
}
