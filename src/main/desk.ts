/** The service of the window: started on a folder, begun anew over another store, closed; asked through the door. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../http/app.ts'
import type { UpdatesControl } from '../http/app/updates.ts'
import { makeFolder } from '../service/data-folder.ts'
import type { DesktopControl } from '../http/app/desktop.ts'
import { LocalServer } from '../http/local-server.ts'
import type { Logger } from '../service/log.ts'
import { StoreError } from '../service/maintenance.ts'
import { resealSecrets } from '../service/reseal.ts'
import type { SecretBox } from '../service/secrets.ts'
import { Service } from '../service/service.ts'
import type { UpgradeListener } from '../service/upgrade.ts'
import { renew } from '../service/upkeep/renewal.ts'
import type { Replaced, Replacement } from '../service/upkeep/replacement.ts'
import { passToService } from './door.ts'

const KEY_BYTES = 24

export interface DeskOptions {
  readonly folder: string
  readonly log: Logger
  readonly environment: NodeJS.ProcessEnv
  readonly secrets: SecretBox
  /** the folder of the built screens */
  readonly renderer: string
  /** the store cannot be used any more: neither the one that was to take its place nor the one from before */
  readonly onLost: (error: unknown) => void
  /** what a person chooses of the application on this machine */
  readonly desktop: DesktopControl
  /** told how much needs a person, at the start and whenever that may be another */
  readonly onAttention: (count: number) => void
  /** told how far a store is that an earlier program left, while it is brought up to date */
  readonly onUpgrade: UpgradeListener
  readonly updates: UpdatesControl
}

interface Running {
  readonly service: Service
  readonly http: FastifyInstance
}

/** Makes the data folder. @throws StoreError saying why it cannot be */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch (error) {
    throw new StoreError(
      'unwritable',
      { file: folder, cause: (error as NodeJS.ErrnoException).code ?? '' },
      error,
    )
  }
}

export class Desk {
  readonly #options: DeskOptions
  readonly #key = randomBytes(KEY_BYTES).toString('base64url')
  readonly #local: LocalServer
  #running: Promise<Running>

  private constructor(options: DeskOptions) {
    this.#options = options
    this.#local = new LocalServer(options)
    this.#running = this.#begin(null).then((service) => this.#open(service))
  }

  /** @throws StoreError where the store cannot be used */
  static async start(options: DeskOptions): Promise<Desk> {
    const desk = new Desk(options)
    await desk.#running
    return desk
  }

  /** Answers a request of the window; while another store takes the place of the present one it waits. */
  async answer(request: Request): Promise<Response> {
    const { http } = await this.#running
    await http.ready()
    return passToService(http, this.#key, request)
  }

  /** Seals anew what lies sealed in the store. @throws Refusal `secrets_unsealed` */
  async reseal(): Promise<void> {
    const { service } = await this.#running
    await resealSecrets(service.store, this.#options.secrets)
  }

  /** What runs is finished, and the store closed. */
  async close(): Promise<void> {
    const { service, http } = await this.#running
    await this.#local.rest()
    service.events.end()
    await http.close()
    await service.close()
  }

  #begin(replaced: Replaced | null): Promise<Service> {
    const { folder, log, environment, secrets, onUpgrade } = this.#options
    const onReplace = (replacement: Replacement) => {
      this.#running = this.#renewed(this.#running, replacement)
      this.#running.catch(this.#options.onLost)
    }
    return Service.start({ folder, log, environment, secrets, onReplace, replaced, onUpgrade })
  }

  async #open(service: Service): Promise<Running> {
    const { renderer, desktop, updates } = this.#options
    const ours = { key: this.#key, renderer, host: null, localServer: this.#local, desktop, updates }
    const http = buildApp(service, ours)
    await this.#local.serve(service)
    await this.#watchAttention(service)
    return { service, http }
  }

  /** One count at a time: what changes meanwhile is counted after it. */
  async #watchAttention(service: Service): Promise<void> {
    let counting: Promise<void> | null = null
    let again = false
    const count = async () => {
      const { attention, noted } = await service.outbox.counts()
      this.#options.onAttention(attention + noted)
    }
    const look = () => {
      again = counting !== null
      counting ??= count()
        .catch((error: unknown) =>
          this.#options.log.warn({ err: error }, 'what needs a person cannot be counted'),
        )
        .finally(() => {
          counting = null
          if (again && !service.events.ended) look()
        })
    }
    service.events.on('outbox', look)
    service.events.on('status', look)
    await count()
  }

  async #renewed(before: Promise<Running>, replacement: Replacement): Promise<Running> {
    const { service, http } = await before
    await this.#local.rest()
    service.events.end()
    await http.close()
    return this.#open(await renew(service, replacement, (replaced) => this.#begin(replaced)))
  }
}
