/**
 * A diagnostic: one zip that whoever helps with a failure may be sent. What is in it is named, part by part and field by
 * field; customers and secrets are no part of any. A part that fails leaves the others, and is named.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { zipSync, type Zippable } from 'fflate'
import { diagnosticsReadme, README_NAME, type DiagnosticPart } from '../../domain/diagnostics-readme.ts'
import type { Locale } from '../../domain/messages.ts'
import { surveyOf } from '../../store/sqlite/survey.ts'
import type { StorePlace } from '../../store/store.ts'
import { logFiles, ROTATION } from '../log.ts'
import { examine } from '../maintenance.ts'
import type { Service } from '../service.ts'
import { VERSION } from '../version.ts'
import { toldError, toldLog } from './log-lines.ts'
import { toldCatalogue, toldCheck, toldMachine, toldPartners } from './parts.ts'
import { toldSettings } from './told-settings.ts'

export interface DiagnosticsOf {
  readonly at: StorePlace
  readonly locale: Locale
  readonly now: Date
  /** the service on the store; or why there is none */
  readonly service: Service | { readonly refused: unknown }
}

/** Of a log that was never put aside, its end. */
const MOST_OF_A_LOG = ROTATION.maxBytes

/** What a diagnostic is called where it is kept. */
export const diagnosticsName = (now: Date, locale: Locale) =>
  `comptoir-${locale === 'fr' ? 'diagnostic' : 'diagnostics'}-${now.toISOString().slice(0, 10)}.zip`

export async function makeDiagnostics(of: DiagnosticsOf): Promise<Uint8Array> {
  const { at, locale, now } = of
  const files: Record<string, string> = {}
  const problems: Record<string, unknown>[] = []
  const failed = new Set<DiagnosticPart>()
  const fail = (part: DiagnosticPart, error: unknown) => {
    failed.add(part)
    problems.push({ part, ...toldError(error) })
  }
  const part = async (name: DiagnosticPart, make: () => unknown) => {
    try {
      files[`${name}.json`] = json(await make())
    } catch (error) {
      fail(name, error)
    }
  }
  const opened = <T>(use: (service: Service) => T): T => {
    if ('refused' in of.service) throw of.service.refused
    return use(of.service)
  }

  await part('system', () => toldMachine(at.folder, locale, now))
  await part('settings', () => opened(settingsOf))
  await part('store', () =>
    'refused' in of.service ? storeWithout(at, of.service.refused) : storeOf(of.service),
  )
  await part('catalogue', () => opened((service) => toldCatalogue(service, now)))
  await part('partners', () => opened(toldPartners))
  await part('checks', () =>
    opened(async (service) => (await examine(service, () => service.backups.examine())).map(toldCheck)),
  )
  let hasLog = false
  for (const file of logFiles(at.folder)) {
    try {
      const text = endOf(file)
      if (text === null) continue
      hasLog = true
      const { lines, leftOut } = toldLog(text)
      const note = leftOut > 0 ? [JSON.stringify({ leftOut })] : []
      files[`log/${basename(file)}`] = [...note, ...lines].map((line) => `${line}\n`).join('')
      // Others get a turn.
      await setImmediate()
    } catch (error) {
      fail('log', error)
    }
  }
  if (problems.length > 0) files['problems.json'] = json(problems)
  files[README_NAME[locale]] = diagnosticsReadme(
    { version: VERSION, at: now.toISOString(), hasLog, failed: [...failed] },
    locale,
  )
  return zipped(files, now)
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function settingsOf({ settings, people, mail, store, documents }: Service) {
  return {
    ...toldSettings(settings.current),
    shared: store.at.url !== null,
    people: people.any,
    mailServer: mail.server.isSet,
    letterhead: documents.letterhead.current.issuer.name !== '',
  }
}

async function storeOf({ backups, store }: Service) {
  const list = store.at.url === null ? backups.list() : []
  return {
    ...(await backups.survey()),
    backups: list.map(({ at, bytes, kind }) => ({ at, bytes, kind })),
    dailyBackup: backups.problem?.code ?? null,
  }
}

/** A file can be looked at whatever keeps the service from it; a database that refuses us cannot. */
function storeWithout({ folder, url }: StorePlace, refused: unknown) {
  if (url !== null) throw refused
  return { ...surveyOf(folder), refused: toldError(refused) }
}

/** The end of a file, from the beginning of a line on; null where there is none. @throws Error where it cannot be read */
function endOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false })
  // Another thing of that name may never be read to its end.
  if (!stat?.isFile()) return null
  const { size } = stat
  const descriptor = openSync(file, 'r')
  try {
    const from = Math.max(0, size - MOST_OF_A_LOG)
    const bytes = Buffer.alloc(size - from)
    const read = readSync(descriptor, bytes, 0, bytes.length, from)
    const text = bytes.toString('utf8', 0, read)
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1)
  } finally {
    closeSync(descriptor)
  }
}

function zipped(files: Readonly<Record<string, string>>, now: Date): Uint8Array {
  const encoder = new TextEncoder()
  const entries = Object.entries(files).map(([name, text]) => {
    // Windows' own editor knows UTF-8 by it.
    const marked = name.endsWith('.txt') ? `\ufeff${text.replaceAll('\n', '\r\n')}` : text
    return [name, [encoder.encode(marked), { mtime: now }]] as const
  })
  return zipSync(Object.fromEntries(entries) as Zippable, { level: 6 })
}
