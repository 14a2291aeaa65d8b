/** Hands one e-mail to an SMTP server, and tells what became of it: gone, not gone, or nobody knows. */
import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type { MailServer } from '../../domain/mail.ts'
import type { Coded } from '../../domain/messages.ts'

/** What is sent; addresses were checked. */
export interface Message {
  /** stable: a server that was handed it twice can tell */
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly at: Date
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
}

/** `again`: it has not gone, and may go later; `failed`: it is refused for good; `unknown`: it may have gone. */
export type Outcome =
  | { readonly state: 'sent'; readonly problem: Coded | null }
  | { readonly state: 'again' | 'failed' | 'unknown'; readonly problem: Coded }

const CONNECT_MS = 15_000
const SILENT_MS = 30_000
/** A server that sends a byte now and then holds nothing up for ever. */
export const LONGEST_SEND_MS = 120_000
const LONGEST_ANSWER = 200

interface SmtpFailure extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/**
 * @param password of the server's user; null where nobody signs in
 * @param stop ends it: what was not handed over yet has not gone
 */
export async function sendMail(
  server: MailServer,
  password: string | null,
  message: Message,
  stop: AbortSignal,
): Promise<Outcome> {
  const { host, port, security, user } = server
  const from = onTheWire(server.from)
  const to = message.to.map(onTheWire)
  const bytes = await composed({ ...server, from }, { ...message, to })
  // Loaded by who has something to send.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const connection = new SMTPConnection({
    ...{ host, port, secure: security === 'tls' },
    ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    dnsTimeout: CONNECT_MS,
    tls: { minVersion: 'TLSv1.2' },
  })
  let begun = false
  const late = AbortSignal.timeout(LONGEST_SEND_MS)
  try {
    const over = new Promise<never>((_, reject) => {
      connection.on('error', reject)
      connection.on('end', () => reject(new Error('the server closed the connection')))
      for (const signal of [stop, late]) {
        const end = () => reject(new Error('given up'))
        if (signal.aborted) end()
        signal.addEventListener('abort', end, { once: true })
      }
    })
    over.catch(() => undefined)
    const step = <T = unknown>(run: (done: (error?: Error | null, result?: T) => void) => void) =>
      Promise.race([
        over,
        new Promise<T>((resolve, reject) =>
          run((error, result) => (error ? reject(error) : resolve(result as T))),
        ),
      ])
    await step((done) => connection.connect(done))
    if (user !== '') await step((done) => connection.login({ user, pass: password ?? '' }, done))
    const accented = [from, ...to].filter((address) => !isAscii(address))
    if (accented.length > 0 && !takesUtf8(connection))
      return {
        state: 'failed',
        problem: { code: 'mail_accented', params: { host, addresses: accented.join(', ') } },
      }
    const body = new Readable({
      read() {
        begun = true
        this.push(bytes)
        this.push(null)
      },
    })
    const info = await step<{ rejected?: readonly unknown[] }>((done) =>
      connection.send({ from, to }, body, done as never),
    )
    const addresses = (info.rejected ?? []).map(String).join(', ')
    return {
      state: 'sent',
      problem: addresses === '' ? null : { code: 'mail_partly', params: { addresses } },
    }
  } catch (error) {
    return outcomeOf(error as SmtpFailure, begun, host)
  } finally {
    connection.quit()
    connection.close()
  }
}

function outcomeOf(
  { code, responseCode, response, message }: SmtpFailure,
  begun: boolean,
  host: string,
): Outcome {
  const answer = oneLine(response ?? message)
  if (code === 'ETLS') return { state: 'again', problem: { code: 'mail_insecure', params: { host } } }
  if (code === 'EAUTH' && (responseCode === undefined || responseCode >= 500))
    return { state: 'failed', problem: { code: 'mail_sign_in', params: { host } } }
  if (responseCode !== undefined && responseCode >= 500)
    return { state: 'failed', problem: { code: 'mail_refused', params: { answer } } }
  if (responseCode !== undefined && responseCode >= 400)
    return { state: 'again', problem: { code: 'mail_busy', params: { answer } } }
  if (begun) return { state: 'unknown', problem: { code: 'mail_cut' } }
  const insecure = /certificate|self.signed|TLS|SSL/i.test(message)
  return {
    state: 'again',
    problem: { code: insecure ? 'mail_insecure' : 'mail_unreachable', params: { host } },
  }
}

// eslint-disable-next-line no-control-regex
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text)

/** An address as every server reads it, its domain in letters of ASCII; one that is accented before the "@" stays as it is. */
function onTheWire(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (!isAscii(name) || isAscii(domain)) return address
  return `${name}@${domainToASCII(domain) || domain}`
}

/** Whether a server said that it takes addresses beyond ASCII (RFC 6531): others read them as they like. */
function takesUtf8(connection: object): boolean {
  const { _supportedExtensions: said } = connection as { readonly _supportedExtensions?: readonly string[] }
  return said?.includes('SMTPUTF8') ?? false
}

/** What a server says is a stranger's text. */
const oneLine = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/[\s\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .trim()
    .slice(0, LONGEST_ANSWER)

async function composed(
  { from, fromName }: MailServer,
  { id, to, subject, text, at, file }: Message,
): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...{ from: { name: fromName, address: from }, to: [...to], subject, text, date: at },
    messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
    ...{ disableFileAccess: true, disableUrlAccess: true },
    attachments: file
      ? [{ filename: file.name, content: Buffer.from(file.bytes), contentType: 'application/pdf' }]
      : [],
  })
  return new Promise((resolve, reject) =>
    composer.compile().build((error, built) => (error ? reject(error) : resolve(built))),
  )
}
