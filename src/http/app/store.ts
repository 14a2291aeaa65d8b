/** The store itself: its backups, another one in its place, its check. */
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import * as Type from 'typebox'
import type { Static } from 'typebox'
import { worded, type Locale } from '../../domain/messages.ts'
import { wholly } from '../../domain/partner-words.ts'
import { fileSize } from '../../domain/shared/file-size.ts'
import { STORE_CHECK_MESSAGES } from '../../domain/store-check-messages.ts'
import { causeMessage, STORE_ERROR_CODES, storeMessage } from '../../domain/store-messages.ts'
import { Nullable } from '../../domain/schema.ts'
import { examine, StoreError, type Check } from '../../service/maintenance.ts'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { problemWords } from '../../service/upkeep/backups.ts'
import type { Replaced } from '../../service/upkeep/replacement.ts'
import { requestLocale } from '../headers.ts'
import { actorOf } from './access.ts'
import { created, type Api } from './api.ts'
import { queryText, timeZoneIn } from './requests.ts'

const MEBIBYTE = 1024 * 1024

export const Backup = Type.Object({
  name: Type.String({ description: 'Names it in the calls; no path.' }),
  at: Type.String(),
  dated: Type.Boolean({
    description: 'Whether `at` is of when it is; else of when its file was given, which does not say.',
  }),
  bytes: Type.Integer(),
  kind: Type.Enum(['manual', 'automatic', 'given', 'restore', 'wipe'], {
    description:
      'Who made it; that its file was given; or what was there before a restore, or before the demo was wiped.',
  }),
  given: Nullable(Type.String({ description: 'The name of the file that it was given as.' })),
  unread: Nullable(
    Type.String({
      description: 'The place in it that cannot be read, and what is wrong there; null: none known.',
    }),
  ),
  damaged: Nullable(
    Type.String({
      description:
        'Of a store that was kept: where it is damaged, so that no restore takes it; null: none known.',
    }),
  ),
})
export type Backup = Static<typeof Backup>

/**
 * GET /api/store; POST /api/store/wipe and /api/store/backups/:name/restore (202: the service ends, and begins anew as another
 * `instance`)
 */
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
  folder: Type.String({ description: 'The data folder of the service.' }),
  server: Type.Boolean({ description: 'Whether it is a database of a server, which its operator backs up.' }),
  unlisted: Nullable(
    Type.String({ description: 'Why the folder of the backups cannot be listed or written, in words.' }),
  ),
  backups: Type.Array(Backup, { description: 'The newest first.' }),
  problem: Nullable(Type.String({ description: 'Why the last daily backup could not be made, in words.' })),
})
export type StoreInfo = Static<typeof StoreInfo>

/** POST /api/store/check */
export const StoreCheck = Type.Object({
  ok: Type.Boolean(),
  checks: Type.Array(
    Type.Object({
      name: Type.Enum(['store', 'schema', 'catalogue', 'upstream', 'accounts', 'mail', 'disk']),
      ok: Type.Boolean({ description: 'false: a person should look.' }),
      partner: Nullable(Type.String({ description: 'Of an `upstream`: its name.' })),
      message: Type.String(),
    }),
  ),
})
export type StoreCheck = Static<typeof StoreCheck>

