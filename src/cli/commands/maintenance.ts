import { resolve } from 'node:path'
import type { Command } from 'commander'
import { worded, wordedForCommands } from '../../domain/messages.ts'
import { ordersSinceWords } from '../../domain/restored-orders.ts'
import { backWords, RESTORED_PEOPLE } from '../../domain/restored-people-messages.ts'
import { STORE_CHECK_MESSAGES } from '../../domain/store-check-messages.ts'
import { alteration, causeMessage, COMMANDS, storeMessage } from '../../domain/store-messages.ts'
import type { DiagnosticsOf } from '../../service/diagnostics/diagnostics.ts'
import { backup, examine, examineUnopened, restore, storeAt, type Check } from '../../service/maintenance.ts'
import { runningService } from '../../service/server-file.ts'
import { VERSION } from '../../service/version.ts'
import { CommandError } from '../failure.ts'
import { healthThere } from '../health-there.ts'
import { interruptible } from '../interruption.ts'
import { command } from '../program.ts'
import { withService, type StoreOptions } from '../service.ts'
import { setCommand, type Typed } from '../typed.ts'
import type { Language } from '../words/index.ts'

export function maintenanceCommands(program: Command, language: Language): void {
  const { words, locale } = language
  const { about, backup: said, doctor, value } = words

  command(
    program,
    language,
    `backup <${value.file}>`,
    about.backup,
    async ({ data, store }, out, file) => {
      if (store !== undefined) throw new CommandError('backup_by_postgres', said.byPostgres)
      const { bytes, unread } = await interruptible((signal) => backup(data, file!, signal))
      out.result({ file, bytes, unread }, [said.written(file!, Math.ceil(bytes / 1024))])
      if (unread !== null) out.note(storeMessage('source_unread', locale, { problem: unread }))
    },
    { needsStore: true },
  )

  command<RestoreOptions>(
    program,
    language,
    `restore <${value.file}>`,
    about.restore,
    async ({ data, store, typed, unread }, out, file) => {
      if (store !== undefined) throw new CommandError('backup_by_postgres', said.byPostgres)
      const options = { unread: unread === true }
      const restored = await interruptible((signal) => restore(data, file!, { ...options, signal }))
      const { before, beforeDamaged, people, withoutToken, withoutMailPassword } = restored
      const since = ordersSinceWords(restored.ordersSince, locale)
      const back = backWords(restored.reopened, restored.seeAgain, locale)
      const { noToken, giveToken } = words.upstream
      const command = typed('user', 'create', words.upstream.nameToChoose, '--role', 'administrateur')
      out.result({ restored: file, ...restored }, [
        said.restored(file!),
        ...(before ? [said.kept(before)] : []),
        ...(beforeDamaged === null
          ? []
          : [[doctor.look, storeMessage('kept_damaged', locale, { problem: beforeDamaged })].join(' ')]),
        ...(people === 'stayed' ? [RESTORED_PEOPLE.stayed[locale]()] : []),
        ...(people === 'unread'
          ? [[doctor.look, RESTORED_PEOPLE.unread[locale]({ command })].join(' ')]
          : []),
        ...(back === null ? [] : [[doctor.look, back].join(' ')]),
        ...(since === null
          ? []
          : [[doctor.look, since.text].join(' '), ...since.orders.map((order) => `  ${order}`)]),
        ...withoutToken.map((partner) =>
          [doctor.look, noToken(partner.name), giveToken(setCommand(typed, partner))].join(' '),
        ),
        ...(withoutMailPassword
          ? [[doctor.look, worded({ code: 'mail_password_missing' }, locale)].join(' ')]
          : []),
      ])
    },
  ).option('--unread', words.option.restoreUnread)

  command<DoctorOptions>(
    program,
    language,
    'doctor',
    about.doctor,
    async ({ data, store, typed, failed, export: file }, out) => {
      const place = { data, store }
      let serving: ReturnType<typeof runningService> = { running: false, server: null }
      const look = () => {
        serving = runningService(data)
        return withService(place, async (opened) => ({
          found: await examine(opened),
          services: await opened.store.services(),
          bytes: file === undefined ? null : await exported(place, file, language, opened),
          failure: null,
        }))
      }
      const { found, services, bytes, failure } = await orExported(place, file, language, look).catch(
        async (error: unknown) => {
          const unopened = await examineUnopened(storeAt(data, store), error)
          if (unopened === null) throw error
          const { checks, full } = unopened
          return { found: checks, services: null, bytes: null, failure: full ? null : error }
        },
      )
      const { running, server } = serving
      // A command that opens the store finds room where the service that writes to it has none left.
      const there = server && (await healthThere(server.url, locale))
      const checks = found
        .map((check) => ({ ...check, detail: finding(check, language, typed) }))
        .map((check) =>
          check.name === 'store' && check.ok && there && there.reason !== null
            ? { ...check, ok: false, found: { code: 'store_degraded' }, detail: there.reason }
            : check,
        )
      const ok = checks.every((check) => check.ok) && !there?.silent
      const line = ({ name, detail }: (typeof checks)[number]) =>
        doctor.line(doctor.check[name] ?? name, detail)
      const service = server
        ? doctor.runningAt(server.url, server.pid, server.startedAt, server.version, VERSION)
        : running
          ? doctor.running
          : services
            ? doctor.noneHere
            : doctor.notRunning
      const silent = server && there?.silent ? [doctor.silentAt(server.url, server.pid)] : []
      const written = bytes === null ? {} : { exported: { file, bytes } }
      const told = server && { ...server, answers: !there?.silent }
      const document = { ok, running, service: told, services, data: resolve(data), checks, ...written }
      if (failure !== null) return failed(failure, document)
      out.result(document, [
        ...checks.map((check) => `${check.ok ? doctor.ok : doctor.look} ${line(check)}`),
        service,
        ...silent.map((text) => `${doctor.look} ${text}`),
        ...(services ? [doctor.services(services)] : []),
        ...(bytes === null ? [] : [doctor.exported(file!, Math.ceil(bytes / 1024))]),
      ])
      if (ok) return
      out.note(words.together([...checks.flatMap((check) => (check.ok ? [] : line(check))), ...silent]))
      process.exitCode = 1
    },
    { needsStore: true },
  ).option(`--export <${value.file}>`, words.option.doctorExport)
}

