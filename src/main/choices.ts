/** What a person chose of the application on this machine: kept with its data, and carried out. */
import { join } from 'node:path'
import { USUAL_DESKTOP, type DesktopChoices } from '../domain/shared/desktop.ts'
import type { DesktopControl, DesktopState } from '../http/app/desktop.ts'
import { keepFields, keptFields } from '../service/kept-choice.ts'
import type { SafeStorageBox } from './safe-storage-box.ts'

/** In the data folder, ours by its name. */
const FILE = 'comptoir.desktop.json'

export interface ChoicesOptions {
  readonly folder: string
  readonly box: SafeStorageBox
  /** starts it at sign-in from now on, or no longer */
  readonly atLogin: (on: boolean) => void
  /** goes on without a window from now on, or no longer */
  readonly stays: (on: boolean) => void
  /** seals anew what lies sealed */
  readonly reseal: () => Promise<void>
}

export class Choices implements DesktopControl {
  readonly #options: ChoicesOptions
  readonly #file: string
  #choices: DesktopChoices

  constructor(options: ChoicesOptions) {
    this.#options = options
    this.#file = join(options.folder, FILE)
    this.#choices = keptIn(this.#file)
    options.box.shared = this.#choices.sharedSecrets
    options.stays(this.#choices.stays)
  }

  get state(): DesktopState {
    return { ...this.#choices, hasKeyring: this.#options.box.hasKeyring }
  }

  /**
   * Carries a choice out, and keeps it once that is done.
   * @throws Refusal `secrets_unsealed` where a secret cannot be opened, Error of the file system: all stays as it was
   */
  async choose(choices: DesktopChoices): Promise<DesktopState> {
    const { box, atLogin, stays, reseal } = this.#options
    const before = this.#choices
    if (choices.sharedSecrets !== before.sharedSecrets) {
      box.shared = choices.sharedSecrets
      try {
        await reseal()
      } catch (error) {
        box.shared = before.sharedSecrets
        throw error
      }
    }
    if (choices.atLogin !== before.atLogin) atLogin(choices.atLogin)
    keepFields(this.#file, choices)
    this.#choices = choices
    stays(choices.stays)
    return this.state
  }
}

function keptIn(file: string): DesktopChoices {
  const kept = keptFields(file)
  const names = Object.keys(USUAL_DESKTOP) as (keyof DesktopChoices)[]
  return Object.fromEntries(names.map((name) => [name, kept[name] === true])) as unknown as DesktopChoices
}
