/** Backups in the data folder: made by a person or once a day, looked at, taken away. */
import { accessSync, constants, lstatSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupDated } from '../../domain/backup-names.ts'
import { momentForFile, momentInFile, momentOf } from '../../domain/file-moments.ts'
import { storeMessage, type StoreErrorCode } from '../../domain/store-messages.ts'
import type { FaultParams } from '../../domain/reasons.ts'
import { errorCode, StoreError } from '../../store/errors.ts'
import { makeFolder, partialOf, removeDatabase, removeLeftovers } from '../../store/folder.ts'
import { notWritten } from '../../store/sqlite/backup.ts'
import { keptStore, type ReplacedBy } from '../../store/sqlite/replace.ts'
import type { Examination } from '../../store/sqlite/examination.ts'
import type { Survey } from '../../store/sqlite/survey.ts'
import type { Store } from '../../store/store.ts'
import type { Background } from '../background/background.ts'
import type { Results } from '../background/protocol.ts'
import type { Clock } from '../clock.ts'
import { isDemo } from '../demo.ts'
import type { Events } from '../events.ts'
import type { Logger } from '../log.ts'
import { Queue } from '../queue.ts'
import { Refusal } from '../refusal.ts'
import type { SettingsService } from '../settings.ts'
import { factsOf, forgetFacts, keepFacts, type BackupFacts } from './backup-facts.ts'
import { byGivenName, receive, toldName, type GivenFile } from './given-file.ts'

/** In the data folder; ours by its name, so that it is for its owner alone. */
const FOLDER = 'comptoir.backups'
const NAME = /^comptoir-(manual|automatic|given|given-at)-([\dTZ-]+)\.db$/
const DAY_MS = 86_400_000
/** How often it is looked whether one is due. */
const LOOK_MS = 10 * 60_000
/** For the first time so long after the start, which has other things to do; a laptop may be open for minutes alone. */
const FIRST_LOOK_MS = 60_000

type Made = 'manual' | 'automatic'

export interface BackupFile extends BackupFacts {
  /** by which it is named in here; never a path */
  readonly name: string
  /** ISO */
  readonly at: string
  /** whether `at` is of when it is; else of when its file was given, which does not say */
  readonly dated: boolean
  readonly bytes: number
  /** who made it; that its file was given; what was there before a restore, or before the demo was wiped */
  readonly kind: Made | 'given' | ReplacedBy
}

type Said = Pick<BackupFile, 'at' | 'kind' | 'dated'>

/** Why something could not be done, as the store says it. */
export interface StoreProblem {
  readonly code: StoreErrorCode
  readonly params: FaultParams
}

export interface BackupServices {
  readonly store: Store
  readonly settings: SettingsService
  readonly clock: Clock
  readonly events: Events
  readonly log: Logger
  /** a thread of its own: a backup takes as long as reading the store whole */
  readonly keeping: Background
}

export class Backups {
  readonly #with: BackupServices
  readonly #queue = new Queue()
  #timer: NodeJS.Timeout | null = null
  #taking = false
  #problem: StoreProblem | null = null

  constructor(services: BackupServices) {
    this.#with = services
  }

  /** Why the last automatic one could not be made; null where it was. */
  get problem(): StoreProblem | null {
    return this.#problem
  }

