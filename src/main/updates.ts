/** Updates of the application: off until a person turns them on, and each step that takes something is a person's. */
import type { CancellationToken } from 'electron-updater'
import type { Coded } from '../domain/messages.ts'
import { USUAL_UPDATES, type UpdatesChoice, type UpdateState } from '../domain/shared/updates.ts'
import { isFeed } from '../domain/updates.ts'
import type { UpdatesControl, UpdatesState } from '../http/app/updates.ts'
import { keepFields, keptFields } from '../service/kept-choice.ts'
import type { Logger } from '../service/log.ts'
import { offerOf, updateProblem, type Offer } from './update-offer.ts'

const DAY_MS = 86_400_000
/** The start of the application has other things to do. */
const FIRST_LOOK_MS = 10_000

/** What is used of electron-updater's `AppUpdater`, set up so that it does nothing by itself (updater.ts). */
export interface Updater {
  setFeedURL(url: string): void
  checkForUpdates(): Promise<{ readonly updateInfo: unknown } | null>
  downloadUpdate(cancellation: CancellationToken): Promise<unknown>
  on(event: 'download-progress', listener: (progress: { readonly percent: number }) => void): unknown
}

export interface LoadedUpdater {
  readonly updater: Updater
  readonly cancellation: () => CancellationToken
  /** ends the application for what was downloaded, once the service is closed */
  readonly install: () => void
}

export interface UpdatesOptions {
  /** keeps the choice */
  readonly file: string
  /** the version that runs */
  readonly version: string
  readonly log: Logger
  /** loads the updater, when updates are first looked for */
  readonly load: () => Promise<LoadedUpdater>
  /** whether the signature of what would come is checked */
  readonly verifies: () => boolean
  /** told of a version that was found without anybody asking */
  readonly onFound: (version: string) => void
}

interface Phase {
  readonly state: UpdateState
  readonly offered?: Offer
  readonly percent?: number
  readonly problem?: Coded
}

export class Updates implements UpdatesControl {
  readonly #options: UpdatesOptions
  #choice: UpdatesChoice
  #phase: Phase
  #loaded: Promise<LoadedUpdater> | null = null
  /** what is under way; what was begun before the last choice counts no more */
  #running: { readonly cancel: () => void; readonly ended: Promise<void> } | null = null
  #first: NodeJS.Timeout | null = null
  #daily: NodeJS.Timeout | null = null
  #told: string | null = null

  constructor(options: UpdatesOptions) {
    this.#options = options
    this.#choice = kept(options.file)
    this.#phase = { state: this.#choice.on ? 'idle' : 'off' }
  }

  get state(): UpdatesState {
    const { state, offered = null, percent = null, problem = null } = this.#phase
    return { ...this.#choice, state, offered, percent, problem }
  }

  /** Looks in a moment, and once a day from then on, where it is on. */
  start(firstLookMs = FIRST_LOOK_MS): void {
    this.stop()
    if (!this.#choice.on) return
    this.#first = setTimeout(() => this.#look(true), firstLookMs).unref()
    this.#daily = setInterval(() => this.#look(true), DAY_MS).unref()
  }

  stop(): void {
    if (this.#first) clearTimeout(this.#first)
    if (this.#daily) clearInterval(this.#daily)
    this.#running?.cancel()
  }

  choose(choice: UpdatesChoice): void {
    const { file } = this.#options
    keepFields(file, choice)
    this.#running?.cancel()
    this.#choice = choice
    this.#phase = { state: choice.on ? 'idle' : 'off' }
    this.start()
    this.look()
  }

  readonly look = (): void => this.#look(false)

  #look(byItself: boolean): void {
    // What was downloaded waits for a person, whatever is published meanwhile.
    if (!/^(idle|none|available|failed)$/.test(this.#phase.state)) return
    this.#run({ state: 'looking' }, async ({ updater }) => {
      updater.setFeedURL(this.#choice.url)
      const found = await updater.checkForUpdates()
      if (!found) return { state: 'failed', problem: { code: 'update_unsupported' } }
      const offered = offerOf(found.updateInfo, this.#options.version, this.#choice.url)
      if (offered === null) return { state: 'none' }
      if ('code' in offered) return { state: 'failed', problem: offered }
      if (byItself && this.#told !== offered.version) this.#options.onFound(offered.version)
      this.#told = offered.version
      return { state: 'available', offered }
    })
  }

  readonly download = (): void => {
    const { state, offered } = this.#phase
    if (state !== 'available' || !offered) return
    if (!this.#options.verifies()) {
      this.#phase = { state: 'failed', problem: { code: 'update_unverifiable' } }
      return
    }
    this.#run({ state: 'downloading', offered, percent: 0 }, async ({ updater }, cancellation) => {
      await updater.downloadUpdate(cancellation)
      return { state: 'ready', offered }
    })
  }

  readonly install = (): void => {
    const { state, offered } = this.#phase
    if (state !== 'ready' || !offered) return
    this.#run({ state: 'installing', offered }, ({ install }) => {
      // The answer to who asked goes out before the window does.
      setImmediate(install)
      return Promise.resolve({ state: 'installing', offered })
    })
  }

  /** One thing at a time, whose end is how things stand, unless another choice was made meanwhile. */
  #run(
    meanwhile: Phase,
    work: (loaded: LoadedUpdater, cancellation: CancellationToken) => Promise<Phase>,
  ): void {
    let cancelled = false
    let stop = () => {}
    this.#phase = meanwhile
    const before = this.#running?.ended
    const task = async (): Promise<Phase> => {
      // The updater takes what is asked of it meanwhile for what it does already.
      await before
      const loaded = await (this.#loaded ??= this.#load())
      const cancellation = loaded.cancellation()
      stop = () => cancellation.cancel()
      if (cancelled) return meanwhile
      return work(loaded, cancellation)
    }
    const running = {
      cancel: () => {
        cancelled = true
        stop()
      },
      ended: task()
        .catch((error: unknown): Phase => {
          if (!cancelled) this.#options.log.warn({ err: error }, 'the update failed')
          return { state: 'failed', problem: updateProblem(error) }
        })
        .then((phase) => {
          if (this.#running === running) this.#running = null
          if (!cancelled) this.#phase = phase
        }),
    }
    this.#running = running
  }

  async #load(): Promise<LoadedUpdater> {
    const loaded = await this.#options.load().catch((error: unknown) => {
      this.#loaded = null
      throw error
    })
    loaded.updater.on('download-progress', ({ percent }) => {
      if (this.#phase.state !== 'downloading') return
      this.#phase = { ...this.#phase, percent: Math.max(0, Math.min(100, Math.floor(percent))) }
    })
    return loaded
  }
}

/** The choice that was kept; off, where none was, or none that can be read. */
function kept(file: string): UpdatesChoice {
  const { on, url } = keptFields(file)
  return typeof url === 'string' && isFeed(url) ? { on: on === true, url } : USUAL_UPDATES
}
