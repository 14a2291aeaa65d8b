import { resolve } from 'node:path'
import type { Command } from 'commander'
import { worded } from '../../domain/messages.ts'
import { alteration, causeMessage } from '../../domain/store-messages.ts'
import { backup, examine, restore, type Check } from '../../service/maintenance.ts'
import { runningService } from '../../service/server-file.ts'
import { interruptible } from '../interruption.ts'
import { command } from '../program.ts'
import { withService } from '../service.ts'
import { setCommand } from '../typed.ts'
import type { Language } from '../words/index.ts'

export function maintenanceCommands(program: Command, language: Language): void {
  const { words } = language
  const { about, backup: said, doctor, value } = words

  command(
    program,
    language,
    `backup <${value.file}>`,
    about.backup,
    async ({ data }, out, file) => {
      const bytes = await interruptible((signal) => backup(data, file!, signal))
      out.result({ file, bytes }, [said.written(file!, Math.ceil(bytes / 1024))])
    },
    { needsStore: true },
  )

  command(program, language, `restore <${value.file}>`, about.restore, async ({ data }, out, file) => {
    const kept = await interruptible((signal) => restore(data, file!, signal))
    out.result({ restored: file, before: kept }, [said.restored(file!), ...(kept ? [said.kept(kept)] : [])])
  })

  command(
    program,
    language,
    'doctor',
    about.doctor,
    async ({ data }, out) => {
      const { running, server } = runningService(data)
      const found = await withService(data, examine)
      const checks = found.map((check) => ({ ...check, detail: finding(check, language) }))
      const ok = checks.every((check) => check.ok)
      const line = ({ name, detail }: (typeof checks)[number]) =>
        doctor.line(doctor.check[name] ?? name, detail)
      const service = server
        ? doctor.runningAt(server.url, server.pid, server.startedAt)
        : running
          ? doctor.running
          : doctor.notRunning
      out.result({ ok, running, service: server, data: resolve(data), checks }, [
        ...checks.map((check) => `${check.ok ? doctor.ok : doctor.look} ${line(check)}`),
        service,
      ])
      if (ok) return
      out.note(words.together(checks.flatMap((check) => (check.ok ? [] : line(check)))))
      process.exitCode = 1
    },
    { needsStore: true },
  )
}

/** What a check found, in words. */
function finding(
  { found }: Check,
  {
    words: {
      doctor,
      together,
      upstream: { outside },
    },
    locale,
  }: Language,
): string {
  switch (found.code) {
    case 'store_sound':
      return doctor.sound
    case 'store_damaged':
      return found.problem
    case 'store_altered':
      return doctor.altered(alteration({ ...found }, locale))
    case 'store_unwritable':
      return doctor.unwritable(found.file, causeMessage(found.cause, locale))
    case 'references_broken':
      return doctor.brokenReferences(found.count)
    case 'schema':
      return doctor.schema(found.version)
    case 'catalogue_empty':
      return doctor.noCatalogue
    case 'catalogue':
      return doctor.catalogue(found.products, found.families, found.days)
    case 'upstream_none':
      return found.stranded > 0
        ? doctor.stranded(
            found.stranded,
            found.waitedFor.map((one) => setCommand(one)),
          )
        : doctor.noUpstream
    case 'upstream':
      return together([
        doctor.upstream(
          found.partnerName,
          found.url,
          worded(found.partner, locale),
          found.unsent,
          found.attention,
        ),
        ...(found.stranded > 0
          ? [
              doctor.elsewhere(
                found.stranded,
                found.waitedFor.map((one) => setCommand(one)),
              ),
            ]
          : []),
        ...(found.noted > 0 ? [doctor.noted(found.noted)] : []),
        ...(found.syncError ? [doctor.notTaken(worded(found.syncError, locale))] : []),
        ...(found.outside > 0 ? [outside(found.outside)] : []),
      ])
    case 'disk':
      return doctor.disk(found.freeMebibytes)
  }
}