export function storeRoutes(api: Api, service: Service): void {
  const { replacement, backups, journal, store } = service
  const info = (locale: Locale): StoreInfo => ({
    instance: replacement.instance,
    replaced: replacement.before && replacedView(replacement.before, locale),
    folder: resolve(store.folder),
    server: store.at.url !== null,
    unlisted: backups.unlisted && problemWords(backups.unlisted, locale),
    backups: backups.list(),
    problem: backups.problem && problemWords(backups.problem, locale),
  })
  const nameIn = ({ params }: { params: unknown }) => (params as { name: string }).name

  api.get('/api/store', 'settings', StoreInfo, (request) => info(requestLocale(request)))
  api.post('/api/store/wipe', 'settings', StoreInfo, (request, reply) => {
    replacement.wipeDemo(actorOf(request))
    reply.code(202)
    return info(requestLocale(request))
  })
  api.post('/api/store/backups', 'settings', Backup, async (request, reply) => {
    const made = await orInWords(backups.make('manual'), requestLocale(request))
    await journal.note(actorOf(request), 'backup_made', { file: made.name })
    return created(reply, made)
  })
  // `?unread=true` takes one of which rows cannot be read; without, that is refused with `backup_unread`, in whose words
  // moments are by the clock of `?timeZone=`.
  api.post('/api/store/backups/:name/restore', 'settings', StoreInfo, async (request, reply) => {
    const name = nameIn(request)
    const locale = requestLocale(request)
    const guarded = service.people.any
    const unread = queryText(request, 'unread') === 'true'
    const file = await orInWords(backups.look(name, guarded, unread), locale, timeZoneIn(request))
    replacement.restore(file, name, actorOf(request), guarded)
    reply.code(202)
    return info(locale)
  })
  api.delete('/api/store/backups/:name', 'settings', StoreInfo, async (request) => {
    const name = nameIn(request)
    backups.remove(name)
    await journal.note(actorOf(request), 'backup_removed', { file: name })
    return info(requestLocale(request))
  })
  api.stream('/api/store/backups/:name', 'settings', (request, reply) => {
    const name = nameIn(request)
    const file = createReadStream(backups.find(name))
    return reply
      .type('application/vnd.sqlite3')
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .send(file)
  })
  api.post('/api/store/check', 'settings', StoreCheck, async (request) => {
    const locale = requestLocale(request)
    const examined = orInWords(backups.examine(), locale)
    const found = await examine(service, () => examined)
    return { ok: found.every(({ ok }) => ok), checks: found.map((check) => checkView(check, locale)) }
  })
}

/** What the store cannot do is a refusal, in the reader's words. @throws Refusal `store_failed`, `backup_unread` */
export async function orInWords<T>(
  task: Promise<T>,
  locale: Locale,
  timeZone: string | null = null,
): Promise<T> {
  try {
    return await task
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const { code, params } = error
    const why = problemWords({ code, params }, locale, timeZone)
    throw new Refusal(code === 'backup_unread' ? code : 'store_failed', { why })
  }
}

function replacedView({ what, problem }: Replaced, locale: Locale) {
  if (problem === null) return { what, problem }
  const { code, params } = problem
  const known = STORE_ERROR_CODES.find((each) => each === code)
  return { what, problem: known ? problemWords({ code: known, params }, locale) : causeMessage(code, locale) }
}

function checkView({ name, ok, found }: Check, locale: Locale): StoreCheck['checks'][number] {
  const partner = found.code === 'upstream' ? found.partnerName : null
  return {
    name: name as StoreCheck['checks'][number]['name'],
    ...{ ok, partner },
    message: STORE_CHECK_MESSAGES[found.code][locale](factsOf(found, locale)),
  }
}

/** What the words of a finding name. */
function factsOf(found: Check['found'], locale: Locale) {
  switch (found.code) {
    case 'store_unwritable':
      return { cause: causeMessage(found.cause, locale) }
    case 'store_refused':
      return { why: storeMessage(found.reason, locale, found.params) }
    case 'catalogue': {
      const { products, families, days } = found
      return { products, families, ...(days !== null && { days }) }
    }
    case 'upstream_none':
      return { stranded: found.stranded }
    case 'upstream': {
      const { unsent, attention, noted, stranded, outside, refused, syncError } = found
      return {
        found: worded(wholly(found.partner), locale),
        ...{ unsent, outside, refused, waiting: attention + noted + stranded },
        ...(syncError && { syncError: worded(wholly(syncError), locale) }),
      }
    }
    case 'accounts_unread':
    case 'discounts_unread':
      return { names: found.names.join(', ') }
    case 'mail':
      return { host: found.host, ...(found.problem && { problem: worded(found.problem, locale) }) }
    case 'disk':
      return { free: fileSize(found.freeMebibytes * MEBIBYTE, locale) }
    default: {
      const { code: _code, ...facts } = found
      return facts
    }
  }
}