interface RestoreOptions {
  readonly unread?: boolean
}

interface DoctorOptions {
  readonly export?: string
}

/** Of a store that cannot be opened the diagnostic tells what can be told without it; then the failure is told. */
async function orExported<T>(
  place: StoreOptions,
  file: string | undefined,
  language: Language,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (file !== undefined && !(error instanceof CommandError))
      await exported(place, file, language, { refused: error })
    throw error
  }
}

/** @returns its size in bytes. @throws CommandError */
async function exported(
  { data, store }: StoreOptions,
  file: string,
  { words: { doctor }, locale }: Language,
  service: DiagnosticsOf['service'],
): Promise<number> {
  const { NotWritten, writeDiagnostics } = await import('../../service/diagnostics/file.ts')
  const at = storeAt(data, store)
  try {
    return await writeDiagnostics(file, { at, locale, now: new Date(), service })
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
    const why = causeMessage(error.why, locale)
    throw error.code === 'file_exists'
      ? new CommandError('file_exists', doctor.taken(file))
      : new CommandError('unwritable', doctor.notExported(file, why))
  }
}

/** What a check found, in words. */
function finding(
  { found }: Check,
  {
    words: {
      doctor,
      together,
      upstream: { elsewhere, outside },
    },
    locale,
  }: Language,
  typed: Typed,
): string {
  switch (found.code) {
    case 'store_sound':
      return doctor.sound
    case 'store_damaged':
      return doctor.damaged(found.problem, found.table, typed)
    case 'store_altered': {
      const told = found.difference === 'foreign' ? doctor.foreign : doctor.altered
      return told(alteration({ ...found }, locale), typed)
    }
    case 'store_unwritable':
      return doctor.unwritable(found.file, causeMessage(found.cause, locale))
    case 'store_refused':
      return storeMessage(found.reason, locale, { ...found.params, ...COMMANDS })
    case 'references_broken':
      return doctor.brokenReferences(found.count)
    case 'schema':
      return doctor.schema(found.version)
    case 'catalogue_empty':
      return doctor.noCatalogue(typed)
    case 'catalogue':
      return doctor.catalogue(found.products, found.families, found.days)
    case 'upstream_none':
      return found.stranded > 0
        ? doctor.stranded(
            found.stranded,
            found.waitedFor.map((one) => setCommand(typed, one)),
          )
        : doctor.noUpstream
    case 'upstream': {
      const { partnerName: name, url } = found
      const noToken = found.partner.code === 'upstream_no_token'
      const help = noToken ? [doctor.giveToken(setCommand(typed, { name, url }))] : []
      return together([
        doctor.upstream(name, url, wordedForCommands(found.partner, locale), found.unsent, found.attention),
        ...help,
        ...(found.stranded > 0
          ? [
              elsewhere(
                found.stranded,
                found.waitedFor.map((one) => setCommand(typed, one)),
              ),
            ]
          : []),
        ...(found.noted > 0 ? [doctor.noted(found.noted)] : []),
        ...(found.syncError ? [doctor.notTaken(wordedForCommands(found.syncError, locale))] : []),
        ...(found.outside > 0 ? [outside(found.outside)] : []),
        ...(found.refused > 0 ? [doctor.refused(found.refused)] : []),
      ])
    }
    case 'catalogue_unread': {
      const { products, families } = found
      return STORE_CHECK_MESSAGES.catalogue_unread[locale]({ products, families })
    }
    case 'accounts_unread': {
      const anew = (name: string) =>
        typed('token', 'create', '--customer', name, '--products', 'ID,ID…', '--families', 'ID,ID…')
      const told = STORE_CHECK_MESSAGES.accounts_unread[locale]({ names: found.names.join(', ') })
      return `${told} (${found.names.map(anew).join('; ')})`
    }
    case 'discounts_unread': {
      const anew = (name: string) => typed('token', 'create', '--customer', name, '--discount', 'N')
      const told = STORE_CHECK_MESSAGES.discounts_unread[locale]({ names: found.names.join(', ') })
      return `${told} (${found.names.map(anew).join('; ')})`
    }
    case 'mail':
      return found.problem ? worded(found.problem, locale) : found.host
    case 'disk':
      return doctor.disk(found.freeMebibytes)
  }
}
