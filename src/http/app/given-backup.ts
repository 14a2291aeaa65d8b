/** A backup that a person gives as a file: read as it comes, for it may be larger than memory. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { toldName } from '../../service/upkeep/given-file.ts'
import { requestLocale } from '../headers.ts'
import { patienceOf } from '../let-go.ts'
import { actorOf } from './access.ts'
import { Api, created } from './api.ts'
import { queryText } from './requests.ts'
import { Backup, orInWords } from './store.ts'

export const BACKUP_TYPE = 'application/vnd.sqlite3'
/** A large file over a slow network. */
const UPLOAD_MS = 60 * 60_000

/** POST /api/store/backups/given?name= (201) */
export function givenBackupRoutes(app: FastifyInstance, { backups, journal }: Service): void {
  const api = new Api(app)
  const patiently = patienceOf(app.server, UPLOAD_MS)
  app.addContentTypeParser(BACKUP_TYPE, (_request, payload, done) => done(null, payload))
  api.post('/api/store/backups/given', 'settings', Backup, async (request, reply) => {
    const { body, headers } = request
    if (!(body instanceof Readable)) throw new Refusal('unsupported_media_type', { type: BACKUP_TYPE })
    const name = queryText(request, 'name')
    const size = headers['content-length'] === undefined ? null : Number(headers['content-length'])
    const taken = patiently(() => backups.take({ name, size, bytes: body }))
    const made = await orInWords(taken, requestLocale(request))
    await journal.note(actorOf(request), 'backup_given', { file: made.name, name: toldName(name) })
    return created(reply, made)
  })
}
