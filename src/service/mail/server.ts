/** The server that e-mail is sent by, as the settings hold it: its password sealed, and never given back. */
import { isHost, isMailAddress, MailServer, NO_MAIL_SERVER } from '../../domain/mail.ts'
import type { Fault } from '../../domain/faults.ts'
import type { Coded } from '../../domain/messages.ts'
import { limitFaults, read, structure } from '../../domain/schema.ts'
import { hasControl } from '../../domain/text.ts'
import type { Store } from '../../store/store.ts'
import { keepOutOfLogs } from '../log-secrets.ts'
import { Invalid } from '../refusal.ts'
import type { SecretBox } from '../secrets.ts'

/** Of the settings, the one that holds it. */
export const MAIL_SETTING = 'mail'
const whole = structure(MailServer)

interface Stored extends MailServer {
  readonly sealed?: string
  /** the host that a password was for which went as the server became another; absent: none did */
  readonly formerHost?: string
}

const storedIn = ({ settings }: Pick<Store, 'settings'>): Stored => ({
  ...NO_MAIL_SERVER,
  ...(read.object(settings.get(MAIL_SETTING)) as Partial<Stored> | undefined),
})

const canSend = ({ host, from }: MailServer) => host !== '' && from !== ''

const lacksPassword = ({ sealed, ...server }: Stored) =>
  canSend(server) && server.user !== '' && sealed === undefined

/** Whether a store's e-mail goes by a server whose password it does not hold, as a store that was restored. */
export const lacksMailPassword = (store: Pick<Store, 'settings'>): boolean => lacksPassword(storedIn(store))

export class MailServerSettings {
  readonly #store: Store
  readonly #secrets: SecretBox
  /** whether the seal that was tried last could be opened: its key is not looked for each time that somebody asks */
  #opened: { readonly sealed: string; readonly isOpen: boolean } | null = null

  constructor(store: Store, secrets: SecretBox) {
    this.#store = store
    this.#secrets = secrets
  }

  get #stored(): Stored {
    return storedIn(this.#store)
  }

  get current(): MailServer & { readonly hasPassword: boolean } {
    const { sealed, formerHost: _, ...server } = this.#stored
    return { ...server, hasPassword: sealed !== undefined }
  }

  /** Whether e-mail can be sent from here. */
  get isSet(): boolean {
    return canSend(this.#stored)
  }

  /** Why the server will not let us in: its password is not stored, or cannot be opened here; null where nothing is known. */
  get problem(): Coded | null {
    const stored = this.#stored
    const { sealed, host, formerHost } = stored
    if (lacksPassword(stored))
      return formerHost === undefined
        ? { code: 'mail_password_missing' }
        : { code: 'mail_password_former', params: { host, formerHost } }
    if (!canSend(stored) || sealed === undefined) return null
    if (this.#opened?.sealed !== sealed) this.#open(sealed)
    return this.#opened!.isOpen ? null : { code: 'mail_password_closed' }
  }

  /** The password; null where none is kept, or it cannot be opened here. */
  password(): string | null {
    const { sealed } = this.#stored
    return sealed === undefined ? null : this.#open(sealed)
  }

  #open(sealed: string): string | null {
    let password: string | null = null
    try {
      password = this.#secrets.open(sealed)
      keepOutOfLogs(password)
    } catch {
      // Whatever the cause: it is said beside the server, and whoever asks how the service is gets his answer.
    }
    this.#opened = { sealed, isOpen: password !== null }
    return password
  }

  /**
   * @param given the server whole; `password` where it is another: "" takes it away, without it the one that is kept stays, as
   *   long as host and user are the same (a password is for the server that it was given for)
   * @throws Invalid naming each value that cannot be
   */
  async set(given: unknown): Promise<void> {
    const fields = read.object(given)
    if (!fields) throw new Invalid([{ path: '', code: 'field_type', params: { expected: 'object' } }])
    const server = Object.fromEntries(
      Object.keys(MailServer.properties).map((field) => [
        field,
        typeof fields[field] === 'string' ? fields[field].trim() : fields[field],
      ]),
    ) as MailServer
    const password = read.string(fields['password'])
    const faults = faultsOf(server)
    if (faults.length > 0) throw new Invalid(faults)
    const before = this.#stored
    const same = before.host === server.host && before.user === server.user
    const kept = same ? before.sealed : undefined
    const sealed = password === undefined ? kept : password === '' ? undefined : this.#secrets.seal(password)
    const formerHost = before.sealed === undefined ? before.formerHost : before.host
    const secret =
      sealed !== undefined ? { sealed } : password === undefined && formerHost !== undefined && { formerHost }
    await this.#store.settings.set(MAIL_SETTING, { ...server, ...secret })
  }
}

function faultsOf(server: MailServer): Fault[] {
  const misshapen = whole.faults(server).listed
  if (misshapen.length > 0) return [...misshapen]
  const limits = limitFaults(MailServer, server).listed
  const beyond = new Set(limits.map(({ path }) => path))
  return [...limits, ...unusable(server).filter(({ path }) => !beyond.has(path))]
}

function unusable(server: MailServer): Fault[] {
  // They would end a header, or are nothing that anybody typed.
  const wrong: Fault[] = (['user', 'fromName'] as const).flatMap((field) =>
    hasControl(server[field], false) ? [{ path: `/${field}`, code: 'text_control' }] : [],
  )
  if (server.host === '') return wrong
  if (!isHost(server.host)) wrong.push({ path: '/host', code: 'mail_host_invalid' })
  if (!isMailAddress(server.from)) wrong.push({ path: '/from', code: 'mail_address_invalid' })
  return wrong
}