  /** Why those in their own folder cannot be listed, and none be made there; null: they can, or there is none yet. */
  get unlisted(): StoreProblem | null {
    try {
      readdirSync(this.#folder)
      accessSync(this.#folder, constants.W_OK)
      return null
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      return { code: 'backups_unusable', params: { file: this.#folder, cause: errorCode(error) } }
    }
  }

  /** Those that there are, the newest first. */
  list(): BackupFile[] {
    const files = [...this.#in(this.#folder, madeOf), ...this.#in(this.#with.store.folder, keptOf)]
    return files.map(({ file }) => file).sort((a, b) => b.at.localeCompare(a.at))
  }

  /** Where a backup is. @param name one of {@link list}'s @throws Refusal `not_found` */
  find(name: string): string {
    const files = [...this.#in(this.#folder, madeOf), ...this.#in(this.#with.store.folder, keptOf)]
    const found = files.find(({ file }) => file.name === name)
    if (!found) throw new Refusal('not_found', { what: 'backup', id: name })
    return found.path
  }

  /** Makes one now. @throws StoreError; Refusal `store_of_server` */
  make(kind: Made): Promise<BackupFile> {
    return this.#queue.run(async () => {
      const { store, clock, keeping, events, log } = this.#with
      this.#refuseServer()
      const at = clock.now().toISOString()
      const name = `comptoir-${kind}-${momentForFile(at)}.db`
      this.#prepareFolder()
      const file = join(this.#folder, name)
      const { bytes, unread } = soundOf(await keeping.run({ type: 'backup', folder: store.folder, file }))
      if (unread !== null) log.warn({ unread, file }, 'rows of the store, and of its backup, cannot be read')
      const facts = { given: null, unread, damaged: null }
      this.#note(file, facts)
      events.emit('settings')
      return { name, at, dated: true, bytes, kind, ...facts }
    })
  }

  /**
   * Takes a file among the backups, one at a time, once it was looked at as a restore does; of one that is refused nothing stays.
   * The same backup given again takes the place of the first.
   * @throws StoreError; Refusal `backup_under_way`, `backup_too_large`, `store_of_server`
   */
  async take(given: GivenFile): Promise<BackupFile> {
    this.#refuseServer()
    if (this.#taking) throw new Refusal('backup_under_way')
    this.#taking = true
    const { clock, keeping, events } = this.#with
    const of = momentInFile(given.name)
    const at = of ?? clock.now().toISOString()
    const dated = of !== null
    const name = `comptoir-${dated ? 'given' : 'given-at'}-${momentForFile(at)}.db`
    const path = join(this.#folder, name)
    const partial = partialOf(path)
    try {
      this.#prepareFolder()
      const bytes = await receive(given, partial)
      const { unread } = soundOf(await keeping.run({ type: 'inspect', file: partial, folder: null }))
      const facts = { given: toldName(given.name), unread, damaged: null }
      this.#note(path, facts)
      try {
        renameSync(partial, path)
      } catch (error) {
        throw notWritten(error, path)
      }
      events.emit('settings')
      return { name, at, dated, bytes, kind: 'given', ...facts }
    } catch (error) {
      throw byGivenName(error, given.name)
    } finally {
      removeDatabase(partial)
      this.#taking = false
    }
  }

  /**
   * Looks whether a backup can be put in the store's place.
   * @param guarded whether it must not open it to all, as {@link restoreFrom} has it
   * @param takesUnread whether one is taken of which rows cannot be read
   * @returns where it is @throws StoreError; Refusal, `backup_unread` too
   */
  async look(name: string, guarded: boolean, takesUnread: boolean): Promise<string> {
    this.#refuseServer()
    const { store, keeping } = this.#with
    const file = this.find(name)
    const task = { type: 'inspect', file, folder: guarded ? store.folder : null } as const
    const { unread: problem } = soundOf(await keeping.run(task))
    if (problem !== null && !takesUnread) throw new StoreError('backup_unread', { file, problem })
    return file
  }

  /** Looks for what is wrong with the store, beside the service where it is a file. @throws StoreError */
  async examine(): Promise<Examination> {
    const { store, keeping } = this.#with
    if (store.at.url !== null) return store.examine()
    return soundOf(await keeping.run({ type: 'examine', folder: store.folder }))
  }

  /** How much the store holds, never what: counted beside the service where it is a file. */
  survey(): Promise<Survey> {
    const { store, keeping } = this.#with
    return store.at.url === null ? keeping.run({ type: 'survey', folder: store.folder }) : store.survey()
  }

  /** Takes one away, for ever. @throws Refusal `not_found` */
  remove(name: string): void {
    const file = this.find(name)
    removeDatabase(file)
    forgetFacts(file)
    this.#with.events.emit('settings')
  }

  /** Makes one a day from now on, where the settings keep any. */
  start(): void {
    if (this.#with.store.at.url !== null) return
    const look = (after: number) => {
      this.#timer = setTimeout(() => {
        look(LOOK_MS)
        void this.daily()
      }, after).unref()
    }
    look(FIRST_LOOK_MS)
  }

  /** Makes one where one is due, and takes away those that are more than are kept. What fails is noted, and tried again. */
  async daily(): Promise<void> {
    const { settings, clock, log } = this.#with
    const kept = settings.current.backupsKept
    try {
      const [last] = this.#automatic().made
      const due = last === undefined || clock.now().getTime() - Date.parse(last.at) >= DAY_MS
      if (kept === 0 || !due || !(await this.#isWorthIt())) return
      await this.make('automatic')
      this.#problem = null
      const { made, ahead } = this.#automatic()
      // One that can be read whole stays, however many that cannot come after it.
      const whole = made.find(({ unread }) => unread === null)
      for (const old of [...made.slice(kept), ...ahead.slice(kept)]) if (old !== whole) this.remove(old.name)
    } catch (error) {
      if (error instanceof StoreError) this.#problem = { code: error.code, params: error.params }
      log.error({ err: error }, 'the daily backup could not be made')
    }
  }

  /** Waits for the one under way no longer than it takes to give it up: nothing is left of it. */
  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#with.keeping.end()
  }

  /** Those that were made, and those of a clock that ran ahead: they say nothing of when the last was made, and take no other's place. */
  #automatic(): { readonly made: readonly BackupFile[]; readonly ahead: readonly BackupFile[] } {
    const now = this.#with.clock.now().toISOString()
    const all = this.list().filter(({ kind }) => kind === 'automatic')
    return { made: all.filter(({ at }) => at <= now), ahead: all.filter(({ at }) => at > now) }
  }

  /** An empty store, or one of the demo alone, is no loss. */
  async #isWorthIt(): Promise<boolean> {
    const { store } = this.#with
    return !isDemo(store) && ((await store.holdsWork()) || (await store.catalogue.loadedAt()) !== null)
  }

  /** @throws StoreError where it cannot be written to */
  #prepareFolder(): void {
    try {
      makeFolder(this.#folder)
      removeLeftovers(this.#folder, () => true)
    } catch (error) {
      throw new StoreError('backups_unusable', { file: this.#folder, cause: errorCode(error) }, error)
    }
  }

  /** @throws StoreError where it cannot be written */
  #note(file: string, facts: BackupFacts): void {
    try {
      keepFacts(file, facts)
    } catch (error) {
      throw notWritten(error, file)
    }
  }

  get #folder(): string {
    return join(this.#with.store.folder, FOLDER)
  }

  #in(folder: string, read: (name: string) => Said | null) {
    return namesIn(folder).flatMap((name) => {
      const said = read(name)
      const path = join(folder, name)
      // Not what a link leads to: it would be served as a backup.
      const stat = said && lstatSync(path, { throwIfNoEntry: false })
      return said && stat?.isFile()
        ? [{ path, file: { name, bytes: stat.size, ...said, ...factsOf(path) } }]
        : []
    })
  }

  #refuseServer(): void {
    if (this.#with.store.at.url !== null) throw new Refusal('store_of_server')
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function madeOf(name: string): Said | null {
  const [, how, moment = ''] = NAME.exec(name) ?? []
  const at = momentOf(moment)
  if (!how || !at) return null
  return how === 'given-at'
    ? { kind: 'given', at, dated: false }
    : { kind: how as Made | 'given', at, dated: true }
}

function keptOf(name: string): Said | null {
  const kept = keptStore(name)
  return kept && { kind: kept.why, at: kept.at, dated: true }
}

/** Of when a backup is, by its name; ISO, null where a person named it. */
export function backupMoment(name: string): string | null {
  const said = madeOf(name) ?? keptOf(name)
  return said?.dated ? said.at : null
}

/** @throws StoreError */
function soundOf<T extends Results['backup' | 'inspect' | 'examine']>(
  result: T,
): Exclude<T, { readonly failed: StoreProblem }> {
  if ('failed' in result) throw new StoreError(result.failed.code, result.failed.params)
  return result as Exclude<T, { readonly failed: StoreProblem }>
}

const PARTIAL = /\.[\da-f-]+\.partial$/

/** A problem in words for a screen: a file by its name alone, for its folder is nobody's business there, a backup by its date. @param timeZone whose clock that is by; the service's where it is none */
export function problemWords(
  { code, params }: StoreProblem,
  locale: 'fr' | 'en',
  timeZone: string | null = null,
): string {
  // What is still on its way is called as it will be.
  const file = typeof params['file'] === 'string' ? basename(params['file']).replace(PARTIAL, '') : null
  const { file: _, ...others } = params
  if (file === null || code === 'full') return storeMessage(code, locale, others)
  const dated = (madeOf(file) ?? keptOf(file)) !== null && { dated: 1 }
  const named = dated ? backupDated(file, locale, timeZone ?? undefined) : file
  return storeMessage(code, locale, { ...params, file: named, ...dated })
}
